//! Resources that can be imported from files. They declare the columns that a file may have besides the fields of a
//! body.

use std::collections::{BTreeSet, HashMap};

use sea_orm::sea_query::SimpleExpr;
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QuerySelect, SelectGetableTuple, Selector};
use serde_json::Value;
use shared::Transaction;
use shared::entities::{AccountScope, Tenant, batches, contacts, gifts, pledges};

use super::context::Context;
use super::links::PreloadedLinks;
use super::resource::{Resource, Row, Unique};
use crate::error::AppError;
use crate::fields::problem::Fault;
use crate::fields::types::Text;
use crate::fields::{Patch, Problems};

/// A column whose text stands for the number in a field, as the name of a gift type stands for its id.
#[derive(Debug)]
pub struct LookupColumn {
    /// The column's name.
    pub column: &'static str,
    /// The field that gets the number.
    pub field: &'static str,
    /// Makes the key by which the text is looked up.
    pub key: fn(&str) -> String,
    /// A description of its texts, as in "the external id of a contact of this account".
    pub what: &'static str,
    /// The things that its texts stand for.
    pub names: Names,
    /// Selects the account's records whose external ids its texts are. `None`: the resource itself looks them up.
    pub records: Option<fn(AccountScope, Vec<String>) -> IdsByText>,
}

/// A query for texts, each with the id of the record that has it.
pub type IdsByText = Selector<SelectGetableTuple<(String, i64)>>;

/// The things that the texts of a [`LookupColumn`] stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// One thing.
    One,
    /// A record of the same kind, which an earlier row of the file may make.
    OneOfItsKind,
    /// Any number of them: the field is a list.
    Several,
}

/// An external id.
pub type ExternalId = Text<100>;

/// The contact of a record, by its external id.
pub const CONTACT: LookupColumn = LookupColumn {
    column: "contact_external_id",
    field: "contact_id",
    key: str::to_owned,
    what: "the external id of a contact of this account",
    names: Names::One,
    records: Some(|account, ids| {
        ids_by::<contacts::Entity>(account, contacts::Column::ContactExternalId, ids)
    }),
};
/// The pledge of a record, by its external id.
pub const PLEDGE: LookupColumn = LookupColumn {
    column: "pledge_external_id",
    field: "pledge_id",
    what: "the external id of a pledge of this account",
    records: Some(|account, ids| ids_by::<pledges::Entity>(account, pledges::Column::PledgeExternalId, ids)),
    ..CONTACT
};
/// The gift of a record, by its external id.
pub const GIFT: LookupColumn = LookupColumn {
    column: "gift_external_id",
    field: "gift_id",
    what: "the external id of a gift of this account",
    records: Some(|account, ids| ids_by::<gifts::Entity>(account, gifts::Column::GiftExternalId, ids)),
    ..CONTACT
};
/// The batch of a gift, by its external id.
pub const BATCH: LookupColumn = LookupColumn {
    column: "batch_external_id",
    field: "batch_id",
    what: "the external id of a batch of this account",
    records: Some(|account, ids| ids_by::<batches::Entity>(account, batches::Column::BatchExternalId, ids)),
    ..CONTACT
};

/// What tells a person, or an organisation, from others.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// Whether it is an organisation.
    pub is_org: bool,
    /// Their email addresses, in lower case.
    pub emails: Vec<String>,
    /// The first name, without case and accents.
    pub first: String,
    /// The last name, without case and accents.
    pub last: String,
    /// The last name as its index has it, in each of its spellings.
    pub last_in_index: Vec<String>,
    /// Their postal codes, without case and spaces.
    pub codes: Vec<String>,
    /// Whether nothing but the name is known, which may be the last name alone.
    pub is_name_alone: bool,
}

impl Look {
    /// Returns whether it has the whole name of a person, or the name of an organisation. Somebody of whom nothing but the last name is
    /// known, such as a family, may have no other one.
    pub fn is_named(&self) -> bool {
        !self.last.is_empty() && (self.is_org || !self.first.is_empty() || self.is_name_alone)
    }
}

