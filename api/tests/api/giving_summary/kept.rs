//! The received gifts that an api keeps in memory are always those of the database.

use std::ops::Range;

use api::giving::{Gift, GroupBy, LapsedDonors, Query, ReceivedGifts, Summary, summarise};
use chrono::NaiveDate;
use iso_currency::Currency;
use serde_json::{Value, json};
use shared::crypto::bytes::random;
use shared::database::testing::TestDb;
use shared::entities::{AccountScope, gifts};
use shared::events::log::sql_settled;
use shared::events::outbox::append;
use shared::values::choices::EventType;

use crate::support::rows::new_event;
use crate::support::{Account, Api};

shared::both_databases!(
    any_mix_of_changes_leaves_the_same_gifts_and_sums_as_reading_them_anew,
    changes_beside_readers_are_all_seen,
    only_changed_gifts_are_read_again,
    more_gifts_than_fit_are_read_anew,
    more_gifts_than_one_statement_reads_are_all_read,
    a_restored_database_is_read_anew,
);

/// Returns an account's gifts in the order of their ids, as `known` has them.
async fn gifts_of(known: &ReceivedGifts, api: &Api, account: &Account, contact: Option<i64>) -> Vec<Gift> {
    let contact = contact.map(|id| vec![id]);
    let scope = AccountScope::new(account.id);
    let mut reading = known.read(&api.db.store, scope, contact.as_deref()).await.unwrap();
    let mut gifts = Vec::new();
    reading.tally(&mut [&mut gifts]).await.unwrap();
    reading.end().await.unwrap();
    gifts.sort_by_key(|gift| gift.id);
    gifts
}

/// Returns the totals of an account's gifts, as `known` has them.
async fn summary_of(known: &ReceivedGifts, api: &Api, account: &Account, query: &Query) -> Summary {
    let scope = AccountScope::new(account.id);
    let mut reading = known.read(&api.db.store, scope, query.contact_ids.as_deref()).await.unwrap();
    let summary = summarise(&mut reading, query).await.unwrap();
    reading.end().await.unwrap();
    summary
}

/// Returns the donors who gave in the year before, and not in this one, with their totals, as `known` has them.
async fn lapsed_of(known: &ReceivedGifts, api: &Api, account: &Account, day: NaiveDate) -> Vec<String> {
    let mut reading = known.read(&api.db.store, AccountScope::new(account.id), None).await.unwrap();
    let mut donors = LapsedDonors::new(day, "USD".into());
    reading.tally(&mut [&mut donors]).await.unwrap();
    reading.end().await.unwrap();
    let mut donors: Vec<_> = donors.all().map(|donor| format!("{donor:?}")).collect();
    donors.sort();
    donors
}

/// Checks that the gifts that the api keeps are those of the database, for the account and for a contact.
async fn check(api: &Api, account: &Account, contact: i64, hint: &str) {
    for contact in [None, Some(contact)] {
        let kept = gifts_of(&api.app.received_gifts, api, account, contact).await;
        let anew = gifts_of(&ReceivedGifts::default(), api, account, contact).await;
        assert_eq!(kept, anew, "{hint}");
    }
}

/// Checks that the kept gifts have the same totals as the gifts of the database, one after the other.
async fn check_sums(api: &Api, account: &Account, numbers: &mut Numbers, hint: &str) {
    use GroupBy::{Campaign, Contact, Fund, Month, Type, Year};

    let mut day = || -> NaiveDate { numbers.day().parse().unwrap() };
    let (one, other, as_of) = (day(), day(), day());
    let query = Query {
        from: one.min(other),
        to: one.max(other),
        as_of,
        currency: numbers.one_of(&[Currency::USD, Currency::EUR]),
        contact_ids: None,
        group_by: numbers.one_of(&[
            None,
            Some(Month),
            Some(Year),
            Some(Type),
            Some(Fund),
            Some(Campaign),
            Some(Contact),
        ]),
        top: numbers.one_of(&[1, 2, 1000]),
        households: Vec::new(),
    };
    // Nothing fits in, so every gift is read and added by itself.
    let nothing = ReceivedGifts::keeping(0);
    let kept = summary_of(&api.app.received_gifts, api, account, &query).await;
    assert_eq!(kept, summary_of(&nothing, api, account, &query).await, "{hint}, {query:?}");
    let kept = lapsed_of(&api.app.received_gifts, api, account, as_of).await;
    assert_eq!(kept, lapsed_of(&nothing, api, account, as_of).await, "{hint}, {as_of}");
}

