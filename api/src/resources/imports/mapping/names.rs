//! Splits the names of a person or a couple in one cell: `Smith, John & Mary`, `John and Mary Smith`, `Mary Jones`.

use super::values;

/// The parts of a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name {
    /// Titles.
    pub title: String,
    /// First names.
    pub first: String,
    /// The last name.
    pub last: String,
    /// What stands behind the name.
    pub suffix: String,
    /// The spouse's first name.
    pub spouse_first: String,
    /// The spouse's last name, if it is another.
    pub spouse_last: String,
    /// Whether it is an organisation's name, which is `last` then.
    pub is_org: bool,
    /// The organisation that a person works for.
    pub employer: String,
}

/// The most characters of an employer. What is longer is left out.
const EMPLOYER_MAX: usize = 150;
/// Titles, a line for each language.
const TITLES: [&str; 5] = [
    "mr mrs ms miss mx dr prof rev reverend fr father sr sister hon rabbi pastor sir capt",
    "herr herrn frau familie pfarrer",
    "sra srta dra señor señora señorita",
    "monsieur madame mademoiselle mme mlle",
    "senhor senhora profa",
];
/// Titles that follow others: `Prof. Dr. med.`
const FURTHER: [&str; 1] = ["dr prof dra profa med ing"];
/// A title that is a last name, too, and stands before another one in Spanish: `Pastor Ruiz, María`.
const LAST_NAME: &str = "pastor";
const SUFFIXES: [&str; 12] = ["jr", "sr", "ii", "iii", "iv", "md", "phd", "esq", "dds", "cpa", "rn", "ret"];
/// Legal forms with which names end, without points and in small letters: ISO 20275 (GLEIF's list of 28 September 2023).
const LEGAL_FORMS: [&[&str]; 5] = [
    &["ltd", "limited", "inc", "incorporated", "corp", "corporation", "llc", "llp", "plc", "& co"],
    &["gmbh", "ggmbh", "mbh", "gesmbh", "mbb", "ohg", "gbr", "kgaa", "(haftungsbeschränkt)", "srl"],
    &["sarl", "sàrl", "sà rl", "eurl", "sasu", "asbl", "lda", "ltda", "sa de cv"],
    &["foundation", "trust", "association", "stiftung", "verein", "fondation"],
    &["fundación", "asociación", "fundação", "associação"],
];
/// Legal forms that are initials or last names, too. These count only as they are written here.
const AS_WRITTEN: [&str; 14] =
    ["AG", "KG", "UG", "SE", "eG", "eV", "e V", "SA", "SAS", "SL", "SLU", "BV", "NV", "CIC"];
/// Other words that names of organisations have, a line for each language. People may have such last names: `Charlotte Church`.
const ORGANISATIONS: [&str; 5] = [
    "company co fund church parish diocese society club bank university college school institute hospital council \
     committee ministries services partners group charities rotary estate",
    "firma kirche kirchengemeinde pfarrei sparkasse universität hochschule schule krankenhaus institut",
    "empresa iglesia parroquia banco universidad colegio ayuntamiento cooperativa",
    "société entreprise église paroisse banque université école hôpital mairie",
    "igreja paróquia universidade escola instituto",
];
/// Articles besides `the`, with which names of two words begin that are no person's: `La Iglesia`.
const ARTICLES: [&str; 9] = ["der", "die", "das", "el", "la", "los", "las", "le", "les"];
/// How German names of organisations end, which are words put together: `Tierschutzverein`.
const ENDS: [&str; 5] = ["verein", "stiftung", "verband", "gesellschaft", "gemeinde"];
/// Words that belong to the last name behind them.
const BEFORE: [&str; 12] = ["van", "von", "de", "del", "della", "der", "den", "la", "le", "di", "da", "st"];

