//! Days, amounts, lists and languages, as letters and pages write them.

use std::collections::{BTreeMap, BTreeSet};

use shared::values::choices::PledgeFrequency;

use super::*;

/// Returns the messages of a file, each with the names of what it fills in.
fn read(locale: Locale) -> BTreeMap<String, BTreeSet<String>> {
    let resource = FluentResource::try_new(messages(locale).to_owned());
    assert!(resource.is_ok(), "{locale}: {resource:?}");
    let mut read = BTreeMap::<String, BTreeSet<String>>::new();
    let mut id = String::new();
    for line in messages(locale).lines().filter(|line| !line.starts_with('#')) {
        if let Some((own, _)) = line.split_once(" = ").filter(|_| line.starts_with(char::is_alphabetic)) {
            own.clone_into(&mut id);
            assert!(!read.contains_key(own), "{locale}: {own} is there twice");
            read.insert(id.clone(), BTreeSet::new());
        }
        let names = line.split('$').skip(1).map(|rest| rest.split([' ', '}']).next().unwrap().to_owned());
        if let Some(known) = read.get_mut(&id) {
            known.extend(names);
        }
    }
    read
}

#[test]
fn every_language_has_every_message_with_the_same_values() {
    let english = read(Locale::En);
    assert!(english.len() > 50);
    for locale in Locale::ALL {
        let own = read(*locale);
        assert!(own.keys().eq(english.keys()), "{locale}: {:?}", own.keys());
        for (id, names) in &english {
            // Only English names an organisation in its salutation.
            assert!(own[id] == *names || id == "dear-organisation", "{locale} {id}");
            let args: Vec<Arg<'_>> = [
                "amount", "count", "currency", "date", "day", "from", "fund", "id", "last", "letters",
                "memo", "month",
            ]
            .into_iter()
            .chain(["subject", "name", "number", "organisation", "others", "page", "to", "total", "year"])
            .filter(|name| names.contains(*name))
            .map(|name| (name, 3.into()))
            .collect();
            assert_eq!(args.len(), names.len(), "{id}: {names:?}");
            let written = known(*locale, id, &args).unwrap();
            assert!(!written.is_empty() && !written.contains(['{', '$']), "{locale} {id}: {written}");
        }
    }
}

#[test]
fn every_frequency_of_pledges_has_a_word() {
    for (locale, one) in
        Locale::ALL.iter().flat_map(|locale| PledgeFrequency::ALL.iter().map(move |one| (locale, one)))
    {
        assert!(known(*locale, &format!("frequency-{one}"), &[]).is_some(), "{locale} {one}");
    }
}

#[test]
fn days_are_written_as_the_language_does() {
    let day = |text: &str| text.parse::<NaiveDate>().unwrap();
    for (locale, long, short) in [
        (Locale::En, "1 March 2026", "1 Mar 2026"),
        (Locale::EnUs, "March 1, 2026", "Mar 1, 2026"),
        (Locale::De, "1. März 2026", "1.3.2026"),
        (Locale::Es, "1 de marzo de 2026", "1/3/2026"),
        (Locale::Fr, "1er mars 2026", "1/3/2026"),
        (Locale::Pt, "1 de março de 2026", "1/3/2026"),
    ] {
        assert_eq!(
            [long_day(locale, day("2026-03-01")), short_day(locale, day("2026-03-01"))],
            [long, short]
        );
    }
    assert_eq!(long_day(Locale::Fr, day("2026-12-31")), "31 décembre 2026");
}

#[test]
fn amounts_are_written_as_the_language_does() {
    let (usd, eur) = (Currency::USD, Currency::EUR);
    for (locale, currency, minor, with_sign, with_code) in [
        (Locale::En, usd, 123_450, "$1,234.50", "USD\u{a0}1,234.50"),
        (Locale::En, eur, -5, "−€0.05", "−EUR\u{a0}0.05"),
        (Locale::EnUs, usd, 123_450, "$1,234.50", "USD\u{a0}1,234.50"),
        (Locale::De, eur, 123_450, "1.234,50\u{a0}€", "1.234,50\u{a0}EUR"),
        (Locale::De, usd, -123_450, "−1.234,50\u{a0}$", "−1.234,50\u{a0}USD"),
        (Locale::Es, eur, 123_450, "1.234,50\u{a0}€", "1.234,50\u{a0}EUR"),
        (Locale::Es, usd, 123_450, "$1,234.50", "USD\u{a0}1,234.50"),
        (Locale::Fr, eur, 123_456_700, "1\u{a0}234\u{a0}567,00\u{a0}€", "1\u{a0}234\u{a0}567,00\u{a0}EUR"),
        (Locale::Pt, Currency::BRL, 123_450, "R$\u{a0}1.234,50", "BRL\u{a0}1.234,50"),
        (Locale::Pt, eur, 50, "0,50\u{a0}€", "0,50\u{a0}EUR"),
        (Locale::Fr, Currency::JPY, 1000, "1\u{a0}000\u{a0}¥", "1\u{a0}000\u{a0}JPY"),
    ] {
        assert_eq!(money(locale, minor, currency), with_sign);
        assert_eq!(coded(locale, minor, currency), with_code);
    }
}

