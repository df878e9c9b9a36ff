//! The columns of a file that has arrived: which field each is, how the file writes dates and amounts, and what its words mean.

use std::collections::BTreeMap;

use askama::Template;
use chrono::{Datelike, NaiveDate};
use iso_currency::Currency;
use shared::entities::{gift_types, imports};
use shared::values::choices::ImportKind;

use super::choices::{Which, Word, words};
use super::select::Select;
use super::words::{format_of, not_done, remove_form};
use super::{PATH, id};
use crate::error::AppError;
use crate::fields::Problems;
use crate::language::spoken;
use crate::money::Decimal;
use crate::records::importable::Importable;
use crate::resources::imports::mapping::samples::Samples;
use crate::resources::imports::mapping::targets::{self, IN_NOTES, Target};
use crate::resources::imports::mapping::{
    DateOrder, DecimalSign, MappedColumn, Mapping, guess, remembered, values,
};
use crate::resources::imports::{kept, same_file};
use crate::resources::kinds::{Gift, of_kind};
use crate::web::flash::Flash;
use crate::web::form::{Form, address};
use crate::web::format::{moment, money, yearly_day};
use crate::web::rules::said;
use crate::web::shell::Shell;
use crate::web::summary::Summary;
use crate::web::visit::{Answer, Visit};

#[derive(Template)]
#[template(path = "imports/columns.html")]
struct Page {
    shell: Shell,
    csrf: String,
    /// The address that the form is sent to.
    action: String,
    file: String,
    format: Option<String>,
    is_remembered: bool,
    /// The import of the same file before: its path and its day.
    before: Option<(String, String)>,
    /// Whether the file has gifts that an import of contacts leaves out.
    has_gifts: bool,
    columns: Vec<Line>,
    has_notes: bool,
    groups: Vec<Group>,
    constants: Vec<Select>,
    settings: Vec<Select>,
    words: Vec<Word>,
    /// The ways to pay that are read as types of gifts.
    read: Vec<Word>,
    remove: Option<Form>,
}

/// A column of the file.
struct Line {
    id: String,
    heading: String,
    samples: Vec<String>,
    chosen: String,
}

/// Fields that stand together.
struct Group {
    name: &'static str,
    targets: Vec<Target>,
}

/// A file whose columns are chosen.
struct File {
    import: imports::Model,
    headings: Vec<String>,
    samples: Samples,
    gift_types: Vec<gift_types::Model>,
    before: Option<imports::Model>,
}

async fn file(visit: &Visit) -> Result<File, AppError> {
    let (id, account) = (id(visit)?, visit.account()?.scope);
    let tx = visit.app.store.snapshot().await?;
    let import = account.find_id::<imports::Entity>(id).one(&tx).await?.ok_or(AppError::NotFound)?;
    let headings = serde_json::from_str(&import.import_header)?;
    let samples = Samples::of(&tx, &import).await?;
    let gift_types = account.find::<gift_types::Entity>().all(&tx).await?;
    let before = same_file(&tx, account, &import).await?;
    tx.end().await?;
    Ok(File { import, headings, samples, gift_types, before })
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let file = file(&visit).await?;
    if !kept::may_choose(&file.import) {
        return visit.redirect(&format!("{PATH}/{}", file.import.id));
    }
    let (account, kind) = (visit.account()?.scope, file.import.import_kind);
    let currency = visit.caller()?.currency;
    let own = file.import.import_mapping.as_deref().and_then(|mapping| serde_json::from_str(mapping).ok());
    let store = visit.app.store.read();
    let known = match own {
        Some(own) => (own, false),
        None => match remembered::find(store, account, kind, &file.headings).await? {
            Some(known) => (known, true),
            None => (of_kind!(kind, R => guessed::<R>(&file, currency)), false),
        },
    };
    let page = page(&mut visit, &file, known, false).await?;
    visit.page(&page)
}

