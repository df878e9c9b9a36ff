//! What belongs to contacts: the rows of six tables, read with one statement. A statement for each would cost a round trip
//! each, which for one contact is most of the work.

use sea_orm::{ConnectionTrait, DbBackend, QueryResult, TryGetable, Value};

use crate::Error;
use crate::entities::{
    AccountScope, contact_addresses, contact_emails, contact_family_members, contact_phones, contact_pictures,
};
use crate::store::sql;

/// What belongs to some contacts, each kind ordered by contact and id.
#[derive(Debug, Default)]
pub struct Related {
    /// Contact, tag's id, tag's name.
    pub tags: Vec<(i64, i64, String)>,
    /// One at most for each contact.
    pub pictures: Vec<contact_pictures::Model>,
    /// Family members.
    pub family: Vec<contact_family_members::Model>,
    /// Postal addresses.
    pub addresses: Vec<contact_addresses::Model>,
    /// Phone numbers.
    pub phones: Vec<contact_phones::Model>,
    /// Email addresses.
    pub emails: Vec<contact_emails::Model>,
    /// When the contacts were last changed, but for those of which there are many.
    pub changed_at_ms: Option<i64>,
}

/// The tables, each with the columns that follow kind, contact and id: up to seven texts, and whether it is the primary.
const TABLES: [&str; 7] = [
    // The first gives the columns their types.
    "SELECT 0, contact_id, id, address_type, address_street, address_street2, address_city, address_state,
            address_postal_code, address_country, address_primary FROM contact_addresses",
    "SELECT 1, contact_id, id, phone_type, phone_number, phone_extension, NULL, NULL, NULL, NULL, phone_primary
     FROM contact_phones",
    "SELECT 2, contact_id, id, email_type, email_address, NULL, NULL, NULL, NULL, NULL, email_primary
     FROM contact_emails",
    "SELECT 3, contact_id, id, family_relationship, family_fname, family_lname, family_birthday, NULL, NULL, NULL,
            FALSE FROM contact_family_members",
    "SELECT 4, contact_id, id, picture_url, NULL, NULL, NULL, NULL, NULL, NULL, FALSE FROM contact_pictures",
    "SELECT 5, contact_id, tag_id, (SELECT tag_name FROM tags WHERE account_id = $1 AND id = tag_id), NULL, NULL, NULL,
            NULL, NULL, NULL, FALSE FROM contact_tags",
    "SELECT 6, id, updated_at_ms, NULL, NULL, NULL, NULL, NULL, NULL, NULL, FALSE FROM contacts",
];

/// Reads what belongs to contacts, whose ids are given in order.
pub async fn load(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    contact_ids: &[i64],
) -> Result<Related, Error> {
    let (Some(first), Some(last)) = (contact_ids.first(), contact_ids.last()) else {
        return Ok(Related::default());
    };
    let backend = connection.get_database_backend();
    let mut values = vec![Value::from(account.account_id())];
    let is_dense = last.abs_diff(*first) / 2 < contact_ids.len() as u64;
    let own = if first == last {
        values.push(Value::from(*first));
        "= $2"
    } else if is_dense {
        // A list has most of the contacts in a range, which the indexes give as they lie.
        values.extend([Value::from(*first), Value::from(*last)]);
        "BETWEEN $2 AND $3"
    } else {
        values.push(json(contact_ids).into());
        match backend {
            DbBackend::Sqlite => "IN (SELECT value FROM json_each($2))",
            _ => "= ANY (ARRAY (SELECT CAST(json_array_elements_text(CAST($2 AS JSON)) AS BIGINT)))",
        }
    };
    // One contact's moment comes at no cost.
    let tables = if first == last { &TABLES[..] } else { &TABLES[..6] };
    let of = |table: &&str| {
        let contact_id = if table.ends_with("contacts") { "id" } else { "contact_id" };
        format!("{table} WHERE account_id = $1 AND {contact_id} {own}")
    };
    let text = tables.iter().map(of).collect::<Vec<_>>().join(" UNION ALL ");
    let mut related = Related::default();
    for row in connection.query_all_raw(sql(connection, text, values)).await? {
        related.add(account.account_id(), &row)?;
    }
    // They come ordered from the indexes, unless the database chose otherwise.
    related.tags.sort_unstable();
    related.pictures.sort_unstable_by_key(|row| row.contact_id);
    related.family.sort_unstable_by_key(|row| (row.contact_id, row.id));
    related.addresses.sort_unstable_by_key(|row| (row.contact_id, row.id));
    related.phones.sort_unstable_by_key(|row| (row.contact_id, row.id));
    related.emails.sort_unstable_by_key(|row| (row.contact_id, row.id));
    Ok(related)
}

/// Ids as a JSON array.
pub fn json(ids: &[i64]) -> String {
    format!("[{}]", ids.iter().map(i64::to_string).collect::<Vec<_>>().join(","))
}

impl Related {
    fn add(&mut self, account_id: i64, row: &QueryResult) -> Result<(), Error> {
        let (kind, contact_id, id): (i32, i64, i64) = (get(row, 0)?, get(row, 1)?, get(row, 2)?);
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
            5 => self.tags.push((contact_id, id, get(row, 3)?)),
            _ => self.changed_at_ms = Some(id),
        }
        Ok(())
    }
}

fn get<T: TryGetable>(row: &QueryResult, column: usize) -> Result<T, Error> {
    Ok(row.try_get_by_index(column)?)
}
