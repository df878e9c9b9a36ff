//! How the columns of a file are understood.

use poem_openapi::registry::{MetaSchemaRef, Registry};
use shared::values::choices::ImportKind;

use super::layout::Layout;
pub use super::layout::Meaning;
use crate::http::AppError;
use crate::http::schema::Describe;
use crate::records::importable::Importable;
use crate::resources::contacts::Contact;
use crate::resources::gifts::Gift;
use crate::resources::pledges::Pledge;
use crate::resources::tasks::Task;

/// A column of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileColumn {
    /// Its name in the header.
    pub name: String,
    /// What its cells are.
    pub meaning: Meaning,
    /// What the field is, if the documentation has a sentence about it.
    pub description: Option<&'static str>,
}

/// Returns how the columns of a header are understood.
///
/// # Errors
/// 422 if a file with this header cannot be imported.
pub fn of_header(kind: ImportKind, header: &[String]) -> Result<Vec<FileColumn>, AppError> {
    match kind {
        ImportKind::Contacts => of::<Contact>(header),
        ImportKind::Gifts => of::<Gift>(header),
        ImportKind::Pledges => of::<Pledge>(header),
        ImportKind::Tasks => of::<Task>(header),
    }
}

fn of<R: Importable + Describe>(header: &[String]) -> Result<Vec<FileColumn>, AppError> {
    let layout = Layout::new::<R>(header).map_err(AppError::Invalid)?;
    let properties = R::describe(&mut Registry::new()).properties;
    let column = |(name, meaning): (&str, Meaning)| {
        let property = properties.iter().find(|(property, _)| *property == name);
        let description = property.and_then(|(_, schema)| match schema {
            MetaSchemaRef::Inline(schema) => schema.description,
            MetaSchemaRef::Reference(_) => None,
        });
        FileColumn { name: name.to_owned(), meaning, description }
    };
    Ok(layout.meanings().map(column).collect())
}