/// Returns the mapping that the headings and the first rows suggest. Where they do not show how dates and amounts are written,
/// the language of the page does.
fn guessed<R: Importable>(file: &File, currency: Currency) -> Mapping {
    let fields = guess::guess::<R>(&file.headings, &[], spoken());
    let columns = file.headings.iter().zip(fields);
    let columns = columns.map(|(heading, field)| MappedColumn {
        heading: heading.clone(),
        field,
        values: BTreeMap::new(),
    });
    let mapping = Mapping { columns: columns.collect(), ..Mapping::default() };
    let order = file.samples.date_order::<R>(&mapping, DateOrder::usual(spoken(), currency));
    let sign = file.samples.decimal_sign::<R>(&mapping);
    Mapping {
        date_order: Some(order),
        decimal_sign: Some(sign.unwrap_or_else(|| DecimalSign::usual(spoken()))),
        ..mapping
    }
}

async fn page(
    visit: &mut Visit,
    file: &File,
    (mapping, is_remembered): (Mapping, bool),
    asks_for_words: bool,
) -> Result<Page, AppError> {
    let zone = visit.caller()?.timezone;
    let currency = visit.caller()?.currency;
    let this_year = visit.records()?.today.year();
    let import = &file.import;
    let shell = visit.shell(t!("imports-columns")).await?;
    let kind = import.import_kind;
    let all = of_kind!(kind, R => targets::of::<R>());
    let mut groups: Vec<Group> = Vec::new();
    for target in all {
        match groups.iter_mut().find(|group| group.name == target.group) {
            Some(group) => group.targets.push(target),
            None => groups.push(Group { name: target.group, targets: vec![target] }),
        }
    }
    let line = |(i, column): (usize, &MappedColumn)| Line {
        id: format!("column-{i}"),
        heading: column.heading.clone(),
        samples: file.samples.of_column(i),
        chosen: column.field.clone().unwrap_or_default(),
    };
    let asked = if asks_for_words || is_remembered || import.import_mapping.is_some() {
        of_kind!(kind, R => words::<R>(Which::New, &mapping, &file.samples, &file.gift_types))
    } else {
        Vec::new()
    };
    Ok(Page {
        shell,
        csrf: visit.csrf.clone(),
        action: address(visit, &format!("{PATH}/{}/columns", import.id)),
        file: import.import_file_name.clone().unwrap_or_default(),
        format: import.import_format.as_deref().map(format_of),
        is_remembered,
        before: file.before.as_ref().map(|before| {
            let rows = before.created_count + before.updated_count;
            let day = moment(before.created_at_ms, zone);
            (format!("{PATH}/{}", before.id), t!("imports-day-and-rows", day = day, rows = rows))
        }),
        has_gifts: has_gifts(file, &mapping),
        columns: mapping.columns.iter().enumerate().map(line).collect(),
        has_notes: of_kind!(kind, R => targets::has_notes::<R>()),
        groups,
        constants: of_kind!(kind, R => constants::<R>(&mapping)),
        settings: of_kind!(kind, R => settings::<R>(&mapping, &file.samples, (currency, this_year))),
        words: asked,
        read: of_kind!(kind, R => words::<R>(Which::Read, &mapping, &file.samples, &file.gift_types)),
        remove: remove_form(visit, import),
    })
}

/// Returns whether a file of contacts has gifts, in columns that are left out.
fn has_gifts(file: &File, mapping: &Mapping) -> bool {
    let fields = guess::guess::<Gift>(&file.headings, &[], spoken());
    let is_left_out = |wanted: &str| {
        let mut columns = fields.iter().zip(&mapping.columns);
        columns.any(|(field, column)| field.as_deref() == Some(wanted) && column.field.is_none())
    };
    file.import.import_kind == ImportKind::Contacts && is_left_out("gift_amount") && is_left_out("gift_date")
}

