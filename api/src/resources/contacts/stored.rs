//! The related records of contacts: the rows of six tables, read with one statement. A statement for each table would
//! cost six round trips, which for a single contact is most of the work.
//!
//! The one statement exists for speed alone (figures: deploy/bench/README.md).

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, LazyLock};

use sea_orm::{ConnectionTrait, DbErr, Iterable, QueryResult, TryGetable, Value};
use shared::database::row_security::confined;
use shared::database::rows::one_of;
use shared::database::statement::{columns, sql};
use shared::entities::by_position::{ByPosition, Columns};
use shared::entities::{
    AccountScope, contact_addresses, contact_emails, contact_family_members, contact_phones,
    contact_pictures, contacts,
};
use shared::{Error, Store};

use crate::state::App;

/// The related records of some contacts, each list ordered by contact and id.
#[derive(Debug, Default)]
pub(super) struct Related {
    /// Tags: the contact's id, the tag's id and the tag's name.
    pub tags: Vec<(i64, i64, String)>,
    /// Pictures, at most one for each contact.
    pub pictures: Vec<contact_pictures::Model>,
    /// Family members.
    pub family: Vec<contact_family_members::Model>,
    /// Postal addresses.
    pub addresses: Vec<contact_addresses::Model>,
    /// Phone numbers.
    pub phones: Vec<contact_phones::Model>,
    /// Email addresses.
    pub emails: Vec<contact_emails::Model>,
}

/// The query of each table. Its columns are kind, contact and id, then up to seven texts, and whether the record is the
/// primary one.
const TABLE_QUERIES: [&str; 6] = [
    // The first query of a UNION gives the columns their names and types.
    "SELECT 0 AS kind, contact_id, id AS related_id, address_type, address_street, address_street2, address_city,
            address_state, address_postal_code, address_country, address_primary FROM contact_addresses",
    "SELECT 1, contact_id, id, phone_type, phone_number, phone_extension, NULL, NULL, NULL, NULL, phone_primary
     FROM contact_phones",
    "SELECT 2, contact_id, id, email_type, email_address, NULL, NULL, NULL, NULL, NULL, email_primary
     FROM contact_emails",
    "SELECT 3, contact_id, id, family_relationship, family_fname, family_lname, family_birthday, NULL, NULL, NULL,
            FALSE FROM contact_family_members",
    "SELECT 4, contact_id, id, picture_url, NULL, NULL, NULL, NULL, NULL, NULL, FALSE FROM contact_pictures",
    "SELECT 5, contact_id, tag_id, (SELECT tag_name FROM tags WHERE account_id = $1 AND id = tag_id), NULL, NULL, NULL,
            NULL, NULL, NULL, FALSE FROM contact_tags",
];

/// The position after these columns.
const CONTACT: usize = 11;

/// Returns the SQL for the rows of all tables that belong to contacts of the account `$1`. The condition chooses the
/// contacts by their ids.
fn of_contacts(condition: &str) -> String {
    let of = |table: &str| format!("{table} WHERE account_id = $1 AND contact_id {condition}");
    TABLE_QUERIES.map(of).join(" UNION ALL ")
}

/// Returns the SQL for the rows of the contacts themselves, whose kind is NULL, and of their related records. A contact has
/// columns of its own, behind those of the others.
fn with_related(condition: &str) -> String {
    let columns = columns::<contacts::Entity>("c");
    let nulls = vec!["NULL"; contacts::Column::iter().count()].join(", ");
    format!(
        "SELECT NULL AS kind, c.id AS contact_id, c.id AS related_id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, FALSE,
             {columns}
         FROM contacts c WHERE c.account_id = $1 AND c.id {condition}
         UNION ALL SELECT r.*, {nulls} FROM ({}) r",
        of_contacts(condition)
    )
}

/// Reads a contact and its related records. Requests of an account that come at the same time share a statement.
pub(super) async fn read(
    app: &App,
    account: AccountScope,
    contact_id: i64,
) -> Result<Option<(contacts::Model, Related)>, Error> {
    let store = app.store.clone();
    let read = move |ids| rows_of(store.clone(), account, ids);
    let rows = app.contact_reads.ask(account, contact_id, read).await?;
    for row in &*rows {
        if get::<Option<i32>>(row, 0)?.is_none() {
            let contact = contacts::Model::read(Columns::from(row, CONTACT))?;
            return Ok(Some((contact, Related::of(account, &rows)?)));
        }
    }
    Ok(None)
}

