use super::*;

#[test]
fn a_number_is_read_from_what_a_field_shows() {
    for (typed, id) in [
        ("12", Some(12)),
        (" 12 ", Some(12)),
        ("#7", Some(7)),
        ("Ada Lovelace (#12)", Some(12)),
        ("No. #1 (#34)", Some(34)),
        ("Ada · Paris · a#7@x.example · last gift 3 Feb 2026 (#12)", Some(12)),
        ("Ada", None),
        ("Ada 12", None),
        ("Ada #", None),
        ("", None),
    ] {
        assert_eq!(number(typed), id, "{typed}");
    }
}

#[test]
fn words_begin_those_of_a_name() {
    for (typed, name, begins_it) in [
        ("grace d", "Grace Dubois", true),
        ("dubois, Grace", "Grace Dubois", true),
        ("grace d", "Grace Abara", false),
        ("race", "Grace Dubois", false),
        ("mull", "Jürg Müller", true),
        ("muell", "Jürg Müller", true),
        ("o'b", "Tom O’Brien", true),
    ] {
        assert_eq!(begins(typed, name), begins_it, "{typed}: {name}");
    }
}

#[test]
fn a_field_links_to_the_kind_that_its_name_has() {
    assert_eq!(target("batch_id"), Some(Target::Batch));
    assert_eq!(target("campaign_id"), Some(Target::Other("campaigns")));
    let (text, href) = Links::default().shown("campaign_id", "7");
    assert_eq!((&*text, href.as_deref()), ("#7", Some("/campaigns/7")));
    for field in ["id", "account_id", "contact_external_id", "gift_memo"] {
        assert_eq!(target(field), None, "{field}");
    }
}
