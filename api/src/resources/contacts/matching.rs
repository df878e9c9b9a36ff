//! The contact of a gift or a pledge, found by what another system knows of a person, or else made. So a donation page sends
//! one request for each donation, however many of one donor come at once.

use sea_orm::sea_query::{Expr, ExprTrait, Func};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
};
use shared::Transaction;
use shared::database::statement::sql;
use shared::entities::{contact_addresses, contacts};
use shared::values::choices::ContactStatus;

use super::alike::look_of;
use super::donors::lock_givers;
use super::filters::with_email;
use super::related::{AddressInput, EmailInput};
use super::search::{has_last_name, plain};
use super::{Contact, ContactInput};
use crate::body;
use crate::error::AppError;
use crate::fields::types::{Email, NewObject};
use crate::fields::{Patch, Problem, Problems};
use crate::idempotency::lock_id;
use crate::records::importable::{ExternalId, Look};
use crate::records::links::Matched;
use crate::records::{Context, changed, insert_all, name_holder};

body! {
    /// A person or an organisation as another system knows them.
    ContactMatch as "ContactMatch" or "ContactMatchChanges" {
        /// The contact's id in another system; looked for first
        contact_external_id: ExternalId { example: "crm-1" };
        /// An email address of the contact, looked for without regard to case; of an archived contact only if no other has it
        email: Email { example: "ada@lovelace.example" };
        /// The contact that is made if none is found, with the external id and the email address above; without those, it is looked
        /// for by its first and last name and its postal code
        contact: NewObject<ContactInput> {
            example: {"contact_status": "donor", "contact_fname": "Ada", "contact_lname": "Lovelace"},
        };
    }
}

/// The field that links to the contact.
const CONTACT_ID: &str = "contact_id";
/// The member with the match.
const MEMBER: &str = "contact_match";
/// The most contacts of one last name and postal code that are looked through.
const NAMESAKES_MAX: u64 = 1000;
/// The most contacts that a refusal names.
const NAMED_MAX: u64 = 20;
/// The most merges that are followed to the contact that is left.
const MERGES_MAX: usize = 100;

/// Finds the contact that a match describes, or makes it, and puts its id into the body. One email address or external id is
/// looked for by one transaction at a time.
///
/// # Errors
/// [`AppError::Ambiguous`] if several contacts have the email address.
pub async fn contact_of(
    tx: &Transaction,
    context: &Context,
    sent: Patch<ContactMatch>,
    contact_id: &mut Patch<i64>,
    problems: &mut Problems,
) -> Result<Option<Matched>, AppError> {
    let Patch::Value(ContactMatch { contact_external_id, email, contact }) = sent else { return Ok(None) };
    let (external_id, email) = (contact_external_id.value().cloned(), email.value().cloned());
    problems.forgive(CONTACT_ID);
    if *contact_id != Patch::Absent {
        problems.add(MEMBER, format_args!("must not be sent with {CONTACT_ID}"));
    }
    let named = contact.value().and_then(Named::of).filter(|_| external_id.is_none() && email.is_none());
    if external_id.is_none() && email.is_none() && named.is_none() && !context.takes_name_alone {
        problems.add(MEMBER, "must have a contact_external_id, an email, or a contact with a last name and the postal code of an address");
    }
    if !problems.is_empty() {
        return Ok(None);
    }
    if let Some(id) = context.matched {
        *contact_id = Patch::Value(id);
        return Ok(Some(Matched::Found));
    }
    let name = named.as_ref().map(|named| named.last.as_str());
    lock(tx, context, [external_id.as_deref(), email.as_deref(), name]).await?;
    let found = match &named {
        Some(named) => find_named(tx, context, named).await?,
        None => find(tx, context, external_id.as_deref(), email.as_deref()).await?,
    };
    if let Some(id) = found {
        *contact_id = Patch::Value(id);
        return Ok(Some(Matched::Found));
    }
    let Patch::Value(mut new) = contact else {
        problems.add(MEMBER, "fits no contact, and has no contact to make");
        return Ok(None);
    };
    if let Some(external_id) = external_id {
        if new.contact_external_id.value().is_some_and(|own| *own != external_id) {
            problems.add(
                "contact_match.contact.contact_external_id",
                "must be that of contact_match, or be left out",
            );
        }
        new.contact_external_id = Patch::Value(external_id);
    }
    if let Some(email) = email {
        let mut emails = new.emails.value().cloned().unwrap_or_default();
        let is_it = |own: &String| own.to_lowercase() == email.to_lowercase();
        if !emails.iter().any(|own| own.email_address.value().is_some_and(is_it)) {
            let address = Patch::Value(email);
            emails.push(EmailInput { email_address: address, ..EmailInput::default() });
        }
        new.emails = Patch::Value(emails);
    }
    if let Some(id) = make(tx, context, new, problems).await? {
        *contact_id = Patch::Value(id);
    }
    Ok(Some(Matched::Made))
}

