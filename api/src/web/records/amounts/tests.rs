use shared::values::choices::Locale;

use super::*;

#[test]
fn amounts_are_understood_as_people_write_them() {
    for (typed, currency, number) in [
        ("1250", Currency::USD, "1250"),
        (" $1,250.00 ", Currency::USD, "1250.00"),
        ("1,250", Currency::USD, "1250"),
        ("12,345,678.9", Currency::USD, "12345678.9"),
        ("US$ 50", Currency::USD, "50"),
        ("50 usd", Currency::USD, "50"),
        ("$50 USD", Currency::USD, "50"),
        ("€50", Currency::EUR, "50"),
        ("50 €", Currency::EUR, "50"),
        ("kr 12", Currency::NOK, "12"),
        ("-$5", Currency::USD, "-5"),
        ("$-5", Currency::USD, "-5"),
        ("\u{2212}$5.00", Currency::USD, "-5.00"),
        ("1 250.50", Currency::USD, "1250.50"),
        ("1'250", Currency::CHF, "1250"),
        ("1.250", Currency::BHD, "1.250"),
        ("¥3,000", Currency::JPY, "3000"),
        ("12,50 €", Currency::EUR, "12.50"),
        ("1.250,00", Currency::EUR, "1250.00"),
        ("12 345,5", Currency::PLN, "12345.5"),
        ("R$ 1.250,00", Currency::BRL, "1250.00"),
        ("1,250.00", Currency::EUR, "1250.00"),
        ("1250,00", Currency::EUR, "1250.00"),
        ("1.000.000", Currency::EUR, "1000000"),
        ("25 Euro", Currency::EUR, "25"),
        ("25,-", Currency::EUR, "25.0"),
        ("25,\u{2013} €", Currency::EUR, "25.0"),
        ("1.250,--", Currency::EUR, "1250.0"),
        ("-25,\u{2014} EUR", Currency::EUR, "-25.0"),
        ("25.-", Currency::CHF, "25"),
        ("1'250.\u{2013}", Currency::CHF, "1250"),
        ("$1,250.-", Currency::USD, "1250"),
        ("25,-", Currency::USD, "25"),
        ("5e1", Currency::USD, "5e1"),
        ("1.2.3", Currency::USD, "1.2.3"),
    ] {
        let read = plain(typed, currency);
        let left = || typed.trim().to_owned();
        assert_eq!(read.clone().map(|read| read.unwrap_or_else(left)), Ok(number.to_owned()), "{typed}");
    }
}

#[test]
fn the_number_of_a_cheque_may_stand_behind_the_amount() {
    for typed in
        ["50 ck 1044", "50 CK1044", "50  check #1044", "50 #1044", "50 chk. 1044", " 50 cheque 1044 "]
    {
        let read = with_check_number(typed);
        assert_eq!(read, Some(("50".to_owned(), "1044".to_owned())), "{typed}");
    }
    for (typed, amount, number) in [
        ("$1,250.00 ck 7", "$1,250.00", "7"),
        ("50,00 € Scheck 1044", "50,00 €", "1044"),
        ("1 250 Chèque 7", "1 250", "7"),
    ] {
        let read = with_check_number(typed);
        assert_eq!(read, Some((amount.to_owned(), number.to_owned())), "{typed}");
    }
    let types = ["Check", "cheque", "Scheck", "Chèque", "cash"].map(is_cheque);
    assert_eq!(types, [true, true, true, true, false]);
    for typed in ["50", "50 USD", "50 ck", "ck 1044", "50 1044", "50 ck 10a", "50 check"] {
        assert_eq!(with_check_number(typed), None, "{typed}");
    }
}

