//! Erases a person: the data that the service stores about a contact, in the contact and in all copies.
//!
//! The contact itself stays as an anonymous, archived record, because gifts and pledges refer to it, and gifts are
//! accounting records. Ordinary updates change the records, so receivers hear of it by ordinary events. Then the bodies
//! of all events that show the person are rewritten to the present records. Every step can be repeated: after an
//! interruption, erase again.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, Condition, DbBackend, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use shared::entities::{AccountScope, Tenant, attempts, contacts, deliveries, gift_splits};
use shared::events::outbox;
use shared::values::choices::{AuditAction, ImportKind};
use tokio::time::Instant;
use uuid::Uuid;

use crate::accounts::audit;
use crate::auth::{Caller, Via};
use crate::error::AppError;
use crate::fields::field::Input;
use crate::idempotency;
use crate::records::bulk::{CHUNK, Locked};
use crate::records::events::Before;
use crate::records::preconditions::Preconditions;
use crate::records::{Belonging, Context, Resource, service};
use crate::resources::contacts::{Contact, apart, files as contact_files};
use crate::resources::gifts::Gift;
use crate::resources::households::moves;
use crate::resources::kinds::of_kind;
use crate::resources::letters::kept::{Receipts, kept_from_ms, receipts_about};
use crate::resources::web_forms::answers;
use crate::state::App;
use crate::times::ERASURE_WAIT_MAX;

mod bodies;
mod contact;
mod files;
mod letters;
mod linked;
mod open;
mod person;
mod tags;

use bodies::Bodies;
use linked::Linked;
use person::Person;

/// How often to look whether deliveries in progress have ended.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// How many events one statement names.
const EVENTS_MAX: usize = 500;

/// How to erase a contact.
#[derive(Clone, Copy, Debug, Default)]
pub struct How {
    /// Whether only to count the data that would be erased.
    pub dry_run: bool,
    /// Whether to erase official receipts, too, of which the law may demand a copy.
    pub with_receipts: bool,
}

/// The result of an erasure: the erased data, and the data that stays.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The account.
    pub account_id: i64,
    /// The contact.
    pub contact_id: i64,
    /// Whether nothing was erased, and the report only counts.
    pub dry_run: bool,
    /// The erased data, in numbers.
    pub erased: Erased,
    /// The data that stays, and why.
    pub kept: Vec<Kept>,
    /// The official receipts whose copies stay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipts: Option<Receipts>,
    /// The ids of the answers from forms on the website that stay, because they may be somebody else's.
    #[serde(skip)]
    pub alike: Vec<i64>,
    /// How many events were still being delivered in the end. The answers of their receivers may be stored: erase
    /// again.
    pub in_flight: u64,
}

/// How many items of each kind were erased.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Erased {
    /// Fields of the contact, with its related lists.
    pub contact_fields: u64,
    /// Tags that nobody else has.
    pub tags: u64,
    /// Records of the contact whose texts were erased, by kind.
    #[serde(flatten)]
    pub records: BTreeMap<&'static str, u64>,
    /// Households that the contact belonged to, and whose names may name the person.
    pub households: u64,
    /// Bodies of events.
    pub event_bodies: u64,
    /// Answers of receivers to those events.
    pub receivers_answers: u64,
    /// Stored answers to requests with an `Idempotency-Key`.
    pub idempotency_keys: u64,
    /// Rows of imported files that had problems.
    pub import_rows: u64,
    /// Messages about rows of imported files.
    pub import_problems: u64,
    /// Files that were kept after their dry run, and names of files and of their columns.
    pub import_files: u64,
    /// Texts of printed letters.
    pub printed_letters: u64,
    /// Files of the contact.
    pub contact_files: u64,
    /// What waits from forms on the website with an email address of the contact, or with the name and a phone number.
    pub form_answers: u64,
    /// Open pledges that end or are cancelled, because nobody is left to pay.
    pub pledges_ended: u64,
    /// Open tasks that are cancelled, because nothing in them says any more what is to be done.
    pub tasks_cancelled: u64,
}

