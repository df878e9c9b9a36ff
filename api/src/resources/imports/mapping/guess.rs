//! Guesses which field a column is, by its heading. Case, spaces and punctuation do not matter.

use shared::values::choices::Locale;

use super::targets::{self, FULL_NAME, SAME, joins};
use crate::language::speak;
use crate::records::importable::Importable;
use crate::resources::imports::layout::{COLUMNS_MAX, Layout};
use crate::resources::imports::reading::separator::Known;

/// The longest heading that is guessed, in bytes.
const HEADING_MAX: usize = 200;

/// Words that headings have for fields of contacts.
const CONTACTS: &[(&str, &[&str])] = &[
    (
        FULL_NAME,
        &[
            "name",
            "fullname",
            "donor",
            "donorname",
            "contact",
            "contactname",
            "names",
            "displayname",
            "customername",
            "constituentname",
            "supporter",
            "supportername",
            "household",
            "householdname",
        ],
    ),
    (
        "contact_fname",
        &["first", "firstname", "fname", "givenname", "forename", "donorfirstname", "preferredfirstname"],
    ),
    ("contact_mname", &["middle", "middlename", "middleinitial", "mi"]),
    (
        "contact_lname",
        &[
            "last",
            "lastname",
            "lname",
            "surname",
            "familyname",
            "donorlastname",
            "lastorganization",
            "organization",
            "organisation",
            "organizationname",
            "companyname",
            "company",
        ],
    ),
    ("contact_title", &["title", "prefix", "salutationtitle", "honorific"]),
    ("contact_suffix", &["suffix"]),
    ("contact_nickname", &["nickname", "knownas", "preferredname"]),
    ("contact_salutation", &["salutation", "greeting", "informalsalutation", "informalname"]),
    (
        "contact_envelope_name",
        &["envelopename", "addressee", "mailingname", "formalname", "envelopesalutation"],
    ),
    ("contact_spouse_fname", &["spouse", "spousefirstname", "spousename", "partner", "partnerfirstname"]),
    ("contact_spouse_lname", &["spouselastname", "partnerlastname"]),
    ("contact_status", &["status", "donorstatus", "contactstatus"]),
    ("contact_birthday", &["birthday", "birthdate", "dateofbirth", "dob"]),
    ("contact_anniversary", &["anniversary", "weddinganniversary"]),
    ("contact_employer", &["employer", "workplace"]),
    ("contact_job_title", &["jobtitle", "occupation", "position", "profession"]),
    ("contact_website", &["website", "webpage", "url", "homepage"]),
    ("contact_source", &["source", "origin", "howfound"]),
    (
        "contact_external_id",
        &[
            "donorid",
            "donornumber",
            "contactid",
            "constituentid",
            "constituentnumber",
            "accountnumber",
            "externalid",
            "id",
            "recordid",
            "lglconstituentid",
            "memberid",
            "customerid",
        ],
    ),
    ("contact_notes", &["notes", "note", "comments", "comment", "remarks", "narrative", "donornotes"]),
    ("contact_type", &["type", "contacttype", "constituenttype"]),
    ("contact_language", &["language", "preferredlanguage"]),
    ("contact_do_not_call", &["donotcall", "nocalls"]),
    ("contact_do_not_mail", &["donotmail", "nomail", "donotsendmail"]),
    ("contact_do_not_email", &["donotemail", "noemail", "emailoptout", "unsubscribed"]),
    ("tags", &["tag", "groups", "group", "categories", "category", "flags", "keywords", "donortype"]),
    (
        "emails",
        &[
            "email",
            "emailaddress",
            "mailaddress",
            "mail",
            "primaryemail",
            "preferredemail",
            "homeemail",
            "donoremail",
            "workemail",
            "email2",
            "otheremail",
            "customeremail",
            "fromemailaddress",
        ],
    ),
    (
        "phones",
        &[
            "phone",
            "phoneno",
            "phonenumber",
            "telephone",
            "tel",
            "mobile",
            "mobilephone",
            "cell",
            "cellphone",
            "homephone",
            "primaryphone",
            "preferredphone",
            "workphone",
            "donorphone",
            "phone2",
            "contactphonenumber",
        ],
    ),
    (
        "address_street",
        &[
            "street",
            "address",
            "address1",
            "addressline1",
            "streetaddress",
            "street1",
            "mailingaddress",
            "streetline1",
            "primarystreet",
            "preferredaddressline1",
            "homeaddress",
            "postaladdress",
        ],
    ),
    ("address_street2", &["street2", "address2", "addressline2", "apt", "unit", "suite", "streetline2"]),
    ("address_city", &["city", "town", "locality", "primarycity", "towncity"]),
    (
        "address_state",
        &["state", "province", "region", "county", "stateprovince", "primarystate", "stateregion"],
    ),
    (
        "address_postal_code",
        &["zip", "zipcode", "postcode", "postalcode", "zippostalcode", "primaryzipcode", "zippostcode"],
    ),
    ("address_country", &["country", "countrycode", "primarycountry"]),
    (SAME, &["contacthere"]),
];
/// Words that headings have for fields of gifts.
const GIFTS: &[(&str, &[&str])] = &[
    (
        "gift_amount",
        &[
            "amount",
            "giftamount",
            "donation",
            "donationamount",
            "gross",
            "total",
            "sum",
            "value",
            "paymentamount",
            "contribution",
            "grossamount",
            "transactionamount",
            "amountdonated",
        ],
    ),
    (
        "gift_date",
        &[
            "date",
            "giftdate",
            "donationdate",
            "datereceived",
            "received",
            "paymentdate",
            "transactiondate",
            "createdutc",
            "created",
            "dateofgift",
            "receiveddate",
            "depositdate",
            "donatedat",
            "transactedat",
            "transactioncreationdate",
        ],
    ),
    (
        "gift_type",
        &[
            "type",
            "gifttype",
            "method",
            "paymentmethod",
            "paymenttype",
            "tender",
            "howpaid",
            "paidby",
            "typeofgift",
            "transactionmethod",
        ],
    ),
    ("gift_currency", &["currency", "currencycode"]),
    ("gift_status", &["status", "giftstatus", "paymentstatus"]),
    (
        "gift_fund",
        &["fund", "designation", "purpose", "generalledger", "glcode", "program", "fundname", "restrictedto"],
    ),
    ("gift_campaign", &["campaign", "appeal", "campaignname", "drive", "solicitation", "campaigntitle"]),
    (
        "gift_check_number",
        &["check", "checknumber", "checkno", "chequenumber", "chequeno", "cheque", "chknumber", "chkno"],
    ),
    (
        "gift_reference",
        &[
            "reference",
            "referencenumber",
            "transactionid",
            "paymentid",
            "receiptnumber",
            "receipt",
            "confirmationnumber",
            "referenceno",
        ],
    ),
    (
        "gift_memo",
        &[
            "memo",
            "notes",
            "note",
            "comment",
            "comments",
            "remarks",
            "description",
            "giftnotes",
            "giftnarrative",
            "donorcomment",
        ],
    ),
    ("gift_external_id", &["giftid", "donationid", "externalid", "giftnumber", "lglgiftid"]),
    ("gift_refunded_on", &["refundedat", "refundeddateutc", "refunddate", "refundedon"]),
    ("gift_anonymous", &["anonymous", "anonymousgift", "anonymousdonation"]),
    ("gift_receipted_on", &["receiptdate", "receipted", "receiptsent"]),
    (
        "gift_thanked_on",
        &[
            "thanked",
            "thankyoudate",
            "acknowledged",
            "acknowledgementdate",
            "acknowledgmentdate",
            "thankedon",
        ],
    ),
    (
        "contact_external_id",
        &[
            "donorid",
            "donornumber",
            "contactid",
            "constituentid",
            "constituentnumber",
            "accountnumber",
            "donorexternalid",
            "lglconstituentid",
        ],
    ),
    (
        "donor_full_name",
        &[
            "donor",
            "donorname",
            "name",
            "fullname",
            "contact",
            "contactname",
            "constituentname",
            "supportername",
            "customername",
            "from",
        ],
    ),
    ("donor_fname", &["first", "firstname", "donorfirstname"]),
    (
        "donor_lname",
        &["last", "lastname", "surname", "donorlastname", "organization", "companyname", "company"],
    ),
    (
        "donor_email",
        &["email", "emailaddress", "mailaddress", "donoremail", "customeremail", "fromemailaddress"],
    ),
    (
        "donor_phone",
        &["phone", "phoneno", "phonenumber", "telephone", "mobile", "donorphone", "contactphonenumber"],
    ),
    ("donor_street", &["street", "address", "address1", "addressline1", "streetaddress", "mailingaddress"]),
    ("donor_street2", &["street2", "address2", "addressline2", "addressline2districtneighborhood"]),
    ("donor_city", &["city", "town", "towncity"]),
    (
        "donor_state",
        &[
            "state",
            "province",
            "region",
            "stateprovince",
            "stateprovinceregioncountyterritoryprefecturerepublic",
        ],
    ),
    ("donor_postal_code", &["zip", "zipcode", "postcode", "postalcode", "zippostalcode"]),
    ("donor_country", &["country", "countrycode"]),
    (SAME, &["contacthere"]),
];
/// Words that headings have for fields of pledges.
const PLEDGES: &[(&str, &[&str])] = &[
    ("pledge_amount", &["amount", "pledgeamount", "pledge", "installmentamount", "giftamount"]),
    ("pledge_frequency", &["frequency", "schedule", "interval", "howoften", "installmentfrequency"]),
    ("pledge_start_date", &["start", "startdate", "date", "pledgedate", "firstpayment", "begins"]),
    ("pledge_end_date", &["end", "enddate", "ends", "lastpayment"]),
    ("pledge_currency", &["currency", "currencycode"]),
    ("pledge_status", &["status", "pledgestatus"]),
    ("pledge_fund", &["fund", "designation", "purpose"]),
    ("pledge_notes", &["notes", "note", "comments", "memo"]),
    ("pledge_external_id", &["pledgeid", "externalid", "pledgenumber"]),
    (
        "contact_external_id",
        &["donorid", "donornumber", "contactid", "constituentid", "constituentnumber", "accountnumber"],
    ),
];

