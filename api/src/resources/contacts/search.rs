//! The search for contacts by words. Each contact has a text with all that can be looked for, in a form that ignores how it is
//! written. A word is found anywhere in that text, in each of its spellings.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::sea_query::{Expr, ExprTrait, LikeExpr, LockBehavior, LockType, Query, SimpleExpr, UnionType};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, DbBackend, QueryFilter, QueryOrder, QuerySelect};
use shared::database::DeferredInsert;
use shared::database::rows::{Cell, rows};
use shared::database::statement::sql;
use shared::entities::{AccountScope, SystemScope, by_position, contact_search, contacts};
use shared::values::names::folded;
use shared::{Error, Store, Transaction};

use super::contact::Contact;
use super::load;
use super::related::Item;
use super::spellings::{contracted, spellings};
use crate::error::AppError;
use crate::records::list::search::{one_of, together};

/// The apostrophes and hyphens that people write in names, or leave out. Some look like each other.
const APOSTROPHES: [char; 10] =
    ['\'', '`', '\u{b4}', '\u{2b9}', '\u{2bb}', '\u{2bc}', '\u{2018}', '\u{2019}', '\u{201b}', '\u{2032}'];
const HYPHENS: [char; 7] = ['-', '\u{ad}', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}'];
/// The punctuation that people write around words. Signs such as % and _ may be what is looked for.
const AROUND: [char; 15] = [
    ',', '.', ';', ':', '!', '(', ')', '<', '>', '"', '\u{201c}', '\u{201d}', '\u{201e}', '\u{ab}', '\u{bb}',
];
/// The characters that people write between the digits of a phone number, besides those, and before them.
const IN_NUMBERS: [char; 7] = [' ', '\u{a0}', '(', ')', '.', '/', '+'];
/// The most words of a search.
pub(super) const WORDS_MAX: usize = 8;
/// How many letters a word has that the index can find.
const INDEXED: usize = 3;
/// How many contacts are written at once.
const BATCH: usize = 500;
/// The table, and its columns.
const TABLE: &str = "contact_search";
const COLUMNS: [&str; 4] = ["contact_id", "account_id", "version", "search_text"];

/// Returns how many contacts may have a word that is rare. SQLite takes longer to find many, and less to look at each contact.
const fn rare(backend: DbBackend) -> u64 {
    match backend {
        DbBackend::Sqlite => 2_000,
        _ => 10_000,
    }
}

/// Returns a text in the form in which it is looked for.
pub(crate) fn plain(text: &str) -> String {
    folded(text).replace(APOSTROPHES, "").replace(HYPHENS, "")
}

/// Returns a name in a form that all its spellings have.
pub(crate) fn one_spelling(name: &str) -> String {
    contracted(&plain(name))
}

/// Returns a last name as lists are ordered by it, unless it is ASCII and so ordered by itself.
pub(in crate::resources) fn folded_name(name: Option<&str>) -> Option<String> {
    let name = name.filter(|name| !name.is_ascii())?;
    Some(folded(name).replace(APOSTROPHES, "'").replace(HYPHENS, "-"))
}

/// Returns the last name of a contact as lists are ordered by it, as the index `contacts_folded` has it.
pub(super) fn last_name(backend: DbBackend) -> SimpleExpr {
    match backend {
        DbBackend::Sqlite => Expr::cust("COALESCE(contact_lname_folded, LOWER(COALESCE(contact_lname, '')))"),
        _ => Expr::cust(
            r#"COALESCE(contact_lname_folded COLLATE "C", LOWER(COALESCE(contact_lname, '') COLLATE "C"))"#,
        ),
    }
}

/// Returns the condition for contacts of a last name, without regard to case and accents.
pub(crate) fn has_last_name(backend: DbBackend, name: &str) -> SimpleExpr {
    last_name(backend).eq(of_last_name(name))
}

/// Returns the condition for contacts of a last name in one of its spellings, without regard to case and accents.
pub(crate) fn has_last_name_spelled(backend: DbBackend, name: &str) -> SimpleExpr {
    // People leave out an apostrophe, which mostly stands behind the first letter: `OBrien`.
    let bare = plain(name);
    let mut letters = bare.chars();
    let full = letters.next().map(|first| format!("{first}'{}", letters.as_str()));
    last_name(backend).is_in(spellings(name, of_last_name).into_iter().chain(full).chain([bare]))
}

/// Returns a last name as [`last_name`] has it.
pub(super) fn of_last_name(name: &str) -> String {
    folded_name(Some(name)).unwrap_or_else(|| name.to_ascii_lowercase())
}

