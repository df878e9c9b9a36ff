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

const TITLES: [&str; 18] = [
    "mr", "mrs", "ms", "miss", "mx", "dr", "prof", "rev", "reverend", "fr", "father", "sr", "sister", "hon",
    "rabbi", "pastor", "sir", "capt",
];
const SUFFIXES: [&str; 12] = ["jr", "sr", "ii", "iii", "iv", "md", "phd", "esq", "dds", "cpa", "rn", "ret"];
const ORGANISATIONS: [&str; 34] = [
    "inc",
    "llc",
    "llp",
    "ltd",
    "plc",
    "gmbh",
    "corp",
    "corporation",
    "company",
    "co",
    "foundation",
    "fund",
    "trust",
    "church",
    "parish",
    "diocese",
    "association",
    "society",
    "club",
    "bank",
    "university",
    "college",
    "school",
    "institute",
    "hospital",
    "council",
    "committee",
    "ministries",
    "services",
    "partners",
    "group",
    "charities",
    "rotary",
    "estate",
];

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
    text.to_lowercase().starts_with("the ")
        || text.split([' ', ',']).any(|word| is_one_of(word, &ORGANISATIONS))
}

fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.contains(&word.trim().trim_end_matches('.').to_lowercase().as_str())
}

/// Splits `Smith, John & Mary`.
fn last_first(last: &str, first: &str) -> Name {
    let (own, spouse) = couple(first);
    let (title, own) = without_title(own);
    let (own, suffix) = without_suffix(&own);
    let spouse = spouse.map(|spouse| without_title(spouse).1).unwrap_or_default();
    // The spouse may have a last name of their own: `Smith, John & Mary Jones`.
    let (spouse_first, spouse_last) = match spouse.rsplit_once(' ') {
        Some((first, last)) if last.chars().filter(|letter| letter.is_alphabetic()).count() > 1 => {
            (first.to_owned(), last.to_owned())
        }
        _ => (spouse.clone(), String::new()),
    };
    Name { title, first: own, last: last.to_owned(), suffix, spouse_first, spouse_last, is_org: false }
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
    if is_one_of(own, &TITLES) {
        let (second, rest) = without_title(spouse);
        let (first, last) = split_last(&rest);
        return Name { title: format!("{own} and {second}"), first, last, ..Name::default() };
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

/// Splits the names of two people at `&`, `and` or `+`.
fn couple(text: &str) -> (&str, Option<&str>) {
    for between in [" & ", "&", " and ", " And ", " AND ", " + "] {
        if let Some((own, spouse)) = text
            .split_once(between)
            .filter(|(own, spouse)| !own.trim().is_empty() && !spouse.trim().is_empty())
        {
            return (own.trim(), Some(spouse.trim()));
        }
    }
    (text, None)
}

fn without_title(text: &str) -> (String, String) {
    match text.split_once(' ') {
        Some((title, rest)) if is_one_of(title, &TITLES) => (title.to_owned(), rest.to_owned()),
        _ => (String::new(), text.to_owned()),
    }
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
            ("Dr. Mary Ann Jones", ["Dr.", "Mary Ann", "Jones", "", "", ""]),
            ("John Smith, Jr.", ["", "John", "Smith", "Jr.", "", ""]),
            ("Ludwig van Beethoven", ["", "Ludwig", "van Beethoven", "", "", ""]),
            ("Van Morrison", ["", "Van", "Morrison", "", "", ""]),
            ("John Q. Public", ["", "John Q.", "Public", "", "", ""]),
            ("Cher", ["", "", "Cher", "", "", ""]),
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
        for text in ["Acme Foundation, Inc.", "The Smith Family Trust", "First Bank"] {
            let name = split(text);
            assert_eq!((name.last.as_str(), name.is_org), (text, true));
        }
    }
}
