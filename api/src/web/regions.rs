//! What a new account is offered, by the language and the region of the browser in which it is made.

use super::postal;
use crate::locale::of_tag;

/// The regions where the languages of the pages are spoken: each with its currency, of the Unicode CLDR, and the time zone
/// of most of its people, of the IANA database.
static REGIONS: [(&str, &str, &str); 60] = [
    ("AO", "AOA", "Africa/Luanda"),
    ("AR", "ARS", "America/Argentina/Buenos_Aires"),
    ("AT", "EUR", "Europe/Vienna"),
    ("AU", "AUD", "Australia/Sydney"),
    ("BE", "EUR", "Europe/Brussels"),
    ("BO", "BOB", "America/La_Paz"),
    ("BR", "BRL", "America/Sao_Paulo"),
    ("CA", "CAD", "America/Toronto"),
    ("CD", "CDF", "Africa/Kinshasa"),
    ("CH", "CHF", "Europe/Zurich"),
    ("CI", "XOF", "Africa/Abidjan"),
    ("CL", "CLP", "America/Santiago"),
    ("CM", "XAF", "Africa/Douala"),
    ("CO", "COP", "America/Bogota"),
    ("CR", "CRC", "America/Costa_Rica"),
    ("CU", "CUP", "America/Havana"),
    ("CV", "CVE", "Atlantic/Cape_Verde"),
    ("DE", "EUR", "Europe/Berlin"),
    ("DO", "DOP", "America/Santo_Domingo"),
    ("DZ", "DZD", "Africa/Algiers"),
    ("EC", "USD", "America/Guayaquil"),
    ("ES", "EUR", "Europe/Madrid"),
    ("FR", "EUR", "Europe/Paris"),
    ("GB", "GBP", "Europe/London"),
    ("GH", "GHS", "Africa/Accra"),
    ("GT", "GTQ", "America/Guatemala"),
    ("HK", "HKD", "Asia/Hong_Kong"),
    ("HN", "HNL", "America/Tegucigalpa"),
    ("HT", "HTG", "America/Port-au-Prince"),
    ("IE", "EUR", "Europe/Dublin"),
    ("IN", "INR", "Asia/Kolkata"),
    ("JM", "JMD", "America/Jamaica"),
    ("KE", "KES", "Africa/Nairobi"),
    ("LI", "CHF", "Europe/Vaduz"),
    ("LU", "EUR", "Europe/Luxembourg"),
    ("MA", "MAD", "Africa/Casablanca"),
    ("MC", "EUR", "Europe/Monaco"),
    ("MT", "EUR", "Europe/Malta"),
    ("MX", "MXN", "America/Mexico_City"),
    ("MZ", "MZN", "Africa/Maputo"),
    ("NG", "NGN", "Africa/Lagos"),
    ("NI", "NIO", "America/Managua"),
    ("NZ", "NZD", "Pacific/Auckland"),
    ("PA", "PAB", "America/Panama"),
    ("PE", "PEN", "America/Lima"),
    ("PH", "PHP", "Asia/Manila"),
    ("PR", "USD", "America/Puerto_Rico"),
    ("PT", "EUR", "Europe/Lisbon"),
    ("PY", "PYG", "America/Asuncion"),
    ("SG", "SGD", "Asia/Singapore"),
    ("SN", "XOF", "Africa/Dakar"),
    ("SV", "USD", "America/El_Salvador"),
    ("TN", "TND", "Africa/Tunis"),
    ("TT", "TTD", "America/Port_of_Spain"),
    ("TZ", "TZS", "Africa/Dar_es_Salaam"),
    ("UG", "UGX", "Africa/Kampala"),
    ("US", "USD", "America/New_York"),
    ("UY", "UYU", "America/Montevideo"),
    ("VE", "VES", "America/Caracas"),
    ("ZA", "ZAR", "Africa/Johannesburg"),
];

/// Returns the currency and the time zone for the language that a browser asks for by this tag: those of the region in it,
/// or of the country of the language.
pub(super) fn offered(tag: Option<&str>) -> (&'static str, &'static str) {
    let region = tag.and_then(|tag| region(tag).or_else(|| of_tag(tag).and_then(postal::of_language)));
    let known = region.and_then(|region| REGIONS.iter().find(|(own, ..)| own.eq_ignore_ascii_case(region)));
    known.map_or(("USD", "UTC"), |(_, currency, timezone)| (*currency, *timezone))
}

/// Returns the region in a tag such as `de-ch` or `es-419`.
fn region(tag: &str) -> Option<&str> {
    // What follows a single letter is no part of the place.
    let mut parts = tag.split('-').skip(1).take_while(|part| part.len() > 1);
    parts.find(|part| part.len() == 2 || part.len() == 3 && part.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use chrono_tz::Tz;

    use super::*;
    use crate::money;

    #[test]
    fn an_account_may_have_what_each_region_has() {
        for (region, currency, timezone) in REGIONS {
            assert!(money::currency(currency).is_some(), "{region}: {currency}");
            assert!(timezone.parse::<Tz>().is_ok(), "{region}: {timezone}");
        }
    }

    #[test]
    fn the_region_of_a_language_counts_and_else_its_country() {
        for (tag, currency, timezone) in [
            ("de", "EUR", "Europe/Berlin"),
            ("de-ch", "CHF", "Europe/Zurich"),
            ("fr", "EUR", "Europe/Paris"),
            ("en-gb", "GBP", "Europe/London"),
            ("pt", "EUR", "Europe/Lisbon"),
            ("pt-br", "BRL", "America/Sao_Paulo"),
            ("es", "EUR", "Europe/Madrid"),
            ("es-mx", "MXN", "America/Mexico_City"),
            ("de-latn-at", "EUR", "Europe/Vienna"),
            ("de-u-co-phonebk", "EUR", "Europe/Berlin"),
            // A region of many countries, and no region at all.
            ("es-419", "USD", "UTC"),
            ("en", "USD", "UTC"),
        ] {
            assert_eq!(offered(Some(tag)), (currency, timezone), "{tag}");
        }
        assert_eq!(offered(None), ("USD", "UTC"));
    }
}