/// Returns a phone number without what people write between its digits.
fn bare(number: &str) -> String {
    plain(number).replace(IN_NUMBERS, "")
}

/// Returns the text in which a contact's words are looked for.
fn text_of(contact: &Contact) -> String {
    let row = &contact.model;
    let own = [
        &row.contact_fname,
        &row.contact_mname,
        &row.contact_lname,
        &row.contact_nickname,
        &row.contact_spouse_fname,
        &row.contact_spouse_lname,
        &row.contact_employer,
        &row.contact_external_id,
    ];
    let emails = contact.emails.iter().map(|email| plain(&email.row().email_address));
    let phones = contact.phones.iter().map(|phone| bare(&phone.row().phone_number));
    let places = contact.addresses.iter().map(Item::row).flat_map(|address| {
        [
            &address.address_street,
            &address.address_street2,
            &address.address_postal_code,
            &address.address_city,
        ]
    });
    let texts: Vec<_> = own.into_iter().chain(places).flatten().map(|text| plain(text)).collect();
    // Postal codes and ids, too, are written with spaces or without.
    let codes = [row.contact_external_id.as_ref()].into_iter();
    let codes =
        codes.chain(contact.addresses.iter().map(|address| address.row().address_postal_code.as_ref()));
    let codes: Vec<_> = codes.flatten().map(|code| bare(code)).filter(|code| !texts.contains(code)).collect();
    texts.into_iter().chain(codes).chain(emails).chain(phones).collect::<Vec<_>>().join("\n")
}

/// Writes the texts of contacts that have just been written.
pub(super) async fn write(
    tx: &Transaction,
    account: AccountScope,
    contacts: &[Contact],
    are_new: bool,
) -> Result<(), Error> {
    let row = |contact: &Contact| {
        let ids = [contact.model.id, account.account_id(), contact.model.updated_at_ms];
        (ids, text_of(contact))
    };
    if let ([contact], true) = (contacts, are_new) {
        let ([id, account_id, version], text) = row(contact);
        let values = [Expr::val(id), Expr::val(account_id), Expr::val(version), Expr::val(text)];
        tx.defer(DeferredInsert { table: TABLE, cells: COLUMNS.into_iter().zip(values).collect() });
        return Ok(());
    }
    for contacts in contacts.chunks(BATCH) {
        let cells = |contact| {
            let (ids, text) = row(contact);
            let [id, account_id, version] = ids.map(Cell::from);
            [id, account_id, version, text.as_str().into()]
        };
        let (source, values) = rows(tx.get_database_backend(), contacts.iter().map(cells).collect());
        let columns = COLUMNS.join(", ");
        // SQLite takes only the column that numbers the rows.
        let key = match tx.get_database_backend() {
            DbBackend::Sqlite => "contact_id",
            _ => "account_id, contact_id",
        };
        // What someone has written of a later state of the contact stays.
        let text = format!(
            "INSERT INTO {TABLE} ({columns}) {source} ON CONFLICT ({key}) DO UPDATE
             SET version = excluded.version, search_text = excluded.search_text
             WHERE {TABLE}.version <= excluded.version"
        );
        tx.execute_raw(sql(tx, text, values)).await?;
    }
    Ok(())
}

/// Brings the texts up to date of contacts that a program of an earlier version has written, of those that were changed since
/// a moment, in milliseconds since the Unix epoch. Returns how many there were.
pub async fn bring_up_to_date(store: &Store, since_ms: i64) -> Result<u64, Error> {
    use contacts::Column as C;
    let is_written = "EXISTS (SELECT 1 FROM contact_search s WHERE s.account_id = contacts.account_id
                              AND s.contact_id = contacts.id AND s.version = contacts.updated_at_ms)";
    let (mut last, mut count) = (0, 0);
    loop {
        let late = SystemScope.find::<contacts::Entity>().filter(C::UpdatedAtMs.gte(since_ms));
        let late = late.filter(Expr::cust(is_written).not()).filter(C::Id.gt(last));
        let late = late.select_only().columns([C::Id, C::AccountId]).order_by_asc(C::Id).limit(BATCH as u64);
        let late: Vec<(i64, i64)> = late.into_tuple().all(store.read()).await?;
        let Some((id, _)) = late.last() else { break };
        (last, count) = (*id, count + late.len() as u64);
        let mut by_account = BTreeMap::<_, Vec<_>>::new();
        for (id, account_id) in late {
            by_account.entry(account_id).or_default().push(id);
        }
        for (account_id, ids) in by_account {
            bring_up(store, AccountScope::new(account_id), ids).await?;
        }
    }
    if count >= rare(store.backend()) && store.backend() == DbBackend::Postgres {
        // Until then, PostgreSQL plans searches as if there were no texts, and as if the index were a list.
        if let Err(error) = store.write().execute_unprepared("VACUUM (ANALYZE) contact_search").await {
            tracing::debug!(%error, "the texts were not vacuumed; autovacuum will");
        }
    }
    Ok(count)
}

