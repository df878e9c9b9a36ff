//! Which headings mean which fields.

use super::super::donor;
use super::super::targets::{ORGANIZATION, SAME};
use super::*;
use crate::resources::kinds::{Contact, Gift, Pledge};

fn guessed<R: Importable>(headings: &[&str]) -> Vec<String> {
    guessed_in::<R>(Locale::En, headings)
}

fn guessed_in<R: Importable>(locale: Locale, headings: &[&str]) -> Vec<String> {
    let headings: Vec<String> = headings.iter().map(|heading| (*heading).to_owned()).collect();
    guess::<R>(&headings, &[], locale).into_iter().map(Option::unwrap_or_default).collect()
}

#[test]
fn every_word_means_a_field() {
    for (words, has) in [
        (contacts::TABLE, Layout::has::<Contact> as fn(&str) -> bool),
        (gifts::TABLE, Layout::has::<Gift>),
        (pledges::TABLE, Layout::has::<Pledge>),
    ] {
        for field in words.iter().map(|words| words.means) {
            let is_word = [FULL_NAME, ORGANIZATION, SAME].contains(&field);
            assert!(has(field) || is_word || donor::is_field(field), "{field}");
        }
    }
    for (field, of_contact) in gifts::DONOR {
        assert!(donor::is_field(field), "{field}");
        assert!(contacts::TABLE.iter().any(|words| words.means == of_contact), "{of_contact}");
    }
}

/// Asserts which field each heading of a row means.
fn check<R: Importable>(row: &[(&str, &str)]) {
    let (headings, fields): (Vec<&str>, Vec<&str>) = row.iter().copied().unzip();
    assert_eq!(guessed::<R>(&headings), fields);
}

#[test]
fn a_german_file_is_understood_whatever_the_language_of_the_page() {
    let headings =
        "Vorname;Nachname;Straße;PLZ;Ort;Land;E-Mail;Telefon;Betrag;Datum;Zahlungsart;Verwendungszweck;Alter";
    let headings: Vec<&str> = headings.split(';').collect();
    let donor = ["fname", "lname", "street", "postal_code", "city", "country", "email", "phone"];
    let gift = ["gift_amount", "gift_date", "gift_type", "gift_fund", ""];
    let known: Vec<String> = donor.iter().map(|part| format!("donor_{part}")).collect();
    let known: Vec<String> = known.into_iter().chain(gift.map(str::to_owned)).collect();
    for locale in [Locale::En, Locale::De, Locale::Fr] {
        assert_eq!(guessed_in::<Gift>(locale, &headings), known, "{locale}");
    }
}

#[test]
fn files_in_french_spanish_and_portuguese_are_understood() {
    assert_eq!(
        guessed::<Contact>(&["Civilité", "NOM", "Prénom", "Adresse", "Code postal", "Ville", "Courriel"]),
        [
            "contact_title",
            "contact_lname",
            "contact_fname",
            "address_street",
            "address_postal_code",
            "address_city",
            "emails"
        ]
    );
    assert_eq!(
        guessed::<Gift>(&[
            "Fecha",
            "Importe (€)",
            "Forma de pago",
            "Nombre",
            "Apellidos",
            "Correo electrónico"
        ]),
        ["gift_date", "gift_amount", "gift_type", "donor_fname", "donor_lname", "donor_email"]
    );
    assert_eq!(
        guessed::<Pledge>(&["Nº de sócio", "Valor", "Periodicidade", "Data de início"]),
        ["contact_external_id", "pledge_amount", "pledge_frequency", "pledge_start_date"]
    );
}

#[test]
fn names_mean_what_stands_beside_them() {
    for (headings, fields) in [
        (["Name", "Ort"], ["full_name", "address_city"]),
        (["Name", "Vorname"], ["contact_lname", "contact_fname"]),
        (["Name", "Nachname"], ["", "contact_lname"]),
        (["Firma", "Nachname"], ["organization_name", "contact_lname"]),
        (["Firma", "Ort"], ["organization_name", "address_city"]),
        (["Name", "Firma"], ["full_name", "organization_name"]),
        (["Nombre", "Apellidos"], ["contact_fname", "contact_lname"]),
        (["Nome", "Apelido"], ["contact_fname", "contact_lname"]),
        (["Nom", "Ville"], ["full_name", "address_city"]),
    ] {
        assert_eq!(guessed::<Contact>(&headings), fields, "{headings:?}");
    }
}

