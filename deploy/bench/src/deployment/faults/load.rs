//! Contacts that are created all the while, in bursts, so that some deliveries have to wait for others.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::join_all;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

use crate::deployment::{Answer, World};

const BURST: usize = 20;
const EVERY: Duration = Duration::from_millis(200);

/// A load that goes on until it is finished.
#[derive(Debug)]
pub(super) struct Load {
    state: Arc<State>,
    task: JoinHandle<Vec<Answer>>,
}

#[derive(Debug)]
struct State {
    /// Where the apis listen that take requests.
    apis: Mutex<Vec<String>>,
    /// How many contacts are to be created in the end; unknown until then.
    enough: AtomicUsize,
}

impl Load {
    /// Begins to create contacts through one api.
    pub(super) fn start(world: Arc<World>, listen: String) -> Self {
        let state = Arc::new(State { apis: Mutex::new(vec![listen]), enough: AtomicUsize::new(usize::MAX) });
        Self { task: tokio::spawn(run(world, state.clone())), state }
    }

    /// Another api takes requests, too.
    pub(super) fn add(&self, listen: &str) {
        self.state.apis.lock().unwrap().push(listen.to_owned());
    }

    /// An api takes none any more.
    pub(super) fn remove(&self, listen: &str) {
        self.state.apis.lock().unwrap().retain(|api| api != listen);
    }

    /// Waits until so many contacts are created, and returns all answers.
    pub(super) async fn finish(self, enough: usize) -> Vec<Answer> {
        self.state.enough.store(enough, Ordering::Relaxed);
        self.task.await.unwrap()
    }
}

async fn run(world: Arc<World>, state: Arc<State>) -> Vec<Answer> {
    let (mut answers, mut created) = (Vec::new(), 0);
    while created < state.enough.load(Ordering::Relaxed) {
        let next = Instant::now() + EVERY;
        let apis = state.apis.lock().unwrap().clone();
        let burst = (0..BURST).map(|n| world.create_contact_at(&apis[n % apis.len()], answers.len() + n));
        let burst = join_all(burst).await;
        created += burst.iter().filter(|answer| matches!(answer, Answer::Created(_))).count();
        answers.extend(burst);
        sleep_until(next).await;
    }
    answers
}
