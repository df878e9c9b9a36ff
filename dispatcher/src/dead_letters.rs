//! `dispatcher dead-letters`: what an operator does about messages that could not be read or recorded.

use clap::Subcommand;
use shared::Error;
use shared::queue::rabbitmq::Broker;
use shared::queue::rabbitmq::dead_letters::DeadLetters;

/// What to do about the dead letters.
#[derive(Debug, Subcommand)]
pub enum DeadLettersCommand {
    /// Print the oldest, each as a line of JSON; they stay where they are
    List {
        /// How many at most
        #[arg(long, default_value_t = 100)]
        limit: usize,
        /// With the events' bodies, which are personal data
        #[arg(long)]
        bodies: bool,
    },
    /// Move all that are there back to the queue of events
    Requeue,
}

/// Carries a command out, and prints what came of it.
///
/// # Errors
/// Those of the broker. What has been requeued by then is requeued; the others are in their places.
#[allow(clippy::print_stdout, reason = "this command's output is for people and scripts")]
pub async fn run(broker: Broker, command: DeadLettersCommand) -> Result<(), Error> {
    let mut letters =
        DeadLetters::open(broker).await.map_err(|error| Error::Config(format!("AMQP_URL: {error}")))?;
    match command {
        DeadLettersCommand::List { limit, bodies } => {
            for _ in 0..limit {
                let Some(letter) = letters.next().await? else { break };
                println!("{}", serde_json::json!(if bodies { letter.with_body() } else { letter }));
            }
        }
        DeadLettersCommand::Requeue => {
            let (mut requeued, count) = (0, letters.count());
            let done: Result<(), Error> = async {
                while let Some(letter) = letters.next().await? {
                    letters.requeue(letter).await?;
                    requeued += 1;
                }
                Ok(())
            }
            .await;
            println!("{requeued} of {count} requeued");
            done?;
        }
    }
    letters.close().await
}
