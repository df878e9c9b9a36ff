//! Ids from PostgreSQL's sequences, taken before their rows are inserted; several at once while many are asked for.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use sea_orm::{ConnectionTrait, DatabaseConnection};
use tokio::sync::Mutex;

use crate::Error;
use crate::store::sql;

/// How long ids are good for: those of records that several processes create follow each other but for this.
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

impl Sequences {
    /// The next id of a table.
    pub(crate) async fn next(&self, connection: &DatabaseConnection, table: &str) -> Result<i64, Error> {
        let mut blocks = self.0.lock().await;
        let block = blocks.get_mut(table).filter(|block| block.taken.elapsed() < KEPT);
        let size = match block {
            Some(block) => match block.ids.pop_front() {
                Some(id) => return Ok(id),
                None => (block.size * 2).min(BLOCK_MAX),
            },
            None => 1,
        };
        let text = "SELECT nextval(pg_get_serial_sequence($1, 'id')) FROM generate_series(1, $2)";
        let rows = connection.query_all_raw(sql(connection, text, vec![table.into(), size.into()])).await?;
        let ids = rows.iter().map(|row| row.try_get_by_index(0));
        let mut ids = ids.collect::<Result<VecDeque<i64>, _>>()?;
        let id = ids.pop_front().ok_or(sea_orm::DbErr::RecordNotInserted)?;
        blocks.insert(table.to_owned(), Block { ids, size, taken: Instant::now() });
        Ok(id)
    }
}
