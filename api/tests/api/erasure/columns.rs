//! Every column that can hold a text: it is filled with a text of the person, which the erasure removes, or it stays
//! for a reason that this file gives. A new column fails until one of the two is true.

use std::collections::BTreeSet;

use api::fields::field::Control;
use api::fields::labels::label;
use api::resources::kinds::{KINDS, Kind};
use sea_orm::{DbBackend, DbErr};
use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::{MARK, NAMES, plant, report};
use crate::support::Api;

both_databases!(every_text_of_every_table_is_erased_or_stays_for_a_reason);

/// Values for columns that take only texts of one form.
const VALUES: [&str; 5] = ["1901-02-03", "--07-08", "1931-04-05", "en-GB", "GB"];

/// Returns the columns of the person's own records whose texts stay, by the kind that says so in its declaration.
fn reported() -> impl Iterator<Item = (&'static Kind, String)> {
    KINDS.iter().filter(|kind| kind.kept.is_some()).flat_map(|kind| {
        let kept = kind.fields.iter().filter(|field| field.erased_as.is_none());
        kept.map(move |field| (kind, format!("{}.{}", kind.path, field.name)))
    })
}

/// The other columns whose texts stay, with the reason.
const KEPT: [(&str, &[&str]); 8] = [
    ("they are for users, sealed, and go when the mail server has taken them", &["letters.letter_sealed"]),
    (
        "they are about users, and a user who is also the person is not erased",
        &[
            "api_keys.key_hash",
            "api_keys.key_name",
            "api_keys.last_used_agent",
            "audit_log.action",
            "audit_log.address",
            "audit_log.detail",
            "invitations.email",
            "invitations.email_key",
            "invitations.token_hash",
            "one_time_links.token_hash",
            "recovery_codes.code_hash",
            "sessions.address",
            "sessions.token_hash",
            "sessions.user_agent",
            "users.email",
            "users.email_key",
            "users.locale",
            "users.name",
            "users.password_hash",
            "users.second_factor_sealed",
        ],
    ),
    (
        "they are the account's own, and belong to no contact",
        &[
            "accounts.currency",
            "accounts.name",
            "accounts.timezone",
            "batches.batch_close_reason",
            "batches.batch_currency",
            "batches.batch_external_id",
            "batches.batch_name",
            "gift_types.gift_type_key",
            "gift_types.gift_type_name",
            "gift_types.renamed_from",
            "letter_runs.run_head",
            "letter_runs.run_key",
            "letter_runs.run_left_out",
            "letter_runs.run_logo",
            "letter_templates.legal_text",
            "letter_templates.signer_title",
            "letter_templates.template_body",
            "letter_templates.template_locale",
            "letter_templates.template_subject",
            "letterheads.donor_locales",
            "letterheads.legal_text",
            "letterheads.letter_locale",
            "letterheads.logo",
            "letterheads.organisation",
            "letterheads.organisation_address",
            "letterheads.reply_to",
            "letterheads.signer_name",
            "letterheads.signer_title",
            "letterheads.tax_id",
            "web_forms.form_intro",
            "web_forms.form_tag",
            "web_forms.form_thanks",
            "web_forms.form_title",
            "web_forms.form_token",
            "web_forms.privacy_url",
            "webhooks.webhook_description",
            "webhooks.webhook_events",
            "webhooks.webhook_headers_sealed",
            "webhooks.webhook_include",
            "webhooks.webhook_previous_secret_sealed",
            "webhooks.webhook_secret_sealed",
            "webhooks.webhook_url",
        ],
    ),
    (
        "they are the funds and campaigns of gifts and pledges, which stay",
        &[
            "campaigns.campaign_code",
            "campaigns.campaign_currency",
            "campaigns.campaign_description",
            "campaigns.campaign_external_id",
            "campaigns.campaign_key",
            "campaigns.campaign_name",
            "funds.fund_code",
            "funds.fund_description",
            "funds.fund_external_id",
            "funds.fund_key",
            "funds.fund_name",
            "gift_splits.split_campaign",
            "gift_splits.split_fund",
            "names.name",
            "names.name_key",
        ],
    ),
    (
        "they are what a member looks for, and change with what the member looks for",
        &[
            "saved_lists.list_columns",
            "saved_lists.list_filter",
            "saved_lists.list_kind",
            "saved_lists.list_name",
        ],
    ),
    (
        "the service writes them, and nothing of a record or of a receiver's answer goes in",
        &[
            "attempts.attempt_outcome",
            "attempts.error",
            "event_log.epoch",
            "event_log.identity",
            "events.event_type",
            "events.traceparent",
            "import_mappings.headings_hash",
            "import_mappings.import_kind",
            "import_rows.row_records",
            "imports.import_error",
            "imports.import_file_hash",
            "imports.import_format",
            "imports.import_kind",
            "letter_runs.letter_kind",
            "letter_templates.letter_kind",
            "pledges.pledge_pauses",
            "pledges.pledge_terms",
            "webhooks.webhook_disabled_reason",
        ],
    ),
    ("it is encrypted, and goes with its key, which is filled", &["idempotency_keys.response_sealed"]),
    ("it goes when its import ends", &["import_external_ids.external_id"]),
];