fn words_of(kind: &str) -> &'static [(&'static str, &'static [&'static str])] {
    match kind {
        "contacts" => CONTACTS,
        "gifts" => GIFTS,
        "pledges" => PLEDGES,
        _ => &[],
    }
}

/// Returns a heading with nothing but its letters and digits. `Check #` is `checknumber`.
fn plain(heading: &str) -> String {
    let mut plain = String::with_capacity(heading.len());
    for character in heading.chars() {
        match character {
            '#' | '№' => plain.push_str("number"),
            '&' => plain.push_str("and"),
            _ if character.is_alphanumeric() => plain.extend(character.to_lowercase()),
            _ => {}
        }
    }
    plain
}

/// Guesses the field of each heading. A field is given once, unless columns for it are put together, and never one of those
/// that are taken.
pub fn guess<R: Importable>(headings: &[String], taken: &[String]) -> Vec<Option<String>> {
    let labels = labels::<R>();
    let mut taken = taken.to_vec();
    let mut guesses: Vec<Option<String>> = Vec::with_capacity(headings.len());
    for heading in headings {
        let field = field_of::<R>(heading, &labels);
        let field = field.filter(|field| joins::<R>(field) || !taken.contains(field));
        taken.extend(field.clone());
        guesses.push(field);
    }
    // With the parts of a name, the whole name says nothing new.
    for (part, whole) in [("contact_lname", FULL_NAME), ("donor_lname", "donor_full_name")] {
        if guesses.iter().flatten().any(|field| field == part) {
            for guess in guesses.iter_mut().filter(|guess| guess.as_deref() == Some(whole)) {
                *guess = None;
            }
        }
    }
    guesses
}

