//! Conditions that several filters share.

use sea_orm::sea_query::{Expr, ExprTrait, Func, LikeExpr, SimpleExpr};
use sea_orm::{Condition, DbBackend};
use shared::database::rows;

/// Returns the condition that a text contains a word, without regard to case.
///
/// SQLite, and PostgreSQL in some locales, convert only ASCII letters to lower case. So the condition looks for three
/// spellings of the word: in lower case, in capitals, and with a capital first letter.
pub fn contains(text: impl Into<SimpleExpr>, word: &str) -> Condition {
    let text: SimpleExpr = Func::lower(text.into()).into();
    let mut spellings =
        [word.to_lowercase(), capitals(word), capitalised(word)].map(|word| like(&word)).to_vec();
    spellings.dedup();
    let like = |pattern| text.clone().like(LikeExpr::new(pattern).escape('\\'));
    spellings.into_iter().map(like).fold(Condition::any(), Condition::add)
}

fn like(word: &str) -> String {
    let escaped = word.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_");
    format!("%{escaped}%")
}

/// Returns a word in capitals, but with its ASCII letters in lower case, because every database converts those.
fn capitals(word: &str) -> String {
    word.to_uppercase().to_ascii_lowercase()
}

/// Returns a word in lower case with a capital first letter, unless that letter is ASCII.
fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| capitals(&first.to_string())).unwrap_or_default();
    first + &letters.as_str().to_lowercase()
}

/// Returns the condition that an id is one of `ids`. All ids together are one parameter.
pub fn one_of(backend: DbBackend, id: impl Into<SimpleExpr>, ids: Vec<i64>) -> SimpleExpr {
    let (id_place, ids_place) = if backend == DbBackend::Sqlite { ("?", "?") } else { ("$1", "$2") };
    let (these, ids) = rows::one_of(backend, ids_place, ids);
    Expr::cust_with_exprs(format!("{id_place} {these}"), [id.into(), Expr::val(ids)])
}
