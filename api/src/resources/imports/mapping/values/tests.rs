//! Dates, amounts, words and countries, as people write them.

use shared::values::choices::{AddressType, Choice as _};

use super::*;
use crate::fields::spoken;
use crate::language::speak;

#[test]
fn dates_are_read_in_the_order_that_is_said() {
    let (day, month) = (Some(DateOrder::DayFirst), Some(DateOrder::MonthFirst));
    for (text, order, read) in [
        ("2026-03-04", None, "2026-03-04"),
        ("2026-03-04T10:00:00Z", None, "2026-03-04"),
        ("3/4/2026 10:15 AM", month, "2026-03-04"),
        ("3/4/2026", day, "2026-04-03"),
        ("03.04.26", day, "2026-04-03"),
        ("31/12/2026", None, "2026-12-31"),
        ("12/31/2026", None, "2026-12-31"),
        ("5/5/2026", None, "2026-05-05"),
        ("4-Mar-2026", None, "2026-03-04"),
        ("March 4th, 2026", None, "2026-03-04"),
        ("Wed, 4 March 2026", None, "2026-03-04"),
        ("20260304", None, "2026-03-04"),
        ("2026/3/4", month, "2026-03-04"),
        ("1/2/27", month, "2027-01-02"),
        ("1/2/28", month, "1928-01-02"),
        ("Dienstag, 3. März 2026", None, "2026-03-03"),
        ("3 de abril de 2026", None, "2026-04-03"),
        ("mardi 7 juillet 2026", None, "2026-07-07"),
        ("1er août 2026", None, "2026-08-01"),
    ] {
        assert_eq!(date(text, order, 2026).as_deref(), Ok(read), "{text}");
    }
    for (text, order) in [
        ("13/13/2026", None),
        ("31/12/2026", month),
        ("12/31/2026", day),
        ("soon", None),
        ("", day),
        ("1/2/3", day),
        ("30/2/2026", day),
    ] {
        assert!(date(text, order, 2026).is_err(), "{text}");
    }
    for (text, order) in
        [("31.02.1960", day), ("20260231", None), ("29 Feb 2026", None), ("2026-04-31", month)]
    {
        assert_eq!(date(text, order, 2026), Err(NO_SUCH_DAY.to_owned()), "{text}");
    }
    assert_eq!(month_day("30.2.", day, 2026), Err(NO_SUCH_DAY.to_owned()));
    assert_eq!(date("12/31/2026", day, 2026), Err(rule(day).to_owned()));
    assert_eq!(date("3/4/2026", None, 2026), Err(TWO_READINGS.to_owned()));
    assert_eq!(month_day("3/4", month, 2026).as_deref(), Ok("--03-04"));
    assert_eq!(month_day("29 Feb", None, 2026).as_deref(), Ok("--02-29"));
    assert_eq!(month_day("--12-10", None, 2026).as_deref(), Ok("--12-10"));
    assert_eq!(month_day("10/12/1815", day, 2026).as_deref(), Ok("1815-12-10"));
    assert!(month_day("3/4", None, 2026).is_err());
}

#[test]
fn kinds_of_addresses_are_read_as_files_for_people_have_them() {
    let kinds: Vec<_> = AddressType::ALL.iter().map(|kind| kind.as_str()).collect();
    for locale in Locale::ALL {
        for kind in &kinds {
            let said = speak(*locale, || spoken::choice(kind));
            assert_eq!(choice(&said, &kinds), Some(*kind), "{locale}: {said}");
        }
    }
}

#[test]
fn what_is_usual_follows_the_language() {
    assert_eq!(DateOrder::usual(Locale::En, Currency::USD), DateOrder::MonthFirst);
    assert_eq!(DateOrder::usual(Locale::En, Currency::EUR), DateOrder::DayFirst);
    // Somebody has chosen it: it does not come from a browser.
    assert_eq!(DateOrder::usual(Locale::EnUs, Currency::EUR), DateOrder::MonthFirst);
    assert_eq!([Locale::En, Locale::EnUs].map(DecimalSign::usual), [DecimalSign::Point; 2]);
    for locale in [Locale::De, Locale::Es, Locale::Fr, Locale::Pt] {
        assert_eq!(DateOrder::usual(locale, Currency::USD), DateOrder::DayFirst, "{locale}");
        assert_eq!(DecimalSign::usual(locale), DecimalSign::Comma, "{locale}");
    }
}