#[test]
fn the_way_to_pay_may_stand_behind_the_amount() {
    use crate::language::speak;
    let types = ["cash", "check", "bank_transfer", "Lastschrift"].map(str::to_owned);
    let types: Vec<_> = (1..).zip(types).collect();
    for (locale, typed, amount, id) in [
        (Locale::De, "1.250 Überweisung", "1250", 3),
        (Locale::De, "1.250 € ueberweisung ", "1250 €", 3),
        (Locale::De, "1.250,50 Lastschrift", "1.250,50", 4),
        (Locale::De, "50 Scheck", "50", 2),
        (Locale::De, "12.50 bar", "12.50", 1),
        (Locale::Fr, "1 250 virement", "1 250", 3),
        (Locale::Fr, "1\u{202f}250 virement bancaire", "1\u{202f}250", 3),
        (Locale::Fr, "50 chèque", "50", 2),
        (Locale::Es, "1.250 transferencia", "1250", 3),
        (Locale::Pt, "1 250 transferência", "1 250", 3),
    ] {
        let read = speak(locale, || with_type(typed, &types)).unwrap();
        let read = speak(locale, || (without_group_points(&read.0, Currency::EUR), read.1));
        assert_eq!(read, (amount.to_owned(), id), "{locale} {typed}");
    }
    for typed in ["50", "50 €", "1.250 Dach", "30 Dach + 20 bar", "bar", "50 Wertpapiere", "50 Scheck 1044"]
    {
        assert_eq!(speak(Locale::De, || with_type(typed, &types)), None, "{typed}");
    }
    for amount in ["1.25", "0.250", "1.2500", "1.250,50"] {
        assert_eq!(speak(Locale::De, || without_group_points(amount, Currency::EUR)), amount);
    }
    assert_eq!(without_group_points("1.250", Currency::EUR), "1.250");
    // This could be 1.25 dinars.
    assert_eq!(speak(Locale::Fr, || without_group_points("1.250", Currency::TND)), "1.250");
}

#[test]
fn an_amount_that_could_mean_two_is_refused() {
    for typed in ["12,50", "1,25", "1.250,00", "1,250,00", "0,500", "1,2500", "$12,5", ",50", "1,,250"] {
        assert_eq!(plain(typed, Currency::USD), Err(COMMA.to_owned()), "{typed}");
    }
    for typed in ["1.25,00", "1.250,000,00", "12,500,00", ",50"] {
        assert_eq!(plain(typed, Currency::EUR), Err(COMMA.to_owned()), "{typed}");
    }
    let rule = Err("has more than the 2 decimals of USD".to_owned());
    assert_eq!(plain("1.250", Currency::USD), rule);
    let rule = Err("has more than the 0 decimals of JPY".to_owned());
    assert_eq!(plain("1.000", Currency::JPY), rule);
}

#[test]
fn another_currency_than_that_of_the_form_is_refused() {
    for (typed, currency) in [
        ("€50", Currency::USD),
        ("50 EUR", Currency::USD),
        ("50 Euro", Currency::USD),
        ("$50", Currency::EUR),
    ] {
        let rule = plain(typed, currency).unwrap_err();
        assert!(rule.contains(&format!("the currency is {}", currency.code())), "{rule}");
    }
}

#[test]
fn what_is_no_amount_is_left_to_the_field() {
    for typed in ["", "fifty", "x50", "--5", "-$-5", "+5", "5-", "5 ,-", "50 pounds", "1 2", "١٢"] {
        let read = plain(typed, Currency::USD);
        assert!(matches!(read.as_ref(), Ok(None)) || read == Ok(Some(typed.to_owned())), "{typed}: {read:?}");
    }
}