/// Whom a match fits.
pub(in crate::resources) enum Fit {
    /// The contact with this id, which has the external id.
    Known(i64),
    /// The contact with this id, by its email address or its name.
    Found(i64),
    /// Nobody. What tells its person from others, if it says that.
    Nobody(Option<Look>),
}

/// Returns whom a match fits, as [`contact_of`] finds them. Nothing is made. It takes the same locks in the same order, so that
/// the two never wait for each other.
///
/// # Errors
/// [`AppError::Ambiguous`] if several contacts fit.
pub(in crate::resources) async fn fit(
    tx: &Transaction,
    context: &Context,
    sent: &ContactMatch,
) -> Result<Fit, AppError> {
    let (external_id, email) = (sent.contact_external_id.value(), sent.email.value());
    let named = sent.contact.value().and_then(Named::of);
    let named = named.filter(|_| external_id.is_none() && email.is_none());
    let name = named.as_ref().map(|named| named.last.as_str());
    lock(tx, context, [external_id.map(String::as_str), email.map(String::as_str), name]).await?;
    if let Some(id) = with_external_id(tx, context, external_id.map(String::as_str)).await? {
        return Ok(Fit::Known(id));
    }
    let found = match &named {
        Some(named) => find_named(tx, context, named).await?,
        None => find(tx, context, None, email.map(String::as_str)).await?,
    };
    Ok(match found {
        Some(id) => Fit::Found(id),
        None => Fit::Nobody(sent.contact.value().map(|contact| look_of(contact, email))),
    })
}

/// Waits until no other transaction looks for one of these texts in the account. SQLite needs no lock, because all its
/// writers wait for each other.
async fn lock(tx: &Transaction, context: &Context, texts: [Option<&str>; 3]) -> Result<(), AppError> {
    if tx.get_database_backend() == DbBackend::Sqlite {
        return Ok(());
    }
    let account_id = context.caller.account.account_id();
    let id = |(place, text): (usize, Option<&str>)| {
        Some(lock_id(&format!("contact match {account_id} {place} {}", text?.to_lowercase())))
    };
    let mut ids: Vec<_> = texts.into_iter().enumerate().filter_map(id).collect();
    // In one order, so that no two transactions wait for each other.
    ids.sort_unstable();
    for id in ids {
        tx.execute_raw(sql(tx, "SELECT pg_advisory_xact_lock($1)", vec![id.into()])).await?;
    }
    Ok(())
}

async fn find(
    tx: &Transaction,
    context: &Context,
    external_id: Option<&str>,
    email: Option<&str>,
) -> Result<Option<i64>, AppError> {
    use contacts::Column as C;
    let account = context.caller.account;
    if let Some(id) = with_external_id(tx, context, external_id).await? {
        return Ok(Some(id));
    }
    let Some(email) = email else { return Ok(None) };
    let with_email = with_email(tx.get_database_backend(), account, email);
    let is_archived = C::ContactStatus.eq(ContactStatus::Archive);
    let is_archived = (!context.passes_archived).then_some(is_archived);
    for condition in std::iter::once(C::ContactStatus.ne(ContactStatus::Archive)).chain(is_archived) {
        let condition = Condition::all().add(condition).add(with_email.clone());
        let fitting = account.find::<contacts::Entity>().filter(condition).order_by_asc(C::Id);
        let mut fitting = fitting.limit(NAMED_MAX).all(tx).await?;
        match fitting.len() {
            0 => {}
            1 => return Ok(Some(survivor(tx, context, fitting.remove(0)).await?)),
            _ => return Err(AppError::Ambiguous(fitting.iter().map(|contact| contact.id).collect())),
        }
    }
    Ok(None)
}