#[test]
fn organisations_have_a_column_of_their_own() {
    let english = ["Company", "Organisation", "Organization", "Company name"];
    for heading in english.into_iter().chain(["Firma", "Entreprise", "Société", "Empresa", "Organização"])
    {
        for locale in [Locale::En, Locale::De] {
            assert_eq!(guessed_in::<Contact>(locale, &[heading]), ["organization_name"], "{heading}");
            assert_eq!(guessed_in::<Gift>(locale, &[heading]), ["donor_organization"], "{heading}");
        }
    }
}

#[test]
fn the_labels_of_the_page_are_known_too() {
    for (locale, field) in [(Locale::De, "contact_deceased_on"), (Locale::En, "")] {
        assert_eq!(guessed_in::<Contact>(locale, &["Verstorben am"]), [field], "{locale}");
    }
}

/// The headings are those of the services' own pages: Stripe's payments (docs.stripe.com, *Export payments*), PayPal's
/// activity (developer.paypal.com, *Download Account History*), and Givebutter's transactions (docs.givebutter.com, *The
/// transaction object*).
#[test]
fn exports_of_services_for_payments_are_understood() {
    let stripe =
        ["id", "Created (UTC)", "Amount", "Currency", "Fee", "Description", "Status", "Customer Email"];
    let known =
        ["", "gift_date", "gift_amount", "gift_currency", "", "gift_memo", "gift_status", "donor_email"];
    assert_eq!(guessed::<Gift>(&stripe), known);
    let paypal = [
        "Date",
        "Time",
        "TimeZone",
        "Name",
        "Type",
        "Status",
        "Currency",
        "Gross",
        "Fee",
        "Net",
        "From Email Address",
        "To Email Address",
        "Transaction ID",
        "Address Line 1",
        "Address Line 2/District/Neighborhood",
        "Town/City",
        "State/Province/Region/County/Territory/Prefecture/Republic",
        "Zip/Postal Code",
        "Country",
        "Contact Phone Number",
        "Note",
        "Balance",
    ];
    let known = [
        "gift_date",
        "",
        "",
        "donor_full_name",
        "gift_type",
        "gift_status",
        "gift_currency",
        "gift_amount",
        "",
        "",
        "donor_email",
        "",
        "gift_reference",
        "donor_street",
        "donor_street2",
        "donor_city",
        "donor_state",
        "donor_postal_code",
        "donor_country",
        "donor_phone",
        "gift_memo",
        "",
    ];
    assert_eq!(guessed::<Gift>(&paypal), known);
    let givebutter = [
        "id",
        "first_name",
        "last_name",
        "email",
        "phone",
        "status",
        "method",
        "amount",
        "fee",
        "currency",
        "transacted_at",
        "refunded_at",
    ];
    let known = [
        "",
        "donor_fname",
        "donor_lname",
        "donor_email",
        "donor_phone",
        "gift_status",
        "gift_type",
        "gift_amount",
        "",
        "gift_currency",
        "gift_date",
        "gift_refunded_on",
    ];
    assert_eq!(guessed::<Gift>(&givebutter), known);
}

/// The headings of Donorbox's file of donations, as programs have them that read it: `Services/Finance/DonationCsv.cs` of
/// `devanooga/devanewbot`, for one.
#[test]
fn donations_of_donorbox_are_understood() {
    check::<Gift>(&[
        ("Name", ""),
        ("Donating Company", ""),
        ("Donor's First Name", "donor_fname"),
        ("Donor's Last Name", "donor_lname"),
        ("Donor Email", "donor_email"),
        ("Make Donation Anonymous", "gift_anonymous"),
        ("Campaign", "gift_campaign"),
        ("Amount Description", ""),
        ("Amount", "gift_amount"),
        ("Fair Market Value", ""),
        ("Tax Deductible Amount", ""),
        ("Currency", "gift_currency"),
        ("Amount in USD", ""),
        ("Processing Fee", ""),
        ("Platform Fee", ""),
        ("Total Fee", ""),
        ("Net Amount", ""),
        ("Fee Covered", ""),
        ("Donor Comment", "gift_memo"),
        ("Internal Notes", ""),
        ("Donated At", "gift_date"),
        ("Phone", "donor_phone"),
        ("Address", "donor_street"),
        ("Address 2", "donor_street2"),
        ("City", "donor_city"),
        ("State / Province", "donor_state"),
        ("Postal Code", "donor_postal_code"),
        ("Country", "donor_country"),
        ("Employer", ""),
        ("Occupation", ""),
        ("Designation", "gift_fund"),
        ("Receipt Id", "gift_reference"),
        ("Donation Type", "gift_type"),
        ("Card Type", ""),
        ("Last 4 Digits", ""),
        ("Stripe Charge Id", ""),
        ("Recurring Donation", ""),
        ("Dedication Type", "gift_tribute_type"),
        ("Honoree Name", "gift_tribute_name"),
        ("Recipient Email", ""),
        ("Donor Id", "contact_external_id"),
        ("Status", "gift_status"),
    ]);
}

