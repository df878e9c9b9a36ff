//! The queue before passwords are hashed. The test looks at a queue of its own, because all tests share that of the
//! service.

use std::sync::Arc;

use api::accounts::passwords::HashQueue;
use api::error::AppError;
use api::web::error_page;
use tokio::sync::oneshot;

/// A flood of passwords beyond the queue is refused at once, and the answer says when to come again.
#[tokio::test]
async fn too_many_passwords_at_once_are_answered_503_on_pages_and_to_programs() {
    let queue = Arc::new(HashQueue::new(1, 2));
    let mut ends = Vec::new();
    let mut running = Vec::new();
    for number in 0..3 {
        let (end, ended) = oneshot::channel::<()>();
        ends.push(end);
        let own = queue.clone();
        running.push(tokio::spawn(async move {
            own.run(move || {
                let _ = ended.blocking_recv();
                number
            })
            .await
        }));
    }
    while queue.places_left() > 0 {
        tokio::task::yield_now().await;
    }
    let refused = || async { AppError::from(queue.run(|| ()).await.unwrap_err()) };
    let page = error_page(refused().await, "request");
    assert_eq!((page.status().as_u16(), &page.headers()["retry-after"]), (503, &"5".parse().unwrap()));
    let page = page.into_body().into_string().await.unwrap();
    assert!(page.contains("<h1>Please try again in a moment</h1>"), "{page}");
    let envelope = refused().await.into_envelope("request");
    assert_eq!(
        (envelope.status().as_u16(), &envelope.headers()["retry-after"]),
        (503, &"5".parse().unwrap())
    );
    // Waiting work is done in its turn, and then there is room again.
    for end in ends {
        end.send(()).unwrap();
    }
    for (number, work) in running.into_iter().enumerate() {
        assert_eq!(work.await.unwrap().unwrap(), number);
    }
    queue.run(|| ()).await.unwrap();
}

/// Work whose caller no longer waits keeps its turn until it has ended.
#[tokio::test]
async fn a_caller_who_goes_away_lets_no_more_passwords_be_hashed_at_once() {
    let queue = Arc::new(HashQueue::new(1, 2));
    let (begin, begun) = oneshot::channel::<()>();
    let (end, ended) = oneshot::channel::<()>();
    let own = queue.clone();
    let caller = tokio::spawn(async move {
        own.run(move || {
            let _ = begin.send(());
            let _ = ended.blocking_recv();
        })
        .await
    });
    begun.await.unwrap();
    caller.abort();
    assert!(caller.await.unwrap_err().is_cancelled());
    let own = queue.clone();
    let second = tokio::spawn(async move { own.run(|| ()).await });
    while queue.places_left() > 2 {
        tokio::task::yield_now().await;
    }
    assert_eq!(queue.permits_left(), 0, "the first one goes on");
    end.send(()).unwrap();
    second.await.unwrap().unwrap();
}
