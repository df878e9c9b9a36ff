//! Ids from PostgreSQL's sequences, taken before their rows are inserted; several at once while many are asked for.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr};

use crate::Error;
use crate::store::sql;

/// How long ids are good for. Those of records that several processes create follow each other but for this, and none
/// outlives a failover to a server that has not seen it taken.
const KEPT: Duration = Duration::from_secs(1);
/// How many are taken at most.
const BLOCK_MAX: i64 = 32;

/// The ids that are taken and not given away, by table.
#[derive(Debug, Default)]
pub(crate) struct Sequences(Mutex<HashMap<String, Block>>);

#[derive(Debug)]
struct Block {
    ids: VecDeque<i64>,
    size: i64,
    taken: Instant,
}

impl Block {
    fn is_fresh(&self) -> bool {
        self.taken.elapsed() < KEPT
    }
}

impl Sequences {
    /// The next id of a table.
    pub(crate) async fn next(&self, connection: &DatabaseConnection, table: &str) -> Result<i64, Error> {
        let size = match self.blocks().get_mut(table).filter(|block| block.is_fresh()) {
            Some(block) => match block.ids.pop_front() {
                Some(id) => return Ok(id),
                None => (block.size * 2).min(BLOCK_MAX),
            },
            None => 1,
        };
        // Nobody waits for another one's answer: some ids too many do no harm.
        let text = "SELECT nextval(pg_get_serial_sequence($1, 'id')) FROM generate_series(1, $2)";
        let rows = connection.query_all_raw(sql(connection, text, vec![table.into(), size.into()])).await?;
        let ids = rows.iter().map(|row| row.try_get_by_index(0));
        let mut ids = ids.collect::<Result<VecDeque<i64>, _>>()?;
        let id = ids.pop_front().ok_or_else(|| DbErr::Custom(format!("{table} has no sequence")))?;
        let mut blocks = self.blocks();
        if let Some(others) = blocks.remove(table).filter(Block::is_fresh) {
            ids.extend(others.ids);
        }
        blocks.insert(table.to_owned(), Block { ids, size, taken: Instant::now() });
        Ok(id)
    }

    fn blocks(&self) -> MutexGuard<'_, HashMap<String, Block>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
