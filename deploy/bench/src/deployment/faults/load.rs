//! Creates contacts all the time, in bursts, so that some deliveries have to wait for others.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::try_join_all;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

use crate::Error;
use crate::deployment::{Answer, World, lock};

const BURST: usize = 20;
const EVERY: Duration = Duration::from_millis(200);

/// A running load. It goes on until [`finish`](Self::finish) ends it.
#[derive(Debug)]
pub(super) struct Load {
    state: Arc<State>,
    task: JoinHandle<Result<Vec<Answer>, Error>>,
}

#[derive(Debug)]
struct State {
    /// The addresses of the apis that take requests.
    apis: Mutex<Vec<String>>,
    /// How many contacts to create. `usize::MAX` until [`Load::finish`] sets it.
    enough: AtomicUsize,
}

impl Load {
    /// Starts to create contacts through one api.
    pub(super) fn start(world: Arc<World>, listen: String) -> Self {
        let state = Arc::new(State { apis: Mutex::new(vec![listen]), enough: AtomicUsize::new(usize::MAX) });
        Self { task: tokio::spawn(run(world, state.clone())), state }
    }

    /// Adds an api that takes requests.
    pub(super) fn add(&self, listen: &str) {
        lock(&self.state.apis).push(listen.to_owned());
    }

    /// Removes an api, which then gets no more requests.
    pub(super) fn remove(&self, listen: &str) {
        lock(&self.state.apis).retain(|api| api != listen);
    }

    /// Waits until `enough` contacts are created, ends the load, and returns all answers.
    pub(super) async fn finish(self, enough: usize) -> Result<Vec<Answer>, Error> {
        self.state.enough.store(enough, Ordering::Relaxed);
        self.task.await?
    }
}

async fn run(world: Arc<World>, state: Arc<State>) -> Result<Vec<Answer>, Error> {
    let (mut answers, mut created) = (Vec::new(), 0);
    while created < state.enough.load(Ordering::Relaxed) {
        let next = Instant::now() + EVERY;
        let apis = lock(&state.apis).clone();
        let burst = (0..BURST).map(|n| world.create_contact_at(&apis[n % apis.len()], answers.len() + n));
        let burst = try_join_all(burst).await?;
        created += burst.iter().filter(|answer| matches!(answer, Answer::Created(_))).count();
        answers.extend(burst);
        sleep_until(next).await;
    }
    Ok(answers)
}
