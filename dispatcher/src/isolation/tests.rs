//! The limits, seen from outside.

use std::time::Duration;

use shared::times::AHEAD;
use shared::values::choices::AttemptOutcome;
use shared::webhooks::sender::Attempted;

use super::*;

const TIMEOUT: Duration = Duration::from_secs(15);

fn new_limits(total: usize, per_webhook: usize) -> Limits {
    Limits::new(total, per_webhook, TIMEOUT)
}

/// Returns a webhook in an account of its own.
fn receiver(webhook_id: i64) -> Receiver {
    Receiver { account_id: webhook_id, webhook_id, failing: false, rated: false, concurrency: None }
}

/// Returns a webhook whose attempts are known to take this long.
fn known(limits: &Limits, receiver: Receiver, duration: Duration) -> Receiver {
    limits.try_acquire(receiver).unwrap().took(duration);
    receiver
}

/// Returns a webhook that gets as many permits as it may make attempts at once.
fn steady(limits: &Limits, webhook_id: i64) -> Receiver {
    known(limits, receiver(webhook_id), AHEAD)
}

#[test]
fn a_webhook_gets_its_limit_and_then_waits_in_turn() {
    let limits = new_limits(100, 2);
    let webhook = steady(&limits, 1);
    let first = limits.try_acquire(webhook).unwrap();
    let second = limits.try_acquire(webhook).unwrap();
    assert!(limits.try_acquire(webhook).is_none());
    assert!(limits.try_acquire(receiver(2)).is_some(), "another webhook is not affected");
    drop((first, second));
    assert!(limits.try_acquire(webhook).is_none(), "older deliveries go first");
    let permits = limits.acquire(webhook);
    assert_eq!(permits.len(), 2);
    let turn = limits.next_turn(9);
    assert_eq!(turn.webhook_ids, [1]);
    limits.nothing_waits(1, turn.mark);
    drop(permits);
    assert!(limits.try_acquire(webhook).is_some());
}

#[test]
fn a_webhook_that_was_not_tried_lately_gets_one_permit_until_it_has_answered() {
    let limits = new_limits(256, 8);
    let first = limits.acquire(receiver(1));
    assert_eq!(first.len(), 1);
    assert!(limits.acquire(receiver(1)).is_empty());
    first[0].took(Duration::from_millis(1));
    drop(first);
    // What is known of it stays while it is idle.
    assert_eq!(limits.acquire(receiver(1)).len(), 64);
}

#[tokio::test(start_paused = true)]
async fn a_quick_receiver_gets_permits_ahead_but_takes_no_more_at_once() {
    let limits = new_limits(256, 8);
    let quick = limits.try_acquire(receiver(1)).unwrap();
    quick.took(Duration::from_millis(100));
    assert_eq!(limits.acquire(receiver(1)).len(), 19, "two and a half rounds of 8 in 250 ms");
    quick.took(Duration::ZERO);
    for _ in 0..40 {
        quick.took(Duration::from_millis(1));
    }
    let permits = limits.acquire(receiver(1));
    assert_eq!(permits.len(), 63);
    let mut begun = Vec::new();
    for permit in &permits[..8] {
        begun.push(permit.begin().await.unwrap());
    }
    assert!(permits[8].begin().await.is_none(), "after a second");
    begun.pop();
    assert!(permits[8].begin().await.is_some());
    quick.took(Duration::from_secs(15));
    drop(permits);
    assert_eq!(limits.acquire(receiver(1)).len(), 7);
}

#[test]
fn a_quick_receiver_gets_permits_ahead_for_its_whole_backlog() {
    let limits = new_limits(256, 8);
    let first = limits.try_acquire(receiver(1)).unwrap();
    first.took(Duration::from_millis(1));
    limits.waits(1);
    drop(first);
    for _ in 0..3 {
        // All are given back before the next claim.
        assert_eq!(limits.acquire(receiver(1)).len(), 64);
    }
}

#[test]
fn a_receiver_that_answers_in_no_time_gets_the_most_permits_ahead() {
    let limits = new_limits(1024, 8);
    let webhook = known(&limits, receiver(1), Duration::ZERO);
    assert_eq!(limits.acquire(webhook).len(), 128);
}