/// Data that stays.
#[derive(Debug, Serialize)]
pub struct Kept {
    /// The kind of data.
    pub what: &'static str,
    /// How many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// Why it stays, or who has to erase it.
    pub why: &'static str,
}

/// Erases a contact of an account, or only counts the data that it would erase.
///
/// # Errors
/// [`AppError::NotFound`] if there is no such account or contact, [`AppError::Busy`] while a file that names the person is
/// being imported.
pub async fn erase(app: &App, account: AccountScope, contact_id: i64, how: How) -> Result<Report, AppError> {
    let caller = Caller::of_account(app.store.read(), account).await?.ok_or(AppError::NotFound)?;
    erase_as(app, caller, contact_id, how).await
}

/// Erases a contact as [`erase`] does, on behalf of a caller.
///
/// # Errors
/// Those of [`erase`].
pub async fn erase_as(app: &App, caller: Caller, contact_id: i64, how: How) -> Result<Report, AppError> {
    let (account, caller, dry_run) = (caller.account, caller.through(Via::Erasure), how.dry_run);
    let erasure = Erasure { app, caller, contact_id, dry_run };
    let mut person = Person::new(contact_id);
    let (_, contact) = Contact::read(&erasure.context(), contact_id).await?.ok_or(AppError::NotFound)?;
    let before = serde_json::to_value(&contact)?;
    person.learn(&before);
    let linked = Linked::find(app, account, contact_id).await?;
    let mut bodies = Bodies::new(app, account, contact_id, &linked);
    bodies.learn(&mut person).await?;

    let mut erased = Erased::default();
    let is_named = |text: &str| person.is_named_in(text);
    files::refuse_unfinished(app, account, &person).await?;
    (erased.import_rows, erased.import_problems, erased.import_files) =
        files::erase(app, account, &person, dry_run).await?;
    let about = (contact_id, (!how.with_receipts).then(|| kept_from_ms(&erasure.context())));
    erased.printed_letters = letters::erase(app, account, about, dry_run).await?;
    erased.contact_files = contact_files::erase(app, account, contact_id, dry_run).await?;
    let (form_answers, mut alike) = answers::erase(app, account, &person.sender, dry_run).await?;
    erased.form_answers = form_answers;
    erased.idempotency_keys = idempotency::forget(app, account, is_named, dry_run).await?;
    erasure.records(&linked, &before, &mut erased).await?;
    if !dry_run {
        let (_, contact) = Contact::read(&erasure.context(), contact_id).await?.ok_or(AppError::NotFound)?;
        bodies.becomes(&contact)?;
    }
    let (events, changed) = bodies.erase(dry_run).await?;
    erased.event_bodies = changed;
    erased.receivers_answers = erasure.answers(&events).await?;
    let in_flight = if dry_run { erasure.in_flight(&events).await? } else { erasure.wait(&events).await? };
    if !dry_run {
        // Erase the answers that came in meanwhile, too.
        erased.receivers_answers += erasure.answers(&events).await?;
        erased.idempotency_keys += idempotency::forget(app, account, is_named, dry_run).await?;
        erased.printed_letters += letters::erase(app, account, about, dry_run).await?;
        erased.contact_files += contact_files::erase(app, account, contact_id, dry_run).await?;
        apart::forget(app.store.write(), account, contact_id).await?;
        let (form_answers, are_alike) = answers::erase(app, account, &person.sender, dry_run).await?;
        erased.form_answers += form_answers;
        alike = are_alike;
        let actor = caller.actor(app.clock.now_ms());
        let with_receipts = if how.with_receipts { ", with official receipts" } else { "" };
        let detail = format!("contact {contact_id}{with_receipts}");
        audit::record(app.store.write(), actor, Some(account), AuditAction::ContactErased, Some(&detail))
            .await?;
    }
    let mut kept = kept(&linked);
    let receipts = receipts_about(&erasure.context(), contact_id).await?.filter(|_| !how.with_receipts);
    if let Some(receipts) = receipts {
        let what = "official receipts, which owners alone can open";
        let why = "the tax law of your country may demand a copy of each; ten full calendar years later they go by themselves";
        kept.push(Kept { what, count: Some(receipts.count), why });
    }
    if !alike.is_empty() {
        let what = "answers from the website of somebody of the same name or phone number";
        let why = "another person may be called so or live there: look at them yourself";
        kept.push(Kept { what, count: Some(alike.len() as u64), why });
    }
    kept.extend(in_files(app, dry_run).await?);
    let account_id = account.account_id();
    Ok(Report { account_id, contact_id, dry_run, erased, kept, receipts, alike, in_flight })
}

