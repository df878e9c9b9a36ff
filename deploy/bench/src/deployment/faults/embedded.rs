//! Faults of an embedded deployment: one api, whose database is a file.

use std::time::Duration;

use tokio::time::sleep;

use super::load::Load;
use super::{Home, Suite};
use crate::Error;
use crate::deployment::until;

/// How long the database may find room on a full disk. Its write-ahead log is used again from its beginning.
const FULL_MAX: Duration = Duration::from_mins(1);

impl Suite {
    /// Kills the api and records the events in flight.
    pub(super) async fn kill_embedded(&mut self) -> Result<(), Error> {
        self.api.program.kill().await?;
        self.look().await?;
        self.note_leases().await
    }

    /// Fills the disk until changes are refused, kills the api, and starts it again on a disk with room.
    pub(super) async fn fill_disk(&mut self, load: &Load) -> Result<(), Error> {
        let refused = load.refused();
        self.disk()?.fill(0)?;
        until("a change is refused", FULL_MAX, async || load.refused() > refused).await?;
        sleep(self.random.up_to(Duration::from_secs(2))).await;
        if self.random.below(2) == 0 {
            self.disk()?.make_room()?;
            sleep(self.random.up_to(Duration::from_secs(1))).await;
            self.kill_embedded().await?;
        } else {
            self.kill_embedded().await?;
            self.disk()?.make_room()?;
        }
        self.replace_api(None).await
    }

    /// Makes the check see the database as it is now. It sees an embedded one as a power cut would leave it: the files
    /// of an api that has ended or stands still.
    pub(super) async fn look(&self) -> Result<(), Error> {
        let Home::Embedded(disk) = &self.home else { return Ok(()) };
        if !self.api.program.is_running() {
            return self.world.look_at_files(disk).await;
        }
        self.api.program.freeze().await?;
        let looked = self.world.look_at_files(disk).await;
        self.api.program.signal("CONT").await?;
        looked
    }
}
