//! Programs and servers that stand still: frozen, or cut off from the network without a word.

use std::time::Duration;

use shared::values::clock::Clock;
use shared::values::ids::parse_event_id;
use tokio::time::sleep;
use uuid::Uuid;

use super::cut::{CUT_OFF_USER, Cut};
use super::load::Load;
use super::{STOP_MAX, Suite};
use crate::Error;
use crate::deployment::{Program, free_port};

/// How long a program stands still: longer than PostgreSQL, RabbitMQ and the other programs wait for it.
const STANDSTILL: Duration = Duration::from_secs(38);
/// How long PostgreSQL may take for a statement that was on its way when the network was cut.
const ON_ITS_WAY: Duration = Duration::from_secs(2);

impl Suite {
    /// Starts another api, and freezes one of the two.
    pub(super) async fn freeze_api(&mut self, load: &Load) -> Result<(), Error> {
        let mut other = self.join_api(load).await?;
        // It answers what it has begun, so the longest time that the benchmark prints is that of the others' events.
        load.remove(&other.listen);
        sleep(Duration::from_secs(1)).await;
        self.stand_still(&other.program).await?;
        assert_eq!(other.program.terminate(STOP_MAX).await?, Some(0), "a clean exit");
        Ok(())
    }

    /// Starts another dispatcher, and freezes one of the two.
    pub(super) async fn freeze_dispatcher(&mut self) -> Result<(), Error> {
        let mut other = self.join_dispatcher().await?;
        self.stand_still(&other).await?;
        assert_eq!(other.terminate(STOP_MAX).await?, Some(0), "a clean exit");
        Ok(())
    }

    /// Freezes all processes of PostgreSQL.
    pub(super) async fn freeze_database(&mut self) -> Result<(), Error> {
        let began_ms = Clock::default().now_ms();
        self.note_leases().await?;
        let database = self.servers()?.database.as_ref().ok_or("this suite cannot freeze its database")?;
        database.signal_all("STOP").await?;
        sleep(STANDSTILL).await;
        database.signal_all("CONT").await?;
        // Attempts that were leased after the note were in flight, too: their leases ended before their results could
        // be recorded.
        let arrived = self.world.receiver.received();
        for received in arrived.iter().filter(|received| received.at_ms >= began_ms) {
            let id = parse_event_id(received.id()).ok_or("an event's id cannot be read")?;
            self.in_flight.entry(id).or_default().insert(Uuid::now_v7());
        }
        Ok(())
    }

    /// Freezes a program for a while.
    async fn stand_still(&mut self, program: &Program) -> Result<(), Error> {
        program.signal("STOP").await?;
        self.note_leases().await?;
        sleep(STANDSTILL).await;
        program.signal("CONT").await
    }

    /// Starts another program, and drops its packets to PostgreSQL and RabbitMQ for a while.
    pub(super) async fn cut_off(&mut self, name: &str) -> Result<(), Error> {
        let variables = [("ALMONER_LISTEN", format!("127.0.0.1:{}", free_port()?))];
        let user = CUT_OFF_USER.to_string();
        let mut other =
            self.world.spawn_through(&["setpriv", "--reuid", &user, "--clear-groups"], name, &variables)?;
        other.ready().await?;
        sleep(self.random.up_to(Duration::from_secs(2))).await;
        let cut =
            Cut::to_servers(&[&self.world.variable("DATABASE_URL"), &self.servers()?.broker.url]).await?;
        // A claim that was on its way is still answered. The program sends what it leased so, and cannot record it.
        sleep(ON_ITS_WAY).await;
        self.note_leases().await?;
        sleep(STANDSTILL).await;
        cut.end().await?;
        other.ready().await?;
        self.note_leases().await?;
        assert_eq!(other.terminate(STOP_MAX).await?, Some(0), "a clean exit");
        Ok(())
    }
}
