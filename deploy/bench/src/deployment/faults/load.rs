//! Creates contacts all the time, in bursts, so that some deliveries have to wait for others. Half of them are of the second
//! account.

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
    task: JoinHandle<Result<Vec<Answered>, Error>>,
}

/// A request to create a contact that has ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answered {
    pub(super) began: Instant,
    pub(super) ended: Instant,
    pub(super) answer: Answer,
}

#[derive(Debug)]
struct State {
    /// The addresses of the apis that take requests.
    apis: Mutex<Vec<String>>,
    /// How many contacts to create. `usize::MAX` until [`Load::finish`] sets it.
    enough: AtomicUsize,
    /// How many requests have been answered with an error.
    refused: AtomicUsize,
}

impl Load {
    /// Starts to create contacts through one api.
    pub(super) fn start(world: Arc<World>, listen: String) -> Self {
        let apis = Mutex::new(vec![listen]);
        let state =
            Arc::new(State { apis, enough: AtomicUsize::new(usize::MAX), refused: AtomicUsize::new(0) });
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

    /// Returns how many requests have been answered with an error so far.
    pub(super) fn refused(&self) -> usize {
        self.state.refused.load(Ordering::Relaxed)
    }

    /// Waits until `enough` contacts are created, ends the load, and returns all answers.
    pub(super) async fn finish(self, enough: usize) -> Result<Vec<Answered>, Error> {
        self.state.enough.store(enough, Ordering::Relaxed);
        self.task.await?
    }
}

impl Answered {
    /// Creates a contact of an account through the api at `listen`.
    pub(super) async fn create(world: &World, listen: &str, account: usize, n: usize) -> Result<Self, Error> {
        let began = Instant::now();
        let answer = world.create_contact_at(listen, account, n).await?;
        Ok(Self { began, ended: Instant::now(), answer })
    }

    /// Returns the id of the contact, if the api has answered 201.
    pub(super) fn created(&self) -> Option<i64> {
        match self.answer {
            Answer::Created(id) => Some(id),
            Answer::Refused(_) | Answer::None => None,
        }
    }
}

async fn run(world: Arc<World>, state: Arc<State>) -> Result<Vec<Answered>, Error> {
    let (mut answers, mut created) = (Vec::new(), 0);
    while created < state.enough.load(Ordering::Relaxed) {
        let next = Instant::now() + EVERY;
        let apis = lock(&state.apis).clone();
        let burst = (0..BURST).map(|n| {
            let account = n * world.accounts() / BURST;
            Answered::create(&world, &apis[n % apis.len()], account, answers.len() + n)
        });
        let burst = try_join_all(burst).await?;
        created += burst.iter().filter(|answered| answered.created().is_some()).count();
        let refused = burst.iter().filter(|answered| matches!(answered.answer, Answer::Refused(_))).count();
        state.refused.fetch_add(refused, Ordering::Relaxed);
        answers.extend(burst);
        sleep_until(next).await;
    }
    Ok(answers)
}