#[tokio::test]
async fn a_backlog_goes_on_with_each_permit_that_comes_back() {
    let limits = new_limits(100, 2);
    let webhook = steady(&limits, 1);
    limits.waits(1);
    let permits = limits.acquire(webhook);
    assert_eq!(permits.len(), 2);
    drop(permits);
    limits.woken().await;
}

#[test]
fn an_account_leaves_permits_for_others() {
    let limits = new_limits(256, 8);
    let of_account = |webhook_id| Receiver { account_id: 1, ..receiver(webhook_id) };
    for id in 0..50 {
        known(&limits, of_account(id), AHEAD);
    }
    let other = steady(&limits, 100);
    let busy: Vec<_> = (0..50).map(|id| limits.acquire(of_account(id))).collect();
    assert!(busy.iter().all(|permits| !permits.is_empty()), "a webhook may always have one");
    assert!(busy.iter().map(Vec::len).sum::<usize>() <= 64 + 50);
    let untried = limits.acquire(of_account(50));
    assert_eq!(untried.len(), 1, "one that was not tried lately, too");
    assert!(limits.acquire(of_account(51)).is_empty(), "but only one at a time");
    drop(untried);
    assert_eq!(limits.acquire(other).len(), 8);
    drop(busy);
    assert_eq!(limits.acquire(of_account(0)).len(), 8);
}

#[test]
fn the_share_of_a_webhook_shrinks_with_what_its_account_has_left() {
    let limits = new_limits(256, 8);
    let of_account = |webhook_id| Receiver { account_id: 1, ..receiver(webhook_id) };
    (1..=10).for_each(|id| _ = known(&limits, of_account(id), AHEAD));
    let permits: Vec<_> = (1..=10).map(|id| limits.acquire(of_account(id))).collect();
    // From the time when less than half of the 64 permits of the account is free.
    assert_eq!(permits.iter().map(Vec::len).collect::<Vec<_>>(), [8, 8, 8, 8, 8, 6, 4, 3, 2, 2]);
}

#[test]
fn the_share_of_a_webhook_shrinks_with_what_its_class_has_left() {
    let limits = new_limits(256, 8);
    (1..=18).for_each(|id| _ = steady(&limits, id));
    let permits: Vec<_> = (1..=18).map(|id| limits.acquire(receiver(id))).collect();
    let counts: Vec<_> = permits.iter().map(Vec::len).collect();
    // From the time when less than half of the 224 permits of quick receivers is free.
    assert_eq!((&counts[..15], &counts[15..]), ([8; 15].as_slice(), [7, 6, 6].as_slice()));
}

#[test]
fn the_share_of_an_account_shrinks_with_what_is_left_in_all() {
    let limits = new_limits(256, 8);
    let of_account = |webhook_id| Receiver { account_id: 1, ..receiver(webhook_id) };
    (1..=6).for_each(|id| _ = known(&limits, of_account(id), AHEAD));
    (10..=100).for_each(|id| _ = steady(&limits, id));
    let own: Vec<_> = (1..=5).flat_map(|id| limits.acquire(of_account(id))).collect();
    assert_eq!(own.len(), 40, "of a quarter of all, which is 64");
    let mut others = Vec::new();
    let mut next = 10;
    while limits.permits().held.free() > 64 {
        others.extend(limits.acquire(receiver(next)));
        next += 1;
    }
    assert_eq!(
        limits.acquire(of_account(6)).len(),
        1,
        "the account may hold 32 now, so this is its exception"
    );
    assert_eq!(limits.acquire(receiver(next)).len(), 2, "an account that holds none has its share");
}

#[test]
fn where_permits_are_few_an_account_may_hold_as_many_as_one_of_its_webhooks() {
    let limits = new_limits(8, 3);
    let of_account = |webhook_id| Receiver { account_id: 1, ..receiver(webhook_id) };
    (1..=2).for_each(|id| _ = known(&limits, of_account(id), AHEAD));
    let first = limits.acquire(of_account(1));
    let second = limits.acquire(of_account(2));
    assert_eq!((first.len(), second.len()), (3, 1), "one is the exception that each webhook has");
}