fn kept(linked: &Linked) -> Vec<Kept> {
    let counted = |what, ids: &HashSet<i64>, why| Kept { what, count: Some(ids.len() as u64), why };
    let elsewhere = |what, why| Kept { what, count: None, why };
    let id = elsewhere("the contact's id", "gifts and pledges refer to it; it is anonymous and archived now");
    let records = linked.records.iter().filter_map(|(kind, ids)| {
        let (what, why) = kind.kept?;
        Some(counted(what, ids, why))
    });
    let others = [
        counted(
            "contacts that were merged into this one: everything",
            &linked.merged,
            "each is a record of its own; they are the same person, so erase them as well",
        ),
        elsewhere(
            "texts of other contacts' records",
            "nothing links them to the person: search for the name",
        ),
        elsewhere(
            "names of households that the person has left",
            "other people live there: change their names yourself if they name the person",
        ),
        elsewhere(
            "names of batches of gifts, and why they were closed",
            "they are about deposits: change them yourself if they name the person",
        ),
        elsewhere(
            "names and descriptions of funds, campaigns and batches",
            "they are the account's own: change them yourself if they name the person",
        ),
        elsewhere(
            "what letters of all donors say, such as who signs them",
            "it is the account's own: change it under Settings, Letters, if it names the person",
        ),
        elsewhere(
            "names and filters of saved lists, such as a search for the name",
            "each is a member's own: ask the members to remove those that name the person",
        ),
        elsewhere(
            "entries of the audit log",
            "they name users; a user who is also this person is not erased",
        ),
        elsewhere("what receivers of webhooks have stored", "ask them to erase it; they get contacts.update"),
        elsewhere("backups, replicas and logs of the database", "they expire by your own rules"),
    ];
    std::iter::once(id).chain(records).chain(others).collect()
}

/// Returns the deleted data that the database's files still have. SQLite overwrites it, and then empties its log.
async fn in_files(app: &App, dry_run: bool) -> Result<Option<Kept>, AppError> {
    let elsewhere = |what, why| Some(Kept { what, count: None, why });
    if app.store.backend() == DbBackend::Postgres {
        return Ok(elsewhere(
            "earlier versions of the changed rows in PostgreSQL's files",
            "no query shows them; VACUUM frees their space, which autovacuum does by itself, and VACUUM FULL removes them at once",
        ));
    }
    if dry_run || app.store.empty_log().await? {
        return Ok(None);
    }
    Ok(elsewhere(
        "earlier states of pages in the file almoner.sqlite-wal",
        "another transaction was open; erase again, or wait: the file is overwritten little by little, and removed when the api stops",
    ))
}

struct Erasure<'a> {
    app: &'a App,
    caller: Caller,
    contact_id: i64,
    dry_run: bool,
}

