//! The closed lists of values, once in the code and once in the schema: they are the same.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ConnectionTrait, DbBackend};
use shared::both_databases;
use shared::database::statement::sql;
use shared::database::testing::TestDb;
use shared::values::choices::{
    AddressType, BatchStatus, Choice, ContactStatus, DeliveryStatus, EmailType, FamilyRelationship,
    GiftStatus, ImportStatus, LinkPurpose, MailStatus, MemberRole, MembershipRole, NameKind, Newsletter,
    PaperSize, PhoneType, PledgeFrequency, PledgeStatus, RecoveryStatus, TaskPriority, TaskRepeat,
    TaskResult, TaskType, TributeType, WebhookStatus,
};

both_databases!(every_column_that_takes_only_certain_texts_takes_those_of_its_choice);

/// The texts that each column takes, by `table.column`.
type Columns = BTreeMap<String, BTreeSet<String>>;

fn texts<C: Choice>() -> BTreeSet<String> {
    C::ALL.iter().map(|value| value.as_str().to_owned()).collect()
}

/// Every column with a closed list, and what the code may write into it.
fn known() -> Columns {
    let columns = [
        ("batches.batch_status", texts::<BatchStatus>()),
        ("contact_addresses.address_type", texts::<AddressType>()),
        ("contact_emails.email_type", texts::<EmailType>()),
        ("contact_family_members.family_relationship", texts::<FamilyRelationship>()),
        ("contact_phones.phone_type", texts::<PhoneType>()),
        ("contacts.contact_newsletter", texts::<Newsletter>()),
        ("contacts.contact_status", texts::<ContactStatus>()),
        ("deliveries.delivery_status", texts::<DeliveryStatus>()),
        ("gifts.gift_status", texts::<GiftStatus>()),
        ("gifts.gift_tribute_type", texts::<TributeType>()),
        ("imports.import_status", texts::<ImportStatus>()),
        ("invitations.mail_status", texts::<MailStatus>()),
        ("invitations.role", texts::<MembershipRole>()),
        ("letterheads.paper", texts::<PaperSize>()),
        ("mailed_letters.mail_status", texts::<MailStatus>()),
        ("memberships.role", texts::<MembershipRole>()),
        ("names.name_kind", texts::<NameKind>()),
        ("one_time_links.purpose", texts::<LinkPurpose>()),
        ("contacts.member_role", texts::<MemberRole>()),
        ("pledges.pledge_frequency", texts::<PledgeFrequency>()),
        ("pledges.pledge_status", texts::<PledgeStatus>()),
        ("recoveries.recovery_status", texts::<RecoveryStatus>()),
        ("tasks.task_priority", texts::<TaskPriority>()),
        ("tasks.task_repeat", texts::<TaskRepeat>()),
        ("tasks.task_result", texts::<TaskResult>()),
        ("tasks.task_type", texts::<TaskType>()),
        ("webhooks.webhook_status", texts::<WebhookStatus>()),
    ];
    columns.into_iter().map(|(column, texts)| (column.to_owned(), texts)).collect()
}

/// The columns with a closed list in the schema that the migrations have made.
async fn stored(db: &TestDb) -> Columns {
    // Each database has its own way to write `column IN ('a', 'b')`.
    let (text, before, end) = match db.store.backend() {
        DbBackend::Sqlite => {
            ("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL", "IN (", ')')
        }
        _ => (
            "SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'c' AND conrelid <> 0",
            "= ANY (ARRAY[",
            ']',
        ),
    };
    let rows = db.store.read().query_all_raw(sql(db.store.read(), text, Vec::new())).await.unwrap();
    let mut columns = Columns::new();
    for row in rows {
        let (table, definition): (String, String) =
            (row.try_get_by_index(0).unwrap(), row.try_get_by_index(1).unwrap());
        let definition = definition.split_whitespace().collect::<Vec<_>>().join(" ");
        for (place, _) in definition.match_indices(before) {
            let column = definition[..place].split_whitespace().next_back().unwrap().trim_start_matches('(');
            let (list, _) = definition[place + before.len()..].split_once(end).unwrap();
            let texts = list.split('\'').skip(1).step_by(2).map(str::to_owned).collect();
            let earlier = columns.insert(format!("{table}.{column}"), texts);
            assert_eq!(earlier, None, "{table}.{column} has two lists");
        }
    }
    columns
}

async fn every_column_that_takes_only_certain_texts_takes_those_of_its_choice(db: TestDb) {
    let (stored, known) = (stored(&db).await, known());
    for (column, texts) in &stored {
        let choice = known.get(column);
        let choice =
            choice.unwrap_or_else(|| panic!("{column} has a list of {texts:?}: add its choice here"));
        assert_eq!(texts, choice, "{column}: in the schema, in the code");
    }
    for column in known.keys() {
        assert!(stored.contains_key(column), "{column} has no list in the schema any more");
    }
}