/// Numbers that look random, and are the same for the same seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn one_of<T: Clone>(&mut self, items: &[T]) -> T {
        items[usize::try_from(self.below(items.len() as u64)).unwrap()].clone()
    }

    /// Returns one of the days on which gifts are given. Few months have many gifts, and some have none.
    fn day(&mut self) -> String {
        format!("20{}-0{}-{}", self.below(5) + 10, self.below(4) + 1, self.below(18) + 10)
    }

    /// Returns some fields of a gift.
    fn fields(&mut self, known: &Known) -> Value {
        let mut fields = json!({});
        for (field, value) in [
            ("gift_amount", json!(self.below(90_000) + 1)),
            ("gift_date", json!(self.day())),
            ("gift_status", json!(self.one_of(&["received", "received", "pending", "void"]))),
            ("gift_currency", json!(self.one_of(&["USD", "EUR", "JPY"]))),
            ("contact_id", json!(self.one_of(&known.contacts))),
            ("gift_type_id", json!(self.one_of(&known.types))),
            ("gift_thanked_on", json!(self.one_of(&[None, Some("2026-01-01")]))),
            ("gift_memo", json!(self.one_of(&["one", "two"]))),
            ("gift_fund", json!(self.one_of(&[None, Some("General"), Some("Roof"), Some("TOWER")]))),
            ("gift_campaign", json!(self.one_of(&[None, Some("Spring"), Some("Autumn")]))),
        ] {
            if self.below(2) == 0 {
                fields[field] = value;
            }
        }
        if self.below(3) == 0 {
            fields["contact_id"] = json!(known.contacts[0]);
            fields["gift_currency"] = json!("USD");
            fields["pledge_id"] = json!(known.pledge);
        }
        fields
    }
}

/// The records that gifts refer to.
struct Known {
    contacts: [i64; 2],
    /// The pledge of the first contact.
    pledge: i64,
    types: [i64; 2],
}

async fn any_mix_of_changes_leaves_the_same_gifts_and_sums_as_reading_them_anew(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contacts = [account.contact().await, account.contact().await];
    let pledge = json!({
        "contact_id": contacts[0], "pledge_amount": 25, "pledge_frequency": "monthly", "pledge_start_date": "2010-01-01",
    });
    let known = Known {
        contacts,
        pledge: account.record("pledges", pledge).await.1,
        types: [account.gift_type("cash").await, account.gift_type("check").await],
    };
    let seed = u64::from_be_bytes(random().unwrap());
    let mut numbers = Numbers(seed);
    let mut ids: Vec<i64> = Vec::new();
    for step in 0..80 {
        let kind = if ids.is_empty() { 0 } else { numbers.below(10) };
        match kind {
            0..5 => {
                let mut gift = json!({"gift_amount": 5, "gift_date": "2026-01-01"});
                let fields = numbers.fields(&known);
                gift.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
                ids.push(account.record("gifts", gift).await.1);
            }
            5..9 => {
                let path = format!("/gifts/{}", numbers.one_of(&ids));
                // Some changes are refused: the gift is of a pledge, whose contact and currency it must have.
                let status = account.put(&path, numbers.fields(&known)).await.status;
                assert!([200, 422].contains(&status), "{status}, seed {seed}");
            }
            _ if numbers.below(2) == 0 => change_purposes(&account, &mut numbers).await,
            _ => {
                let rows =
                    (0..3).map(|row| format!("{},2026-03-0{},row-{row}\n", numbers.below(500) + 1, row + 1));
                let file = format!("gift_amount,gift_date,gift_external_id\n{}", rows.collect::<String>());
                api.imported(&account, "gifts", &file).await;
            }
        }
        if numbers.below(3) > 0 {
            let hint = format!("seed {seed}, step {step}");
            check(&api, &account, contacts[0], &hint).await;
            check_sums(&api, &account, &mut numbers, &hint).await;
        }
    }
    check(&api, &account, contacts[0], &format!("seed {seed}")).await;
}

