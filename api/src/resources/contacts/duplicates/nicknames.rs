//! First names, and what people who have them are often called in English.

/// Each name with its short forms, in the one spelling in which names are compared. A short form that stands for several names stands
/// at the one that most people have. `Joey` is not here: in that spelling, it is `Joy`.
const SHORT_FORMS: [(&str, &[&str]); 40] = [
    ("abigail", &["abby", "gail"]),
    ("alexander", &["alex"]),
    ("andrew", &["andy", "drew"]),
    ("anthony", &["tony"]),
    ("barbara", &["barb"]),
    ("benjamin", &["ben", "benny"]),
    ("catherine", &["cathy"]),
    ("charles", &["charlie", "chuck"]),
    ("christopher", &["chris"]),
    ("daniel", &["dan", "danny"]),
    ("david", &["dave", "davy"]),
    ("deborah", &["debbie", "deb"]),
    ("donald", &["don"]),
    ("edward", &["ed", "eddie", "ned", "ted"]),
    ("elizabeth", &["liz", "lizzie", "beth", "betty", "eliza"]),
    ("frederick", &["fred", "freddie"]),
    ("gerald", &["gerry", "jerry"]),
    ("gregory", &["greg"]),
    ("jacqueline", &["jackie"]),
    ("james", &["jim", "jimmy", "jamie"]),
    ("jennifer", &["jen", "jenny"]),
    ("joseph", &["joe"]),
    ("katherine", &["kate", "kathy", "katie"]),
    ("kenneth", &["ken", "kenny"]),
    ("lawrence", &["larry"]),
    ("margaret", &["maggie", "meg", "peggy"]),
    ("matthew", &["matt"]),
    ("michael", &["mike", "mick"]),
    ("nicholas", &["nick"]),
    ("pamela", &["pam"]),
    ("patricia", &["pat", "patty", "trish"]),
    ("rebecca", &["becky"]),
    ("richard", &["dick", "rich", "rick"]),
    ("robert", &["bob", "bobby", "rob", "robbie"]),
    ("samuel", &["sam"]),
    ("stephen", &["steve"]),
    ("susan", &["sue", "susie"]),
    ("theodore", &["theo"]),
    ("thomas", &["tom", "tommy"]),
    ("william", &["bill", "billy", "will", "willie"]),
];

/// Returns the first name of which a folded one is a short form, or that name itself if it has short forms.
pub fn formal(first: &str) -> Option<&'static str> {
    let known = SHORT_FORMS.iter().find(|(formal, short)| *formal == first || short.contains(&first));
    known.map(|(formal, _)| *formal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resources::contacts::search::one_spelling;

    #[test]
    fn a_short_form_stands_for_its_name() {
        for (first, expected) in [
            ("tom", Some("thomas")),
            ("thomas", Some("thomas")),
            ("liz", Some("elizabeth")),
            ("ada", None),
            ("", None),
        ] {
            assert_eq!(formal(first), expected);
        }
        for form in SHORT_FORMS.iter().flat_map(|(formal, short)| short.iter().chain([formal])) {
            assert_eq!(one_spelling(form), *form, "it is looked for in this spelling");
        }
        let mut short: Vec<_> = SHORT_FORMS.iter().flat_map(|(_, short)| *short).collect();
        let count = short.len();
        short.sort_unstable();
        short.dedup();
        assert_eq!(short.len(), count, "a short form stands for one name");
    }
}