/// Returns a select for each choice that a new record needs.
fn constants<R: Importable>(mapping: &Mapping) -> Vec<Select> {
    let needed = targets::of::<R>().into_iter().filter(|target| target.required);
    let select = |target: Target| {
        let choices = targets::choices_of::<R>(&target.field);
        if choices.is_empty() {
            return None;
        }
        // Most who stand in such a file have given.
        let usual = if choices.iter().any(|(choice, _)| *choice == "donor") { "donor" } else { "" };
        let chosen = mapping.constants.get(&target.field).map_or(usual, String::as_str).to_owned();
        let options = choices.into_iter().map(|(choice, label)| (choice.to_owned(), label));
        Some(Select {
            name: format!("constant-{}", target.field),
            label: target.label,
            options: std::iter::once((String::new(), t!("imports-no-constant").to_owned()))
                .chain(options)
                .collect(),
            chosen,
            hint: String::new(),
        })
    };
    needed.filter_map(select).collect()
}

/// Returns the selects for dates and amounts, each with an example of the file.
fn settings<R: Importable>(
    mapping: &Mapping,
    samples: &Samples,
    (currency, this_year): (Currency, i32),
) -> Vec<Select> {
    let read = |order| {
        let text = samples.date::<R>(mapping)?;
        let date = values::date(text, Some(order), this_year).ok();
        let date = date.and_then(|date| NaiveDate::parse_from_str(&date, "%Y-%m-%d").ok());
        Some((text, date.map(long_day)))
    };
    let day = match read(DateOrder::DayFirst) {
        Some((text, Some(day))) => t!("imports-day-first-read", text = text, day = day),
        Some((text, None)) => t!("imports-day-first-unread", text = text),
        None => t!("imports-day-first").to_owned(),
    };
    let month = match read(DateOrder::MonthFirst) {
        Some((text, Some(day))) => t!("imports-month-first-read", text = text, day = day),
        Some((text, None)) => t!("imports-month-first-unread", text = text),
        None => t!("imports-month-first").to_owned(),
    };
    let order = mapping.date_order.unwrap_or_else(|| DateOrder::usual(spoken(), currency));
    let amount = |sign| {
        let text = samples.amount::<R>(mapping)?;
        let amount = values::amount(text, Some(sign)).ok();
        let amount = amount.and_then(|amount| Decimal::parse(&amount).ok()?.to_minor(currency).ok());
        Some((text, amount.map(|minor| money(minor, currency))))
    };
    let point = match amount(DecimalSign::Point) {
        Some((text, Some(amount))) => t!("imports-point-read", text = text, amount = amount),
        Some((text, None)) => t!("imports-point-unread", text = text),
        None => t!("imports-point").to_owned(),
    };
    let comma = match amount(DecimalSign::Comma) {
        Some((text, Some(amount))) => t!("imports-comma-read", text = text, amount = amount),
        Some((text, None)) => t!("imports-comma-unread", text = text),
        None => t!("imports-comma").to_owned(),
    };
    let is_comma = mapping.decimal_sign == Some(DecimalSign::Comma);
    vec![
        Select {
            name: "date_order".to_owned(),
            label: t!("imports-date-order").to_owned(),
            options: vec![("month_first".to_owned(), month), ("day_first".to_owned(), day)],
            chosen: if order == DateOrder::MonthFirst { "month_first" } else { "day_first" }.to_owned(),
            hint: t!("imports-date-order-hint").to_owned(),
        },
        Select {
            name: "decimal_sign".to_owned(),
            label: t!("imports-decimal-sign").to_owned(),
            options: vec![("point".to_owned(), point), ("comma".to_owned(), comma)],
            chosen: if is_comma { "comma" } else { "point" }.to_owned(),
            hint: String::new(),
        },
    ]
}

/// Returns a day such as `5 June 2026`.
fn long_day(day: NaiveDate) -> String {
    t!("imports-long-day", day = yearly_day(day), year = day.year().to_string())
}

