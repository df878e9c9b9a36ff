//! Splits the names of a person or a couple in one cell: `Smith, John & Mary`, `John and Mary Smith`, `Mary Jones`.

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
}

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
/// Words that names of organisations have, a line for each language.
const ORGANISATIONS: [&str; 5] = [
    "inc llc llp ltd plc corp corporation company co foundation fund trust church parish diocese association \
     society club bank university college school institute hospital council committee ministries services \
     partners group charities rotary estate",
    "gmbh ggmbh mbh ohg gbr firma verein stiftung kirche kirchengemeinde pfarrei sparkasse \
     universität hochschule schule krankenhaus institut",
    "fundación asociación empresa iglesia parroquia banco universidad colegio ayuntamiento cooperativa",
    "sarl eurl fondation société entreprise église paroisse banque université école hôpital mairie",
    "lda ltda fundação associação igreja paróquia universidade escola instituto",
];
/// Legal forms at the end of names of organisations. People may have such initials or last names, so these count only as they
/// are written here, behind another word, and without a comma.
const LEGAL_FORMS: [&str; 8] = ["AG", "KG", "UG", "eG", "e.V.", "S.A.", "S.L.", "SAS"];
/// How German names of organisations end, which are words put together: `Tierschutzverein`.
const ENDS: [&str; 5] = ["verein", "stiftung", "verband", "gesellschaft", "gemeinde"];

/// Splits a name.
pub fn split(text: &str) -> Name {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if is_organisation(&text) {
        return Name { last: text, is_org: true, ..Name::default() };
    }
    match text.split_once(',') {
        Some((before, after)) if !is_one_of(after, &SUFFIXES) => last_first(before.trim(), after.trim()),
        Some((before, suffix)) => Name { suffix: suffix.trim().to_owned(), ..first_last(before.trim()) },
        None => first_last(&text),
    }
}

fn is_organisation(text: &str) -> bool {
    let text = text.replace("e. V.", "e.V.");
    let has_form = !text.contains(',')
        && text.contains(' ')
        && LEGAL_FORMS.iter().any(|form| text.split(' ').next_back() == Some(form));
    let text = text.to_lowercase();
    let is_known =
        |word: &str| is_word_of(word, &ORGANISATIONS) || ENDS.iter().any(|end| word.ends_with(end));
    has_form || text.starts_with("the ") || text.split([' ', ',']).any(is_known)
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
    Name { title, first: own, last, suffix, spouse_first, spouse_last, is_org: false }
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
    const BEFORE: [&str; 12] =
        ["van", "von", "de", "del", "della", "der", "den", "la", "le", "di", "da", "st"];
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
            ("", ["", "", "", "", "", ""]),
        ] {
            let Name { title, first, last, suffix, spouse_first, spouse_last, is_org } = split(text);
            assert_eq!(
                [title, first, last, suffix, spouse_first, spouse_last].map(|part| part),
                parts,
                "{text}"
            );
            assert!(!is_org);
        }
        let organisations = ["Acme Foundation, Inc.", "The Smith Family Trust", "First Bank"];
        let others = [
            "Tierschutzverein Köln e. V.",
            "Bäckerei Müller GmbH",
            "Siemens AG",
            "Fundación Sol",
            "Durand SARL",
        ];
        for text in organisations.into_iter().chain(others) {
            let name = split(text);
            assert_eq!((name.last.as_str(), name.is_org), (text, true));
        }
    }
}