/// Renames a fund or merges another one into it, which gifts have no events of.
async fn change_purposes(account: &Account, numbers: &mut Numbers) {
    let kind = numbers.one_of(&["funds", "campaigns"]);
    let list = account.get(&format!("/{kind}")).await.ok();
    let ids: Vec<_> = list.list().iter().map(|one| one["id"].as_i64().unwrap()).collect();
    if ids.is_empty() {
        return;
    }
    let (id, other) = (numbers.one_of(&ids), numbers.one_of(&ids));
    if id == other {
        let name = numbers.one_of(&["General", "Roof", "Tower", "Spring"]);
        let body = if kind == "funds" { json!({"fund_name": name}) } else { json!({"campaign_name": name}) };
        let status = account.put(&format!("/{kind}/{id}"), body).await.status;
        assert!([200, 409].contains(&status), "{status}, {name}");
    } else {
        account.post(&format!("/{kind}/{id}/merge"), json!({"from_id": other})).await.ok();
    }
}

async fn changes_beside_readers_are_all_seen(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact = account.contact().await;
    let write = async |amounts: Range<i64>| {
        for amount in amounts {
            let (path, _) =
                account.record("gifts", json!({"gift_amount": amount, "gift_date": "2026-01-01"})).await;
            account.put(&path, json!({"gift_amount": amount + 1000, "contact_id": contact})).await.ok();
        }
    };
    let read = async || {
        let mut seen = 0;
        while seen < 40 {
            let gifts = gifts_of(&api.app.received_gifts, &api, &account, None).await;
            assert!(gifts.len() >= seen, "{} gifts are fewer than {seen}", gifts.len());
            seen = gifts.len();
        }
    };
    tokio::join!(write(1..11), write(11..21), write(21..31), write(31..41), read(), read());
    check(&api, &account, contact, "at the end").await;
    let amounts = gifts_of(&api.app.received_gifts, &api, &account, Some(contact)).await;
    assert_eq!(amounts.iter().map(|gift| gift.amount_minor).sum::<i64>(), (1001..1041).sum::<i64>() * 100);
}

/// Writes a gift without its event, as no program does.
async fn smuggle(api: &Api, account: &Account, amount: i64) {
    let text = "INSERT INTO gifts (account_id, gift_amount_minor, gift_date, gift_currency, gift_status, gift_anonymous,
                                   created_at_ms, updated_at_ms)
                VALUES ($1, $2, '2026-01-01', 'USD', 'received', false, 0, 0)";
    api.execute(text, vec![account.id.into(), amount.into()]).await;
}

async fn amounts(known: &ReceivedGifts, api: &Api, account: &Account) -> Vec<i64> {
    gifts_of(known, api, account, None).await.iter().map(|gift| gift.amount_minor).collect()
}

async fn only_changed_gifts_are_read_again(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let known = &api.app.received_gifts;
    for account in [&account, &other] {
        account.record("gifts", json!({"gift_amount": 1, "gift_date": "2026-01-01"})).await;
        assert_eq!(amounts(known, &api, account).await, [100]);
    }
    // This gift has no event, so a reader of the changes alone does not see it.
    smuggle(&api, &account, 7).await;
    assert_eq!(amounts(known, &api, &account).await, [100]);
    assert_eq!(amounts(&ReceivedGifts::default(), &api, &account).await, [100, 7]);
    account.record("gifts", json!({"gift_amount": 2, "gift_date": "2026-01-01"})).await;
    assert_eq!(amounts(known, &api, &account).await, [100, 200]);
    assert_eq!(amounts(known, &api, &other).await, [100]);
}