/// Reads the mapping that was chosen.
fn chosen<R: Importable>(visit: &Visit, file: &File) -> Mapping {
    let posted = &visit.posted;
    let column = |(i, heading): (usize, &String)| {
        let field = Some(posted.text(&format!("column-{i}")).to_owned()).filter(|field| !field.is_empty());
        let chosen = (i, field.as_deref().unwrap_or_default());
        let values = super::choices::posted::<R>(posted, chosen, &file.gift_types);
        MappedColumn { heading: heading.clone(), field, values }
    };
    let columns: Vec<MappedColumn> = file.headings.iter().enumerate().map(column).collect();
    let has = |field: &str| columns.iter().any(|column| column.field.as_deref() == Some(field));
    let needed = targets::of::<R>().into_iter().filter(|target| target.required && !has(&target.field));
    let constant = |target: Target| {
        let value = posted.text(&format!("constant-{}", target.field)).to_owned();
        (!value.is_empty()).then_some((target.field, value))
    };
    let constants = needed.filter_map(constant).collect();
    let date_order = match posted.text("date_order") {
        "day_first" => Some(DateOrder::DayFirst),
        "month_first" => Some(DateOrder::MonthFirst),
        _ => None,
    };
    let decimal_sign = match posted.text("decimal_sign") {
        "comma" => Some(DecimalSign::Comma),
        _ => Some(DecimalSign::Point),
    };
    Mapping { columns, constants, date_order, decimal_sign, leave_out_known: R::TWIN.is_some() }
}

pub(in crate::web) async fn submit(mut visit: Visit) -> Answer {
    let file = file(&visit).await?;
    let (account, id, kind) = (visit.account()?.scope, file.import.id, file.import.import_kind);
    if kind == ImportKind::Contacts && visit.posted.text("as") == "gifts" {
        return match kept::import_as(&visit.app, account, id, ImportKind::Gifts).await {
            Ok(()) => visit.redirect(&format!("{PATH}/{id}/columns")),
            Err(AppError::Busy(rule)) => visit.redirect_with(&format!("{PATH}/{id}"), not_done(&rule)),
            Err(error) => Err(error),
        };
    }
    let mapping = of_kind!(kind, R => chosen::<R>(&visit, &file));
    let words = of_kind!(kind, R => words::<R>(Which::New, &mapping, &file.samples, &file.gift_types));
    // Words are asked for once: a form that has them is taken as it is.
    let asks = words.iter().any(|word| !visit.posted.has(&word.text_name));
    if asks && kept::may_choose(&file.import) {
        let summary = Summary::new(t!("imports-words-new"));
        visit.summary = Some(summary);
        let page = page(&mut visit, &file, (mapping, false), true).await?;
        return visit.refused(&page);
    }
    match kept::judge(&visit.app, account, id, mapping.clone()).await {
        Ok(()) => visit.redirect_with(&format!("{PATH}/{id}"), Flash::new(t!("imports-columns-saved"))),
        Err(AppError::Invalid(problems)) => {
            visit.summary = Some(of_kind!(kind, R => summary::<R>(&mapping, problems)));
            let page = page(&mut visit, &file, (mapping, false), true).await?;
            visit.refused(&page)
        }
        Err(AppError::Busy(rule)) => visit.redirect_with(&format!("{PATH}/{id}"), not_done(&rule)),
        Err(error) => Err(error),
    }
}

/// Returns what is wrong with the chosen columns, in the words of the page.
fn summary<R: Importable>(mapping: &Mapping, problems: Problems) -> Summary {
    let mut summary = Summary::new(t!("imports-not-checked"));
    let mut seen: Vec<&str> = Vec::new();
    for (i, column) in mapping.columns.iter().enumerate() {
        let Some(field) = column.field.as_deref() else { continue };
        if seen.contains(&field) && field != IN_NOTES && !targets::may_repeat::<R>(field) {
            let label = targets::label_of::<R>(field);
            summary.field(
                &format!("column-{i}"),
                &column.heading,
                &t!("imports-column-twice", label = label),
            );
        }
        seen.push(field);
    }
    for problem in problems {
        if problem.path == "mapping" {
            continue;
        }
        let text = match problem.rule.split_once(": there is no such column") {
            Some(_) => t!("imports-column-needed", label = targets::label_of::<R>(problem.field())),
            None => said(&problem.to_string()),
        };
        summary.other(&text);
    }
    summary
}