/// Returns every column that is not a number, a moment or an id, as `table.column`. Leaves out those in which the
/// database allows only a few words.
async fn columns(api: &Api) -> BTreeSet<String> {
    let text = if api.db.store.backend() == DbBackend::Sqlite {
        "SELECT t.name || '.' || c.name FROM sqlite_master t, pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name <> 'seaql_migrations'
             AND t.name NOT LIKE 'contact_words%' -- the index of contact_search
             AND upper(c.type) NOT IN ('BIGINT', 'INTEGER', 'SMALLINT', 'BOOLEAN', 'DATE', 'UUID')
             AND NOT (c.type = 'BLOB' AND c.name LIKE '%id') -- a UUID
             AND t.sql NOT LIKE '%CHECK (' || c.name || ' IN (%'"
    } else {
        "SELECT c.table_name || '.' || c.column_name FROM information_schema.columns c
         WHERE c.table_schema = 'public' AND c.table_name <> 'seaql_migrations'
             AND c.data_type NOT IN ('bigint', 'integer', 'smallint', 'boolean', 'date', 'uuid')
             AND NOT EXISTS (
                 SELECT 1 FROM pg_constraint k WHERE k.contype = 'c'
                     AND k.conrelid = CAST(quote_ident(c.table_name) AS regclass)
                     AND pg_get_constraintdef(k.oid) LIKE 'CHECK ((' || c.column_name || ' = ANY (ARRAY[%')"
    };
    let rows = api.query(text, Vec::new()).await;
    rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect()
}

/// Returns whether a column has a text of the person in some row.
async fn shows(api: &Api, column: &str) -> bool {
    let (table, name) = column.split_once('.').unwrap();
    for row in api.query(&format!("SELECT {name} FROM {table} WHERE {name} IS NOT NULL"), Vec::new()).await {
        let text = row.try_get_by_index::<String>(0).or_else(|_| {
            let bytes = row.try_get_by_index::<Vec<u8>>(0)?;
            Ok::<_, DbErr>(String::from_utf8_lossy(&bytes).into_owned())
        });
        let text = text.unwrap();
        let lower = text.to_lowercase();
        if VALUES.contains(&text.as_str())
            || NAMES.iter().chain(&[MARK]).any(|name| lower.contains(&name.to_lowercase()))
        {
            return true;
        }
    }
    false
}

#[test]
fn every_free_text_of_a_record_of_a_person_is_erased_or_the_report_names_it() {
    for kind in KINDS {
        let Some((kept, _)) = kind.kept else { continue };
        for field in kind.fields {
            let is_closed = matches!(
                field.control,
                Control::Day
                    | Control::MonthDay
                    | Control::Time
                    | Control::Flag
                    | Control::Number
                    | Control::Money
                    | Control::Choice(_)
            );
            // Its items are ids.
            let is_closed = is_closed || field.name == "gift_soft_credits";
            let (name, is_kept) = (field.name, kept.contains(&label(field).to_lowercase()));
            assert!(
                is_closed || is_kept != field.erased_as.is_some(),
                "{name}: is it `personal`, or does `kept` name it?"
            );
        }
    }
}

async fn every_text_of_every_table_is_erased_or_stays_for_a_reason(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let columns = columns(&api).await;
    let kept = KEPT.iter().flat_map(|(_, columns)| columns.iter());
    let mut kept: BTreeSet<String> = kept.map(|column| (*column).to_owned()).collect();
    let unknown: Vec<_> = kept.difference(&columns).collect();
    assert!(unknown.is_empty(), "no such column can hold a text: {unknown:#?}");
    kept.extend(reported().map(|(_, column)| column));
    let id = plant(&api, &account).await;
    // A last name that is not ASCII is in one more column.
    let named = json!({"contact_lname": format!("{}-é", NAMES[1])});
    account.put(&format!("/contacts/{id}"), named).await.ok();
    let (mut empty, mut left) = (Vec::new(), Vec::new());
    for column in columns.difference(&kept) {
        if !shows(&api, column).await {
            empty.push(column);
        }
    }
    assert!(empty.is_empty(), "plant a text of the person, or say above why it stays: {empty:#?}");
    let report = report(&api, &account, id, false).await;
    for column in columns.difference(&kept) {
        if shows(&api, column).await {
            left.push(column);
        }
    }
    assert!(left.is_empty(), "the erasure forgets {left:#?}");
    for (kind, column) in reported() {
        let (what, _) = kind.kept.unwrap();
        assert!(what.starts_with(kind.path), "{what}");
        assert!(report.kept.iter().any(|kept| kept.what == what), "the report says nothing of {column}");
    }
}
