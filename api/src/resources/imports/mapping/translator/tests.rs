//! Which fields the rows of a file become.

use super::super::{DateOrder, MappedColumn};
use super::*;
use crate::resources::kinds::{Contact, Gift};

fn column(heading: &str, field: &str, values: &[(&str, &str)]) -> MappedColumn {
    let values = values.iter().map(|(word, value)| ((*word).to_owned(), (*value).to_owned())).collect();
    MappedColumn { heading: heading.to_owned(), field: Some(field.to_owned()), values }
}

fn translated<R: Importable>(mapping: Mapping, cells: &[&str]) -> (Vec<String>, Vec<String>) {
    let translator = Translator::new::<R>(mapping, 2026);
    let (row, problems) = translator.row(cells);
    let named = translator.header().into_iter().zip(row).map(|(field, cell)| format!("{field}={cell}"));
    (named.collect(), problems.iter().map(ToString::to_string).collect())
}

#[test]
fn a_row_of_gifts_becomes_fields() {
    let columns = vec![
        column("Date", "gift_date", &[]),
        column("Amount", "gift_amount", &[]),
        column("How", "gift_type", &[("Envelope", "cash")]),
        column("Shoe size", IN_NOTES, &[]),
        MappedColumn { heading: "Row".to_owned(), ..MappedColumn::default() },
    ];
    let mapping = Mapping { columns, date_order: Some(DateOrder::DayFirst), ..Mapping::default() };
    let (row, problems) = translated::<Gift>(mapping.clone(), &["3/4/2026", "$1,250.00", "ACH", "43", "7"]);
    assert_eq!(
        row,
        ["gift_date=2026-04-03", "gift_amount=1250.00", "gift_type=bank_transfer", "gift_memo=Shoe size: 43"]
    );
    assert!(problems.is_empty());
    let (row, problems) = translated::<Gift>(mapping, &["soon", "12,50", "envelope", "", ""]);
    assert_eq!(row, ["gift_date=", "gift_amount=", "gift_type=cash", "gift_memo="]);
    assert_eq!(problems.len(), 2);
    assert!(problems[0].starts_with("Date (soon) must be a date with the day first"), "{problems:?}");
}

#[test]
fn a_direct_debit_is_a_bank_transfer_unless_the_account_has_a_type_for_it() {
    let columns = || vec![column("Art", "gift_type", &[])];
    let types = |own: &[&str], word: &str| {
        let mapping = Mapping { columns: columns(), ..Mapping::default() };
        let own = own.iter().map(|name| (*name).to_owned()).collect();
        Translator::new::<Gift>(mapping, 2026).with_gift_types(own).row(&[word]).0
    };
    for word in ["SEPA-Lastschrift", "Lastschrift", "SEPA", "Prélèvement"] {
        assert_eq!(types(&["bank_transfer", "cash"], word), ["bank_transfer"], "{word}");
    }
    assert_eq!(types(&["bank_transfer", "lastschrift"], "SEPA-Lastschrift"), ["lastschrift"]);
    assert_eq!(types(&["bank_transfer", "lastschrift"], "Lastschrift"), ["Lastschrift"]);
    assert_eq!(types(&["bank_transfer", "lastschrift"], "Überweisung"), ["bank_transfer"]);
}