async fn more_gifts_than_fit_are_read_anew(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    // The gifts of one month, and not those of two.
    let known = ReceivedGifts::keeping(700);
    let give = async |amount: i64| {
        account
            .record("gifts", json!({"gift_amount": amount, "gift_date": format!("2026-0{amount}-01")}))
            .await;
    };
    give(1).await;
    assert_eq!(amounts(&known, &api, &account).await, [100]);
    give(2).await;
    smuggle(&api, &account, 7).await;
    // The gift that was kept, and the one with an event since.
    assert_eq!(amounts(&known, &api, &account).await, [100, 200]);
    // Now there are too many.
    assert_eq!(amounts(&known, &api, &account).await, [100, 200, 7]);
    smuggle(&api, &account, 8).await;
    assert_eq!(amounts(&known, &api, &account).await, [100, 200, 7, 8]);
}

async fn more_gifts_than_one_statement_reads_are_all_read(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    // A statement reads 10,000, so the second one begins after the last of the first.
    let text = "INSERT INTO gifts (account_id, gift_amount_minor, gift_date, gift_currency, gift_status, gift_anonymous,
                                   created_at_ms, updated_at_ms)
                WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 10001)
                SELECT $1, n, '2026-01-01', 'USD', 'received', false, 0, 0 FROM number";
    api.execute(text, vec![account.id.into()]).await;
    let amounts = amounts(&ReceivedGifts::default(), &api, &account).await;
    assert_eq!((amounts.len(), amounts.iter().sum::<i64>()), (10_001, (1..=10_001).sum()));
}

// Only on SQLite: on PostgreSQL, the log is settled further on with every transaction of any test.
#[tokio::test(flavor = "multi_thread")]
async fn gifts_whose_events_may_have_been_removed_are_read_anew() {
    let api = Api::start(shared::database::testing::sqlite().await).await;
    let account = api.account().await;
    let known = &api.app.received_gifts;
    account.record("gifts", json!({"gift_amount": 1, "gift_date": "2026-01-01"})).await;
    assert_eq!(amounts(known, &api, &account).await, [100]);
    smuggle(&api, &account, 7).await;
    assert_eq!(amounts(known, &api, &account).await, [100], "nothing has happened since");
    // The events before this position were seen.
    let settled = sql_settled(api.db.store.backend());
    let remove = async |offset: i64| {
        let text = format!("UPDATE accounts SET events_removed_position = (SELECT {settled}) + $1");
        api.execute(&text, vec![offset.into()]).await;
    };
    remove(-1).await;
    assert_eq!(amounts(known, &api, &account).await, [100]);
    remove(0).await;
    assert_eq!(amounts(known, &api, &account).await, [100, 7]);
}

async fn a_restored_database_is_read_anew(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    account.record("gifts", json!({"gift_amount": 1, "gift_date": "2026-01-01"})).await;
    assert_eq!(amounts(&api.app.received_gifts, &api, &account).await, [100]);
    smuggle(&api, &account, 7).await;
    api.execute("UPDATE event_log SET epoch = 'another'", Vec::new()).await;
    assert_eq!(amounts(&api.app.received_gifts, &api, &account).await, [100, 7]);
}

// Only on PostgreSQL: SQLite has one writer at a time, so nothing commits late.
#[tokio::test(flavor = "multi_thread")]
async fn a_gift_that_is_committed_late_is_not_missed() {
    let api = Api::start(shared::database::testing::postgres().await).await;
    let account = api.account().await;
    let known = &api.app.received_gifts;
    let scope = AccountScope::new(account.id);
    assert_eq!(amounts(known, &api, &account).await, [0; 0]);

    let tx = api.db.store.begin();
    let gift = gifts::Model {
        gift_amount_minor: 300,
        gift_date: "2026-01-01".parse().unwrap(),
        gift_currency: "USD".to_owned(),
        ..gifts::Model::default()
    };
    let gift = scope.insert::<gifts::Entity>(&tx, gift).await.unwrap();
    let mut event = new_event(api.app.clock.now_ms(), gift.id);
    event.event_type = EventType::GiftsCreate;
    append(&tx, scope, vec![event]).await.unwrap();

    account.record("gifts", json!({"gift_amount": 1, "gift_date": "2026-01-01"})).await;
    assert_eq!(amounts(known, &api, &account).await, [100]);
    tx.commit().await.unwrap();
    assert_eq!(amounts(known, &api, &account).await, [300, 100]);
}
