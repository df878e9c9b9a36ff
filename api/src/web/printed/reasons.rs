//! Why somebody gets no letter, as pages say it. The code and the runs have the reasons in English, because a run keeps them
//! for whoever reads it, in whatever language.

use crate::language::spoken;
use crate::locale::between_thousands;
use crate::web::rules::captured;

/// Why somebody who gave is not named by an official receipt of the household.
pub(super) const DIED: &str = "has died: write the official receipt to the heirs by hand";

/// The reasons, and the id of the text of each.
const REASONS: &[(&str, &str)] = &[
    ("is not there any more", "letters-why-gone"),
    ("has died", "letters-why-died"),
    (DIED, "letters-why-died-receipt"),
    ("is archived", "letters-why-archived"),
    ("can be reached by post", "letters-why-by-post"),
    ("has no name", "letters-why-no-name"),
    ("wants no mail", "letters-why-no-mail"),
    ("belongs to a household in which somebody wants no mail", "letters-why-household-no-mail"),
    // Runs of earlier versions say it so.
    ("has no address", "letters-why-no-address"),
    ("has no full address", "letters-why-no-full-address"),
    ("wants no email", "letters-why-no-email"),
    ("has no email address", "letters-why-no-email-address"),
    ("the gift is not received", "letters-why-not-received"),
    ("is thanked for already", "letters-why-thanked"),
    ("the gift has no donor", "letters-why-no-donor"),
    ("the gift is a correction", "letters-why-correction"),
    ("has a letter for the gift already", "letters-why-has-letter"),
    ("the gift was taken back", "letters-why-gift-taken-back"),
    ("has taken back what was given", "letters-why-taken-back"),
    ("gave no money", "letters-why-no-money"),
];

/// The reasons with something in them, where the stars are, and the id of the text of each.
const FILLED: &[(&str, &str)] = &[
    ("was reminded less than * days ago, in run *", "letters-why-reminded"),
    ("has one already, in run *", "letters-why-stated"),
    ("gave what stands on an official receipt already, in run *", "letters-why-confirmed"),
    ("has more than * gifts", "letters-why-many-gifts"),
    ("has a letter with more than * characters", "letters-why-long-letter"),
    ("has tables with more than * characters", "letters-why-long-tables"),
    ("has a letter with *, which the typeface lacks", "letters-why-lacking"),
];

/// Returns a reason as the page says it: the end of a sentence that begins with the name. One that is not known, such as
/// that of an old run, stays as it is.
pub(in crate::web) fn said(why: &str) -> String {
    if let Some((_, id)) = REASONS.iter().find(|(reason, _)| *reason == why) {
        return t!(*id).to_owned();
    }
    let filled = |(pattern, id): &(&str, &'static str)| {
        // Reasons have English marks between thousands.
        let written = |text: &&str| text.replace(',', between_thousands(spoken()));
        let texts: Vec<_> = captured(pattern, why)?.iter().map(written).collect();
        let [what, and] = [0, 1].map(|at| texts.get(at).cloned().unwrap_or_default());
        Some(t!(*id, what = what, and = and))
    };
    FILLED.iter().find_map(filled).unwrap_or_else(|| why.to_owned())
}

#[cfg(test)]
mod tests {
    use shared::values::choices::{Choice, Locale};

    use super::*;
    use crate::language::speak;

    #[test]
    fn every_reason_is_said_in_every_language() {
        let filled = FILLED.iter().map(|(pattern, id)| (pattern.replace('*', "7"), *id));
        let reasons = REASONS.iter().map(|(why, id)| ((*why).to_owned(), *id));
        for (why, id) in reasons.chain(filled) {
            assert_eq!(said(&why), why, "{id}");
            let others = Locale::ALL.iter().filter(|locale| !locale.is_english());
            for other in others.map(|locale| speak(*locale, || said(&why))) {
                assert!(other != why && other != id, "{id}");
            }
        }
        let long = "has a letter with more than 20,000 characters";
        assert_eq!(speak(Locale::De, || said(long)), "hat einen Brief mit mehr als 20.000 Zeichen");
        assert_eq!(said("has moved to the moon"), "has moved to the moon");
        assert_eq!(speak(Locale::De, || said("has moved to the moon")), "has moved to the moon");
    }
}
