//! The state that an account's lists and sums were made from. Comparing it with the current state shows whether they
//! have changed, without reading them.
//!
//! Every change of a record is an event, so the records are unchanged exactly if no event has been added. Nothing can
//! be added before the last settled event (see [`shared::events::log`]), so it is enough to count the events after it.
//! Some kinds have no events; the account counts their changes. When old events were removed, the log begins at a later
//! position, so a list of events is another one then.

use std::fmt;
use std::str::FromStr;

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, QueryFilter, Value};
use shared::Error;
use shared::database::statement::sql;
use shared::entities::{AccountScope, SystemScope, accounts};
use shared::events::log::sql_settled;
use uuid::Uuid;

/// The state of an account's records and of its event log. Its text is `last.unsettled.quiet.beginning`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision {
    /// The account's last settled event: no event can be added before it. Nil if there is none.
    last: Uuid,
    /// The number of events that were visible after it.
    unsettled: i64,
    /// How many changes without events the account has had.
    quiet: i64,
    /// The position from which the log goes on: 0 until old events are removed.
    beginning: i64,
}

const QUIET: &str = "SELECT COALESCE(MAX(quiet_changes), 0) FROM accounts WHERE id = $1";
const BEGINNING: &str = "SELECT COALESCE(MAX(events_removed_position) + 1, 0) FROM accounts WHERE id = $1";

impl Revision {
    /// Returns the current revision, and the position in the log from which on there may be events that are not visible
    /// yet.
    ///
    /// Read the revision before the list that it labels. The list then shows at least the state of the revision, and is
    /// never taken for newer than it is.
    pub async fn now(connection: &impl ConnectionTrait, account: AccountScope) -> Result<(Self, i64), Error> {
        let text = format!(
            "WITH s AS MATERIALIZED (SELECT {} AS position)
             SELECT s.position,
                    (SELECT id FROM events WHERE account_id = $1 AND position < s.position
                     ORDER BY position DESC, id DESC LIMIT 1),
                    (SELECT COUNT(*) FROM events WHERE account_id = $1 AND position >= s.position
                     AND position >= ({BEGINNING})),
                    ({QUIET}), ({BEGINNING})
             FROM s",
            sql_settled(connection.get_database_backend())
        );
        let row = one(connection, text, vec![account.account_id().into()]).await?;
        let last: Option<Uuid> = row.try_get_by_index(1)?;
        let revision = Self {
            last: last.unwrap_or_default(),
            unsettled: row.try_get_by_index(2)?,
            quiet: row.try_get_by_index(3)?,
            beginning: row.try_get_by_index(4)?,
        };
        Ok((revision, row.try_get_by_index(0)?))
    }

    /// Returns whether the log still reaches back to a position.
    pub fn reaches(self, position: i64) -> bool {
        position >= self.beginning
    }

    /// Returns whether the event log shows all visible events, because all of them are settled.
    pub fn is_settled(self) -> bool {
        self.unsettled == 0
    }

    /// Returns whether the account's records have not changed since this revision.
    pub async fn is_current(
        self,
        connection: &impl ConnectionTrait,
        account: AccountScope,
    ) -> Result<bool, Error> {
        const LAST: &str = "SELECT position FROM events WHERE account_id = $1 AND id = $2";
        // Stop counting at one event more than expected, because that is enough to see a change.
        let text = format!(
            "SELECT ({LAST}),
                    (SELECT COUNT(*) FROM (SELECT 1 FROM events WHERE account_id = $1
                     AND position > COALESCE(({LAST}), -1) AND position >= ({BEGINNING}) LIMIT $3) AS later),
                    ({QUIET}), ({BEGINNING})"
        );
        let values = vec![
            Value::from(account.account_id()),
            self.last.into(),
            self.unsettled.saturating_add(1).into(),
        ];
        let row = one(connection, text, values).await?;
        let last: Option<i64> = row.try_get_by_index(0)?;
        let column = |index: usize| row.try_get_by_index::<i64>(index);
        let (unsettled, quiet, beginning) = (column(1)?, column(2)?, column(3)?);
        Ok(last.is_some() != self.last.is_nil()
            && (unsettled, quiet, beginning) == (self.unsettled, self.quiet, self.beginning))
    }
}

/// Counts a change of a record whose kind has no events, so that lists that were read before are not taken for current.
pub async fn note_quiet_change(
    connection: &impl ConnectionTrait,
    account: AccountScope,
) -> Result<(), Error> {
    let update =
        SystemScope.update::<accounts::Entity>().filter(accounts::Column::Id.eq(account.account_id()));
    let count = Expr::col(accounts::Column::QuietChanges).add(1);
    update.col_expr(accounts::Column::QuietChanges, count).exec(connection).await?;
    Ok(())
}

async fn one(
    connection: &impl ConnectionTrait,
    text: String,
    values: Vec<Value>,
) -> Result<sea_orm::QueryResult, Error> {
    let row = connection.query_one_raw(sql(connection, text, values)).await?;
    row.ok_or_else(|| DbErr::RecordNotFound("a revision".to_owned()).into())
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}.{}", self.last.simple(), self.unsettled, self.quiet, self.beginning)
    }
}

/// The error for a text that is not a revision.
#[derive(Debug, thiserror::Error)]
#[error("not a revision")]
pub struct NotARevision;

impl FromStr for Revision {
    type Err = NotARevision;

    fn from_str(text: &str) -> Result<Self, NotARevision> {
        let mut parts = text.split('.');
        let mut next = || parts.next().ok_or(NotARevision);
        let (last, unsettled, quiet, beginning) = (next()?, next()?, next()?, next()?);
        let number = |text: &str| text.parse().ok().filter(|number| *number >= 0).ok_or(NotARevision);
        Ok(Self {
            last: Uuid::try_parse(last).map_err(|_| NotARevision)?,
            unsettled: number(unsettled)?,
            quiet: number(quiet)?,
            beginning: number(beginning)?,
        })
    }
}