#[test]
fn the_donor_of_a_gift_has_what_its_row_says() {
    let columns = vec![
        column("Anrede", "donor_title", &[]),
        column("Name", "donor_full_name", &[]),
        column("Briefanrede", "donor_salutation", &[]),
        column("Geburtstag", "donor_birthday", &[]),
        column("E-Mail", "donor_email", &[]),
    ];
    let mapping = Mapping { columns, date_order: Some(DateOrder::DayFirst), ..Mapping::default() };
    let translator = Translator::new::<Gift>(mapping, 2026);
    let said = |cells: &[&str]| translator.donor(cells, false).map_err(|problem| problem.to_string());
    let ada = ["Frau", "Ada King", "Liebe Ada", "10.12.1985", "ada@king.example"];
    let found = said(&ada).ok().flatten().unwrap_or_default();
    for part in [
        r#""contact_title":"Frau""#,
        r#""contact_fname":"Ada""#,
        r#""contact_salutation":"Liebe Ada""#,
        r#""contact_birthday":"1985-12-10""#,
    ] {
        assert!(found.contains(part), "{part}: {found}");
    }
    let found = said(&["", "Dr. Ada King", "", "", "ada@king.example"]).ok().flatten().unwrap_or_default();
    assert!(found.contains(r#""contact_title":"Dr.""#) && !found.contains("birthday"), "{found}");
    assert_eq!(said(&["Frau", "", "Liebe Ada", "10.12.1985", ""]), Ok(None), "that is nobody's name");
    // A birthday that is no date is a problem of its cell: the email still says who it is.
    let soon = ["", "Ada King", "", "soon", "ada@king.example"];
    let found = said(&soon).ok().flatten().unwrap_or_default();
    assert!(found.contains("ada@king.example") && !found.contains("birthday"), "{found}");
    let refused: Vec<_> = translator.row(&soon).1.iter().map(ToString::to_string).collect();
    assert!(refused.len() == 1 && refused[0].starts_with("Geburtstag (soon) must be a date"), "{refused:?}");
}

#[test]
fn a_whole_name_fills_its_fields_and_lists_are_put_together() {
    let columns = vec![
        column("Name", FULL_NAME, &[]),
        column("Home", "phones", &[]),
        column("Cell", "phones", &[]),
        column("Nickname", "contact_title", &[]),
    ];
    let constants = [("contact_status".to_owned(), "donor".to_owned())].into_iter().collect();
    let mapping = Mapping { columns, constants, ..Mapping::default() };
    let (row, _) = translated::<Contact>(mapping, &["Smith, John & Mary", "1", "2", "Dr."]);
    let expected = "phones=1;2 contact_title=Dr. phone_types=home;mobile contact_fname=John contact_lname=Smith contact_suffix= \
                    contact_spouse_fname=Mary contact_spouse_lname= contact_is_org=0 contact_status=donor";
    assert_eq!(row.join(" "), expected);
}

#[test]
fn the_titles_of_two_columns_are_put_together() {
    let columns = |field: &str| vec![column("Anrede", field, &[]), column("Titel", field, &[])];
    for (cells, title) in [
        (["Frau", "Dr.", "King"], "Frau Dr."),
        (["Frau", "", "King"], "Frau"),
        (["", "Dr.", "King"], "Dr."),
        (["", "", "King"], ""),
    ] {
        let mut named = columns("contact_title");
        named.push(column("Nachname", "contact_lname", &[]));
        let (row, _) = translated::<Contact>(Mapping { columns: named, ..Mapping::default() }, &cells);
        assert_eq!(row[0], format!("contact_title={title}"));
    }
    let mut named = columns("donor_title");
    named.extend([column("Name", "donor_lname", &[]), column("E-Mail", "donor_email", &[])]);
    let translator = Translator::new::<Gift>(Mapping { columns: named, ..Mapping::default() }, 2026);
    let found = translator.donor(&["Frau", "Dr.", "King", "ada@king.example"], false).ok().flatten();
    let found = found.unwrap_or_default();
    assert!(found.contains(r#""contact_title":"Frau Dr.""#), "{found}");
}

#[test]
fn the_heading_of_a_phone_number_says_what_it_is_for() {
    for (heading, kind) in [
        ("Telefon", "other"),
        ("Phone", "other"),
        ("Handy", "mobile"),
        ("Mobile phone", "mobile"),
        ("Cell", "mobile"),
        ("Telefon privat", "home"),
        ("Festnetz", "home"),
        ("Telefon geschäftlich", "work"),
        ("Telefax", "fax"),
        ("Telefon/Fax", "other"),
        ("Tel. / Fax", "other"),
    ] {
        let columns = vec![column(heading, "phones", &[])];
        let (row, _) = translated::<Contact>(Mapping { columns, ..Mapping::default() }, &["1, 2"]);
        assert_eq!(row, ["phones=1; 2".to_owned(), format!("phone_types={kind};{kind}")]);
        let columns = vec![
            column("Name", "donor_lname", &[]),
            column("E-Mail", "donor_email", &[]),
            column(heading, "donor_phone", &[]),
        ];
        let translator = Translator::new::<Gift>(Mapping { columns, ..Mapping::default() }, 2026);
        let found = translator.donor(&["King", "ada@king.example", "1"], false).ok().flatten();
        let found = found.unwrap_or_default();
        assert!(found.contains(&format!(r#""phone_type":"{kind}""#)), "{heading}: {found}");
    }
    // What the file says itself counts.
    let columns = vec![column("Phone", "phones", &[]), column("Kind", "phone_types", &[])];
    let (row, _) = translated::<Contact>(Mapping { columns, ..Mapping::default() }, &["1", "fax"]);
    assert_eq!(row, ["phones=1", "phone_types=fax"]);
}

#[test]
fn a_change_leaves_out_what_only_a_new_record_needs() {
    let columns = vec![column("Name", FULL_NAME, &[]), column("Shoe size", IN_NOTES, &[])];
    let constants = [("contact_status".to_owned(), "donor".to_owned())].into_iter().collect();
    let translator = Translator::new::<Contact>(Mapping { columns, constants, ..Mapping::default() }, 2026);
    let (row, _) = translator.row(&["Smith, John", "43"]);
    let cells: Vec<_> = row.iter().map(String::as_str).collect();
    let header = translator.header();
    let left_out = header.iter().filter(|field| translator.is_for_new(field, &cells, None));
    let left_out = left_out.map(String::as_str).collect::<Vec<_>>().join(" ");
    assert_eq!(
        left_out,
        "contact_notes contact_title contact_suffix contact_spouse_fname contact_spouse_lname contact_is_org contact_status"
    );
}

#[test]
fn an_organisation_has_its_name_where_the_row_names_no_person() {
    let row = |cells: &[&str]| {
        let columns = vec![
            column("Company", ORGANIZATION, &[]),
            column("Given name", "contact_fname", &[]),
            column("Surname", "contact_lname", &[]),
        ];
        translated::<Contact>(Mapping { columns, ..Mapping::default() }, cells).0.join(" ")
    };
    let rest = "contact_title= contact_suffix= contact_spouse_fname= contact_spouse_lname=";
    for (cells, names) in [
        (["Acme", "", ""], ["", "Acme", "1", ""]),
        (["Acme", "Ada", "King"], ["Ada", "King", "0", "Acme"]),
        (["", "", "Acme Ltd"], ["", "Acme Ltd", "1", ""]),
        (["", "Acme Ltd", ""], ["", "Acme Ltd", "1", ""]),
    ] {
        let [first, last, is_org, employer] = names;
        let expected = format!(
            "contact_fname={first} contact_lname={last} {rest} contact_is_org={is_org} contact_employer={employer}"
        );
        assert_eq!(row(&cells), expected);
    }
}

#[test]
fn an_organisation_may_stand_in_the_column_of_last_names() {
    let row = |cells: &[&str]| {
        let columns = vec![
            column("Given name", "contact_fname", &[]),
            column("Surname", "contact_lname", &[]),
            column("Kind", "contact_type", &[]),
        ];
        translated::<Contact>(Mapping { columns, ..Mapping::default() }, cells).0.join(" ")
    };
    for (cells, [first, last, kind, is_org]) in [
        (["", "Acme Ltd", ""], ["", "Acme Ltd", "", "1"]),
        (["Charlotte", "Church", ""], ["Charlotte", "Church", "", "0"]),
        (["Charlotte", "Church", "organization"], ["", "Charlotte Church", "organization", "1"]),
        (["", "Acme Ltd", "person"], ["", "Acme Ltd", "person", "0"]),
    ] {
        let names = format!("contact_fname={first} contact_lname={last}");
        assert_eq!(row(&cells), format!("{names} contact_type={kind} contact_is_org={is_org}"));
    }
}

#[test]
fn an_employer_is_kept_and_an_organisation_has_none() {
    let columns = vec![column("Company", ORGANIZATION, &[]), column("Surname", "contact_lname", &[])];
    let translator = Translator::new::<Contact>(Mapping { columns, ..Mapping::default() }, 2026);
    for (cells, is_org, has_employer, is_left_out) in [
        (["Acme", "King"], false, false, false),
        (["Acme", "King"], false, true, true),
        (["Acme", "King"], true, false, true),
        (["", "King"], false, false, true),
    ] {
        let (row, _) = translator.row(&cells);
        let row: Vec<_> = row.iter().map(String::as_str).collect();
        let kept = Some(Kept { is_org, has_employer });
        assert_eq!(translator.is_for_new(EMPLOYER, &row, kept), is_left_out, "{cells:?}");
    }
}

#[test]
fn a_change_writes_the_columns_for_parts_of_names_and_the_kind() {
    for (kind, cells, written) in [
        (CONTACT_TYPE, ["Acme Ltd", "organization"], "contact_lname contact_type contact_is_org"),
        (CONTACT_TYPE, ["Acme Ltd", ""], "contact_lname contact_type"),
        (IS_ORG, ["Acme Ltd", "yes"], "contact_lname contact_is_org"),
        (IS_ORG, ["King", "no"], "contact_lname contact_is_org"),
    ] {
        let columns = vec![column("Surname", "contact_lname", &[]), column("Kind", kind, &[])];
        let translator = Translator::new::<Contact>(Mapping { columns, ..Mapping::default() }, 2026);
        let (row, _) = translator.row(&cells);
        let row: Vec<_> = row.iter().map(String::as_str).collect();
        let header = translator.header();
        let kept = Some(Kept { is_org: false, has_employer: false });
        let found = header.iter().filter(|field| !translator.is_for_new(field, &row, kept));
        assert_eq!(found.map(String::as_str).collect::<Vec<_>>().join(" "), written, "{cells:?}");
    }
}

#[test]
fn a_column_says_what_a_name_looks_like_otherwise() {
    for (name, said, is_org) in [
        ("Acme Ltd", "no", "0"),
        ("Acme Ltd", "yes", "1"),
        ("Acme Ltd", "", "1"),
        ("Ada King", "yes", "1"),
        ("Ada King", "", ""),
    ] {
        let columns = vec![column("Name", FULL_NAME, &[]), column("Firm?", "contact_is_org", &[])];
        let (row, problems) = translated::<Contact>(Mapping { columns, ..Mapping::default() }, &[name, said]);
        assert_eq!((row[0].as_str(), problems.len()), (format!("contact_is_org={is_org}").as_str(), 0));
    }
}

#[test]
fn a_contact_that_is_changed_stays_what_it_is() {
    let changed = |is_org: bool, (field, cell): (&str, &str)| {
        let columns = vec![column("Who", field, &[])];
        let translator = Translator::new::<Contact>(Mapping { columns, ..Mapping::default() }, 2026);
        let (row, _) = translator.row(&[cell]);
        let cells: Vec<_> = row.iter().map(String::as_str).collect();
        let header = translator.header();
        let kept = Some(Kept { is_org, has_employer: false });
        let written = header.iter().filter(|field| !translator.is_for_new(field, &cells, kept));
        written.map(String::as_str).collect::<Vec<_>>().join(" ")
    };
    for (is_org, column, written) in [
        (false, (FULL_NAME, "Ada King"), "contact_fname contact_lname"),
        (true, (FULL_NAME, "Acme Ltd"), "contact_lname"),
        (true, (ORGANIZATION, "Acme"), "contact_lname"),
        (false, (FULL_NAME, "Acme Ltd"), ""),
        (false, (ORGANIZATION, "Acme"), ""),
        (true, (FULL_NAME, "Ada King"), ""),
        (false, (FULL_NAME, "First Baptist Church"), ""),
    ] {
        assert_eq!(changed(is_org, column), written, "{column:?}");
    }
}
