//! The worked example of pledges and giving, recorded through the API.

use std::collections::HashMap;
use std::path::Path;

use serde_json::{Value, json};

use super::Account;

/// Loads the worked example.
pub fn load() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/giving-summary.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The records of the example, by their names in it.
pub struct Recorded {
    /// The contacts' ids, by their number in the example.
    pub contacts: HashMap<i64, i64>,
    /// The pledges' paths, by their letter.
    pub pledges: HashMap<String, String>,
}

/// Creates the example's contacts, pledges and gifts.
pub async fn record(account: &Account, example: &Value) -> Recorded {
    let mut recorded = Recorded { contacts: HashMap::new(), pledges: HashMap::new() };
    let mut pledge_ids = HashMap::new();
    for pledge in example["pledges"].as_array().unwrap() {
        let contact_id = account.contact().await;
        recorded.contacts.insert(pledge["contact"].as_i64().unwrap(), contact_id);
        let body = json!({
            "contact_id": contact_id,
            "pledge_amount": pledge["amount"],
            "pledge_frequency": pledge["frequency"],
            "pledge_currency": pledge["currency"],
            "pledge_start_date": pledge["start"],
            "pledge_end_date": pledge["end"],
            "pledge_status": pledge["status"],
        });
        let (path, id) = account.record("pledges", body).await;
        let letter = pledge["id"].as_str().unwrap().to_owned();
        pledge_ids.insert(letter.clone(), id);
        recorded.pledges.insert(letter, path);
    }
    for gift in example["gifts"].as_array().unwrap() {
        let body = json!({
            "contact_id": gift["contact_id"].as_i64().map(|number| recorded.contacts[&number]),
            "gift_amount": gift["amount"],
            "gift_date": gift["date"],
            "gift_currency": gift["currency"],
            "gift_status": gift["status"],
            "pledge_id": gift["pledge_id"].as_str().map(|letter| pledge_ids[letter]),
        });
        account.record("gifts", body).await;
    }
    recorded
}