/// Returns the name in a row, by its title and its columns: the whole name, the first one, the last one, and that of an
/// organisation. `is_org` tells what the row says it is. Otherwise, who has a title is a person, and so is who has a first name
/// beside another one, unless a legal form ends it. The organisation in the row of a person is the employer.
pub(super) fn of_row(is_org: Option<bool>, title: &str, [whole, first, last, own]: [String; 4]) -> Name {
    let has_title = !title.is_empty() && values::contact_type(title) != Some("organization");
    let whole = spaced(&whole);
    let parts = spaced(&format!("{first} {last}"));
    let called = if whole.is_empty() { &parts } else { &whole };
    let looks_org = || match [&whole, &first, &last].into_iter().filter(|name| !name.is_empty()).count() {
        0 => !own.is_empty(),
        _ if has_title => false,
        1 => is_organisation(called),
        _ => whole.is_empty() && ends_with_legal_form(&parts.replace('.', "").to_lowercase()),
    };
    if is_org.unwrap_or_else(looks_org) {
        // Who is named beside an organisation that a row says to be one works there, and is left out.
        let is_own = !own.is_empty() && (called.is_empty() || whole.is_empty() && is_org.is_some());
        return organisation(if is_own { own } else { called.clone() });
    }
    let employer = Some(spaced(&own)).filter(|own| own.chars().count() <= EMPLOYER_MAX).unwrap_or_default();
    let mut name = Name { employer, ..split_person(&whole) };
    for (part, said) in [(&mut name.first, first), (&mut name.last, last)] {
        if !said.is_empty() {
            *part = said;
        }
    }
    name
}

/// Splits a name.
pub fn split(text: &str) -> Name {
    let text = spaced(text);
    if is_organisation(&text) { organisation(text) } else { split_person(&text) }
}

fn organisation(name: String) -> Name {
    Name { last: name, is_org: true, ..Name::default() }
}

/// Returns a text with one space between its words.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn split_person(text: &str) -> Name {
    match text.split_once(',') {
        Some((before, after)) if !is_one_of(after, &SUFFIXES) => last_first(before.trim(), after.trim()),
        Some((before, suffix)) => Name { suffix: suffix.trim().to_owned(), ..first_last(before.trim()) },
        None => first_last(text),
    }
}

/// Returns whether a name in one column ends with a legal form, or has another word of organisations. What may be initials or a last name is
/// none with a title, with a comma, or behind a word such as `von`.
fn is_organisation(text: &str) -> bool {
    let text = text.replace('.', "");
    let (title, name) = without_titles(&text);
    let lower = name.to_lowercase();
    if ends_with_legal_form(&lower) {
        return true;
    }
    let is_last_name = |before: &str| before.rsplit(' ').next().is_some_and(|word| is_one_of(word, &BEFORE));
    let is_clear = title.is_empty() && !text.contains(',');
    let mut forms = AS_WRITTEN.iter().filter_map(|form| before(&name, form));
    is_clear && (forms.any(|before| !is_last_name(before)) || has_word_of_organisations(&lower))
}

/// Looks at the end of a name in small letters, without points.
fn ends_with_legal_form(name: &str) -> bool {
    LEGAL_FORMS.into_iter().flatten().any(|form| before(name, form).is_some())
}

/// Looks for the words in small letters. One that may be a last name counts in a name of three words or more, at its beginning
/// (`Sparkasse Jena`), and behind an article. Initials are no words.
fn has_word_of_organisations(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').filter(|word| word.chars().count() > 1).collect();
    let is_sure = |word: &&str| {
        ENDS.iter().any(|end| word.ends_with(end))
            || LEGAL_FORMS.into_iter().flatten().any(|form| word == form)
    };
    let may_be_one = |word: &str| is_word_of(word, &ORGANISATIONS);
    text.starts_with("the ")
        || words.iter().any(is_sure)
        || match words.as_slice() {
            [] | [_] => false,
            [first, second] => may_be_one(first) || is_one_of(first, &ARTICLES) && may_be_one(second),
            more => more.iter().any(|word| may_be_one(word)),
        }
}

/// Returns what stands before the last words of a name, if these are its last words.
fn before<'a>(name: &'a str, last: &str) -> Option<&'a str> {
    name.strip_suffix(last)?.strip_suffix(' ')
}

fn is_word_of(word: &str, languages: &[&str]) -> bool {
    let word = word.trim().trim_end_matches('.').to_lowercase();
    languages.iter().any(|words| words.split(' ').any(|known| known == word))
}

fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.contains(&word.trim().trim_end_matches('.').to_lowercase().as_str())
}

