//! The contact itself: every field that says something goes, and a mark says when it was erased.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, QueryFilter};
use serde_json::Value;
use shared::entities::contacts;
use shared::values::choices::{Choice, ContactStatus, Newsletter};

use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::field::Input;
use crate::fields::source::Source;
use crate::records::preconditions::Preconditions;
use crate::records::{Context, Resource, service};
use crate::resources::contacts::{Contact, ContactInput};

/// Returns how many fields of a contact, as its response shows it, an erasure changes.
pub(super) fn count(before: &Value) -> u64 {
    let is_erased = |(name, text): &(&str, &str)| before.get(name).is_none_or(|before| says(before, text));
    anonymous().filter(|field| !is_erased(field)).count() as u64
}

/// Makes the contact anonymous, if it says something, and marks it as erased now, even if it was before: what was
/// written about it since is erased as well.
pub(super) async fn erase(context: &Context, id: i64, says_something: bool) -> Result<(), AppError> {
    use contacts::Column as C;
    let (change, problems) = filled_in::<Contact>(anonymous());
    service::commit::<Contact, _>(context, async |tx| {
        if says_something {
            service::update::<Contact>(tx, context, (id, &Preconditions::default()), change, problems)
                .await?;
        }
        let mark = context.caller.account.update::<contacts::Entity>().filter(C::Id.eq(id));
        mark.col_expr(C::ErasedAtMs, Expr::value(context.app.clock.now_ms())).exec(tx).await?;
        Ok(())
    })
    .await
}

/// Returns the values that make a contact anonymous, archived and not to be contacted: every field, and its new text.
/// An organisation stays one, because its people refer to it.
fn anonymous() -> impl Iterator<Item = (&'static str, &'static str)> {
    let fields = ContactInput::FIELDS.iter().map(|entry| entry.name);
    fields.filter(|name| *name != "contact_is_org").map(|name| {
        let text = match name {
            "contact_status" => ContactStatus::Archive.as_str(),
            "contact_anonymous" | "contact_do_not_call" | "contact_do_not_mail" | "contact_do_not_email" => {
                "1"
            }
            "contact_newsletter" => Newsletter::None.as_str(),
            _ => "",
        };
        (name, text)
    })
}

/// Returns the change of a form with these fields and their texts.
pub(super) fn filled_in<R: Resource>(
    texts: impl Iterator<Item = (&'static str, &'static str)>,
) -> (R::Input, Problems) {
    R::Input::of(texts.map(|(name, text)| (name.into(), Source::text(text))).collect(), false)
}

/// Returns whether a member of a response has the value of a text.
fn says(member: &Value, text: &str) -> bool {
    match member {
        Value::Null => text.is_empty(),
        Value::Array(items) => items.is_empty() && text.is_empty(),
        Value::String(string) => string == text,
        other => text.parse::<Value>().is_ok_and(|value| value == *other),
    }
}