#[test]
fn a_page_writes_all_amounts_in_one_way() {
    let (usd, mxn, eur) = (Currency::USD, Currency::MXN, Currency::EUR);
    for (locale, currency, minor, with_sign, with_code) in [
        (Locale::En, usd, 5_792_650, "$57,926.50", "USD\u{a0}57,926.50"),
        (Locale::En, Currency::NOK, -1200, "−kr\u{a0}12.00", "−NOK\u{a0}12.00"),
        (Locale::De, usd, 5_792_650, "57.926,50\u{a0}$", "57.926,50\u{a0}USD"),
        (Locale::Es, usd, 5_792_650, "57.926,50\u{a0}US$", "57.926,50\u{a0}USD"),
        (Locale::Es, mxn, -5, "−0,05\u{a0}$", "−0,05\u{a0}MXN"),
        (Locale::Es, eur, 5_792_650, "57.926,50\u{a0}€", "57.926,50\u{a0}EUR"),
        (Locale::Fr, usd, 5_792_650, "57\u{a0}926,50\u{a0}$US", "57\u{a0}926,50\u{a0}USD"),
        (Locale::Pt, usd, 5_792_650, "57\u{a0}926,50\u{a0}US$", "57\u{a0}926,50\u{a0}USD"),
        (Locale::Pt, Currency::BRL, 1250, "12,50\u{a0}R$", "12,50\u{a0}BRL"),
    ] {
        assert_eq!(on_page(locale, minor, currency), with_sign);
        assert_eq!(coded_on_page(locale, minor, currency), with_code);
    }
    assert_eq!(coded_on_page(Locale::Pt, 1250, Currency::KWD), "1,250\u{a0}KWD");
    let groups = Locale::ALL.iter().map(|locale| (between_thousands(*locale), decimal_mark(*locale)));
    let pairs = [(",", '.'), (".", ','), (".", ','), ("\u{a0}", ','), ("\u{a0}", ','), (",", '.')];
    assert!(groups.eq(pairs));
}

#[test]
fn a_tag_means_its_language() {
    assert_eq!(
        ["pt-BR", "DE", "es-419", "fr"].map(of_tag),
        [Locale::Pt, Locale::De, Locale::Es, Locale::Fr].map(Some)
    );
    assert_eq!(["German", "Español", "english"].map(of_tag), [Locale::De, Locale::Es, Locale::En].map(Some));
    assert_eq!(["", "den", "zh-Hant", "-de"].map(of_tag), [None; 4]);
    assert_eq!(
        ["en-us", "EN-US", "English (United States)", "en-GB", "en"].map(of_tag),
        [Locale::EnUs, Locale::EnUs, Locale::EnUs, Locale::En, Locale::En].map(Some)
    );
}

#[test]
fn forms_offer_both_kinds_of_english_together() {
    assert!(names().map(|(code, _)| code).eq(["en", "en-US", "de", "es", "fr", "pt"]));
}

#[test]
fn a_donor_who_reads_english_gets_the_english_of_the_account() {
    use Locale::{De, En, EnUs};
    for (own, of_donors, tag, locale) in [
        (EnUs, &[En][..], "en-GB", En),
        (EnUs, &[], "en-GB", EnUs),
        (EnUs, &[], "en", EnUs),
        (EnUs, &[De], "de-AT", De),
        (En, &[], "en-US", En),
        (En, &[EnUs], "en-US", EnUs),
        (En, &[EnUs], "en", En),
        (De, &[EnUs], "en", EnUs),
        (De, &[En, EnUs], "en-US", EnUs),
        (De, &[], "en-US", De),
    ] {
        let letters = LetterLocales::new(own, of_donors.iter().copied());
        assert_eq!(letters.of(Some(tag)), locale, "{own}, {of_donors:?}: {tag}");
        assert_eq!(letters.of(None), own);
    }
}

#[test]
fn lists_leave_out_what_is_empty() {
    let list = |locale, names: &[&str]| listed(locale, names.iter().map(|name| (*name).to_owned()));
    assert_eq!(list(Locale::En, &["Ada", "", "William", "Mary"]), "Ada, William and Mary");
    assert_eq!(list(Locale::De, &["Ada", "William"]), "Ada und William");
    assert_eq!([list(Locale::Fr, &["Ada"]), list(Locale::Fr, &[])], ["Ada", ""]);
    let spanish = [["María", "Isabel"], ["Ana", "Hilda"], ["Ana", "Ian"], ["Ana", "Luis"]];
    let spanish = spanish.map(|names| list(Locale::Es, &names));
    assert_eq!(spanish, ["María e Isabel", "Ana e Hilda", "Ana y Ian", "Ana y Luis"]);
}