/// What tells whether a new record is the same as one that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twin {
    /// The contact of both.
    pub contact_id: Option<i64>,
    /// What else both must have, as one text.
    pub key: String,
    /// Where both have such a number, it tells them apart.
    pub numbers: [Option<String>; 2],
}

impl Twin {
    /// Returns whether the two may be the same, because nothing tells them apart.
    pub fn fits(&self, other: &Self) -> bool {
        let mut numbers = self.numbers.iter().zip(&other.numbers);
        let of_contact = (self.contact_id, &self.key) == (other.contact_id, &other.key);
        of_contact && numbers.all(|(own, other)| own.is_none() || other.is_none() || own == other)
    }
}

/// What stays as it is of a contact that a row changes.
#[derive(Clone, Copy, Debug)]
pub struct Kept {
    /// Whether it is an organisation.
    pub is_org: bool,
    /// Whether it has an employer.
    pub has_employer: bool,
}

/// Returns what tells whether the record that a body would make is there already, if it can be told.
pub type TwinOf<R> = fn(&Context, &<R as Resource>::Input) -> Option<Twin>;

/// A resource that can be imported from a file. A file may have a column for each field of a body, the columns of its
/// [`EXPORT`](crate::fields::Payload::EXPORT), and the columns declared here.
pub trait Importable: Resource {
    /// The field that tells which record a row changes.
    const EXTERNAL_ID: Unique<Self>;
    /// The document's description of its imports.
    const ABOUT_IMPORT: &'static str;
    /// Whether what a row says of linked records must be written before the next row is judged.
    const ONE_BY_ONE: bool = false;
    /// The change that takes a record back which an import has made, because nothing is deleted: it no longer counts, and no
    /// later import finds it. `None`: imports of this kind cannot be taken back.
    const TAKEN_BACK: Option<fn() -> Self::Input> = None;
    /// Returns what tells whether the record of a new row is there already. `None`: rows of this kind are never left out for it.
    const TWIN: Option<TwinOf<Self>> = None;
    /// Columns whose texts stand for numbers.
    const NAMED: &'static [LookupColumn];

    /// Looks up the numbers that the keys of a column stand for. Unknown keys are missing from the map. A resource
    /// looks up those of columns without `records` itself.
    fn resolve(
        tx: &Transaction,
        account: AccountScope,
        named: &LookupColumn,
        keys: Vec<String>,
    ) -> impl Future<Output = Result<HashMap<String, i64>, AppError>> + Send {
        ids_by_external_id(tx, account, named, keys)
    }

    /// Returns whether others that count need the record, so that it cannot be taken back. What belongs to a contact need not
    /// be looked for here.
    fn is_needed(
        _tx: &Transaction,
        _account: AccountScope,
        _id: i64,
    ) -> impl Future<Output = Result<bool, AppError>> + Send {
        async { Ok(false) }
    }

    /// Returns why records stay as they are when an import is undone, by their ids: those that letters tell of which were made since.
    fn stays(
        _tx: &Transaction,
        _account: AccountScope,
        _ids: &BTreeSet<i64>,
        _since_ms: i64,
    ) -> impl Future<Output = Result<HashMap<i64, String>, AppError>> + Send {
        async { Ok(HashMap::new()) }
    }

    /// Returns the change that fills what a record lacks with what a new one has, and the rules that the change breaks:
    /// nothing that is there is lost. If it `revives`, an archived record is archived no longer. `None` if the two cannot be the
    /// same.
    fn filled(
        _tx: &Transaction,
        _context: &Context,
        _stored: &Row<Self>,
        _new: (Row<Self>, Self::Plan),
        _revives: bool,
    ) -> impl Future<Output = Result<Option<(Self::Input, Problems)>, AppError>> + Send {
        async { Ok(None) }
    }

    /// Returns what stays as it is of a record. `None`: it is no contact.
    fn kept(_stored: &Row<Self>) -> Option<Kept> {
        None
    }

    /// Returns what tells a new record from others, if it is a person or an organisation.
    fn look(_input: &Self::Input) -> Option<Look> {
        None
    }

