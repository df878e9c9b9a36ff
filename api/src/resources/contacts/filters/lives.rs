//! The filters by what a contact has: an address in some place, an email address, a birthday.

use sea_orm::sea_query::{Expr, ExprTrait, SimpleExpr};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, EntityTrait, QueryFilter, QuerySelect, QueryTrait,
    Select,
};
use shared::entities::{AccountScope, contact_addresses, contact_emails, contacts};

use crate::error::AppError;
use crate::records::list::search::equals;
use crate::records::list::{SortKey, SortValues};

/// A place.
pub(super) struct Place {
    pub(super) city: Option<String>,
    pub(super) state: Option<String>,
    /// The beginning of a postal code.
    pub(super) postal_code: Option<String>,
    pub(super) country: Option<String>,
}

impl Place {
    /// Returns the condition for contacts with an address in the place, if one is asked for. All of it holds for one
    /// address.
    pub(super) fn condition(self, backend: DbBackend, account: AccountScope) -> Option<SimpleExpr> {
        use contact_addresses::Column as A;
        let Self { city, state, postal_code, country } = self;
        let is =
            |column: A, text: String| equals(backend, Expr::col((contact_addresses::Entity, column)), &text);
        let conditions = [
            city.map(|city| is(A::AddressCity, city)),
            state.map(|state| is(A::AddressState, state)),
            postal_code.map(|code| begins(backend, &code)),
            country.map(|country| A::AddressCountry.eq(country)),
        ];
        let mut conditions = conditions.into_iter().flatten().peekable();
        conditions.peek()?;
        let place = conditions.fold(Condition::all(), Condition::add);
        Some(owners(A::ContactId, account.find::<contact_addresses::Entity>().filter(place)))
    }
}

/// Returns the condition for postal codes that begin so, without regard to case. It is a range, which an index carries.
fn begins(backend: DbBackend, beginning: &str) -> SimpleExpr {
    let code = match backend {
        DbBackend::Sqlite => Expr::cust("LOWER(address_postal_code) COLLATE BINARY"),
        _ => Expr::cust(r#"LOWER(address_postal_code) COLLATE "C""#),
    };
    // SQLite writes only the letters of ASCII in lower case.
    let beginning = match backend {
        DbBackend::Sqlite => beginning.to_ascii_lowercase(),
        _ => beginning.to_lowercase(),
    };
    let end = format!("{beginning}{}", char::MAX);
    code.clone().gte(beginning).and(code.lt(end))
}

/// Returns the condition for contacts with an email address, or for the others.
pub(super) fn has_email(account: AccountScope, has: bool) -> SimpleExpr {
    owns(contact_emails::Column::ContactId, account.find::<contact_emails::Entity>(), has)
}

/// Returns the condition for addresses to which the post brings a letter: those with two of a line for the street or the box, a
/// city and a postal code. Some villages and large receivers have no street, and one of the three alone is too little.
pub fn takes_letters() -> Condition {
    use contact_addresses::Column as A;
    let line = || A::AddressStreet.is_not_null().or(A::AddressStreet2.is_not_null());
    let (city, code) = (|| A::AddressCity.is_not_null(), || A::AddressPostalCode.is_not_null());
    Condition::any().add(line().and(city())).add(line().and(code())).add(city().and(code()))
}

/// Returns the condition for contacts with an address to which the post brings a letter, or for the others.
pub(super) fn has_address(account: AccountScope, has: bool) -> SimpleExpr {
    let addresses = account.find::<contact_addresses::Entity>().filter(takes_letters());
    owns(contact_addresses::Column::ContactId, addresses, has)
}

/// Returns the condition for contacts whose birthday, with or without its year, is in this month.
pub(super) fn born_in(month: i64) -> SimpleExpr {
    contacts::Column::ContactBirthday.like(format!("%-{month:02}-__"))
}

/// Reads the birthdays of contacts, or those in this month, for the order by the days of the year. The database has no index on
/// their ends, but few contacts have a birthday.
pub(super) async fn birthdays(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    month: Option<i64>,
) -> Result<SortValues, AppError> {
    use contacts::Column as C;
    let born = Condition::all().add(C::ContactBirthday.is_not_null()).add_option(month.map(born_in));
    let born = account.find::<contacts::Entity>().filter(born).select_only();
    let born = born.columns([C::Id, C::ContactBirthday]).into_tuple::<(i64, String)>();
    // The month and the day stand at the end, with or without a year before them.
    let day = |(id, birthday): (i64, String)| {
        let day = birthday.get(birthday.len().checked_sub(5)?..)?;
        Some((id, SortKey::Text(day.to_owned())))
    };
    Ok(born.all(connection).await?.into_iter().filter_map(day).collect())
}

/// Returns the condition for the contacts that these rows belong to.
pub(super) fn owners<E: EntityTrait>(contact_id: E::Column, rows: Select<E>) -> SimpleExpr {
    let ids = rows.select_only().column(contact_id).into_query();
    Expr::col((contacts::Entity, contacts::Column::Id)).in_subquery(ids)
}

/// Returns the condition for the contacts that some of these rows belong to, or for the others.
fn owns<E: EntityTrait>(contact_id: E::Column, rows: Select<E>, has: bool) -> SimpleExpr {
    if has {
        return owners(contact_id, rows);
    }
    // To look up each contact takes SQLite two thirds of the time that `NOT IN` takes.
    let theirs = Expr::col((E::default(), contact_id)).equals((contacts::Entity, contacts::Column::Id));
    Expr::exists(rows.filter(theirs).select_only().column(contact_id).into_query()).not()
}
