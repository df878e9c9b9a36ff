//! Conditions that several filters share, and the ids of what they find.

use sea_orm::sea_query::{Expr, ExprTrait, Func, SelectStatement, SimpleExpr};
use sea_orm::{ConnectionTrait, DbBackend, QuerySelect, QueryTrait, Select, Value};
use shared::database::rows;
use shared::entities::Tenant;

use crate::error::AppError;

/// Letters that databases write in lower case in different ways, and the letter that replaces each.
const FOLDED: [(char, char); 2] = [('İ', 'i'), ('ς', 'σ')];

/// How many ids SQLite looks up in an index rather than read all rows.
const LOOKED_UP_MAX: usize = 1000;

/// Returns the condition that a text equals another one, without regard to case. An index of the text in lower case
/// carries it, except for letters beyond ASCII on SQLite.
pub fn equals(backend: DbBackend, text: impl Into<SimpleExpr>, other: &str) -> SimpleExpr {
    let text = text.into();
    if backend == DbBackend::Sqlite && !other.is_ascii() {
        return in_any_case(text, &any_case(&folded(other)));
    }
    Expr::expr(Func::lower(text)).eq(Expr::expr(Func::lower(Expr::val(other))))
}

/// Writes a word in lower case, letter by letter, as databases do.
fn folded(word: &str) -> String {
    let lower = |letter: char| {
        let instead = FOLDED.iter().find(|(folded, _)| *folded == letter).map(|(_, instead)| *instead);
        instead.or_else(|| single(letter.to_lowercase())).unwrap_or(letter)
    };
    word.chars().map(lower).collect()
}

/// Returns a letter, if there are not several.
fn single(mut letters: impl Iterator<Item = char>) -> Option<char> {
    letters.next().filter(|_| letters.next().is_none())
}

/// Returns the condition that a text fits a pattern of SQLite.
fn in_any_case(text: SimpleExpr, pattern: &str) -> SimpleExpr {
    Expr::cust_with_exprs("? GLOB ?", [text, Expr::val(pattern)])
}

/// Writes a folded word as a pattern of SQLite: each letter in all its cases.
fn any_case(word: &str) -> String {
    let mut pattern = String::with_capacity(word.len() * 4);
    for letter in word.chars() {
        let capital = single(letter.to_uppercase()).filter(|capital| *capital != letter);
        let folded = FOLDED.iter().filter(|(_, instead)| *instead == letter).map(|(folded, _)| *folded);
        let others: String = capital.into_iter().chain(folded).collect();
        if others.is_empty() && !['*', '?', '['].contains(&letter) {
            pattern.push(letter);
        } else {
            pattern.extend(['[', letter]);
            pattern.push_str(&others);
            pattern.push(']');
        }
    }
    pattern
}

/// Returns the condition that an id is one of `ids`. All ids together are one parameter.
pub fn one_of(backend: DbBackend, id: impl Into<SimpleExpr>, ids: Vec<i64>) -> SimpleExpr {
    let mut id = id.into();
    if backend == DbBackend::Sqlite && ids.len() > LOOKED_UP_MAX {
        // With the plus, SQLite reads the rows in the order of the list, and looks up each row's id among these. Without it,
        // SQLite would look all these ids up in an index, and sort all that it finds.
        id = Expr::cust_with_exprs("+?", [id]);
    }
    these(backend, id, |place| rows::one_of(backend, place, ids))
}

/// Returns the condition that an id is none of `ids`. All ids together are one parameter.
pub fn none_of(backend: DbBackend, id: impl Into<SimpleExpr>, ids: Vec<i64>) -> SimpleExpr {
    these(backend, id, |place| rows::none_of(backend, place, ids))
}

fn these(
    backend: DbBackend,
    id: impl Into<SimpleExpr>,
    condition: impl FnOnce(&str) -> (String, Value),
) -> SimpleExpr {
    let (id_place, ids_place) = if backend == DbBackend::Sqlite { ("?", "?") } else { ("$1", "$2") };
    let (these, ids) = condition(ids_place);
    Expr::cust_with_exprs(format!("{id_place} {these}"), [id.into(), Expr::val(ids)])
}

/// Reads the ids of the records that are selected, in no order.
pub async fn read_ids<E: Tenant>(
    connection: &impl ConnectionTrait,
    select: Select<E>,
) -> Result<Vec<i64>, AppError> {
    let id = Expr::col((E::default(), E::ID));
    together(connection, select.select_only().expr_as(id, "id").into_query()).await
}

/// Reads the ids that a statement selects as `id`. The database sends them as one value, because the many rows would take longer
/// than finding them.
pub async fn together(
    connection: &impl ConnectionTrait,
    select: SelectStatement,
) -> Result<Vec<i64>, AppError> {
    let is_sqlite = connection.get_database_backend() == DbBackend::Sqlite;
    let together = if is_sqlite { "group_concat(found.id)" } else { "array_agg(found.id)" };
    let mut all = SelectStatement::new();
    all.expr(Expr::cust(together)).from_subquery(select, "found");
    let Some(row) = connection.query_one(&all).await? else { return Ok(Vec::new()) };
    if !is_sqlite {
        return Ok(row.try_get_by_index::<Option<Vec<i64>>>(0)?.unwrap_or_default());
    }
    let ids = row.try_get_by_index::<Option<String>>(0)?.unwrap_or_default();
    let ids = ids.split_terminator(',').map(str::parse).collect::<Result<_, _>>();
    ids.map_err(|error| AppError::Internal(Box::new(error)))
}
