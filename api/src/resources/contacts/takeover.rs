//! Compares the fields of two contacts that become one: those that the contact that stays takes over, and those that
//! conflict. Values keep their text from a response, so that none changes on its way.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use serde_json::value::{RawValue, to_raw_value};
use shared::values::names::name_key;

use super::ContactInput;
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::field::{Control, Input};
use crate::fields::json::{Object, parse_stored};
use crate::fields::source::Source;

/// The mark of a contact without a name. Each contact keeps its own.
pub(in crate::resources) const ANONYMOUS: &str = "contact_anonymous";
/// The data of an account's own. Its members are compared one by one.
pub(in crate::resources) const CUSTOM: &str = "contact_custom";

/// A field whose values differ between the contacts: the value that stays, and the one that is left.
#[derive(Clone)]
pub(in crate::resources) struct Difference {
    pub(in crate::resources) field: String,
    pub(in crate::resources) kept: String,
    pub(in crate::resources) left: String,
}

/// The fields and items that the contact that stays takes over.
#[derive(Default)]
pub(in crate::resources) struct Takeover {
    /// The changes of the contact that stays, by the names of fields.
    pub(in crate::resources) changes: Vec<(&'static str, Source<'static>)>,
    /// The fields that were empty and are no more.
    pub(in crate::resources) filled: Vec<String>,
    pub(in crate::resources) differences: Vec<Difference>,
    /// How many items each list gets.
    pub(in crate::resources) added: Vec<(&'static str, usize)>,
    /// The links of the contact that stays which lead to the other one, and end.
    pub(in crate::resources) ended: Vec<&'static str>,
}

impl Takeover {
    /// Compares two contacts, as responses show them. The fields of `of_from` take the value of the other contact where both
    /// have one.
    pub(in crate::resources) fn of(
        into: &str,
        from: &str,
        of_from: &BTreeSet<String>,
    ) -> Result<Self, AppError> {
        let (into, from) = (members(into)?, members(from)?);
        let mut takeover = Self::default();
        // The fields that responses hide are not among the members.
        for entry in ContactInput::FIELDS.iter().filter(|entry| entry.name != ANONYMOUS) {
            let of = |contact: &[(_, &RawValue)]| value(contact, entry.name).map(str::to_owned);
            let (Some(own), Some(other)) = (of(&into), of(&from)) else { continue };
            let is_unset =
                |value: &str| value == "null" || matches!(entry.control, Control::Flag) && value == "0";
            match entry.control {
                Control::List(_) | Control::Names => takeover.add_items(entry.name, &own, &other)?,
                _ if own == other || is_unset(&other) => {}
                Control::Object(_) if !is_unset(&own) && key_of(&own)? == key_of(&other)? => {}
                _ if is_unset(&own) => {
                    takeover.filled.push(entry.name.to_owned());
                    takeover.changes.push((entry.name, owned(&other)?));
                }
                _ if entry.name == CUSTOM => takeover.add_custom(&own, &other, of_from)?,
                _ if of_from.contains(entry.name) => {
                    takeover.changes.push((entry.name, owned(&other)?));
                    takeover.differ(entry.name.to_owned(), &other, &own);
                }
                _ => takeover.differ(entry.name.to_owned(), &own, &other),
            }
        }
        Ok(takeover)
    }

    /// Returns whether the contact that stays takes over a field.
    pub(in crate::resources) fn changes(&self, field: &str) -> bool {
        self.changes.iter().any(|(name, _)| *name == field)
    }

    /// Returns how many items a list gets.
    pub(in crate::resources) fn added(&self, list: &str) -> i64 {
        let added = self.added.iter().find(|(name, _)| *name == list).map_or(0, |(_, count)| *count);
        i64::try_from(added).unwrap_or(i64::MAX)
    }

