//! Unique columns: a taken value is a 409 that names the field. The tests read the columns from the database, so that
//! none can be forgotten.

use std::collections::BTreeMap;

use sea_orm::{ConnectionTrait, DbBackend};
use shared::both_databases;
use shared::database::statement::sql;
use shared::database::testing::TestDb;

use crate::support::Api;
use crate::support::records::least;

both_databases!(a_taken_value_of_any_unique_column_is_409_and_names_the_field);

/// Columns whose value is made from a field of another name.
const MADE_FROM: [(&str, &str); 3] =
    [("gift_type_key", "gift_type_name"), ("fund_key", "fund_name"), ("campaign_key", "campaign_name")];

/// Tables whose unique columns callers do not write. A tag that exists is used again, and a contact has only one
/// picture and one text for the search. The service numbers printed letters, which pages alone make.
const NOT_WRITTEN: [&str; 9] = [
    "tags",
    "contact_pictures",
    "contact_search",
    "letter_runs",
    "letter_templates",
    "printed_letters",
    "printed_letter_contacts",
    "mailed_letters",
    "thanked_gifts",
];

/// Returns the unique columns within an account, by table, without ids.
async fn unique_columns(api: &Api) -> BTreeMap<String, Vec<String>> {
    let text = match api.db.store.backend() {
        DbBackend::Sqlite => {
            r#"SELECT t.name, i.name, c.name FROM sqlite_master t, pragma_index_list(t.name) i, pragma_index_info(i.name) c
             WHERE t.type = 'table' AND i."unique" AND i.origin <> 'pk' ORDER BY 1, 2, c.seqno"#
        }
        _ => {
            "SELECT CAST(i.indrelid AS regclass)::text, CAST(i.indexrelid AS regclass)::text, a.attname::text FROM pg_index i
             JOIN pg_class t ON t.oid = i.indrelid AND t.relnamespace = 'public'::regnamespace
             JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
             WHERE i.indisunique AND NOT i.indisprimary ORDER BY 1, 2, 3"
        }
    };
    let reader = api.db.store.read();
    let mut indexes: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for row in reader.query_all_raw(sql(reader, text, Vec::new())).await.unwrap() {
        let [table, index, column] = [0, 1, 2].map(|i| row.try_get_by_index::<String>(i).unwrap());
        indexes.entry((table, index)).or_default().push(column);
    }
    let mut unique: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for ((table, _), columns) in indexes {
        let others: Vec<_> = columns.iter().filter(|column| *column != "account_id").collect();
        if let [column] = others[..]
            && others.len() < columns.len()
            && column != "id"
            && column != "user_id"
            && !NOT_WRITTEN.contains(&&*table)
        {
            unique.entry(table).or_default().push(column.clone());
        }
    }
    unique
}

async fn a_taken_value_of_any_unique_column_is_409_and_names_the_field(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let unique = unique_columns(&api).await;
    assert_eq!(unique["contacts"], ["contact_external_id"], "the schema is read");
    for (table, columns) in unique {
        for column in columns {
            let made_from = MADE_FROM.iter().find(|(made, _)| *made == column);
            let field = made_from.map_or(column.as_str(), |(_, field)| field);
            let kind = table.replace('_', "-");
            let contact_id = account.contact().await;
            let with = |value: &str| {
                let mut body = least(&kind, contact_id);
                body[field] = value.into();
                body
            };
            let path = format!("/{kind}");
            account.post(&path, with("taken")).await.created();
            let refused = format!("{field} is taken");
            account.post(&path, with("taken")).await.failed(409, &refused);
            let id = account.post(&path, with("free")).await.created().id();
            account.put(&format!("{path}/{id}"), with("taken")).await.failed(409, &refused);
        }
    }
}
