//! Conditions that several filters are made of.

use sea_orm::sea_query::{Expr, ExprTrait, Func, LikeExpr, SimpleExpr};
use sea_orm::{Condition, DbBackend};
use shared::database::rows;

/// Whether a text contains a word, without regard to case.
///
/// SQLite, and PostgreSQL in some locales, tell apart the cases of other letters than ASCII's. So the word is looked for
/// as it would be written in lower case, in capitals, and with a capital at its beginning.
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

/// In capitals, but for ASCII's letters, which every database lowers.
fn capitals(word: &str) -> String {
    word.to_uppercase().to_ascii_lowercase()
}

/// With a capital at the beginning, but for ASCII's letters.
fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| capitals(&first.to_string())).unwrap_or_default();
    first + &letters.as_str().to_lowercase()
}

/// Whether an id is among many, which are one parameter.
pub fn one_of(backend: DbBackend, id: impl Into<SimpleExpr>, ids: Vec<i64>) -> SimpleExpr {
    let (id_place, ids_place) = if backend == DbBackend::Sqlite { ("?", "?") } else { ("$1", "$2") };
    let (these, ids) = rows::one_of(backend, ids_place, ids);
    Expr::cust_with_exprs(format!("{id_place} {these}"), [id.into(), Expr::val(ids)])
}