/// The names of Bloomerang's fields (help.bloomerang.com, *Imports: Import Fields*), the columns of a report of transactions
/// (`tests/test_bloomerang.py` of `PhilanthroPy-Project/PhilanthroPy`), and those of its whole export
/// (`impactupgrade/nucleus-engine`).
#[test]
fn files_of_bloomerang_are_understood() {
    check::<Contact>(&[
        ("Account Number", "contact_external_id"),
        ("Account Status", "contact_status"),
        ("Birthdate", "contact_birthday"),
        ("Communication Restrictions", ""),
        ("Employer", "contact_employer"),
        ("Envelope Name", "contact_envelope_name"),
        ("Facebook Page", ""),
        ("First Name", "contact_fname"),
        ("Formal Name", ""),
        ("Gender", ""),
        ("Groups", "tags"),
        ("Household Name", ""),
        ("Informal Name", "contact_salutation"),
        ("Job Title", "contact_job_title"),
        ("Last Name", "contact_lname"),
        ("Middle Name", "contact_mname"),
    ]);
    check::<Gift>(&[
        ("Account Number", "contact_external_id"),
        ("Date", "gift_date"),
        ("Amount", "gift_amount"),
        ("Transaction Type", ""),
        ("Fund", "gift_fund"),
        ("Email", "donor_email"),
        ("First Name", "donor_fname"),
        ("Last Name", "donor_lname"),
    ]);
    check::<Gift>(&[
        ("TransactionNumber", "gift_reference"),
        ("AccountNumber", "contact_external_id"),
        ("Date", "gift_date"),
        ("Method", "gift_type"),
        ("CheckNumber", "gift_check_number"),
        ("Amount", "gift_amount"),
        ("FundName", "gift_fund"),
        ("AppealName", "gift_campaign"),
        ("Note", "gift_memo"),
        ("AcknowledgementStatus", ""),
        ("TributeName", "gift_tribute_name"),
        ("TributeType", "gift_tribute_type"),
    ]);
}

/// The headings of the archive and of reports of Little Green Light, as `src/Projects/Uaf` of `briennekordis/civietl` and
/// other programs read them.
#[test]
fn files_of_little_green_light_are_understood() {
    check::<Gift>(&[
        ("LGL Constituent ID", "contact_external_id"),
        ("LGL Gift ID", "gift_external_id"),
        ("LGL Parent Gift ID", ""),
        ("LGL Campaign ID", ""),
        ("Fund", "gift_fund"),
        ("Appeal", "gift_campaign"),
        ("Gift Category", ""),
        ("Gift note", "gift_memo"),
        ("Gift Amount", "gift_amount"),
        ("Deductible amount", ""),
        ("Gift date", "gift_date"),
        ("Deposit Date", ""),
        ("Payment type", "gift_type"),
        ("Check/Reference No.", "gift_check_number"),
        ("Anonymous gift?", "gift_anonymous"),
        ("Gift owner", ""),
        ("Gift batch ID", ""),
        ("Vehicle Name", ""),
    ]);
    check::<Contact>(&[
        ("LGL Constituent ID", "contact_external_id"),
        ("Constituent Type", "contact_type"),
        ("Prefix", "contact_title"),
        ("First Name", "contact_fname"),
        ("Middle Name", "contact_mname"),
        ("Last Name", "contact_lname"),
        ("Suffix", "contact_suffix"),
        ("Nick Name", "contact_nickname"),
        ("Job Title", "contact_job_title"),
        ("Deceased?", ""),
        ("Spouse Name", "contact_spouse_fname"),
        ("Organization Name", "organization_name"),
        ("Preferred Email", "emails"),
        ("Pref. Phone", "phones"),
        ("Pref. Street", "address_street"),
        ("Pref. City", "address_city"),
        ("Pref. State/Province", "address_state"),
        ("Pref. Zip/Postal Code", "address_postal_code"),
        ("Pref. Country", "address_country"),
        ("Total Given", ""),
        ("Email 2", "emails"),
        ("Email 3", "emails"),
    ]);
}

