//! Contacts at the same place whose names are variants of one: `Tom O’Brien` and `Thomas OBrien`.

use std::collections::HashSet;

use sea_orm::{ColumnTrait, QueryFilter, QuerySelect};
use shared::entities::contact_addresses;

use super::{Found, described, namesakes};
use crate::error::AppError;
use crate::records::{Context, Resource};
use crate::resources::contacts::Contact;
use crate::resources::contacts::duplicates::formal;
use crate::resources::contacts::search::one_spelling;

/// Returns the contacts of a name, or of a variant of it, at one of these places: postal codes and cities.
pub(in crate::web) async fn find_near(
    context: &Context,
    name: [&str; 2],
    places: &[&str],
) -> Result<Vec<Found>, AppError> {
    use contact_addresses::Column as A;
    let mut places: HashSet<_> = places.iter().map(|place| place_of(place)).collect();
    places.remove("");
    if places.is_empty() {
        return Ok(Vec::new());
    }
    let (store, first) = (context.app.store.read(), formal_of(name[0]));
    let mut rows = namesakes(context, name[1]).await?;
    rows.retain(|row| formal_of(row.contact_fname.as_deref().unwrap_or_default()) == first);
    let addresses = context.caller.account.find::<contact_addresses::Entity>();
    let addresses = addresses.filter(A::ContactId.is_in(rows.iter().map(|row| row.id)));
    let addresses = addresses.select_only().columns([A::ContactId, A::AddressCity, A::AddressPostalCode]);
    let mut near = HashSet::new();
    for (id, city, code) in addresses.into_tuple::<(i64, Option<String>, Option<String>)>().all(store).await?
    {
        if [city, code].into_iter().flatten().any(|place| places.contains(&place_of(&place))) {
            near.insert(id);
        }
    }
    rows.retain(|row| near.contains(&row.id));
    described(context, Contact::load(store, context, rows).await?).await
}

/// Returns a first name as its variants are compared: `thomas` for `Tom`.
fn formal_of(first: &str) -> String {
    let first = one_spelling(first.trim());
    formal(&first).map_or(first, str::to_owned)
}

/// Returns a postal code or a city as places are compared.
fn place_of(place: &str) -> String {
    one_spelling(place).replace(' ', "")
}