/// Splits `Smith, John & Mary`.
fn last_first(last: &str, first: &str) -> Name {
    let (before, last) = match without_titles(last) {
        (title, _) if is_word_of(&title, &[LAST_NAME]) => (String::new(), last.to_owned()),
        found => found,
    };
    let (own, spouse) = couple(first);
    let (behind, own) = without_title(own);
    let title = format!("{before} {behind}").trim().to_owned();
    let (own, suffix) = without_suffix(&own);
    let spouse = spouse.map(|spouse| without_title(spouse).1).unwrap_or_default();
    // The spouse may have a last name of their own: `Smith, John & Mary Jones`.
    let (spouse_first, spouse_last) = match spouse.rsplit_once(' ') {
        Some((first, last)) if last.chars().filter(|letter| letter.is_alphabetic()).count() > 1 => {
            (first.to_owned(), last.to_owned())
        }
        _ => (spouse.clone(), String::new()),
    };
    Name { title, first: own, last, suffix, spouse_first, spouse_last, ..Name::default() }
}

/// Splits `John & Mary Smith` and `John Smith & Mary Jones`.
fn first_last(text: &str) -> Name {
    let (own, spouse) = couple(text);
    let Some(spouse) = spouse else {
        let (title, rest) = without_title(own);
        let (rest, suffix) = without_suffix(&rest);
        let (first, last) = split_last(&rest);
        return Name { title, first, last, suffix, ..Name::default() };
    };
    // `Mr. and Mrs. John Smith`
    if is_word_of(own, &TITLES) {
        let (title, rest) = without_titles(text);
        let (first, last) = split_last(&rest);
        return Name { title, first, last, ..Name::default() };
    }
    let (title, own) = without_title(own);
    let (spouse_first, spouse_last) = split_last(&without_title(spouse).1);
    match own.rsplit_once(' ') {
        Some((first, last)) if last.chars().filter(|letter| letter.is_alphabetic()).count() > 1 => {
            let spouse_last = if spouse_last == last { String::new() } else { spouse_last };
            Name {
                title,
                first: first.to_owned(),
                last: last.to_owned(),
                spouse_first,
                spouse_last,
                ..Name::default()
            }
        }
        _ => Name { title, first: own, last: spouse_last, spouse_first, ..Name::default() },
    }
}

/// Splits the names of two people at `&`, `and` or `+`. `y` and `e` stand within a last name, too.
fn couple(text: &str) -> (&str, Option<&str>) {
    for between in [" & ", "&", " and ", " And ", " AND ", " + ", " und ", " u. ", " et "] {
        if let Some((own, spouse)) = text
            .split_once(between)
            .filter(|(own, spouse)| !own.trim().is_empty() && !spouse.trim().is_empty())
        {
            return (own.trim(), Some(spouse.trim()));
        }
    }
    (text, None)
}

/// Splits the titles of a person, or of a couple, off a name: `Mr. and Mrs. Smith`.
fn without_titles(text: &str) -> (String, String) {
    let (own, Some(spouse)) = couple(text) else { return without_title(text) };
    if !is_word_of(own, &TITLES) {
        return without_title(text);
    }
    let (second, rest) = without_title(spouse);
    let and = if text.contains(" und ") {
        "und"
    } else if text.contains(" et ") {
        "et"
    } else {
        "and"
    };
    (format!("{own} {and} {second}"), rest)
}

fn without_title(text: &str) -> (String, String) {
    let (mut titles, mut rest): (Vec<&str>, &str) = (Vec::new(), text);
    while let Some((title, after)) = rest.split_once(' ') {
        let known: &[&str] = if titles.is_empty() { &TITLES } else { &FURTHER };
        if !is_word_of(title, known) {
            break;
        }
        titles.push(title);
        rest = after;
    }
    (titles.join(" "), rest.to_owned())
}

fn without_suffix(text: &str) -> (String, String) {
    match text.rsplit_once(' ') {
        Some((rest, suffix)) if is_one_of(suffix, &SUFFIXES) => {
            (rest.trim_end_matches(',').to_owned(), suffix.to_owned())
        }
        _ => (text.to_owned(), String::new()),
    }
}

