//! The words of a kind of printed letters in a language, with fields in braces. A kind without a row has the words that come with the
//! service. Without a title of the signer and a legal text, which has lines, letters have those of the letterhead.

use sea_orm::entity::prelude::*;

use crate::values::choices::{LetterKind, Locale};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "letter_templates")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub letter_kind: LetterKind,
    pub template_locale: Locale,
    pub template_subject: String,
    pub template_body: String,
    pub updated_at_ms: i64,
    pub signer_title: Option<String>,
    pub legal_text: Option<String>,
}

super::unrelated!();
super::tenant!();