#[test]
fn a_webhook_on_trial_that_holds_its_permit_has_no_turn() {
    let limits = new_limits(8, 8);
    limits.waits(1);
    let permits = limits.acquire(Receiver { failing: true, ..receiver(1) });
    assert_eq!(permits.len(), 1);
    assert!(limits.next_turn(9).webhook_ids.is_empty());
    drop(permits);
    assert_eq!(limits.next_turn(9).webhook_ids, [1]);
}

#[test]
fn a_waiting_webhook_that_turns_out_to_be_slow_has_the_turns_of_the_slow() {
    let limits = new_limits(8, 8);
    limits.waits(1);
    let first = limits.acquire(receiver(1));
    let second = limits.acquire(receiver(2));
    first[0].took(2 * SLOW);
    let third = limits.acquire(receiver(3));
    assert_eq!((first.len(), second.len(), third.len()), (1, 1, 1));
    assert!(limits.acquire(receiver(4)).is_empty(), "two untried ones are all that there may be");
    assert_eq!(limits.next_turn(9).webhook_ids, [1]);
}

#[tokio::test(start_paused = true)]
async fn a_delivery_that_waits_too_long_to_begin_shows_that_its_receiver_has_become_slow() {
    let limits = new_limits(256, 8);
    let quick = limits.try_acquire(receiver(1)).unwrap();
    quick.took(Duration::from_millis(100));
    let permits = limits.acquire(receiver(1));
    let mut begun = Vec::new();
    for permit in &permits[..8] {
        begun.push(permit.begin().await.unwrap());
    }
    assert!(permits[8].begin().await.is_none());
    let average = Duration::from_micros((7 * 100_000 + 1_000_000) / 8);
    assert_eq!(limits.permits().by_webhook[&1].manners.duration, Some(average));
}

#[test]
fn hanging_receivers_leave_permits_for_others() {
    let limits = new_limits(256, 8);
    let quick = steady(&limits, 1000);
    let failing = |id| Receiver { failing: true, ..receiver(id) };
    let dead: Vec<_> = (0..1000).flat_map(|id| limits.acquire(failing(id))).collect();
    assert_eq!(dead.len(), 128, "each has one, and all together have half");
    assert_eq!(limits.acquire(quick).len(), 8);
    drop(dead);
    assert_eq!(limits.acquire(failing(1001)).len(), 1);
}

#[test]
fn a_webhook_that_got_no_permit_is_forgotten_when_nothing_of_it_waits() {
    let limits = new_limits(1, 8);
    let _last = limits.try_acquire(receiver(1)).unwrap();
    assert!(limits.try_acquire(receiver(2)).is_none());
    limits.nothing_waits(2, limits.next_turn(9).mark);
    assert_eq!(limits.permits().by_webhook.keys().copied().collect::<Vec<_>>(), [1]);
    assert_eq!(limits.permits().by_account.keys().copied().collect::<Vec<_>>(), [1]);
}

#[test]
fn what_is_held_counts_until_it_is_released_and_is_then_forgotten() {
    let limits = new_limits(256, 8);
    let of_account = |webhook_id| Receiver { account_id: 1, ..receiver(webhook_id) };
    let counts = || {
        let permits = limits.permits();
        let untried = permits.untried_by_account.get(&1).copied();
        (permits.by_account.get(&1).copied(), untried, permits.by_webhook.len())
    };
    let (first, second) = (limits.acquire(of_account(1)), limits.acquire(of_account(2)));
    assert_eq!(counts(), (Some(2), Some(2), 2));
    drop(first);
    assert_eq!(counts(), (Some(1), Some(1), 1));
    drop(second);
    assert_eq!(counts(), (None, None, 0));
}