async fn bring_up(store: &Store, account: AccountScope, ids: Vec<i64>) -> Result<(), Error> {
    use contacts::Column as C;
    let tx = store.begin();
    // A sandbox may have been emptied. Who holds one of them writes its text, or the next run does.
    let rows = account.find::<contacts::Entity>().filter(C::Id.is_in(ids)).order_by_asc(C::Id);
    let rows = rows.lock_with_behavior(LockType::NoKeyUpdate, LockBehavior::SkipLocked);
    let rows = by_position::all(rows, &tx).await?;
    for row in &rows {
        let name = folded_name(row.contact_lname.as_deref());
        if name != row.contact_lname_folded {
            let update =
                account.update::<contacts::Entity>().col_expr(C::ContactLnameFolded, Expr::value(name));
            update.filter(C::Id.eq(row.id)).exec(&tx).await?;
        }
    }
    write_texts(&tx, account, rows).await?;
    tx.commit().await
}

/// Writes the texts of stored contacts.
pub(in crate::resources) async fn write_texts(
    tx: &Transaction,
    account: AccountScope,
    rows: Vec<contacts::Model>,
) -> Result<(), Error> {
    let contacts = load::load(tx, account, rows).await?;
    write(tx, account, &contacts, false).await
}

/// Words of a search. A contact is found if its text has all of them.
pub(super) struct Group {
    /// Each word in its spellings. A text has it in one of them.
    words: BTreeSet<Vec<String>>,
    /// The number that they may be together, written in groups of digits. It is enough if the text has the number.
    number: Option<String>,
}

impl Group {
    fn of(words: &[&str]) -> Self {
        let number = bare(&words.concat());
        let words: BTreeSet<_> = words.iter().map(|word| spellings(word, plain)).collect();
        let is_word = words.iter().any(|word| word.contains(&number));
        let is_number = !number.is_empty() && is_of_number(&number) && !is_word;
        Self { words, number: is_number.then_some(number) }
    }

    /// Returns the condition for contacts with the words. It is best to look up the contacts of rare words, and to look at
    /// each contact for words that many have. PostgreSQL cannot choose, because it plans without knowing the words.
    async fn found(
        &self,
        connection: &impl ConnectionTrait,
        account: AccountScope,
    ) -> Result<SimpleExpr, AppError> {
        let backend = connection.get_database_backend();
        let by_index = |words: Condition| {
            let mut ids = Query::select();
            match backend {
                // The index has no accounts. Whoever asks for the ids takes those of the account.
                DbBackend::Sqlite => ids.expr_as(Expr::col("rowid"), "id").from("contact_words"),
                _ => ids
                    .expr_as(Expr::col(contact_search::Column::ContactId), "id")
                    .from(contact_search::Entity)
                    .and_where(contact_search::Column::AccountId.eq(account.account_id())),
            };
            ids.cond_where(words).take()
        };
        let (all, number) = self.conditions(backend);
        let id = Expr::col((contacts::Entity, contacts::Column::Id));
        let mut by_spelling = self.by_spelling(backend).into_iter().map(by_index);
        if let Some(mut ids) = by_spelling.next() {
            for others in by_spelling {
                ids.union(UnionType::All, others);
            }
            if let Some(number) = &number {
                ids.union(UnionType::Distinct, by_index(Condition::all().add(number.clone())));
            }
            let ids = together(connection, ids.limit(rare(backend) + 1).take()).await?;
            if ids.len() as u64 <= rare(backend) {
                return Ok(one_of(backend, id, ids));
            }
        }
        let text = Query::select()
            .expr(Expr::val(1))
            .from(contact_search::Entity)
            .and_where(contact_search::Column::AccountId.eq(account.account_id()))
            .and_where(Expr::col((contact_search::Entity, contact_search::Column::ContactId)).eq(id))
            .cond_where(Condition::any().add(all).add_option(number))
            .take();
        Ok(Expr::exists(text))
    }

    /// Returns the conditions that a text has all words, and that it has the number that they may be.
    fn conditions(&self, backend: DbBackend) -> (Condition, Option<SimpleExpr>) {
        (has_all(backend, self.words.iter()), self.number.as_ref().map(|number| has(backend, number)))
    }