impl Erasure<'_> {
    fn context(&self) -> Context {
        Context::new(self.app, self.caller)
    }

    /// Erases the texts of the records, and the contact itself.
    async fn records(&self, linked: &Linked, before: &Value, erased: &mut Erased) -> Result<(), AppError> {
        for (kind, ids) in linked.records.iter().rev() {
            let is_gifts = kind.import == ImportKind::Gifts;
            let of_parts = if is_gifts { self.split_memos(ids).await? } else { HashSet::new() };
            let changed = of_kind!(kind.import, R => self.change::<R>(ids).await?);
            let of_parts: Vec<_> = of_parts.difference(&changed).collect();
            erased.records.insert(kind.path, (changed.len() + of_parts.len()) as u64);
            for id in of_parts.into_iter().filter(|_| !self.dry_run) {
                self.update::<Gift>(*id, personal::<Gift>()).await?;
            }
        }
        erased.contact_fields = contact::count(before);
        let tags = tags::of_one(self.app, self.caller.account, self.contact_id).await?;
        erased.tags = tags.len() as u64;
        erased.households = self.household().await?;
        if !self.dry_run {
            contact::erase(&self.context(), self.contact_id, erased.contact_fields > 0).await?;
            for (kind, _) in &linked.records {
                of_kind!(kind.import, R => self.tell::<R>().await?);
            }
        }
        let of = (self.contact_id, linked);
        (erased.pledges_ended, erased.tasks_cancelled) =
            open::close(&self.context(), of, self.dry_run).await?;
        if !self.dry_run {
            tags::remove_unused(self.app, self.caller.account, tags).await?;
        }
        Ok(())
    }

    /// Takes the contact out of its household, and erases the names of that. Returns how many households there are.
    async fn household(&self) -> Result<u64, AppError> {
        let contact = self.caller.account.find_id::<contacts::Entity>(self.contact_id);
        let contact = contact.one(self.app.store.read()).await?.filter(|one| one.household_id.is_some());
        let Some(contact) = contact else { return Ok(0) };
        if self.dry_run {
            return Ok(1);
        }
        let context = self.context();
        let erased =
            service::commit::<Contact, _>(&context, async |tx| moves::erase(tx, &context, &contact).await);
        Ok(erased.await?.into())
    }

    /// Erases the personal fields of those of some records that say something there. Returns their ids.
    async fn change<R: Resource>(&self, ids: &HashSet<i64>) -> Result<HashSet<i64>, AppError> {
        let said = personal::<R>().map(|(name, text)| match text {
            "" => Expr::col(name).is_not_null(),
            text => Expr::col(name).ne(text),
        });
        let said = said.fold(Condition::any(), Condition::add);
        let rows = self.caller.account.find::<R::Entity>().filter(said);
        let rows = rows.filter(R::Entity::ID.is_in(ids.iter().copied()));
        let rows: Vec<<R::Entity as EntityTrait>::Model> = rows.all(self.app.store.read()).await?;
        if !self.dry_run {
            for row in &rows {
                self.update::<R>(R::id(row), personal::<R>()).await?;
            }
        }
        Ok(rows.iter().map(R::id).collect())
    }

    /// Erases the memos of the parts of some gifts, before the update of each that tells it. Returns the ids of those gifts.
    async fn split_memos(&self, gift_ids: &HashSet<i64>) -> Result<HashSet<i64>, AppError> {
        use gift_splits::Column as S;
        let parts = self.caller.account.find::<gift_splits::Entity>().filter(S::SplitMemo.is_not_null());
        let parts = parts.filter(S::GiftId.is_in(gift_ids.iter().copied())).select_only().column(S::GiftId);
        let ids: Vec<i64> = parts.into_tuple().all(self.app.store.read()).await?;
        if self.dry_run {
            return Ok(ids.into_iter().collect());
        }
        let parts = self.caller.account.update::<gift_splits::Entity>().filter(S::SplitMemo.is_not_null());
        let parts = parts.filter(S::GiftId.is_in(gift_ids.iter().copied()));
        parts.col_expr(S::SplitMemo, Expr::value(None::<String>)).exec(self.app.store.write()).await?;
        Ok(ids.into_iter().collect())
    }

    /// Makes an update of each record that shows the contact and has not changed since the contact has.
    async fn tell<R: Resource>(&self) -> Result<(), AppError> {
        let account = self.caller.account;
        let contact = account.find_id::<contacts::Entity>(self.contact_id).one(self.app.store.read()).await?;
        let (Some(Belonging { column, .. }), Some(contact)) = (R::BELONGS, contact) else { return Ok(()) };
        let context = self.context().after(contact.updated_at_ms);
        let rows = account.find::<R::Entity>().filter(column.eq(self.contact_id));
        let rows = rows.filter(Expr::col("updated_at_ms").lte(contact.updated_at_ms));
        let ids = rows.order_by_asc(R::Entity::ID).select_only().column(R::Entity::ID);
        let ids: Vec<i64> = ids.into_tuple().all(self.app.store.read()).await?;
        let erased = Before::Shown("contact", RawValue::NULL.to_owned());
        for ids in ids.chunks(CHUNK) {
            service::commit::<R, _>(&context, async |tx| {
                Locked::<R>::new(tx, &context, ids).await?.showing(&erased).change(tx, None).await
            })
            .await?;
        }
        Ok(())
    }

    /// Changes a record as a form with these fields and their texts would.
    async fn update<R: Resource>(
        &self,
        id: i64,
        texts: impl Iterator<Item = (&'static str, &'static str)>,
    ) -> Result<(), AppError> {
        let (context, any) = (self.context(), Preconditions::default());
        let (change, problems) = contact::filled_in::<R>(texts);
        service::commit::<R, _>(&context, async |tx| {
            service::update::<R>(tx, &context, (id, &any), change, problems).await.map(drop)
        })
        .await
    }

    /// Erases the answers of receivers to events. Returns how many it erased.
    async fn answers(&self, events: &[Uuid]) -> Result<u64, AppError> {
        use attempts::Column as A;
        let (account, mut count) = (self.caller.account, 0);
        for events in events.chunks(EVENTS_MAX) {
            let of = deliveries::Column::EventId.is_in(events.iter().copied());
            let of = account.find::<deliveries::Entity>().filter(of).select_only();
            let of: Vec<i64> =
                of.column(deliveries::Column::Id).into_tuple().all(self.app.store.read()).await?;
            let answers = Condition::all().add(A::DeliveryId.is_in(of)).add(A::ResponseBody.is_not_null());
            count += if self.dry_run {
                let answers = account.find::<attempts::Entity>().filter(answers).select_only().column(A::Id);
                answers.into_tuple::<i64>().all(self.app.store.read()).await?.len() as u64
            } else {
                let erasure = account.update::<attempts::Entity>().filter(answers);
                let erasure = erasure.col_expr(A::ResponseBody, Option::<String>::None.into());
                erasure.exec(self.app.store.write()).await?.rows_affected
            };
        }
        Ok(count)
    }

    /// Waits until no event is being delivered with its earlier body. Returns how many still are.
    async fn wait(&self, events: &[Uuid]) -> Result<u64, AppError> {
        let end = Instant::now() + ERASURE_WAIT_MAX;
        loop {
            let in_flight = self.in_flight(events).await?;
            if in_flight == 0 || Instant::now() >= end {
                return Ok(in_flight);
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// Returns how many events are in the outbox, or are being attempted.
    async fn in_flight(&self, events: &[Uuid]) -> Result<u64, AppError> {
        let mut count = 0;
        for events in events.chunks(EVENTS_MAX) {
            count += outbox::count_of(self.app.store.read(), events).await?;
            let leased = self.caller.account.find::<deliveries::Entity>();
            let leased = leased.filter(deliveries::Column::EventId.is_in(events.iter().copied()));
            let leased = leased.filter(deliveries::Column::LeaseId.is_not_null()).select_only();
            let leased = leased.column(deliveries::Column::Id).into_tuple::<i64>();
            count += leased.all(self.app.store.read()).await?.len() as u64;
        }
        Ok(count)
    }
}

/// Returns the personal fields of a kind, and the text that each gets.
fn personal<R: Resource>() -> impl Iterator<Item = (&'static str, &'static str)> {
    R::Input::FIELDS.iter().filter_map(|field| Some((field.name, field.erased_as?)))
}
