//! Amounts in words, as receipts must have them: `one hundred twenty-five dollars and fifty cents`.

use iso_currency::Currency;
use shared::values::choices::Locale;

const MILLION: usize = 1_000_000;
const MILLIARD: usize = 1_000_000_000;
/// The first number that has no words here.
const BEYOND: u128 = 1_000_000_000_000;

/// The numbers from zero on that are one word, and the tens and the hundreds by their first figures.
type Numerals = [&'static str; 3];

const ENGLISH: Numerals = [
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
     seventeen eighteen nineteen",
    "- ten twenty thirty forty fifty sixty seventy eighty ninety",
    "",
];
const GERMAN: Numerals = [
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn \
     siebzehn achtzehn neunzehn",
    "- zehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "",
];
const SPANISH: Numerals = [
    "cero un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis \
     diecisiete dieciocho diecinueve veinte veintiún veintidós veintitrés veinticuatro veinticinco veintiséis \
     veintisiete veintiocho veintinueve",
    "- diez veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos",
];
const FRENCH: Numerals = [
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept \
     dix-huit dix-neuf",
    "- dix vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt",
    "",
];
const PORTUGUESE: Numerals = [
    "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezasseis \
     dezassete dezoito dezanove",
    "- dez vinte trinta quarenta cinquenta sessenta setenta oitenta noventa",
    "- cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos",
];

/// Returns the word at a place of a text.
fn word(words: &'static str, place: usize) -> &'static str {
    words.split_whitespace().nth(place).unwrap_or_default()
}

/// Returns a number after what it begins with, or that alone if nothing is left.
fn then(begin: &str, between: &str, rest: usize, say: impl Fn(usize) -> String) -> String {
    if rest == 0 { begin.to_owned() } else { format!("{begin}{between}{}", say(rest)) }
}

/// Returns how many thousands, millions or whatever a number begins with: one of them has words of its own.
fn times(count: usize, one: &str, many: &str, say: impl Fn(usize) -> String) -> String {
    if count == 1 { one.to_owned() } else { format!("{} {many}", say(count)) }
}

fn english(n: usize) -> String {
    let [small, tens, _] = ENGLISH;
    let parts =
        |unit: usize, name: &str| then(&format!("{} {name}", english(n / unit)), " ", n % unit, english);
    match n {
        0..20 => word(small, n).to_owned(),
        20..100 => then(word(tens, n / 10), "-", n % 10, english),
        100..1000 => parts(100, "hundred"),
        1000..MILLION => parts(1000, "thousand"),
        MILLION..MILLIARD => parts(MILLION, "million"),
        _ => parts(MILLIARD, "billion"),
    }
}

fn german(n: usize) -> String {
    let [small, tens, _] = GERMAN;
    // Within a word, it is *ein*, not *eins*.
    let stem = |n: usize| {
        let text = german(n);
        if n % 100 == 1 { text.trim_end_matches('s').to_owned() } else { text }
    };
    let parts =
        |unit: usize, one: &str, many: &str| then(&times(n / unit, one, many, german), " ", n % unit, german);
    match n {
        0..20 => word(small, n).to_owned(),
        20..100 if n.is_multiple_of(10) => word(tens, n / 10).to_owned(),
        20..100 => format!("{}und{}", stem(n % 10), word(tens, n / 10)),
        100..1000 => then(&format!("{}hundert", stem(n / 100)), "", n % 100, german),
        1000..MILLION => then(&format!("{}tausend", stem(n / 1000)), "", n % 1000, german),
        MILLION..MILLIARD => parts(MILLION, "eine Million", "Millionen"),
        _ => parts(MILLIARD, "eine Milliarde", "Milliarden"),
    }
}

fn spanish(n: usize, is_feminine: bool) -> String {
    let [small, tens, hundreds] = SPANISH;
    let say = |n| spanish(n, is_feminine);
    match n {
        1 if is_feminine => "una".to_owned(),
        21 if is_feminine => "veintiuna".to_owned(),
        0..30 => word(small, n).to_owned(),
        30..100 => then(word(tens, n / 10), " y ", n % 10, say),
        100 => "cien".to_owned(),
        101..1000 => then(&hundred(word(hundreds, n / 100), is_feminine), " ", n % 100, say),
        1000..MILLION => then(&times(n / 1000, "mil", "mil", say), " ", n % 1000, say),
        _ => {
            let millions = times(n / MILLION, "un millón", "millones", |n| spanish(n, false));
            then(&millions, " ", n % MILLION, say)
        }
    }
}

fn french(n: usize, is_feminine: bool) -> String {
    let [small, tens, _] = FRENCH;
    let say = |n| french(n, is_feminine);
    let masculine = |n| french(n, false);
    let parts =
        |unit: usize, one: &str, many: &str| then(&times(n / unit, one, many, masculine), " ", n % unit, say);
    // Before *mille*, *cent* and *vingt* have no plural.
    let bare = |n: usize| masculine(n).replace("cents", "cent").replace("vingts", "vingt");
    match n {
        1 if is_feminine => "une".to_owned(),
        0..20 => word(small, n).to_owned(),
        80 => "quatre-vingts".to_owned(),
        20..100 => {
            // What is left of 70 to 79 and of 90 to 99 is counted on to nineteen.
            let rest = if n < 60 { n % 10 } else { n % 20 };
            let between = if n < 80 && matches!(rest, 1 | 11) { " et " } else { "-" };
            then(word(tens, n / 10), between, rest, say)
        }
        100..1000 if n.is_multiple_of(100) => times(n / 100, "cent", "cents", masculine),
        100..1000 => then(&times(n / 100, "cent", "cent", masculine), " ", n % 100, say),
        1000..MILLION => then(&times(n / 1000, "mille", "mille", bare), " ", n % 1000, say),
        MILLION..MILLIARD => parts(MILLION, "un million", "millions"),
        _ => parts(MILLIARD, "un milliard", "milliards"),
    }
}

fn portuguese(n: usize, is_feminine: bool) -> String {
    let [small, tens, hundreds] = PORTUGUESE;
    let say = |n| portuguese(n, is_feminine);
    match n {
        1 if is_feminine => "uma".to_owned(),
        2 if is_feminine => "duas".to_owned(),
        0..20 => word(small, n).to_owned(),
        20..100 => then(word(tens, n / 10), " e ", n % 10, say),
        100 => "cem".to_owned(),
        101..1000 => then(&hundred(word(hundreds, n / 100), is_feminine), " e ", n % 100, say),
        1000..MILLION => then(&times(n / 1000, "mil", "mil", say), and(n % 1000), n % 1000, say),
        _ => {
            let millions = times(n / MILLION, "um milhão", "milhões", |n| portuguese(n, false));
            then(&millions, and(n % MILLION), n % MILLION, say)
        }
    }
}

/// Returns what stands before the rest of a Portuguese number: *e* if it is below a hundred or a round hundred, also of thousands.
fn and(rest: usize) -> &'static str {
    let last = if rest.is_multiple_of(1000) { rest / 1000 } else { rest };
    if last < 100 || (last < 1000 && last.is_multiple_of(100)) { " e " } else { " " }
}

/// Returns hundreds in the gender of what is counted. *Ciento* and *cento* have none.
fn hundred(masculine: &str, is_feminine: bool) -> String {
    let stem = masculine.strip_suffix("os").filter(|_| is_feminine);
    stem.map_or_else(|| masculine.to_owned(), |stem| format!("{stem}as"))
}

/// Returns the names of a currency and of its hundredth, of one and of several.
fn names(locale: Locale, currency: Currency) -> Option<[&'static str; 4]> {
    let of_currency = [Currency::EUR, Currency::USD, Currency::GBP, Currency::CHF];
    let names = match locale {
        Locale::En | Locale::EnUs => [
            ["euro", "euros", "cent", "cents"],
            ["dollar", "dollars", "cent", "cents"],
            ["pound", "pounds", "penny", "pence"],
            ["Swiss franc", "Swiss francs", "centime", "centimes"],
        ],
        Locale::De => [
            ["Euro", "Euro", "Cent", "Cent"],
            ["US-Dollar", "US-Dollar", "Cent", "Cent"],
            ["Pfund Sterling", "Pfund Sterling", "Penny", "Pence"],
            ["Schweizer Franken", "Schweizer Franken", "Rappen", "Rappen"],
        ],
        Locale::Es => [
            ["euro", "euros", "céntimo", "céntimos"],
            ["dólar estadounidense", "dólares estadounidenses", "centavo", "centavos"],
            ["libra esterlina", "libras esterlinas", "penique", "peniques"],
            ["franco suizo", "francos suizos", "céntimo", "céntimos"],
        ],
        Locale::Fr => [
            ["euro", "euros", "centime", "centimes"],
            ["dollar américain", "dollars américains", "cent", "cents"],
            ["livre sterling", "livres sterling", "penny", "pence"],
            ["franc suisse", "francs suisses", "centime", "centimes"],
        ],
        Locale::Pt => [
            ["euro", "euros", "cêntimo", "cêntimos"],
            ["dólar americano", "dólares americanos", "cêntimo", "cêntimos"],
            ["libra esterlina", "libras esterlinas", "péni", "pence"],
            ["franco suíço", "francos suíços", "cêntimo", "cêntimos"],
        ],
    };
    of_currency.into_iter().zip(names).find(|(one, _)| *one == currency).map(|(_, names)| names)
}

/// Returns a number with the name of what is counted.
fn counted(locale: Locale, n: usize, [one, many]: [&str; 2], is_feminine: bool) -> String {
    let number = match locale {
        Locale::En | Locale::EnUs => english(n),
        Locale::De if n == 1 => "ein".to_owned(),
        Locale::De => german(n),
        Locale::Es => spanish(n, is_feminine),
        Locale::Fr => french(n, is_feminine),
        Locale::Pt => portuguese(n, is_feminine),
    };
    let name = if n == 1 || (n == 0 && locale == Locale::Fr) { one } else { many };
    let of = match locale {
        _ if n == 0 || !n.is_multiple_of(MILLION) => "",
        Locale::En | Locale::EnUs | Locale::De => "",
        Locale::Fr if name.starts_with('e') => "d'",
        Locale::Es | Locale::Fr | Locale::Pt => "de ",
    };
    format!("{number} {of}{name}")
}

/// Returns an amount of euros, dollars, pounds sterling or Swiss francs in words. Others, and from a million millions on, have none.
pub fn in_words(locale: Locale, minor: i128, currency: Currency) -> Option<String> {
    let [one, many, hundredth, hundredths] = names(locale, currency)?;
    let (whole, part) = (minor.unsigned_abs() / 100, minor.unsigned_abs() % 100);
    let whole = usize::try_from(whole).ok().filter(|_| whole < BEYOND)?;
    let part = usize::try_from(part).ok()?;
    let is_feminine = currency == Currency::GBP;
    let (minus, and) = match locale {
        Locale::En | Locale::EnUs => ("minus ", " and "),
        Locale::De => ("minus ", " und "),
        Locale::Es => ("menos ", " con "),
        Locale::Fr => ("moins ", " et "),
        Locale::Pt => ("menos ", " e "),
    };
    let wholes = (whole > 0 || part == 0).then(|| counted(locale, whole, [one, many], is_feminine));
    let parts = (part > 0).then(|| counted(locale, part, [hundredth, hundredths], false));
    let words: Vec<_> = wholes.into_iter().chain(parts).collect();
    Some(format!("{}{}", if minor < 0 { minus } else { "" }, words.join(and)))
}

#[cfg(test)]
mod tests;