/// The names of DonorPerfect's fields, which its exports have as headings (SofterWare, *DonorPerfect Online XML API
/// Documentation*).
#[test]
fn files_of_donorperfect_are_understood() {
    check::<Gift>(&[
        ("DONOR_ID", "contact_external_id"),
        ("FIRST_NAME", "donor_fname"),
        ("LAST_NAME", "donor_lname"),
        ("EMAIL", "donor_email"),
        ("GIFT_ID", "gift_external_id"),
        ("RECORD_TYPE", ""),
        ("GIFT_DATE", "gift_date"),
        ("AMOUNT", "gift_amount"),
        ("GL_CODE", "gift_fund"),
        ("SOLICIT_CODE", ""),
        ("SUB_SOLICIT_CODE", ""),
        ("CAMPAIGN", "gift_campaign"),
        ("GIFT_TYPE", "gift_type"),
        ("REFERENCE", "gift_reference"),
        ("GIFT_NARRATIVE", "gift_memo"),
        ("TY_LETTER_NO", ""),
        ("CURRENCY", "gift_currency"),
    ]);
    check::<Contact>(&[
        ("donor_id", "contact_external_id"),
        ("first_name", "contact_fname"),
        ("middle_name", "contact_mname"),
        ("last_name", "contact_lname"),
        ("title", "contact_title"),
        ("suffix", "contact_suffix"),
        ("salutation", "contact_salutation"),
        ("prof_title", "contact_job_title"),
        ("opt_line", ""),
        ("address", "address_street"),
        ("address2", "address_street2"),
        ("city", "address_city"),
        ("state", "address_state"),
        ("zip", "address_postal_code"),
        ("country", "address_country"),
        ("email", "emails"),
        ("home_phone", "phones"),
        ("business_phone", "phones"),
        ("mobile_phone", "phones"),
        ("org_rec", "contact_is_org"),
        ("donor_type", "tags"),
        ("nomail", "contact_do_not_mail"),
        ("narrative", "contact_notes"),
    ]);
}

#[test]
fn headings_of_files_for_people_are_known() {
    let fields = ["contact_external_id", "contact_birthday", "address_city", "address_country"];
    let english = ["External id", "Birthday", "Address: City", "Address: Country"];
    assert_eq!(guessed::<Contact>(&english), fields);
    let german = ["Geburtstag", "Adresse: Ort", "Adresse: Land"];
    assert_eq!(guessed_in::<Contact>(Locale::De, &german), &fields[1..]);
}

#[test]
fn the_number_that_a_list_has_for_a_person_is_known_in_every_kind_of_file() {
    for heading in [
        "Kd-Nr",
        "Kd.-Nr.",
        "Kunden-Nr",
        "Mitglieds-Nr",
        "Mitgliedsnummer",
        "Spendernummer",
        "Donor ID",
        "Donor No",
        "Donor #",
        "Member No.",
        "N.º de socio",
        "N° donateur",
        "N.º de doador",
    ] {
        assert_eq!(guessed::<Contact>(&[heading]), ["contact_external_id"], "{heading}");
        assert_eq!(guessed::<Gift>(&[heading]), ["contact_external_id"], "{heading}");
        assert_eq!(guessed::<Pledge>(&[heading]), ["contact_external_id"], "{heading}");
    }
}

#[test]
fn the_donor_of_a_gift_is_guessed_as_a_contact_is() {
    assert_eq!(
        guessed::<Gift>(&["Anrede", "Vorname", "Nachname", "Briefanrede", "Geburtsdatum", "E-Mail"]),
        ["donor_title", "donor_fname", "donor_lname", "donor_salutation", "donor_birthday", "donor_email"]
    );
    assert_eq!(
        guessed::<Gift>(&["Anrede", "Titel", "Nachname"]),
        ["donor_title", "donor_title", "donor_lname"]
    );
    let known = ["contact_title", "contact_title", "contact_lname"];
    assert_eq!(guessed_in::<Contact>(Locale::De, &["Anrede", "Titel", "Nachname"]), known);
}

#[test]
fn headings_are_guessed_by_their_words() {
    assert_eq!(
        guessed::<Contact>(&[
            "First Name",
            "LAST_NAME",
            "E-mail",
            "Zip",
            "Home phone",
            "Cell",
            "Shoe size",
            "Donor",
            ""
        ]),
        ["contact_fname", "contact_lname", "emails", "address_postal_code", "phones", "phones", "", "", ""]
    );
    assert_eq!(guessed::<Contact>(&["Name", "City", "City"]), ["full_name", "address_city", ""]);
    for heading in ["Person or organization", "Person or organisation"] {
        assert_eq!(guessed::<Contact>(&[heading]), ["contact_type"]);
        assert_eq!(guessed::<Gift>(&[heading]), [donor::TYPE]);
    }
    assert_eq!(
        guessed::<Gift>(&["Date", "Amount ($)", "Check #", "Method", "gift_fund", "Thanked?"]),
        ["gift_date", "gift_amount", "gift_check_number", "gift_type", "gift_fund", "gift_thanked_on"]
    );
}
