//! The meaning of a file's columns, for people.

use poem_openapi::registry::{MetaSchemaRef, Registry};
use shared::values::choices::ImportKind;

pub use super::layout::Meaning;
use super::layout::{Layout, item_members};
use crate::error::AppError;
use crate::fields::field::{Control, Input};
use crate::fields::labels::capitalised;
use crate::fields::schema::Describe;
use crate::http::csv::Items;
use crate::records::importable::Importable;
use crate::resources::kinds::of_kind;

/// A column of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileColumn {
    /// Its name in the header.
    pub name: String,
    /// The meaning of its cells.
    pub meaning: Meaning,
    /// The description of its field, if the document has one.
    pub description: Option<String>,
}

/// Returns how the columns of a header are understood.
///
/// # Errors
/// 422 if a file with this header cannot be imported.
pub fn of_header(kind: ImportKind, header: &[String]) -> Result<Vec<FileColumn>, AppError> {
    of_kind!(kind, R => of::<R>(header))
}

fn of<R: Importable + Describe>(header: &[String]) -> Result<Vec<FileColumn>, AppError> {
    let layout = Layout::new::<R>(header).map_err(AppError::Invalid)?;
    let properties = R::describe(&mut Registry::new()).properties;
    let column = |(name, meaning): (&str, Meaning)| {
        let property = properties.iter().find(|(property, _)| *property == name);
        let description = property.and_then(|(_, schema)| match schema {
            MetaSchemaRef::Inline(schema) => schema.description.map(str::to_owned),
            MetaSchemaRef::Reference(_) => None,
        });
        // Some columns are no fields of a response: parts of an object or a list, and texts that stand for numbers.
        let description = description.or_else(|| about_part::<R>(name)).or_else(|| about_lookup::<R>(name));
        FileColumn { name: name.to_owned(), meaning, description }
    };
    Ok(layout.meanings().map(column).collect())
}

/// Describes a column for a field of a member's objects.
fn about_part<R: Importable>(name: &str) -> Option<String> {
    let (member, part) = item_members::<R>()
        .flat_map(|items| items.columns.iter().map(|part| (items.member, part)))
        .find(|(_, part)| part.column == name)?;
    let member = R::Input::FIELDS.iter().find(|field| field.name == member)?;
    let (Control::List(fields) | Control::Object(fields)) = member.control else { return None };
    let about = fields.iter().find(|field| field.name == part.field)?.about.trim();
    Some(match part.items {
        Items::First => about.to_owned(),
        Items::Others => format!("{about}; of all but the first, separated by semicolons"),
        Items::All => format!("{about}; of all, separated by semicolons"),
    })
}

/// Describes a column whose texts stand for numbers.
fn about_lookup<R: Importable>(name: &str) -> Option<String> {
    R::NAMED.iter().find(|named| named.column == name).map(|named| capitalised(named.what))
}