    /// Returns conditions for the index, one for each spelling of a word: a text that has all words fulfils one of them.
    /// SQLite does not use its index where a text may have one of several words. Returns none if the index finds no word.
    fn by_spelling(&self, backend: DbBackend) -> Vec<Condition> {
        let is_indexed = |spelling: &String| spelling.chars().count() >= INDEXED;
        let indexed = self.words.iter().filter(|word| word.iter().all(is_indexed));
        // Few have a long word.
        let chosen = indexed.max_by_key(|word| (word.len(), word.first().map(String::len)));
        let Some(chosen) = chosen else { return Vec::new() };
        let others = has_all(backend, self.words.iter().filter(|word| *word != chosen));
        chosen.iter().map(|spelling| others.clone().add(has(backend, spelling))).collect()
    }
}

/// Returns the groups of words of a search, or `None` if there are too many words. Words of digits that follow each other may
/// be one phone number, written in groups.
pub(super) fn groups(text: &str) -> Option<Vec<Group>> {
    let words = text.split_whitespace().map(|word| word.trim_matches(AROUND));
    let words: Vec<_> = words.filter(|word| !word.is_empty()).flat_map(parts).collect();
    if words.iter().collect::<BTreeSet<_>>().len() > WORDS_MAX {
        return None;
    }
    let groups = words.chunk_by(|word, next| is_of_number(word) == is_of_number(next));
    Some(groups.map(Group::of).collect())
}

/// Adds the condition that contacts of an account have all the words.
pub(super) async fn with_words(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    groups: &[Group],
    mut condition: Condition,
) -> Result<Condition, AppError> {
    for group in groups {
        condition = condition.add(group.found(connection, account).await?);
    }
    Ok(condition)
}

/// Reads the ids of the contacts of an account with all the words. Only PostgreSQL has the texts of an account together.
pub(super) async fn read(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    groups: &[Group],
) -> Result<Vec<i64>, AppError> {
    use contact_search::Column as S;
    let backend = connection.get_database_backend();
    let mut ids = Query::select();
    ids.expr_as(Expr::col(S::ContactId), "id").from(contact_search::Entity);
    ids.and_where(S::AccountId.eq(account.account_id()));
    for group in groups {
        let (all, number) = group.conditions(backend);
        ids.cond_where(Condition::any().add(all).add_option(number));
    }
    together(connection, ids).await
}

/// Returns the condition that a text has all these words, each in one of its spellings.
fn has_all<'a>(backend: DbBackend, words: impl Iterator<Item = &'a Vec<String>>) -> Condition {
    let has_one = |word: &Vec<String>| {
        word.iter().map(|spelling| has(backend, spelling)).fold(Condition::any(), Condition::add)
    };
    words.map(has_one).fold(Condition::all(), Condition::add)
}

/// Returns the condition that a text has a word.
fn has(backend: DbBackend, word: &str) -> SimpleExpr {
    let text = Expr::col(contact_search::Column::SearchText);
    match backend {
        DbBackend::Sqlite => Expr::cust_with_exprs("? GLOB ?", [text, Expr::val(glob(word))]),
        _ => text.like(LikeExpr::new(like(word)).escape('\\')),
    }
}

/// Returns the parts of a word that may have been written as words. `Anne-Marie` is found as `Anne Marie`, too, because each
/// part is found in `annemarie`. A number with a hyphen is one word.
fn parts(word: &str) -> Vec<&str> {
    let is_between = |letter| APOSTROPHES.contains(&letter) || HYPHENS.contains(&letter);
    let parts: Vec<_> = word.split(is_between).filter(|part| !part.is_empty()).collect();
    if parts.iter().any(|part| part.chars().any(|letter| letter.is_ascii_digit())) {
        vec![word]
    } else {
        parts
    }
}

/// Returns whether a word has only digits and what people write between them.
fn is_of_number(word: &str) -> bool {
    word.chars().all(|one| one.is_ascii_digit() || IN_NUMBERS.contains(&one) || HYPHENS.contains(&one))
}

/// Returns the pattern of SQLite for texts with a word in them.
fn glob(word: &str) -> String {
    let mut pattern = String::from("*");
    for letter in word.chars() {
        match letter {
            '*' | '?' | '[' => pattern.extend(['[', letter, ']']),
            other => pattern.push(other),
        }
    }
    pattern + "*"
}

/// Returns the pattern of PostgreSQL for texts with a word in them.
fn like(word: &str) -> String {
    let escaped = word.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_");
    format!("%{escaped}%")
}