/// Returns the contact with an external id, archived or not.
async fn with_external_id(
    tx: &Transaction,
    context: &Context,
    external_id: Option<&str>,
) -> Result<Option<i64>, AppError> {
    let Some(external_id) = external_id else { return Ok(None) };
    let known = context.caller.account.find::<contacts::Entity>();
    let known = known.filter(contacts::Column::ContactExternalId.eq(external_id)).one(tx).await?;
    match known {
        Some(contact) => survivor(tx, context, contact).await.map(Some),
        None => Ok(None),
    }
}

/// The name of a contact, and the postal code of an address: they tell who it is where nothing better is known.
struct Named {
    first: String,
    last: String,
    postal_code: String,
}

impl Named {
    fn of(contact: &ContactInput) -> Option<Self> {
        let postal_code = |address: &AddressInput| address.address_postal_code.value().cloned();
        Some(Self {
            first: contact.contact_fname.value().cloned().unwrap_or_default(),
            last: contact.contact_lname.value()?.clone(),
            postal_code: contact.addresses.value()?.iter().find_map(postal_code)?,
        })
    }
}

/// Finds the contact of a name and a postal code, without regard to case, accents and spaces. Archived contacts are not found.
async fn find_named(tx: &Transaction, context: &Context, named: &Named) -> Result<Option<i64>, AppError> {
    use contact_addresses::Column as A;
    use contacts::Column as C;
    let account = context.caller.account;
    let code = Func::lower(Expr::col((contact_addresses::Entity, A::AddressPostalCode)));
    let code = Func::cust("REPLACE").args([code.into(), Expr::val(" "), Expr::val("")]);
    let lives_there = account.find::<contact_addresses::Entity>();
    let lives_there = lives_there
        .filter(Expr::col((contact_addresses::Entity, A::ContactId)).equals((contacts::Entity, C::Id)))
        .filter(Expr::expr(code).eq(named.postal_code.replace(' ', "").to_lowercase()));
    let fitting = account.find::<contacts::Entity>();
    let fitting = fitting
        .filter(has_last_name(tx.get_database_backend(), &named.last))
        .filter(C::ContactStatus.ne(ContactStatus::Archive))
        .filter(Expr::exists(lives_there.select_only().column(A::Id).into_query()));
    let mut fitting = fitting.order_by_asc(C::Id).limit(NAMESAKES_MAX).all(tx).await?;
    fitting.retain(|row| plain(row.contact_fname.as_deref().unwrap_or_default()) == plain(&named.first));
    match fitting.len() {
        0 => Ok(None),
        1 => Ok(Some(survivor(tx, context, fitting.remove(0)).await?)),
        _ => Err(AppError::Ambiguous(fitting.iter().map(|contact| contact.id).collect())),
    }
}

/// Returns the id of a contact, or of the one into which it was merged. Locks it, so that no merge follows before the commit.
async fn survivor(tx: &Transaction, context: &Context, contact: contacts::Model) -> Result<i64, AppError> {
    let mut id = contact.id;
    for _ in 0..MERGES_MAX {
        lock_givers(tx, context, [id].into_iter()).await?;
        let locked = context.find_link::<contacts::Entity>(tx, id).await?;
        let Some(into) = locked.and_then(|contact| contact.contact_merged_into_id) else { break };
        id = into;
    }
    Ok(id)
}

/// Creates a contact, with its event. Returns its id, or adds to the problems.
async fn make(
    tx: &Transaction,
    context: &Context,
    mut input: ContactInput,
    problems: &mut Problems,
) -> Result<Option<i64>, AppError> {
    let mut own = Problems::default();
    let new = changed::<Contact>(tx, context, None, &mut input, &mut own).await?;
    if !own.is_empty() {
        let within =
            |problem: Problem| Problem { path: format!("{MEMBER}.contact.{}", problem.path), ..problem };
        problems.extend(own.into_iter().map(within));
        return Ok(None);
    }
    let row = new.0.clone();
    match Box::pin(insert_all::<Contact>(tx, context, vec![new])).await {
        Ok(made) => Ok(made.first().map(|(id, _)| *id)),
        Err(error) => {
            Err(name_holder::<Contact>(&context.app, context.caller.account, error, Some(row)).await)
        }
    }
}
