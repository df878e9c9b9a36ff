use shared::values::choices::Locale;

use super::*;
use crate::language::speak;

#[test]
fn today_is_named_with_its_weekday_in_every_language() {
    let said = [Locale::En, Locale::EnUs, Locale::De, Locale::Es, Locale::Fr, Locale::Pt]
        .map(|locale| speak(locale, || in_words("2026-05-01".parse().unwrap())));
    let expected = [
        "Friday, 1 May 2026",
        "Friday, May 1, 2026",
        "Freitag, 1. Mai 2026",
        "viernes, 1 de mayo de 2026",
        "vendredi 1er mai 2026",
        "sexta-feira, 1 de maio de 2026",
    ];
    assert_eq!(said, expected);
}
