//! Which headings mean which fields.

use super::super::donor;
use super::*;
use crate::resources::kinds::{Contact, Gift};

fn guessed<R: Importable>(headings: &[&str]) -> Vec<String> {
    let headings: Vec<String> = headings.iter().map(|heading| (*heading).to_owned()).collect();
    guess::<R>(&headings, &[]).into_iter().map(Option::unwrap_or_default).collect()
}

#[test]
fn every_word_means_a_field() {
    for (words, has) in [
        (CONTACTS, Layout::has::<Contact> as fn(&str) -> bool),
        (GIFTS, Layout::has::<Gift>),
        (PLEDGES, Layout::has::<crate::resources::kinds::Pledge>),
    ] {
        let mut seen = Vec::new();
        for (field, words) in words {
            assert!(has(field) || [FULL_NAME, SAME].contains(field) || donor::is_field(field), "{field}");
            for word in *words {
                assert_eq!(plain(word), *word, "{field}");
                assert!(!seen.contains(word), "{word} is there twice");
                seen.push(word);
            }
        }
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
