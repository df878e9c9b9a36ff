use shared::values::choices::Choice;

use super::*;

#[test]
fn numbers_are_said_as_each_language_does() {
    for (n, all) in [
        (0, ["zero", "null", "cero", "zéro", "zero"]),
        (1, ["one", "eins", "un", "un", "um"]),
        (16, ["sixteen", "sechzehn", "dieciséis", "seize", "dezasseis"]),
        (17, ["seventeen", "siebzehn", "diecisiete", "dix-sept", "dezassete"]),
        (21, ["twenty-one", "einundzwanzig", "veintiún", "vingt et un", "vinte e um"]),
        (22, ["twenty-two", "zweiundzwanzig", "veintidós", "vingt-deux", "vinte e dois"]),
        (31, ["thirty-one", "einunddreißig", "treinta y un", "trente et un", "trinta e um"]),
        (60, ["sixty", "sechzig", "sesenta", "soixante", "sessenta"]),
        (70, ["seventy", "siebzig", "setenta", "soixante-dix", "setenta"]),
        (71, ["seventy-one", "einundsiebzig", "setenta y un", "soixante et onze", "setenta e um"]),
        (77, ["seventy-seven", "siebenundsiebzig", "setenta y siete", "soixante-dix-sept", "setenta e sete"]),
        (80, ["eighty", "achtzig", "ochenta", "quatre-vingts", "oitenta"]),
        (81, ["eighty-one", "einundachtzig", "ochenta y un", "quatre-vingt-un", "oitenta e um"]),
        (90, ["ninety", "neunzig", "noventa", "quatre-vingt-dix", "noventa"]),
        (91, ["ninety-one", "einundneunzig", "noventa y un", "quatre-vingt-onze", "noventa e um"]),
        (100, ["one hundred", "einhundert", "cien", "cent", "cem"]),
        (101, ["one hundred one", "einhunderteins", "ciento un", "cent un", "cento e um"]),
        (200, ["two hundred", "zweihundert", "doscientos", "deux cents", "duzentos"]),
        (
            280,
            [
                "two hundred eighty",
                "zweihundertachtzig",
                "doscientos ochenta",
                "deux cent quatre-vingts",
                "duzentos e oitenta",
            ],
        ),
        (1000, ["one thousand", "eintausend", "mil", "mille", "mil"]),
        (1001, ["one thousand one", "eintausendeins", "mil un", "mille un", "mil e um"]),
        (1100, ["one thousand one hundred", "eintausendeinhundert", "mil cien", "mille cent", "mil e cem"]),
        (
            1234,
            [
                "one thousand two hundred thirty-four",
                "eintausendzweihundertvierunddreißig",
                "mil doscientos treinta y cuatro",
                "mille deux cent trente-quatre",
                "mil duzentos e trinta e quatro",
            ],
        ),
        (2000, ["two thousand", "zweitausend", "dos mil", "deux mille", "dois mil"]),
        (80_000, ["eighty thousand", "achtzigtausend", "ochenta mil", "quatre-vingt mille", "oitenta mil"]),
        (
            101_000,
            [
                "one hundred one thousand",
                "einhunderteintausend",
                "ciento un mil",
                "cent un mille",
                "cento e um mil",
            ],
        ),
        (
            200_000,
            [
                "two hundred thousand",
                "zweihunderttausend",
                "doscientos mil",
                "deux cent mille",
                "duzentos mil",
            ],
        ),
        (MILLION, ["one million", "eine Million", "un millón", "un million", "um milhão"]),
        (
            2_045_000,
            [
                "two million forty-five thousand",
                "zwei Millionen fünfundvierzigtausend",
                "dos millones cuarenta y cinco mil",
                "deux millions quarante-cinq mille",
                "dois milhões e quarenta e cinco mil",
            ],
        ),
        (
            200 * MILLION,
            [
                "two hundred million",
                "zweihundert Millionen",
                "doscientos millones",
                "deux cents millions",
                "duzentos milhões",
            ],
        ),
        (MILLIARD, ["one billion", "eine Milliarde", "mil millones", "un milliard", "mil milhões"]),
    ] {
        let said = [english(n), german(n), spanish(n, false), french(n, false), portuguese(n, false)];
        assert_eq!(said, all);
    }
}

#[test]
fn amounts_name_the_currency_and_its_hundredths() {
    let (eur, usd, gbp, chf) = (Currency::EUR, Currency::USD, Currency::GBP, Currency::CHF);
    for (locale, minor, currency, said) in [
        (Locale::En, 12_550, usd, "one hundred twenty-five dollars and fifty cents"),
        (Locale::En, 100, gbp, "one pound"),
        (Locale::En, 101, gbp, "one pound and one penny"),
        (Locale::En, 0, eur, "zero euros"),
        (Locale::En, -250, chf, "minus two Swiss francs and fifty centimes"),
        (Locale::De, 12_550, eur, "einhundertfünfundzwanzig Euro und fünfzig Cent"),
        (Locale::De, 101, eur, "ein Euro und ein Cent"),
        (Locale::De, 200_000_000, chf, "zwei Millionen Schweizer Franken"),
        (Locale::Es, 100_000_000, eur, "un millón de euros"),
        (Locale::Es, 102_121, eur, "mil veintiún euros con veintiún céntimos"),
        (Locale::Es, 22_100, gbp, "doscientas veintiuna libras esterlinas"),
        (Locale::Es, 20_000_000, gbp, "doscientas mil libras esterlinas"),
        (Locale::Es, 20_000_000_000, gbp, "doscientos millones de libras esterlinas"),
        (Locale::Fr, 0, eur, "zéro euro"),
        (Locale::Fr, 8_000, eur, "quatre-vingts euros"),
        (Locale::Fr, 100_000_000, eur, "un million d'euros"),
        (Locale::Fr, 150_000_000, eur, "un million cinq cent mille euros"),
        (Locale::Fr, 200_000_000, usd, "deux millions de dollars américains"),
        (Locale::Fr, 2_150, gbp, "vingt et une livres sterling et cinquante pence"),
        (Locale::Pt, 12_550, eur, "cento e vinte e cinco euros e cinquenta cêntimos"),
        (Locale::Pt, 120_000_000, eur, "um milhão e duzentos mil euros"),
        (Locale::Pt, 100_000_000, usd, "um milhão de dólares americanos"),
        (Locale::Pt, 220_200, gbp, "duas mil duzentas e duas libras esterlinas"),
    ] {
        assert_eq!(in_words(locale, minor, currency).as_deref(), Some(said));
    }
    for locale in Locale::ALL {
        let cents = in_words(*locale, 50, eur).unwrap();
        assert!(!cents.to_lowercase().contains("eur"), "{cents}");
    }
}

#[test]
fn what_has_no_words_is_said() {
    assert!(in_words(Locale::En, 99_999_999_999_999, Currency::EUR).is_some());
    assert_eq!(in_words(Locale::En, 100_000_000_000_000, Currency::EUR), None);
    assert_eq!(in_words(Locale::En, i128::MIN, Currency::EUR), None);
    assert_eq!(in_words(Locale::En, 100, Currency::BRL), None);
}