    /// Returns the changes as the body of an update, and the rules that they break.
    pub(in crate::resources) fn input(&self) -> (ContactInput, Problems) {
        let changes = self.changes.iter().map(|(name, value)| ((*name).into(), value.clone()));
        let ended = self.ended.iter().filter(|name| !self.changes(name));
        let ended = ended.map(|name| ((*name).into(), Source::text("")));
        ContactInput::of(changes.chain(ended).collect(), false)
    }

    fn differ(&mut self, field: String, kept: &str, left: &str) {
        self.differences.push(Difference { field, kept: kept.to_owned(), left: left.to_owned() });
    }

    /// Adds those items of a list that the own list does not have.
    fn add_items(&mut self, list: &'static str, own: &str, other: &str) -> Result<(), AppError> {
        let (own, other): (Vec<&RawValue>, Vec<&RawValue>) =
            (serde_json::from_str(own)?, serde_json::from_str(other)?);
        let mut known = own.iter().map(|item| key(item)).collect::<Result<HashSet<_>, _>>()?;
        let mut items = own.iter().map(|item| owned(item.get())).collect::<Result<Vec<_>, _>>()?;
        let before = items.len();
        for item in other {
            if known.insert(key(item)?) {
                // An item of its own is new. The own list has its primary item already.
                let kept = members(item.get())?.into_iter();
                let kept = kept
                    .filter(|(name, _)| name != "id" && (before == 0 || !name.ends_with("_primary")))
                    .map(|(name, value)| Ok((name.into_owned().into(), owned(value.get())?)));
                items.push(Source::Object(kept.collect::<Result<_, AppError>>()?));
            }
        }
        if items.len() > before {
            self.added.push((list, items.len() - before));
            self.changes.push((list, Source::List(items)));
        }
        Ok(())
    }

    /// Adds those members of the other object that the own one does not have, and takes over those that it is to have.
    fn add_custom(&mut self, own: &str, other: &str, of_from: &BTreeSet<String>) -> Result<(), AppError> {
        let (mut all, other) = (members(own)?, members(other)?);
        let mut is_changed = false;
        for (name, other) in other {
            let field = format!("{CUSTOM}.{name}");
            match all.iter_mut().find(|(member, _)| *member == name) {
                None => {
                    self.filled.push(field);
                    all.push((name, other));
                    is_changed = true;
                }
                Some((_, own)) if own.get() == other.get() => {}
                Some((_, own)) if of_from.contains(&field) => {
                    let left = std::mem::replace(own, other);
                    self.differ(field, other.get(), left.get());
                    is_changed = true;
                }
                Some((_, own)) => self.differ(field, own.get(), other.get()),
            }
        }
        if is_changed {
            self.changes.push((CUSTOM, Source::Json(Cow::Owned(to_raw_value(&Object(&all))?))));
        }
        Ok(())
    }
}

type Members<'a> = Vec<(Cow<'a, str>, &'a RawValue)>;

fn members(object: &str) -> Result<Members<'_>, AppError> {
    parse_stored(object.as_bytes()).map_err(|error| AppError::Internal(error.into()))
}

fn value<'a>(members: &[(Cow<'_, str>, &'a RawValue)], name: &str) -> Option<&'a str> {
    members.iter().find(|(member, _)| member == name).map(|(_, value)| value.get())
}

/// Returns the key that tells an item from the others of its list: the name of a tag or an email address without regard
/// to case, otherwise the whole item.
fn key(item: &RawValue) -> Result<String, AppError> {
    key_of(item.get())
}

fn key_of(item: &str) -> Result<String, AppError> {
    let members = members(item)?;
    for name in ["tag_name", "email_address"] {
        if let Some(text) = value(&members, name) {
            return Ok(name_key(text));
        }
    }
    let says: Vec<_> =
        members.into_iter().filter(|(name, _)| name != "id" && !name.ends_with("_primary")).collect();
    Ok(serde_json::to_string(&Object(&says))?)
}

/// Returns the value that JSON stands for.
fn owned(json: &str) -> Result<Source<'static>, AppError> {
    Ok(Source::Json(Cow::Owned(serde_json::from_str(json)?)))
}