#[test]
fn an_amount_of_another_currency_is_no_amount_of_this_one() {
    for (text, code) in [
        ("75", "USD"),
        ("$75", "USD"),
        ("CA$75", "CAD"),
        ("75 EUR", "EUR"),
        ("€75", "EUR"),
        ("75 Euro", "EUR"),
        ("£5", "GBP"),
    ] {
        assert_eq!(check_currency(text, code), Ok(()), "{text} {code}");
    }
    for (text, code) in [
        ("€75.00", "USD"),
        ("75 eur", "USD"),
        ("75 Euro", "USD"),
        ("$75", "EUR"),
        ("£5", "EUR"),
        ("USD 5", "CAD"),
    ] {
        assert!(check_currency(text, code).is_err(), "{text} {code}");
    }
}

#[test]
fn amounts_never_change_by_a_thousand() {
    let (point, comma) = (Some(DecimalSign::Point), Some(DecimalSign::Comma));
    for (text, sign, read) in [
        ("1,250.00", point, "1250.00"),
        ("$1,250", point, "1250"),
        ("USD 50", point, "50"),
        ("50.5 €", None, "50.5"),
        ("(12.50)", point, "-12.50"),
        ("-$5.00", point, "-5.00"),
        ("$-5", point, "-5"),
        ("12,50", comma, "12.50"),
        ("1.250,00 €", comma, "1250.00"),
        ("1 250,00", comma, "1250.00"),
        ("CHF 1'250.00", point, "1250.00"),
        (".5", point, "0.5"),
        ("25,-", comma, "25"),
        ("25,–", comma, "25"),
        ("25,— €", comma, "25"),
        ("1.250,--", comma, "1250"),
        ("€ -25,-", comma, "-25"),
        ("(25,-)", comma, "-25"),
        ("25.-", point, "25"),
        ("25.–", comma, "25"),
        ("CHF 1'250.-", point, "1250"),
        ("25-", comma, "-25"),
        ("25,00-", comma, "-25.00"),
        ("25 Euro", comma, "25"),
    ] {
        assert_eq!(amount(text, sign).as_deref(), Ok(read), "{text}");
    }
    for (text, sign) in [
        ("12,50", point),
        ("12.50", comma),
        ("1,25,000", point),
        ("a", point),
        ("", None),
        ("1.2.3", comma),
        ("12a5", point),
        ("$", point),
        ("1,250.0,0", point),
        ("1.000", point),
        ("1.000", None),
        ("-2.500 EUR", point),
        ("1,250", comma),
        ("5k", point),
        ("2 Mio", point),
        ("10 cents", point),
        (",-", comma),
        ("--", comma),
        ("1.250,-", point),
    ] {
        assert!(amount(text, sign).is_err(), "{text}");
    }
}

#[test]
fn words_of_all_languages_mean_choices_and_types() {
    for (word, kind) in [
        ("Überweisung", "bank_transfer"),
        ("LASTSCHRIFT", "bank_transfer"),
        ("Scheck", "check"),
        ("bar", "cash"),
        ("Prélèvement SEPA", "bank_transfer"),
        ("Espèces", "cash"),
        ("Tarjeta de crédito", "card"),
        ("Transferência", "bank_transfer"),
    ] {
        assert_eq!(gift_type(word), Some(kind), "{word}");
    }
    for (word, choices, meant) in [
        ("vierteljährlich", ["monthly", "quarterly"], "quarterly"),
        ("aktiv", ["contact", "donor"], "donor"),
        ("aktiv", ["active", "paused"], "active"),
        ("Reçu", ["pending", "received"], "received"),
    ] {
        assert_eq!(choice(word, &choices), Some(meant), "{word}");
    }
    for (word, kind) in [("Firma", "organization"), ("Privatperson", "person"), ("Person", "person")] {
        assert_eq!(contact_type(word), Some(kind), "{word}");
    }
    for (word, said) in [("Ja", "1"), ("nein", "0"), ("Sí", "1"), ("Non", "0"), ("Não", "0")] {
        assert_eq!(flag(word), Some(said), "{word}");
    }
}

#[test]
fn words_mean_choices_types_and_countries() {
    assert_eq!(choice("Lapsed donor", &["donor", "lapsed_donor"]), Some("lapsed_donor"));
    assert_eq!(choice("Completed", &["pending", "received"]), Some("received"));
    assert_eq!(choice("friend", &["donor"]), None);
    assert_eq!(
        (gift_type("ACH"), gift_type("Credit Card"), gift_type("check")),
        (Some("bank_transfer"), Some("card"), None)
    );
    for (text, code) in
        [("usa", "US"), ("Germany", "DE"), ("de", "DE"), ("Deutschland", "DE"), ("England", "GB")]
    {
        assert_eq!(country(text).as_deref(), Some(code), "{text}");
    }
    assert_eq!(
        (country("Atlantis"), flag("Yes"), flag("n"), flag("perhaps")),
        (None, Some("1"), Some("0"), None)
    );
}
