use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::*;
use crate::state::Turns;
use crate::typeset::Part;

#[tokio::test]
async fn a_browser_that_leaves_ends_the_work_and_its_turn() {
    let (turns, files) = (Turns::default(), Arc::new(Semaphore::new(1)));
    let (of_account, of_service) = (turns.turn(1).unwrap(), files.clone().acquire_owned().await.unwrap());
    let turn = FileTurn { _account: of_account, _service: of_service };
    // All of them would take minutes.
    let letter = Letter { parts: vec![Part::Text("Thank you. ".repeat(500))], ..Letter::default() };
    let letters = (1..2000).map(|number| (number, letter.clone())).collect();
    let making = pdf(turn, "Letters".to_owned(), Head::default(), (None, letters));
    assert!(timeout(Duration::from_millis(50), making).await.is_err(), "it was made");
    assert!(timeout(Duration::from_secs(10), files.acquire()).await.is_ok(), "the next one waits");
    assert!(turns.turn(1).is_some());
}
