//! Ids from PostgreSQL's sequences, taken before their rows are inserted; several at once while many are asked for.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};

use crate::Error;
use crate::store::sql;

/// How long ids are good for. The ids of records that several processes create go up but for this, and none outlives a
/// failover to a server that has not seen it taken.
const KEPT: Duration = Duration::from_secs(1);
/// How many are taken at most.
const BLOCK_MAX: i64 = 32;

/// The ids that are taken and not given away, by table.
#[derive(Debug, Default)]
pub(crate) struct Sequences(Mutex<HashMap<String, Block>>);

#[derive(Debug)]
struct Block {
    ids: BTreeSet<i64>,
    last: i64,
    size: i64,
    taken: Instant,
}

impl Block {
    fn is_fresh(&self) -> bool {
        self.taken.elapsed() < KEPT
    }

    fn next(&mut self) -> Option<i64> {
        self.last = self.ids.pop_first()?;
        Some(self.last)
    }
}

impl Sequences {
    /// The next id of a table.
    pub(crate) async fn next(&self, connection: &DatabaseConnection, table: &str) -> Result<i64, Error> {
        let size = match self.blocks().get_mut(table).filter(|block| block.is_fresh()) {
            Some(block) => match block.next() {
                Some(id) => return Ok(id),
                None => (block.size * 2).min(BLOCK_MAX),
            },
            None => 1,
        };
        let taken = Instant::now();
        // Nobody waits for another one's answer.
        let text = "SELECT nextval(pg_get_serial_sequence($1, 'id')) FROM generate_series(1, $2)";
        let rows = connection.query_all_raw(sql(connection, text, vec![table.into(), size.into()])).await?;
        let ids = rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<Vec<i64>, _>>()?;
        let first = *ids.first().ok_or(DbErr::RecordNotInserted)?;

        let mut blocks = self.blocks();
        let block = blocks.remove(table).filter(Block::is_fresh);
        let mut block = block.unwrap_or(Block { ids: BTreeSet::new(), last: 0, size, taken });
        if block.ids.is_empty() {
            block.taken = taken;
        }
        block.size = size;
        // None that is lower than one that is given away: ids of records that are created one after the other go up.
        block.ids.extend(ids.into_iter().filter(|id| *id > block.last));
        let id = block.next().unwrap_or(first);
        blocks.insert(table.to_owned(), block);
        Ok(id)
    }

    fn blocks(&self) -> MutexGuard<'_, HashMap<String, Block>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
