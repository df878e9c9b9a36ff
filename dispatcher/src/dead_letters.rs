//! `almoner-dispatcher dead-letters`: lists messages that could not be read or recorded, and moves them back to the queue.

use clap::Subcommand;
use shared::Error;
use shared::queue::rabbitmq::Broker;
use shared::queue::rabbitmq::dead_letters::DeadLetters;

/// The commands for dead letters.
#[derive(Debug, Subcommand)]
pub enum DeadLettersCommand {
    /// Print the oldest dead letters, one line of JSON each; they stay where they are
    List {
        /// The most dead letters to print
        #[arg(long, default_value_t = 100)]
        limit: usize,
        /// Print the events' bodies too; they are personal data
        #[arg(long)]
        bodies: bool,
    },
    /// Move all dead letters back to the queue of events
    Requeue,
}

/// Carries out a command, and prints its result.
///
/// # Errors
/// Those of the broker. Messages that were requeued before the error stay requeued; the others stay dead letters.
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