/// Returns what the English labels and the names of the fields look like in headings, and the field of each.
fn labels<R: Importable>() -> Vec<(String, String)> {
    let both = |target: targets::Target| {
        [(plain(&target.label), target.field.clone()), (plain(&target.field), target.field)]
    };
    speak(Locale::En, targets::of::<R>).into_iter().flat_map(both).collect()
}

fn field_of<R: Importable>(heading: &str, labels: &[(String, String)]) -> Option<String> {
    if Layout::has::<R>(heading.trim()) {
        return Some(heading.trim().to_owned());
    }
    // No label is so long.
    if heading.len() > HEADING_MAX {
        return None;
    }
    let plain = plain(heading);
    if plain.is_empty() {
        return None;
    }
    let by_word = words_of(R::KIND).iter().find(|(_, words)| words.contains(&plain.as_str()));
    if let Some((field, _)) = by_word {
        return Some((*field).to_owned());
    }
    labels.iter().find(|(label, _)| *label == plain).map(|(_, field)| field.clone())
}

/// Tells how many headings of a row are known.
pub(in super::super) fn known<R: Importable>(row: &[String]) -> Known {
    let labels = labels::<R>();
    let headings = || row.iter().take(COLUMNS_MAX);
    let fields = headings().filter(|heading| field_of::<R>(heading, &labels).is_some()).count();
    Known { fields, names: headings().filter(|heading| Layout::has::<R>(heading.trim())).count() }
}

#[cfg(test)]
mod tests;
