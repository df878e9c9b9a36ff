//! Ids from PostgreSQL's sequences, taken before their rows are inserted. Under load, several are taken at once.
//!
//! The blocks exist for speed alone (figures: deploy/bench/README.md).

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sea_orm::{ConnectionTrait, DbErr};

use crate::Error;
use crate::database::statement::sql;

/// The longest time that ids may be used after they were taken. This bounds how far the order of ids can differ from the
/// order in which their records are created. It also bounds how long ids are used after a failover to a server that does
/// not know that they were taken.
const BLOCK_LIFETIME: Duration = Duration::from_secs(1);
/// The largest number of ids that are taken at once.
const BLOCK_MAX: i64 = 32;

/// The ids that are taken but not used yet, by table.
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
    fn empty() -> Self {
        Self { ids: BTreeSet::new(), last: 0, size: 1, taken: Instant::now() }
    }

    fn is_fresh(&self) -> bool {
        self.taken.elapsed() < BLOCK_LIFETIME
    }

    fn next(&mut self) -> Option<i64> {
        self.last = self.ids.pop_first()?;
        Some(self.last)
    }
}

impl Sequences {
    /// Returns the next id of a table.
    pub(crate) async fn next(&self, connection: &impl ConnectionTrait, table: &str) -> Result<i64, Error> {
        let size = match self.blocks().get_mut(table).filter(|block| block.is_fresh()) {
            Some(block) => match block.next() {
                Some(id) => return Ok(id),
                None => (block.size * 2).min(BLOCK_MAX),
            },
            None => 1,
        };
        // The lock is not held here, so no caller waits for the answer to another caller. The statement looks the
        // sequence up once, not for each id.
        let text = "SELECT nextval(sequence) \
                    FROM CAST(pg_get_serial_sequence($1, 'id') AS regclass) AS sequence, generate_series(1, $2)";
        let rows = connection.query_all_raw(sql(connection, text, vec![table.into(), size.into()])).await?;
        let ids = rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<Vec<i64>, _>>()?;
        let first = *ids.first().ok_or(DbErr::RecordNotInserted)?;

        let mut blocks = self.blocks();
        let block = blocks.entry(table.to_owned()).or_insert_with(Block::empty);
        if !block.is_fresh() {
            block.ids.clear();
        }
        if block.ids.is_empty() {
            block.taken = Instant::now();
        }
        block.size = size;
        // Drop the ids below the last one given away: another caller may have taken a later block meanwhile, and ids
        // must go up.
        block.ids.extend(ids.into_iter().filter(|id| *id > block.last));
        Ok(block.next().unwrap_or(first))
    }

    fn blocks(&self) -> MutexGuard<'_, HashMap<String, Block>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