    /// Returns the records that are there and may be what new rows are, each row with the contact to whom its record would belong:
    /// their ids, lowest first, each with what tells whether it is the same.
    fn there(
        _tx: &Transaction,
        _context: &Context,
        _inputs: &[(i64, &Self::Input)],
    ) -> impl Future<Output = Result<Vec<(i64, Twin)>, AppError>> + Send {
        async { Ok(Vec::new()) }
    }

    /// Reads and locks the records that the rows of a file link to.
    fn links(
        _tx: &Transaction,
        _context: &Context,
        _inputs: &[&Self::Input],
    ) -> impl Future<Output = Result<PreloadedLinks, AppError>> + Send {
        async { Ok(PreloadedLinks::default()) }
    }
}

/// Selects the account's records that have one of these texts in a column.
pub fn ids_by<E: Tenant>(account: AccountScope, column: E::Column, texts: Vec<String>) -> IdsByText {
    let select = account.find::<E>().filter(column.is_in(texts)).select_only();
    select.column(column).column(E::ID).into_tuple()
}

/// Returns the ids of the records with these external ids that a column names, by external id.
pub async fn ids_by_external_id(
    tx: &Transaction,
    account: AccountScope,
    named: &LookupColumn,
    external_ids: Vec<String>,
) -> Result<HashMap<String, i64>, AppError> {
    let Some(records) = named.records else { return Ok(HashMap::new()) };
    Ok(records(account, external_ids).all(tx).await?.into_iter().collect())
}

/// Returns whether the account has a record that fulfils a condition.
pub async fn has<E: Tenant>(
    tx: &Transaction,
    account: AccountScope,
    condition: SimpleExpr,
) -> Result<bool, AppError> {
    let first = account.find::<E>().filter(condition).select_only().column(E::ID).limit(1);
    Ok(first.into_tuple::<i64>().one(tx).await?.is_some())
}

/// Puts the id of the record that an external id names into a body, which need not have the id then.
pub async fn link(
    tx: &Transaction,
    context: &Context,
    named: &LookupColumn,
    (external_id, id): (Patch<String>, &mut Patch<i64>),
    problems: &mut Problems,
) -> Result<(), AppError> {
    let Patch::Value(external_id) = external_id else { return Ok(()) };
    let (column, field) = (named.column, named.field);
    problems.forgive(field);
    let keys = vec![external_id.clone()];
    let found = ids_by_external_id(tx, context.caller.account, named, keys).await?.remove(&external_id);
    match found {
        None => problems.add_as(Fault::UnknownLink, column, format_args!("must be {}", named.what)),
        Some(found) if *id != Patch::Absent && *id != Patch::Value(found) => {
            problems.add(column, format_args!("is not that of {field}: leave one of them out"));
        }
        Some(found) => *id = Patch::Value(found),
    }
    Ok(())
}

/// The most ids of one query. SQLite allows 32,766 parameters.
const IDS_MAX: usize = 10_000;

/// Returns the texts that the account's records with these ids have in a column, by id. A record without one is missing.
pub async fn texts_by_id<E: Tenant, C: ConnectionTrait>(
    connection: &C,
    account: AccountScope,
    column: E::Column,
    ids: impl Iterator<Item = i64>,
) -> Result<HashMap<i64, String>, AppError> {
    let mut ids: Vec<_> = ids.collect();
    ids.sort_unstable();
    ids.dedup();
    let mut texts = HashMap::new();
    for ids in ids.chunks(IDS_MAX) {
        let select =
            account.find::<E>().filter(E::ID.is_in(ids.iter().copied())).filter(column.is_not_null());
        let select = select.select_only().column(E::ID).column(column);
        texts.extend(select.into_tuple::<(i64, String)>().all(connection).await?);
    }
    Ok(texts)
}

/// Returns the text of a linked record for a file, or `null` if there is none.
pub(crate) fn text_of(texts: &HashMap<i64, String>, id: Option<i64>) -> Value {
    id.and_then(|id| texts.get(&id)).map_or(Value::Null, |text| text.as_str().into())
}
