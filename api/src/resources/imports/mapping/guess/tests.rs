//! Which headings mean which fields.

use super::super::donor;
use super::super::targets::SAME;
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
            assert!(has(field) || [FULL_NAME, SAME].contains(&field) || donor::is_field(field), "{field}");
        }
    }
    for (field, of_contact) in gifts::DONOR {
        assert!(donor::is_field(field), "{field}");
        assert!(contacts::TABLE.iter().any(|words| words.means == of_contact), "{of_contact}");
    }
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
        (["Firma", "Nachname"], ["", "contact_lname"]),
        (["Firma", "Ort"], ["contact_lname", "address_city"]),
        (["Nombre", "Apellidos"], ["contact_fname", "contact_lname"]),
        (["Nome", "Apelido"], ["contact_fname", "contact_lname"]),
        (["Nom", "Ville"], ["full_name", "address_city"]),
    ] {
        assert_eq!(guessed::<Contact>(&headings), fields, "{headings:?}");
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
    assert_eq!(
        guessed::<Gift>(&["Date", "Amount ($)", "Check #", "Method", "gift_fund", "Thanked?"]),
        ["gift_date", "gift_amount", "gift_check_number", "gift_type", "gift_fund", "gift_thanked_on"]
    );
}
