//! Lists of records: search, filters, orders and pages, all of them in the address, and the same list as a CSV file.

use askama::Template;
use iso_currency::Currency;
use poem::IntoResponse;
use poem::http::HeaderMap;
use shared::values::choices::{AuditAction, Choice, Include};
use tokio::try_join;

use super::address::{Pairs, here};
use super::amounts;
use super::columns::{self, COLUMNS, Columns};
use super::fields::{self, FormProblems};
use super::filters::{self, Filters};
use super::kind::{Kind, purposes};
use super::links::Links;
use super::menu::{self, Menu};
use super::table::{Cell, Head, Table};
use crate::accounts::audit;
use crate::error::AppError;
use crate::fields::parameters::{Asked, QueryInput};
use crate::http::csv::Accept;
use crate::http::query::Query;
use crate::locale::LetterLocales;
use crate::records::list::{self, Place, SortKey, SortValues};
use crate::resources::letters::letterhead;
use crate::rest;
use crate::web::format;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

/// The parameter of the API that says what a file shows of others.
const INCLUDED: &str = "include";

#[derive(Template)]
#[template(path = "records/list.html")]
struct Page {
    shell: Shell,
    path: &'static str,
    /// The label of the link to the form of a new record.
    new: String,
    /// Further links: the label and the path of each.
    shortcuts: Vec<(&'static str, &'static str)>,
    /// How many there are, and their totals.
    notes: Vec<String>,
    views: Vec<View>,
    menu: Menu,
    filters: Filters,
    /// The orders that the columns have, for a phone, which shows no heads of columns.
    orders: Vec<View>,
    columns: Columns,
    table: Option<Table>,
    /// Whether the visitor has chosen the columns, which may be more than a page is wide.
    is_wide: bool,
    /// The path of the page for ticked records, and the address that leads back from there.
    ticked: Option<(&'static str, String)>,
    empty: &'static str,
    is_filtered: bool,
    /// Which of the records are shown, such as `51–100 of 308`, if not all.
    range: String,
    first: Option<String>,
    previous: Option<String>,
    next: Option<String>,
    export: String,
    export_for_excel: String,
}

/// A link to a list that people often open, or to the same list in another order.
struct View {
    label: String,
    href: String,
    is_current: bool,
}

/// Returns the list's query as the API reads it, together with filters that the page can show and remove. Amounts are
/// read as in forms. Without a currency among the filters, their signs are those of the account's own one.
fn query<K: Kind, Q: QueryInput>(pairs: &Pairs, own: Currency) -> Asked<Q> {
    let filters = Q::parameters();
    let currency = filters::currency_of(pairs, own);
    let mut wrong = Vec::new();
    let is_shown = |name: &str| {
        ["sort", "cursor", "for", COLUMNS, INCLUDED].contains(&name)
            || filters::has_own_name::<Q>(name)
            || filters.iter().any(|parameter| parameter.name == name)
    };
    let pairs = pairs.0.iter().filter(|(name, _)| is_shown(name)).cloned();
    let read = pairs.filter_map(|(name, value)| {
        if !filters::is_money(&filters, &name) {
            return Some((name, value));
        }
        match amounts::plain(&value, currency) {
            Ok(number) => Some((name, number.unwrap_or(value))),
            Err(rule) => {
                wrong.push((name, rule));
                None
            }
        }
    });
    let pairs = Pairs(read.collect());
    let has_order = !pairs.text("sort").is_empty();
    let pairs = if has_order { pairs } else { pairs.with("sort", sort_of::<K>(&pairs)) };
    let unless = K::UNLESS_ASKED.filter(|(.., others)| others.iter().all(|name| pairs.text(name).is_empty()));
    let pairs = unless.iter().fold(pairs, |pairs, (name, value, _)| pairs.with(name, value));
    let mut asked = Asked::of(pairs.0);
    for (name, rule) in wrong {
        asked.problems.add(&name, rule);
    }
    asked
}

/// The orders of who is found by some filters: how the names of these begin, and the order.
const ORDERS_OF_FILTERS: [(&str, &str); 2] =
    [("given_", "-given_total"), ("birthday_month", "contact_birthday")];

/// Returns the order of a list for which none is asked. Who is found by what they gave, or by the birthday, is sorted by it.
fn sort_of<K: Kind>(pairs: &Pairs) -> &'static str {
    let has_order = |order: &str| K::ORDERS_BY_VALUE.contains(&order.trim_start_matches('-'));
    let is_asked = |beginning: &str| {
        pairs.0.iter().any(|(name, value)| name.starts_with(beginning) && !value.is_empty())
    };
    let mut orders = ORDERS_OF_FILTERS.into_iter();
    let found = orders.find(|&(beginning, order)| has_order(order) && is_asked(beginning));
    found.map_or(K::SORT, |(_, order)| order)
}

/// Returns the parameters of a list's page.
pub(in crate::web) fn parameters<K: Kind>() -> Vec<&'static str> {
    parameters_and::<K>(&["sort", "cursor", COLUMNS])
}

