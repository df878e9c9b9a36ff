//! The guide's program for a copy of an account: while others write, and afterwards the copy is what the lists are.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use api::erasure::{How, erase};
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::entities::AccountScope;
use tokio::process::Command;

use crate::support::{Account, Api, records};

both_databases!(a_copy_by_the_guides_program_is_what_the_lists_are);

const GUIDE: &str = include_str!("../../../openapi/guide.md");
/// How many writes are made, by how many writers.
const WRITES: usize = 1_000;
const WRITERS: usize = 8;

/// Returns the guide's program.
fn program() -> &'static str {
    let begin = GUIDE.find("\"\"\"Keeps a copy of an account's records").unwrap();
    GUIDE[begin..].split("```").next().unwrap()
}

/// Brings the copy up to date.
async fn sync(api: &Api, account: &Account, folder: &Path) {
    let python = std::env::var("TEST_PYTHON").unwrap();
    let run = Command::new(python)
        .args(["-c", program(), folder.join("copy.json").to_str().unwrap()])
        .env("API_URL", format!("http://{}", api.http.address))
        .env("API_KEY", &account.key)
        .output()
        .await
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

/// Numbers that look random, and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

/// Makes one of many kinds of writes. Some are refused, such as a merge of a contact into itself.
async fn write(account: &Account, dice: &mut Dice, types: &[i64]) {
    let some = |dice: &mut Dice, most: usize| dice.below(most) + 1;
    let contact = some(dice, 200);
    let name = format!("N{}", dice.below(50));
    let gift = |dice: &mut Dice| json!({"gift_amount": some(dice, 90), "contact_id": contact, "gift_memo": name, "gift_type_id": types[dice.below(types.len())]});
    match dice.below(20) {
        0..3 => drop(
            account
                .post("/contacts", json!({"contact_status": "donor", "contact_lname": name, "tags": [name]}))
                .await,
        ),
        3..8 => {
            let body = gift(dice);
            drop(account.post("/gifts", body).await);
        }
        8 => drop(
            account.post("/pledges", json!({"pledge_amount": some(dice, 90), "contact_id": contact})).await,
        ),
        9 => drop(account.post("/tasks", json!({"task_subject": name, "contact_id": contact})).await),
        10..13 => drop(account.put(&format!("/contacts/{contact}"), json!({"contact_fname": name})).await),
        13..17 => {
            let (body, id) = (gift(dice), some(dice, 900));
            drop(account.put(&format!("/gifts/{id}"), body).await);
        }
        17 => {
            let id = types[dice.below(types.len())];
            drop(account.put(&format!("/gift-types/{id}"), json!({"gift_type_name": name})).await);
        }
        18 => {
            let from = some(dice, 200);
            drop(account.post(&format!("/contacts/{contact}/merge"), json!({"from_id": from})).await);
        }
        _ => drop(account.put(&format!("/tasks/{}", some(dice, 100)), json!({"task_done": 1})).await),
    }
}

async fn a_copy_by_the_guides_program_is_what_the_lists_are(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (cash, card) = (account.gift_type("cash").await, account.gift_type("card").await);
    let folder = tempfile::tempdir().unwrap();
    let first = account.contact().await;
    let made = Arc::new(AtomicUsize::new(0));
    let writers = (0..WRITERS).map(|writer| {
        let (account, made) = (account.clone(), made.clone());
        tokio::spawn(async move {
            let mut dice = Dice(writer as u64 + 1);
            while made.fetch_add(1, Ordering::Relaxed) < WRITES {
                write(&account, &mut dice, &[cash, card]).await;
            }
        })
    });
    let writers: Vec<_> = writers.collect();
    while made.load(Ordering::Relaxed) < WRITES {
        sync(&api, &account, folder.path()).await;
    }
    for writer in writers {
        writer.await.unwrap();
    }
    erase(&api.app, AccountScope::new(account.id), first, How::default()).await.unwrap();
    api.settle().await;
    sync(&api, &account, folder.path()).await;
    let copy: Value =
        serde_json::from_slice(&std::fs::read(folder.path().join("copy.json")).unwrap()).unwrap();
    for kind in records::kinds_with_events() {
        let list = account.get(&format!("/{kind}?include=none")).await.ok();
        let list: BTreeMap<_, _> =
            list.list().iter().map(|record| (record["id"].to_string(), record)).collect();
        let copied: BTreeMap<_, _> = copy[kind]["records"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(id, record)| (id.clone(), record))
            .collect();
        assert!(list.len() > 10, "{kind}: {}", list.len());
        assert_eq!(copied, list, "{kind}");
    }
}