#[test]
fn a_comma_stands_before_the_cents_where_the_language_of_the_page_writes_it_so() {
    use crate::language::speak;
    for (locale, typed, currency, number) in [
        (Locale::De, "12,50", Currency::USD, Some("12.50")),
        (Locale::De, "1.250,00 $", Currency::USD, Some("1250.00")),
        (Locale::De, "12.50", Currency::USD, Some("12.50")),
        (Locale::Fr, "12,500", Currency::KWD, Some("12.500")),
        (Locale::De, "1.250", Currency::KWD, None),
        (Locale::De, "1.250", Currency::USD, None),
        (Locale::De, "1.250,-", Currency::USD, Some("1250.0")),
        (Locale::De, "1.000.000", Currency::USD, Some("1000000")),
        (Locale::De, ",50", Currency::EUR, None),
        (Locale::Es, "12,50", Currency::USD, Some("12.50")),
        (Locale::Es, "57.926,50\u{a0}US$", Currency::USD, Some("57926.50")),
        (Locale::Fr, "57\u{a0}926,50\u{a0}$US", Currency::USD, Some("57926.50")),
        (Locale::Es, "1,250.00", Currency::USD, Some("1250.00")),
        (Locale::Es, "1.250", Currency::MXN, None),
    ] {
        let read = speak(locale, || plain(typed, currency)).map(|read| read.or(Some(typed.to_owned())));
        let expected = number.map(|number| Some(number.to_owned())).ok_or_else(|| DECIMAL_COMMA.to_owned());
        assert_eq!(read, expected, "{locale} {typed}");
    }
}

#[test]
fn what_a_form_shows_of_a_stored_amount_is_read_as_the_same_amount() {
    use shared::values::choices::Choice as _;

    use crate::fields::field::Input as _;
    use crate::language::speak;
    use crate::money::Amount;
    use crate::resources::gifts::GiftInput;
    for (locale, currency) in Locale::ALL.iter().flat_map(|locale| {
        [Currency::JPY, Currency::USD, Currency::EUR, Currency::KWD].map(|currency| (*locale, currency))
    }) {
        for minor in [0, 5, -5, 500, 1250, -123_456, 1_234_567_890] {
            let number = Value::from(Amount::new(minor, currency).to_string());
            let parts = Value::from(vec![Typed::from_iter([("split_amount".to_owned(), number.clone())])]);
            let stored = [("gift_amount".to_owned(), number), ("splits".to_owned(), parts)];
            let stored = Typed::from_iter(stored);
            let mut problems = Problems::default();
            let read = speak(locale, || {
                let mut shown = written(GiftInput::FIELDS, stored.clone());
                let has_comma = text(&shown, "gift_amount").contains(',');
                assert_eq!(has_comma, !locale.is_english() && currency != Currency::JPY);
                read(GiftInput::FIELDS, &mut shown, currency, &mut problems);
                shown
            });
            assert_eq!((read, problems.to_string()), (stored, String::new()), "{locale} {currency:?}");
        }
    }
}

#[test]
fn an_amount_that_a_page_writes_into_an_address_is_read_as_the_same_in_every_language() {
    use shared::values::choices::Choice as _;

    use crate::language::speak;
    for (locale, currency) in Locale::ALL.iter().flat_map(|locale| {
        [Currency::JPY, Currency::USD, Currency::KWD, Currency::CLF].map(|currency| (*locale, currency))
    }) {
        for minor in [0_i64, 5, 50, -5, 12_345, 12_500, 1_234_567_890] {
            let number = Amount::new(minor, currency).to_string();
            let address = in_address(&number);
            let field = speak(locale, || shown(&address, currency));
            for text in [&address, &field] {
                let read = speak(locale, || plain(text, currency)).unwrap().unwrap();
                let same = Decimal::parse(&read).unwrap().to_minor(currency);
                assert_eq!(same, Ok(minor), "{locale}: {text}");
            }
        }
    }
    assert_eq!(["12.345", "12.50", "7"].map(in_address), ["12.3450", "12.50", "7"]);
}

#[test]
fn an_amount_in_an_address_is_shown_as_the_language_writes_it_unless_it_was_typed() {
    use crate::language::speak;
    for (typed, shown_as) in [
        ("12.50", "12,50"),
        ("1000", "1000"),
        ("1.000", "1.000"),
        ("1.000,50 €", "1.000,50 €"),
        ("1.2.3", "1.2.3"),
        ("much", "much"),
    ] {
        assert_eq!(speak(Locale::De, || shown(typed, Currency::EUR)), shown_as);
        assert_eq!(shown(typed, Currency::EUR), typed);
    }
}