/// Returns the parameters of a list's file.
pub(in crate::web) fn export_parameters<K: Kind>() -> Vec<&'static str> {
    parameters_and::<K>(&["sort", "for", COLUMNS])
}

fn parameters_and<K: Kind>(others: &[&'static str]) -> Vec<&'static str> {
    K::Filters::parameters().into_iter().map(|filter| filter.name).chain(others.iter().copied()).collect()
}

pub(in crate::web) async fn show<K: Kind>(mut visit: Visit) -> Answer {
    let mut context = visit.records()?;
    let chosen = columns::chosen::<K>(&visit);
    if !chosen.is_empty() {
        context.letters = letters(&visit).await?;
    }
    let pairs = columns::with_columns(&Pairs::of(&visit), &chosen);
    let links = filters::links(&pairs);
    let asked = query::<K, _>(&pairs.without(&[COLUMNS, INCLUDED]), context.caller.currency);
    let kept = asked.sent.pairs().filter(|(name, _)| *name != "cursor" && !pairs.text(name).is_empty());
    let kept = Pairs(kept.map(|(name, value)| (name.to_owned(), value.to_owned())).collect());
    let kept = columns::with_columns(&kept, &chosen);
    let offering: Vec<_> = K::Filters::parameters().iter().map(|parameter| parameter.name).collect();
    let values = [&links];
    let names = Links::offering(&context, &values, &offering);
    let (names, mut menu) = try_join!(names, menu::of::<K>(&context, &kept))?;
    let (found, mut problems) = match list::page::<K>(&context, asked).await {
        Ok(page) => (Some(page), FormProblems::default()),
        Err(AppError::Invalid(problems)) => (None, FormProblems::new(problems)),
        Err(error) => return Err(error),
    };
    let is_wrong = found.is_none();
    menu.save = menu.save.filter(|_| !is_wrong);
    let (mut notes, mut table, mut range) = (Vec::new(), None, String::new());
    let (mut previous, mut next) = (None, None);
    if let Some(page) = found {
        range = page.range().map(range_of).unwrap_or_default();
        let at = |cursor: &str| pairs.with("cursor", cursor).at(K::PATH);
        previous = page.previous.map(|place| match place {
            Place::Start => first_page::<K>(&pairs),
            Place::Cursor(cursor) => at(&cursor),
        });
        next = page.next.map(|cursor| at(&cursor));
        let mut rows = K::rows(&visit, &page.context, &page.records).await?;
        if let Some((order, values)) = page.values.as_ref().filter(|_| K::COUNTS_AS_FILTERED) {
            show_values::<K>(&mut rows, &page.records, order, (values, context.caller.currency));
        }
        if K::TICKED.is_some() {
            for (row, record) in rows.iter_mut().zip(&page.records) {
                row[0].tick = Some(record.record_id());
            }
        }
        notes.push(t!(K::WORDS.1, count = page.total));
        if page.total > 0 {
            notes.extend(K::totals(&page.context, page.select, purposes(|name| pairs.text(name))).await?);
            let all = Table { heads: heads::<K>(&pairs), rows };
            table = Some(match &*chosen {
                [] => all.without_empty(),
                chosen => {
                    let texts = rest::list::texts(&page.context, page.records, chosen).await?;
                    columns::put::<K>(all, texts, chosen)
                }
            });
        }
    }
    let mut filters = filters::of::<K>(&pairs, (&names, context.caller.currency), &mut problems);
    let views = views::<K>(&pairs);
    if views.iter().any(|view| view.is_current) {
        // A view says by itself what it filters by.
        filters.chips.clear();
    }
    let is_filtered = !filters::chosen(&pairs).0.is_empty();
    visit.summary = problems.summary(t!("list-not-shown"), |summary| {
        fields::summarise(filters.search.iter().chain(&filters.inputs), "", summary);
    });
    let export = pairs.without(&["cursor", COLUMNS]);
    let page = Page {
        shell: visit.shell(t!(K::TITLE)).await?,
        path: K::PATH,
        new: t!("list-new", kind = K::KIND),
        shortcuts: K::SHORTCUTS.iter().map(|(label, path)| (t!(*label), *path)).collect(),
        notes,
        views,
        menu,
        filters,
        orders: orders::<K>(&pairs),
        columns: columns::form::<K>(&pairs, &chosen),
        table,
        is_wide: !chosen.is_empty(),
        ticked: K::TICKED.map(|path| (path, here(&visit))),
        empty: t!(if is_filtered { "list-nothing-fits" } else { K::EMPTY }),
        is_filtered,
        range,
        first: (!pairs.text("cursor").is_empty()).then(|| first_page::<K>(&pairs)),
        previous,
        next,
        export: export.at(&format!("{}/export", K::PATH)),
        export_for_excel: columns::with_columns(&export.with("for", "excel"), &chosen)
            .at(&format!("{}/export", K::PATH)),
    };
    if is_wrong { visit.refused(&page) } else { visit.page(&page) }
}

/// Says which of the records are shown, such as `51–100 of 308`.
fn range_of(numbers: [i64; 3]) -> String {
    let [first, last, total] = numbers.map(|number| number.to_string());
    t!("list-range", first = first, last = last, total = total)
}

/// Shows in the column of an order the values by which the list is sorted: the filters may say which gifts they count.
fn show_values<K: Kind>(
    rows: &mut [Vec<Cell>],
    records: &[K],
    order: &str,
    (values, currency): (&SortValues, Currency),
) {
    let Some(column) = K::COLUMNS.iter().position(|column| column.order == Some(order)) else { return };
    for (row, record) in rows.iter_mut().zip(records) {
        let text = match values.get(&record.record_id()) {
            Some(SortKey::Number(minor)) => format::money(*minor, currency),
            Some(SortKey::Day(day)) => format::day(*day),
            Some(SortKey::Text(text)) => text.clone(),
            None => String::new(),
        };
        row[column] = Cell::text(text);
    }
}

/// Returns the address of the list's first page.
fn first_page<K: Kind>(pairs: &Pairs) -> String {
    pairs.without(&["cursor"]).at(K::PATH)
}

/// Makes the links to lists that people often open. They keep the order.
fn views<K: Kind>(pairs: &Pairs) -> Vec<View> {
    let chosen = filters::chosen(pairs);
    let view = |(label, query): &(&'static str, &str)| {
        let filters = query.split('&').filter_map(|one| one.split_once('='));
        let view = filters.fold(Pairs::default(), |view, (name, value)| view.with(name, value));
        let is_current = view == chosen;
        let with_order = match pairs.text("sort") {
            "" => view,
            sort => view.with("sort", sort),
        };
        View { label: t!(*label).to_owned(), href: with_order.at(K::PATH), is_current }
    };
    K::VIEWS.iter().map(view).collect()
}

/// Returns the order that a list has.
fn current<K: Kind>(pairs: &Pairs) -> &str {
    match pairs.text("sort") {
        "" => sort_of::<K>(pairs),
        sort => sort,
    }
}

/// Makes the links to the list in the order of each column, and in its reverse.
fn orders<K: Kind>(pairs: &Pairs) -> Vec<View> {
    let orders = K::COLUMNS.iter().filter_map(|column| column.order);
    let orders = orders.flat_map(|order| [order.to_owned(), format!("-{order}")]);
    let link = |order: String| View {
        label: filters::order::<K>(&order),
        href: pairs.without(&["cursor"]).with("sort", &order).at(K::PATH),
        is_current: order == current::<K>(pairs),
    };
    orders.map(link).collect()
}

/// Makes the heads of the columns. The head of a column that the list can be sorted by links to that order, or to its
/// reverse.
fn heads<K: Kind>(pairs: &Pairs) -> Vec<Head> {
    let current = current::<K>(pairs);
    let head = |column: &super::table::Column| {
        let sort = column.order.map(|order| {
            let reverse = format!("-{order}");
            let (up, down) = match column.opposite {
                Some(_) => ("descending", "ascending"),
                None => ("ascending", "descending"),
            };
            let (next, state) = match current {
                _ if current == order => (reverse.as_str(), up),
                _ if current == reverse => (order, down),
                _ => (order, "none"),
            };
            (pairs.without(&["cursor"]).with("sort", next).at(K::PATH), state)
        });
        Head::new(column, sort)
    };
    K::COLUMNS.iter().map(head).collect()
}

/// Reads the languages in which the account addresses people.
async fn letters(visit: &Visit) -> Result<LetterLocales, AppError> {
    letterhead::locales(visit.app.store.read(), visit.account()?.scope).await
}

pub(in crate::web) async fn export<K: Kind>(visit: Visit) -> Answer {
    let pairs = Pairs::of(&visit).without(&["cursor", INCLUDED]);
    // A file for people has all columns that the page offers.
    let gives = !pairs.text("for").is_empty() && K::INCLUDE.contains(&Include::Giving);
    let pairs = if gives { pairs.with(INCLUDED, Include::Giving.as_str()) } else { pairs };
    // Programs get English.
    let letters =
        if pairs.text("for").is_empty() { LetterLocales::default() } else { letters(&visit).await? };
    let format = Accept::CSV.format::<K>().addressing(letters);
    let caller = visit.caller()?;
    let query = Query::at(K::PATH, query::<K, _>(&pairs, caller.currency), HeaderMap::new());
    let reply = rest::list::index::<K>(&visit.app, caller, format, query).await?;
    // The filters may have somebody's name, so the log does not have them.
    let (store, account) = (visit.app.store.write(), visit.account()?.scope);
    let action = AuditAction::RecordsExported;
    audit::record(store, visit.actor(), Some(account), action, Some(K::KIND)).await?;
    Ok(reply.into_response())
}
