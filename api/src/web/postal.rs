//! Postal addresses, as the post of their country wants them.

use std::collections::BTreeMap;

use iso_currency::Currency;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QuerySelect};
use shared::entities::contact_addresses;
use shared::values::choices::Locale;

use crate::error::AppError;
use crate::fields::countries;
use crate::language::spoken;
use crate::records::Context;

/// How the line of the city is written.
#[derive(Clone, Copy)]
enum CityLine {
    /// `Portland, ME 04101`
    CityCommaStateCode,
    /// `Toronto ON M5V 2T6`
    CityStateCode,
    /// `London`, the county, and `SW1Y 4JH`, each in a line
    CodeInOwnLine,
    /// `Auckland 1010`, and the region in a line
    CityCode,
    /// `10115 Berlin`, and the region in a line
    CodeCity,
    /// `00184 Roma RM`
    CodeCityState,
}

/// Returns how the line of the city is written in a country. Countries that are not listed write it as most of Europe
/// does.
fn city_line(country: &str) -> CityLine {
    match country {
        "US" | "PR" | "GU" | "VI" => CityLine::CityCommaStateCode,
        "CA" | "AU" => CityLine::CityStateCode,
        "GB" | "IE" | "GG" | "JE" | "IM" | "GI" | "ZA" | "KE" => CityLine::CodeInOwnLine,
        "NZ" | "IN" | "SG" | "JP" | "KR" | "TH" | "ID" | "PK" | "BD" => CityLine::CityCode,
        "IT" | "ES" | "MX" => CityLine::CodeCityState,
        _ => CityLine::CodeCity,
    }
}

/// Returns the lines of an address. The country is named, in a language, unless it is the home country, or there is none.
pub(crate) fn lines(address: &contact_addresses::Model, home: Option<&str>, locale: Locale) -> Vec<String> {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let country = address.address_country.as_deref();
    let (city, state) = (text(&address.address_city), text(&address.address_state));
    let code = text(&address.address_postal_code);
    let joined = |parts: &[&str], between: &str| {
        let parts: Vec<_> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
        parts.join(between)
    };
    let town = match city_line(country.or(home).unwrap_or_default()) {
        CityLine::CityCommaStateCode => vec![joined(&[&city, &joined(&[&state, &code], " ")], ", ")],
        CityLine::CityStateCode => vec![joined(&[&city, &state, &code], " ")],
        CityLine::CodeInOwnLine => vec![city, state, code],
        CityLine::CityCode => vec![joined(&[&city, &code], " "), state],
        CityLine::CodeCity => vec![joined(&[&code, &city], " "), state],
        CityLine::CodeCityState => vec![joined(&[&code, &city, &state], " ")],
    };
    let street = [text(&address.address_street), text(&address.address_street2)];
    let abroad = country.filter(|country| Some(*country) != home);
    let abroad = abroad.map(|country| countries::name(country, locale).unwrap_or(country).to_owned());
    let lines = street.into_iter().chain(town).chain(abroad);
    lines.filter(|line| !line.is_empty()).collect()
}

/// Returns the country that alone has the account's currency, or nothing for a currency of several, such as EUR.
pub(crate) fn of_currency(currency: Currency) -> Option<&'static str> {
    // The code of a country's own currency begins with that of the country.
    let own = &currency.code()[..2];
    rust_iso3166::from_alpha2(own).map(|country| country.alpha2)
}

/// Returns the country that lists of countries begin with: that of the account's currency, or in an account in euros
/// that of the page's language.
pub(crate) fn offered_first(currency: Currency) -> Option<&'static str> {
    let is_euro = currency == Currency::EUR;
    of_currency(currency).or_else(|| of_language(spoken()).filter(|_| is_euro))
}

/// Returns the country that has given its name to a language, or nothing for English, which people speak in too many.
pub(crate) fn of_language(language: Locale) -> Option<&'static str> {
    match language {
        Locale::En | Locale::EnUs => None,
        Locale::De => Some("DE"),
        Locale::Es => Some("ES"),
        Locale::Fr => Some("FR"),
        Locale::Pt => Some("PT"),
    }
}

/// Returns the country that the account's letters start from: that of its currency, or else, with a currency of several
/// countries such as EUR, the country of most of its contacts' addresses.
pub(crate) async fn home(
    connection: &impl ConnectionTrait,
    context: &Context,
) -> Result<Option<String>, AppError> {
    use contact_addresses::Column as A;
    if let Some(own) = of_currency(context.caller.currency) {
        return Ok(Some(own.to_owned()));
    }
    let addresses = context.caller.account.find::<contact_addresses::Entity>();
    let counts: BTreeMap<String, i64> = addresses
        .filter(A::AddressCountry.is_not_null())
        .select_only()
        .column(A::AddressCountry)
        .expr(Expr::col(A::Id).count())
        .group_by(A::AddressCountry)
        .into_tuple()
        .all(connection)
        .await?
        .into_iter()
        .collect();
    Ok(counts.into_iter().max_by_key(|(_, count)| *count).map(|(country, _)| country))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(street: &str, city: &str, state: &str, code: &str, country: &str) -> contact_addresses::Model {
        let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        contact_addresses::Model {
            address_street: text(street),
            address_city: text(city),
            address_state: text(state),
            address_postal_code: text(code),
            address_country: text(country),
            ..contact_addresses::Model::default()
        }
    }

    #[test]
    fn each_country_has_its_own_order_and_home_is_not_named() {
        for (address, home, expected) in [
            (address("1 Elm St", "Portland", "ME", "04101", "US"), Some("US"), "1 Elm St|Portland, ME 04101"),
            (address("1 Elm St", "Portland", "ME", "04101", ""), Some("US"), "1 Elm St|Portland, ME 04101"),
            (address("", "Portland", "", "04101", "US"), Some("CA"), "Portland, 04101|United States"),
            (
                address("1 King St", "Toronto", "ON", "M5V 2T6", "CA"),
                Some("CA"),
                "1 King St|Toronto ON M5V 2T6",
            ),
            (
                address("2 High St", "Oxford", "", "OX1 4AA", "GB"),
                Some("US"),
                "2 High St|Oxford|OX1 4AA|United Kingdom",
            ),
            (address("Weg 3", "Berlin", "", "10115", "DE"), Some("US"), "Weg 3|10115 Berlin|Germany"),
            (address("Weg 3", "Berlin", "", "10115", ""), None, "Weg 3|10115 Berlin"),
            (address("Via 4", "Roma", "RM", "00184", "IT"), Some("IT"), "Via 4|00184 Roma RM"),
            (
                address("5 Queen St", "Auckland", "", "1010", "NZ"),
                Some("AU"),
                "5 Queen St|Auckland 1010|New Zealand",
            ),
            (address("", "", "", "", "NL"), Some("US"), "Netherlands"),
        ] {
            assert_eq!(lines(&address, home, Locale::En).join("|"), expected);
        }
        let berlin = address("Weg 3", "Berlin", "", "10115", "DE");
        assert_eq!(lines(&berlin, Some("US"), Locale::De).join("|"), "Weg 3|10115 Berlin|Deutschland");
    }
}