/// Splits off the last name. Words such as `van` belong to it.
fn split_last(text: &str) -> (String, String) {
    let words: Vec<&str> = text.split(' ').collect();
    let mut at = words.len().saturating_sub(1);
    while at > 1 && words.get(at - 1).is_some_and(|word| is_one_of(word, &BEFORE)) {
        at -= 1;
    }
    let (first, last) = words.split_at(at);
    (first.join(" "), last.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_split_as_people_write_them() {
        for (text, parts) in [
            ("Smith, John & Mary", ["", "John", "Smith", "", "Mary", ""]),
            ("Smith, John", ["", "John", "Smith", "", "", ""]),
            ("Smith, John and Mary Jones", ["", "John", "Smith", "", "Mary", "Jones"]),
            ("John & Mary Smith", ["", "John", "Smith", "", "Mary", ""]),
            ("John Smith and Mary Jones", ["", "John", "Smith", "", "Mary", "Jones"]),
            ("John Smith & Mary Smith", ["", "John", "Smith", "", "Mary", ""]),
            ("Mr. and Mrs. John Smith", ["Mr. and Mrs.", "John", "Smith", "", "", ""]),
            ("Frau Özdemir, Ayse", ["Frau", "Ayse", "Özdemir", "", "", ""]),
            ("Dr. Schäfer-Groß, Annegret", ["Dr.", "Annegret", "Schäfer-Groß", "", "", ""]),
            ("Herr Öztürk, Dr. Herbert", ["Herr Dr.", "Herbert", "Öztürk", "", "", ""]),
            ("Herr und Frau Müller, Peter", ["Herr und Frau", "Peter", "Müller", "", "", ""]),
            ("Pastor Ruiz, María", ["", "María", "Pastor Ruiz", "", "", ""]),
            ("Frau Prof. Dr. med. Anna Groß", ["Frau Prof. Dr. med.", "Anna", "Groß", "", "", ""]),
            ("Dr. Mary Ann Jones", ["Dr.", "Mary Ann", "Jones", "", "", ""]),
            ("John Smith, Jr.", ["", "John", "Smith", "Jr.", "", ""]),
            ("Ludwig van Beethoven", ["", "Ludwig", "van Beethoven", "", "", ""]),
            ("Van Morrison", ["", "Van", "Morrison", "", "", ""]),
            ("John Q. Public", ["", "John Q.", "Public", "", "", ""]),
            ("Cher", ["", "", "Cher", "", "", ""]),
            ("Frau Anna Müller", ["Frau", "Anna", "Müller", "", "", ""]),
            ("Anna und Peter Müller", ["", "Anna", "Müller", "", "Peter", ""]),
            ("Herr und Frau Peter Müller", ["Herr und Frau", "Peter", "Müller", "", "", ""]),
            ("Mme Zoé Petit", ["Mme", "Zoé", "Petit", "", "", ""]),
            ("Sra. Ana Ruiz", ["Sra.", "Ana", "Ruiz", "", "", ""]),
            ("Ana Sá", ["", "Ana", "Sá", "", "", ""]),
            ("Ana Sa", ["", "Ana", "Sa", "", "", ""]),
            ("Anna von AG", ["", "Anna", "von AG", "", "", ""]),
            ("Lee, AG", ["", "AG", "Lee", "", "", ""]),
            ("Dr. Lee AG", ["Dr.", "Lee", "AG", "", "", ""]),
            ("Dr. Inc", ["Dr.", "", "Inc", "", "", ""]),
            ("Church, Charlotte", ["", "Charlotte", "Church", "", "", ""]),
            ("Charlotte Church", ["", "Charlotte", "Church", "", "", ""]),
            ("John Q. Church", ["", "John Q.", "Church", "", "", ""]),
            ("Ms. Charlotte Church", ["Ms.", "Charlotte", "Church", "", "", ""]),
            ("", ["", "", "", "", "", ""]),
        ] {
            let Name { title, first, last, suffix, spouse_first, spouse_last, is_org, .. } = split(text);
            assert_eq!(
                [title, first, last, suffix, spouse_first, spouse_last].map(|part| part),
                parts,
                "{text}"
            );
            assert!(!is_org);
        }
    }

    #[test]
    fn an_organisation_is_known_by_its_legal_form() {
        for text in [
            "Acme Foundation, Inc.",
            "The Smith Family Trust",
            "Smith & Sons Ltd",
            "SMITH & SONS LTD.",
            "Smith & Co.",
            "Müller GmbH",
            "Dr. Müller GmbH",
            "Müller GmbH & Co. KG",
            "Solar UG (haftungsbeschränkt)",
            "Verein e.V.",
            "Tierschutzverein Köln e. V.",
            "Volksbank Jena eG",
            "Lee AG",
            "Durand SARL",
            "Talleres Ruiz, S.R.L.",
            "Talleres Ruiz S.L.",
            "Sousa & Filhos, Lda.",
            "Jansen B.V.",
        ] {
            assert_eq!(split(text), organisation(text.to_owned()));
        }
    }

    #[test]
    fn an_organisation_is_known_by_its_words() {
        for text in [
            "First Baptist Church",
            "The Church",
            "La Iglesia",
            "Sparkasse Jena",
            "Fundación Sol",
            "The Mill",
            "Tierschutzverein Köln",
        ] {
            assert_eq!(split(text), organisation(text.to_owned()));
        }
    }

    #[test]
    fn who_has_a_title_or_a_first_name_is_a_person() {
        let row = |title: &str, columns: [&str; 4]| of_row(None, title, columns.map(str::to_owned));
        for (title, columns, (first, last, is_org)) in [
            ("", ["Müller GmbH", "", "", ""], ("", "Müller GmbH", true)),
            ("Firma", ["Müller GmbH", "", "", ""], ("", "Müller GmbH", true)),
            ("Frau", ["Müller GmbH", "", "", ""], ("Müller", "GmbH", false)),
            ("", ["Müller GmbH", "Anna", "", ""], ("Anna", "GmbH", false)),
            ("Firma", ["", "", "", "Backhaus"], ("", "Backhaus", true)),
            ("", ["Anna Müller", "", "", "Backhaus"], ("Anna", "Müller", false)),
            ("", ["", "", "Müller", "Backhaus"], ("", "Müller", false)),
            ("", ["", "Anna", "", "Backhaus"], ("Anna", "", false)),
        ] {
            let name = row(title, columns);
            assert_eq!((name.first.as_str(), name.last.as_str(), name.is_org), (first, last, is_org));
            assert_eq!(name.employer, if is_org { "" } else { columns[3] });
        }
    }

    #[test]
    fn an_employer_that_is_too_long_is_left_out() {
        for (length, kept) in [(150, 150), (151, 0)] {
            let columns = [String::new(), "Ada".to_owned(), "King".to_owned(), "x".repeat(length)];
            let name = of_row(None, "", columns);
            assert_eq!((name.last.as_str(), name.employer.len()), ("King", kept));
        }
    }

    #[test]
    fn an_organisation_may_stand_in_a_column_for_a_part_of_a_name() {
        for (is_org, title, [first, last, own], (expected_first, expected_last, looks_org)) in [
            (None, "", ["", "Müller GmbH", ""], ("", "Müller GmbH", true)),
            (None, "", ["Verein e.V.", "", ""], ("", "Verein e.V.", true)),
            (None, "", ["", "First Baptist Church", ""], ("", "First Baptist Church", true)),
            (None, "", ["Ford", "Foundation", ""], ("", "Ford Foundation", true)),
            (None, "", ["Charlotte", "Church", ""], ("Charlotte", "Church", false)),
            (None, "", ["Mary Ann", "Church", ""], ("Mary Ann", "Church", false)),
            (None, "", ["", "Church", ""], ("", "Church", false)),
            (None, "Frau", ["", "Müller GmbH", ""], ("", "Müller GmbH", false)),
            (Some(false), "", ["", "Müller GmbH", ""], ("", "Müller GmbH", false)),
            (Some(true), "", ["Backhaus", "", ""], ("", "Backhaus", true)),
            (Some(true), "", ["Charlotte", "Church", ""], ("", "Charlotte Church", true)),
            (Some(true), "", ["Ada", "King", "Backhaus"], ("", "Backhaus", true)),
        ] {
            let name = of_row(is_org, title, ["", first, last, own].map(str::to_owned));
            assert_eq!(
                (name.first.as_str(), name.last.as_str(), name.is_org),
                (expected_first, expected_last, looks_org),
                "{is_org:?} {first} {last}"
            );
        }
    }
}
