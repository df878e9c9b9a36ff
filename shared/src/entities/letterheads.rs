//! What stands on all printed letters of an account. `organisation_address` and `legal_text` have lines.

use sea_orm::entity::prelude::*;

use crate::values::choices::{Locale, PaperSize};

#[derive(Clone, Debug, Default, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "letterheads")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub organisation: String,
    pub organisation_address: Option<String>,
    pub tax_id: Option<String>,
    pub legal_text: Option<String>,
    pub signer_name: Option<String>,
    pub signer_title: Option<String>,
    pub paper: PaperSize,
    pub logo: Option<Vec<u8>>,
    pub updated_at_ms: i64,
    pub reply_to: Option<String>,
    pub letter_locale: Locale,
    /// The other locales in which letters go to donors whose language they are, with commas between them.
    pub donor_locales: String,
}

super::unrelated!();
super::tenant!();
