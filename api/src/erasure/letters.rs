//! The person's printed letters: their texts go, and their numbers and gifts stay.

use std::collections::BTreeSet;

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::{AccountScope, letter_runs, printed_letters};

use super::person::Person;
use crate::error::AppError;
use crate::state::App;

/// How many letters one statement reads.
const BATCH: u64 = 500;

/// Erases the texts of letters to the person, and of others that name the person, such as those of a household, or only
/// counts them. A letter of which the person is left out names nobody, only a reason that may.
pub(super) async fn erase(
    app: &App,
    account: AccountScope,
    person: &Person,
    (contact_id, dry_run): (i64, bool),
) -> Result<u64, AppError> {
    use printed_letters::Column as C;
    let (mut count, mut last) = (0, 0);
    loop {
        let letters = account.find::<printed_letters::Entity>().filter(C::Id.gt(last));
        let letters = letters.filter(C::LetterText.is_not_null()).order_by_asc(C::Id).limit(BATCH);
        let letters = letters.all(app.store.read()).await?;
        let Some(end) = letters.last() else { break };
        last = end.id;
        let is_theirs = |letter: &&printed_letters::Model| {
            let is_named = letter.letter_text.as_deref().is_some_and(|text| person.is_named_in(text));
            letter.contact_id == contact_id || is_named
        };
        let theirs: BTreeSet<i64> = letters.iter().filter(is_theirs).map(|letter| letter.id).collect();
        count += theirs.len() as u64;
        if !dry_run && !theirs.is_empty() {
            let erasure = account.update::<printed_letters::Entity>().filter(C::Id.is_in(theirs));
            let nothing = Expr::value(Option::<String>::None);
            erasure.col_expr(C::LetterText, nothing).exec(app.store.write()).await?;
        }
    }
    reasons(app, account, person, dry_run).await?;
    Ok(count)
}

/// Erases the reasons why somebody got no letter if they name the person, such as one about a household.
async fn reasons(app: &App, account: AccountScope, person: &Person, dry_run: bool) -> Result<(), AppError> {
    use letter_runs::Column as C;
    let runs = account.find::<letter_runs::Entity>().select_only().columns([C::Id, C::RunLeftOut]);
    let runs: Vec<(i64, String)> = runs.into_tuple().all(app.store.read()).await?;
    for (id, left_out) in runs {
        if !dry_run && person.is_named_in(&left_out) {
            let erasure = account.update::<letter_runs::Entity>().filter(C::Id.eq(id));
            erasure.col_expr(C::RunLeftOut, "[]".into()).exec(app.store.write()).await?;
        }
    }
    Ok(())
}
