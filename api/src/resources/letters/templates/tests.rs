use super::*;

/// Returns words as somebody types them.
fn typed(template: &Template) -> Typed<'_> {
    Typed {
        subject: &template.subject,
        body: &template.body,
        signer_title: template.signer_title.as_deref().unwrap_or_default(),
        legal_text: template.legal_text.as_deref().unwrap_or_default(),
    }
}

fn refusal(kind: LetterKind, typed: Typed<'_>) -> String {
    match checked(kind, typed) {
        Err(AppError::Invalid(problems)) => problems.to_string(),
        _ => String::new(),
    }
}

#[test]
fn the_words_that_come_with_the_service_are_right() {
    let fields = |template: &Template| {
        // Where the name would want an article, a language says *we*.
        let fields = names(&template.body).into_iter().filter(|name| *name != "organisation");
        let fields: BTreeSet<_> = fields.map(str::to_owned).collect();
        (fields, names(&template.subject).len(), paragraphs(&template.body).count())
    };
    for kind in LetterKind::ALL {
        for locale in Locale::ALL {
            let template = default_of(*kind, *locale);
            assert_eq!(checked(*kind, typed(&template)).unwrap(), template);
            assert_eq!(fields(&template), fields(&default_of(*kind, Locale::En)), "{kind} {locale}");
        }
    }
}

#[test]
fn fields_are_filled_in_and_unknown_ones_named() {
    let values = Values::from([("name", "Ada".to_owned()), ("fund", String::new())]);
    assert_eq!(filled("} {Dear {name}, for {fund} you {", &values), "} {Dear Ada, for you {");
    let values = Values::from([("name", "Harz e. V.".to_owned()), ("fund", "Roof".to_owned())]);
    assert_eq!(filled("{name}. {fund}. {name}, {name}", &values), "Harz e. V. Roof. Harz e. V., Harz e. V.");
    let refused = |subject: &str, body: &str| {
        refusal(LetterKind::ThankYou, Typed { subject, body, ..Typed::default() })
    };
    assert!(refused("Hi", "Dear {Nmae}").contains("{Nmae}, which is no field of this letter"));
    assert!(refused("{year}", "x").contains("{year}"), "it is a field of statements");
    assert!(refused("Hi", "See {list} below").contains("{list} alone in a paragraph"));
    assert!(refused("", " ").contains("is required"));
    assert_eq!(refused("Hi", &"{name}".repeat(5)), "");
    assert!(refused("Hi", &"{name}".repeat(6)).contains("{name} more than 5 times"));
    assert!(refused("Hi", "陈").contains("陈, which the typeface of letters lacks"));
    assert_eq!(refused("Hi", "a\r\n\r\n{list}\r\n\r\nb"), "");
}

#[test]
fn paragraphs_stand_between_empty_lines() {
    let all: Vec<_> = paragraphs("\na\nb\n\n \n{list}\n").collect();
    assert_eq!(all, ["a\nb", "{list}"]);
    assert!(is_list(&all[1]));
}

#[test]
fn a_receipt_is_refused_until_it_is_filled_in() {
    let kind = LetterKind::YearEndStatement;
    for locale in [Locale::De, Locale::Fr] {
        let receipt = receipt_of(kind, locale).unwrap();
        let why = refusal(kind, typed(&receipt));
        assert!(why.contains("body has square brackets that are still to be filled in"), "{why}");
        for field in ["total", "total_in_words", "year", "address"] {
            assert!(receipt.has(field), "{locale} {field}");
        }
        let completed = Template { body: receipt.body.replace("[…", "["), ..receipt };
        assert_eq!(checked(kind, typed(&completed)).unwrap(), completed);
    }
    let german = receipt_of(kind, Locale::De).unwrap().legal_text.unwrap();
    assert!(german.starts_with("Hinweis: Wer vorsätzlich"), "{german}");
    assert_eq!(receipt_of(kind, Locale::En), None);
    assert_eq!(receipt_of(LetterKind::ThankYou, Locale::De), None);
}

#[test]
fn words_may_have_a_title_and_a_small_print_of_their_own() {
    let of = |signer_title, legal_text| {
        let typed = Typed { subject: "Hi", body: "x", signer_title, legal_text };
        checked(LetterKind::ThankYou, typed)
    };
    let words = of(" Treasurer ", "a\r\nb").unwrap();
    assert_eq!(words.signer_title.as_deref(), Some("Treasurer"));
    assert_eq!(words.legal_text.as_deref(), Some("a\nb"));
    let words = of("", " ").unwrap();
    assert_eq!((words.signer_title, words.legal_text), (None, None));
    assert!(of("a\nb", "").is_err());
    assert!(of("", &"x".repeat(1001)).is_err());
    let refused = |signer_title, legal_text| {
        let typed = Typed { subject: "Hi", body: "x", signer_title, legal_text };
        refusal(LetterKind::ThankYou, typed)
    };
    assert!(refused("Chair of {organisation}", "").contains("{organisation}, which is no field"));
    assert!(refused("", "For {name}").contains("{name}, which is no field of this letter"));
    for (title, legal) in [("[… title]", ""), ("", "By law [… number]")] {
        assert!(refused(title, legal).contains("square brackets"), "{title}{legal}");
    }
    assert_eq!(refused("", "as the law says […] of gifts"), "");
}

#[test]
fn a_sign_for_what_is_left_out_is_nothing_to_fill_in() {
    let refused = |body| refusal(LetterKind::ThankYou, Typed { subject: "Hi", body, ..Typed::default() });
    assert_eq!(refused("Give […] and it shall be given."), "");
    assert!(refused("By the office of [… town].").contains("square brackets"));
}
