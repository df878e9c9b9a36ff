//! Uses the service through a Rust client generated with progenitor (`deploy/dev clients`).

#[allow(clippy::all, unused)]
mod almoner {
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
}

use std::{env, error::Error};

use almoner::{Client, Error as ClientError, types};
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut key = HeaderMap::new();
    key.insert(AUTHORIZATION, HeaderValue::try_from(format!("Bearer {}", env::var("API_KEY")?))?);
    let http = reqwest::Client::builder().default_headers(key).build()?;
    let client = Client::new_with_client(&format!("{}/api/v1", env::var("API_URL")?), http);

    let lname = types::ContactCreateContactLname::try_from("Lovelace")?;
    let new = types::ContactCreate::builder().contact_status(types::ContactStatus::Donor);
    let created = client.create_contact().body(new.clone().contact_lname(lname)).send().await?;
    let contact = &created.data;

    let gift = types::GiftCreate::builder().gift_amount(1_234_567.89).contact_id(contact.id);
    let gift = client.create_gift().body(gift).send().await?.into_inner().data;
    let listed = client.list_gifts().contact_id(vec![contact.id]).send().await?;
    assert_eq!(
        listed.data.iter().map(|one| (one.id, one.gift_amount)).collect::<Vec<_>>(),
        [(gift.id, 1_234_567.89)]
    );

    let nickname = types::ContactUpdateContactNickname::try_from("Countess")?;
    let changes = types::ContactUpdate::builder().contact_nickname(nickname);
    let changed = client.update_contact().id(contact.id).body(changes).send().await?;
    assert_eq!(changed.data.contact_nickname.as_ref().map(|text| text.as_str()), Some("Countess"));

    match client.create_contact().body(new).send().await {
        Err(ClientError::ErrorResponse(refused)) => {
            assert_eq!(refused.status(), 422);
            assert!(refused.message.starts_with("contact_lname is required"), "{}", refused.message);
        }
        other => panic!("a contact needs a name: {other:?}"),
    }

    let record = types::ListEventsRecord::try_from(format!("gifts/{}", gift.id))?;
    let events = client.list_events().record(record).send().await?.into_inner().data;
    let [types::Event::GiftCreateEvent(event)] = &events[..] else {
        panic!("one event tells of the gift: {events:?}")
    };
    assert_eq!(event.data.gift_amount, 1_234_567.89);
    Ok(())
}