#[test]
fn waiting_webhooks_of_a_class_take_turns_and_leave_the_turns_of_other_classes_alone() {
    let limits = new_limits(8, 8);
    let failing = |id| Receiver { failing: true, ..receiver(id) };
    for id in 7..=9 {
        steady(&limits, id);
    }
    (1..=9).for_each(|id| limits.waits(id));
    let turn = limits.next_turn(5);
    assert_eq!((turn.webhook_ids.as_slice(), turn.more), ([1, 2, 3, 4, 5].as_slice(), true), "not known yet");
    let held: Vec<_> = (1..=6).flat_map(|id| limits.acquire(failing(id))).collect();
    assert_eq!(held.len(), 4, "half of the permits");
    (7..=9).for_each(|id| Limits::give_back(limits.acquire(receiver(id))));
    assert_eq!(limits.next_turn(9).webhook_ids, [7, 8, 9], "no permit is left for the failing");
    drop(held);
    assert_eq!(limits.next_turn(9).webhook_ids, [7, 8, 9, 1, 2, 3, 4]);
    assert_eq!(limits.next_turn(9).webhook_ids, [7, 8, 9, 5, 6, 1, 2]);
}

#[tokio::test(start_paused = true)]
async fn receivers_that_turn_out_to_be_slow_leave_permits_for_the_quick_and_the_failing() {
    let limits = new_limits(256, 8);
    let quick = steady(&limits, 0);
    let mut held = 0;
    for second in 1..=4 {
        let new = (1..=80).map(|id| receiver(second * 100 + id));
        let slow: Vec<_> = new.flat_map(|webhook| limits.acquire(webhook)).collect();
        held += slow.len();
        let most = usize::try_from(second * 64).unwrap().min(192);
        assert_eq!(held, most, "a quarter of all permits each time, and three quarters in all");
        for permit in slow {
            let slot = permit.begin().await.unwrap();
            tokio::spawn(async move { permit.attempt(slot, std::future::pending::<Attempted>()).await });
        }
        tokio::time::sleep(2 * SLOW).await;
        if held < 192 {
            // That they are known to be slow now wakes the scheduler for the others.
            limits.woken().await;
        }
    }
    assert!(limits.acquire(receiver(1000)).is_empty());
    assert!(limits.acquire(quick).len() >= 2);
    let failing = |id| Receiver { failing: true, ..receiver(id) };
    assert_eq!(limits.acquire(failing(2000)).len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_slow_receiver_that_keeps_up_gets_all_it_may_have_and_leaves_permits_for_others() {
    let limits = new_limits(1024, 128);
    let slow = receiver(1);
    let answered = || Attempted {
        attempted_at_ms: 0,
        duration_ms: 1000,
        outcome: AttemptOutcome::Success,
        status_code: Some(200),
        retry_after: None,
        response_body: None,
        error: None,
    };
    limits.waits(1);
    let mut in_flight = Vec::new();
    for _ in 0..200 {
        for permit in limits.acquire(slow) {
            tokio::spawn(async move {
                let slot = permit.begin().await.unwrap();
                let in_a_second = async {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    answered()
                };
                permit.attempt(slot, in_a_second).await;
            });
        }
        in_flight.push(limits.permits().by_webhook[&1].held);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!((in_flight[0], in_flight[15], in_flight[199]), (1, 8, 128), "{in_flight:?}");
    assert_eq!(limits.permits().held.room(Class::Slow), 512 - 128);
    // Other webhooks of the account, too.
    for (webhook_id, account_id) in [(2, 1), (3, 3)] {
        let quick = Receiver { account_id, ..receiver(webhook_id) };
        known(&limits, quick, AHEAD);
        assert_eq!(limits.acquire(quick).len(), 8);
    }
    assert_eq!(limits.acquire(receiver(4)).len(), 1, "an untried one");
    assert_eq!(limits.acquire(Receiver { failing: true, ..receiver(5) }).len(), 1);
}

#[test]
fn the_last_permits_go_one_by_one() {
    assert_eq!(share(256, 8, 256), 8);
    assert_eq!(share(256, 8, 128), 8);
    assert_eq!(share(256, 8, 64), 4);
    assert_eq!(share(256, 8, 1), 1);
    let limits = new_limits(1, 8);
    let last = limits.try_acquire(receiver(1)).unwrap();
    assert!(limits.try_acquire(receiver(2)).is_none());
    drop(last);
    assert!(limits.try_acquire(receiver(3)).is_some());
}

// The clock stands still while there is anything to do, so that a timeout ends only when nothing else can.
#[tokio::test(start_paused = true)]
async fn a_release_wakes_the_scheduler_only_for_what_waits() {
    let limits = new_limits(100, 1);
    let permit = limits.try_acquire(receiver(1)).unwrap();
    drop(permit);
    let soon = Duration::from_millis(20);
    assert!(tokio::time::timeout(soon, limits.woken()).await.is_err());
    let permit = limits.try_acquire(receiver(1)).unwrap();
    assert!(limits.try_acquire(receiver(1)).is_none());
    drop(permit);
    limits.woken().await;
    Limits::give_back(limits.acquire(receiver(1)));
    assert!(tokio::time::timeout(soon, limits.woken()).await.is_err(), "it would loop for ever");
    let permit = limits.try_acquire(receiver(2)).unwrap();
    permit.took(Duration::from_millis(1));
    assert!(tokio::time::timeout(soon, limits.woken()).await.is_err(), "nobody was short of a permit");
}

#[test]
fn a_webhook_with_a_rate_limit_gets_no_permits_ahead() {
    let limits = new_limits(256, 8);
    let rated = Receiver { rated: true, ..receiver(1) };
    known(&limits, rated, Duration::from_millis(1));
    assert_eq!(limits.acquire(rated).len(), 8);
}

#[tokio::test(start_paused = true)]
async fn a_webhook_may_ask_for_fewer_attempts_at_once_and_change_its_mind() {
    let limits = new_limits(256, 8);
    let webhook = steady(&limits, 1);
    let permits = limits.acquire(webhook);
    assert_eq!(permits.len(), 8);
    drop(permits);

    let careful = Receiver { concurrency: Some(2), ..webhook };
    let permits = limits.acquire(careful);
    assert_eq!(permits.len(), 2);
    drop(permits);
    // Of the attempts that a quick receiver gets ahead, no more are in flight either.
    let quick = Receiver { concurrency: Some(2), ..receiver(2) };
    let permits = limits.acquire(known(&limits, quick, Duration::from_millis(1)));
    assert!(permits.len() > 2, "{}", permits.len());
    let (first, second) = (permits[0].begin().await, permits[1].begin().await);
    assert!(first.is_some() && second.is_some());
    assert!(permits[2].begin().await.is_none(), "a third one waits until it has no time left");

    let greedy = Receiver { concurrency: Some(1_000), ..webhook };
    let limit = |webhook| {
        let permits = limits.acquire(webhook);
        let limit = permits.len();
        Limits::give_back(permits);
        limit
    };
    assert_eq!(limit(greedy), 2, "it has to show that it takes more");
    for _ in 0..64 {
        let permit = limits.try_acquire(greedy).unwrap();
        let slot = permit.begin().await.unwrap();
        limits.ended(greedy, Ending::Success, AHEAD, slot.0);
    }
    assert!(limit(greedy) > 2 && limit(greedy) <= 8, "{}", limit(greedy));
}

// The clock stands still while there is anything to do, so that a timeout ends only when nothing else can.
#[tokio::test(start_paused = true)]
async fn a_webhook_that_found_no_permit_free_is_tried_again_when_another_gives_one_back() {
    let soon = Duration::from_millis(20);
    let limits = new_limits(1, 8);
    let last = limits.try_acquire(receiver(1)).unwrap();
    assert!(limits.try_acquire(receiver(2)).is_none());
    drop(last);
    assert!(tokio::time::timeout(soon, limits.woken()).await.is_ok());

    // One that its account has kept from a permit waits for a permit of that account.
    let limits = new_limits(8, 1);
    let of_account = |webhook_id| Receiver { account_id: 1, ..receiver(webhook_id) };
    (1..=2).for_each(|id| _ = known(&limits, of_account(id), AHEAD));
    let held = [1, 2, 3].map(|id| limits.try_acquire(of_account(id)).unwrap());
    assert!(limits.try_acquire(of_account(4)).is_none(), "the third was the exception");
    drop(held);
    assert!(tokio::time::timeout(soon, limits.woken()).await.is_ok());

    // A webhook that has all that it may have waits for its own permits alone.
    let limits = new_limits(100, 1);
    let (_own, others) = (limits.try_acquire(receiver(1)), limits.try_acquire(receiver(2)));
    assert!(limits.try_acquire(receiver(1)).is_none());
    drop(others);
    assert!(tokio::time::timeout(soon, limits.woken()).await.is_err());
}