/// Reads the rows of contacts of an account, by the contacts' ids. There are none for a contact that does not exist. One
/// statement reads them all, so the rows of a contact are of the same state of the database.
async fn rows_of(
    store: Store,
    account: AccountScope,
    ids: Vec<i64>,
) -> Result<Vec<Arc<Vec<QueryResult>>>, DbErr> {
    static ONE: LazyLock<String> = LazyLock::new(|| with_related("= $2"));
    let (text, value) = match *ids {
        [id] => (ONE.clone(), id.into()),
        _ => {
            let (these, value) = one_of(store.backend(), "$2", ids.iter().copied().collect::<BTreeSet<_>>());
            (with_related(&these), value)
        }
    };
    let statement = sql(store.read(), text, vec![account.account_id().into(), value]);
    let mut rows = HashMap::<i64, Vec<QueryResult>>::new();
    for row in confined(account.account_id(), store.read().query_all_raw(statement)).await? {
        rows.entry(row.try_get_by_index(1)?).or_default().push(row);
    }
    let rows: HashMap<_, _> = rows.into_iter().map(|(id, rows)| (id, Arc::new(rows))).collect();
    Ok(ids.iter().map(|id| rows.get(id).cloned().unwrap_or_default()).collect())
}

/// Reads the related records of contacts. The ids must be in ascending order.
pub(super) async fn load(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    contact_ids: &[i64],
) -> Result<Related, Error> {
    let mut values = vec![Value::from(account.account_id())];
    let condition = match contact_ids {
        [] => return Ok(Related::default()),
        [id] => {
            values.push(Value::from(*id));
            "= $2".to_owned()
        }
        [first, .., last] if last.abs_diff(*first) / 2 < contact_ids.len() as u64 => {
            // The contacts of a list fill most of a range of ids, and the indexes are in the order of the ids. So
            // reading the whole range is fastest, although it may contain other contacts.
            values.extend([Value::from(*first), Value::from(*last)]);
            "BETWEEN $2 AND $3".to_owned()
        }
        _ => {
            let (these, ids) = one_of(connection.get_database_backend(), "$2", contact_ids.iter().copied());
            values.push(ids);
            these
        }
    };
    let text = of_contacts(&condition);
    Related::of(account, &connection.query_all_raw(sql(connection, text, values)).await?)
}

impl Related {
    fn of(account: AccountScope, rows: &[QueryResult]) -> Result<Self, Error> {
        let mut related = Self::default();
        for row in rows {
            if let Some(kind) = get(row, 0)? {
                related.add(account.account_id(), kind, row)?;
            }
        }
        // The rows usually come from the indexes in this order, but the database does not promise it.
        related.tags.sort_unstable();
        related.pictures.sort_unstable_by_key(|row| row.contact_id);
        related.family.sort_unstable_by_key(|row| (row.contact_id, row.id));
        related.addresses.sort_unstable_by_key(|row| (row.contact_id, row.id));
        related.phones.sort_unstable_by_key(|row| (row.contact_id, row.id));
        related.emails.sort_unstable_by_key(|row| (row.contact_id, row.id));
        Ok(related)
    }

    fn add(&mut self, account_id: i64, kind: i32, row: &QueryResult) -> Result<(), Error> {
        let (contact_id, id): (i64, i64) = (get(row, 1)?, get(row, 2)?);
        match kind {
            0 => self.addresses.push(contact_addresses::Model {
                id,
                account_id,
                contact_id,
                address_type: get(row, 3)?,
                address_street: get(row, 4)?,
                address_street2: get(row, 5)?,
                address_city: get(row, 6)?,
                address_state: get(row, 7)?,
                address_postal_code: get(row, 8)?,
                address_country: get(row, 9)?,
                address_primary: get(row, 10)?,
            }),
            1 => self.phones.push(contact_phones::Model {
                id,
                account_id,
                contact_id,
                phone_type: get(row, 3)?,
                phone_number: get(row, 4)?,
                phone_extension: get(row, 5)?,
                phone_primary: get(row, 10)?,
            }),
            2 => self.emails.push(contact_emails::Model {
                id,
                account_id,
                contact_id,
                email_type: get(row, 3)?,
                email_address: get(row, 4)?,
                email_primary: get(row, 10)?,
            }),
            3 => self.family.push(contact_family_members::Model {
                id,
                account_id,
                contact_id,
                family_relationship: get(row, 3)?,
                family_fname: get(row, 4)?,
                family_lname: get(row, 5)?,
                family_birthday: get(row, 6)?,
            }),
            4 => self.pictures.push(contact_pictures::Model {
                id,
                account_id,
                contact_id,
                picture_url: get(row, 3)?,
            }),
            _ => self.tags.push((contact_id, id, get(row, 3)?)),
        }
        Ok(())
    }
}

fn get<T: TryGetable>(row: &QueryResult, column: usize) -> Result<T, Error> {
    Ok(Columns::from(row, column).take()?)
}
