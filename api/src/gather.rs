//! Requests that ask the same kind of question at the same time share a statement.
//!
//! A statement answers only questions that came before it began, so no answer is old. While a statement runs, more
//! questions gather for the next one. So the busier the service is, the fewer statements each request needs. Only questions
//! about the same thing, such as the same account, share one, and no other question waits for it.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sea_orm::DbErr;
use tokio::sync::oneshot;
use tokio::time::timeout;

/// How many questions a statement answers at most.
const BATCH: usize = 16;
/// How long the next statement waits for one that does not end, for example because its connection is dead.
const PATIENCE: Duration = Duration::from_millis(50);

/// Gathers questions of one kind, by what they are about. Clones gather them together.
#[derive(Debug)]
pub struct Gather<K, Q, A>(Arc<Mutex<Waiting<K, Q, A>>>);

/// The questions that wait for a statement. There is an entry for as long as a task answers them.
type Waiting<K, Q, A> = HashMap<K, VecDeque<(Q, Asker<A>)>>;

/// The place for the answer to a question.
type Asker<A> = oneshot::Sender<Result<A, DbErr>>;

impl<K, Q, A> Default for Gather<K, Q, A> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<K, Q, A> Clone for Gather<K, Q, A> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<K, Q, A> Gather<K, Q, A>
where
    K: Copy + Eq + Hash + Send + 'static,
    Q: Send + 'static,
    A: Send + 'static,
{
    /// Asks a question, and waits for its answer. `answer` gets several questions at once, and returns an answer for each,
    /// in the same order. It runs in a task of its own, which is not confined to the caller's account, and goes on even if
    /// the caller goes away.
    ///
    /// # Errors
    /// The one that `answer` returns for all, or one that says that its task has died.
    pub async fn ask<F, Answers>(&self, about: K, question: Q, answer: F) -> Result<A, DbErr>
    where
        F: Fn(Vec<Q>) -> Answers + Clone + Send + 'static,
        Answers: Future<Output = Result<Vec<A>, DbErr>> + Send + 'static,
    {
        let (asker, answered) = oneshot::channel();
        let is_first = {
            let mut waiting = self.waiting();
            let is_first = !waiting.contains_key(&about);
            waiting.entry(about).or_default().push_back((question, asker));
            is_first
        };
        if is_first {
            tokio::spawn(self.clone().answer_all(about, answer));
        }
        answered
            .await
            .unwrap_or_else(|_| Err(DbErr::Custom("the task with the statement has died".to_owned())))
    }

    /// Answers questions until none waits.
    async fn answer_all<F, Answers>(self, about: K, answer: F)
    where
        F: Fn(Vec<Q>) -> Answers + Clone + Send + 'static,
        Answers: Future<Output = Result<Vec<A>, DbErr>> + Send + 'static,
    {
        while let Some((questions, askers)) = self.next(about) {
            let answer = answer.clone();
            // A task of its own, so that the next statement can run if this one hangs or panics.
            let answering = tokio::spawn(async move { tell(askers, answer(questions).await) });
            let _ = timeout(PATIENCE, answering).await;
        }
    }

    /// Returns the questions for the next statement, without those whose requests are gone, or `None` if none waits.
    fn next(&self, about: K) -> Option<(Vec<Q>, Vec<Asker<A>>)> {
        let mut all = self.waiting();
        let waiting = all.get_mut(&about)?;
        waiting.retain(|(_, asker)| !asker.is_closed());
        let count = waiting.len().min(BATCH);
        if count == 0 {
            all.remove(&about);
            return None;
        }
        Some(waiting.drain(..count).unzip())
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting<K, Q, A>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells each asker its answer. A request that is gone already needs none.
fn tell<A>(askers: Vec<Asker<A>>, answers: Result<Vec<A>, DbErr>) {
    match answers {
        Ok(answers) => {
            for (asker, answer) in askers.into_iter().zip(answers) {
                let _ = asker.send(Ok(answer));
            }
        }
        Err(error) => {
            for asker in askers {
                let _ = asker.send(Err(error.clone()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use futures_util::future::join_all;
    use futures_util::poll;
    use tokio::sync::Semaphore;

    use super::*;

    /// Asks for the numbers, one after the other, and returns the answers.
    async fn ask_all<F, Answers>(numbers: impl IntoIterator<Item = u32>, answer: F) -> Vec<Result<u32, DbErr>>
    where
        F: Fn(Vec<u32>) -> Answers + Clone + Send + 'static,
        Answers: Future<Output = Result<Vec<u32>, DbErr>> + Send + 'static,
    {
        let gather = Gather::default();
        join_all(numbers.into_iter().map(|number| gather.ask((), number, answer.clone()))).await
    }

    #[tokio::test]
    async fn questions_that_come_together_share_a_statement_and_each_gets_its_own_answer() {
        let statements = Arc::new(Mutex::new(Vec::new()));
        let noted = statements.clone();
        let answers = ask_all(0..40, move |questions: Vec<u32>| {
            noted.lock().unwrap().push(questions.len());
            async move { Ok(questions.into_iter().map(|question| question * 2).collect()) }
        });
        let answers: Vec<_> = answers.await.into_iter().map(Result::unwrap).collect();
        assert_eq!(answers, (0..40).map(|question| question * 2).collect::<Vec<_>>());
        assert_eq!(*statements.lock().unwrap(), [16, 16, 8]);
    }

    #[tokio::test]
    async fn a_question_that_comes_while_a_statement_runs_is_answered_by_the_next_one() {
        let gather = Gather::default();
        let (begun, go_on) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
        let answer = {
            let (begun, go_on) = (begun.clone(), go_on.clone());
            move |questions: Vec<u32>| {
                let (begun, go_on) = (begun.clone(), go_on.clone());
                async move {
                    begun.add_permits(1);
                    go_on.acquire().await.unwrap().forget();
                    Ok(vec![questions.len(); questions.len()])
                }
            }
        };
        tokio::time::pause();
        let first = tokio::spawn({
            let (gather, answer) = (gather.clone(), answer.clone());
            async move { gather.ask((), 1, answer).await }
        });
        begun.acquire().await.unwrap().forget();
        let later = [2, 3].map(|question| {
            let (gather, answer) = (gather.clone(), answer.clone());
            tokio::spawn(async move { gather.ask((), question, answer).await })
        });
        tokio::task::yield_now().await;
        go_on.add_permits(2);
        assert_eq!(first.await.unwrap().unwrap(), 1);
        for later in later {
            assert_eq!(later.await.unwrap().unwrap(), 2, "both share the second statement");
        }
    }

    #[tokio::test]
    async fn every_asker_hears_of_a_failure_and_of_a_panic() {
        let failed = ask_all(0..3, |_| async { Err(DbErr::Custom("no".to_owned())) }).await;
        assert_eq!(failed, vec![Err(DbErr::Custom("no".to_owned())); 3]);
        let died = ask_all(0..20, |_| async { panic!("while answering") }).await;
        assert!(died.len() == 20 && died.iter().all(Result::is_err), "{died:?}");
    }

    #[tokio::test]
    async fn only_questions_about_the_same_thing_share_a_statement() {
        let gather = Gather::default();
        let count = |questions: Vec<()>| async move { Ok(vec![questions.len(); questions.len()]) };
        let ask = async |about| gather.ask(about, (), count).await.unwrap();
        assert_eq!(tokio::join!(ask("a"), ask("b"), ask("a")), (2, 1, 2));
    }

    #[tokio::test]
    async fn a_question_whose_request_is_gone_is_not_asked() {
        let gather = Gather::default();
        let count = |questions: Vec<u32>| async move { Ok(vec![questions.len(); questions.len()]) };
        let mut gone = Box::pin(gather.ask((), 0, count));
        assert!(poll!(&mut gone).is_pending());
        drop(gone);
        assert_eq!(gather.ask((), 1, count).await.unwrap(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_statement_that_hangs_does_not_hold_up_the_next() {
        let gather = Gather::default();
        let answer = |questions: Vec<u32>| async move {
            if questions.contains(&0) { pending().await } else { Ok(questions) }
        };
        let hanging = gather.ask((), 0, answer);
        let next = async {
            tokio::task::yield_now().await;
            gather.ask((), 1, answer).await
        };
        tokio::select! {
            biased;
            _ = hanging => panic!("a statement that hangs has no answer"),
            answer = next => assert_eq!(answer.unwrap(), 1),
        }
    }
}
