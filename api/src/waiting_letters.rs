//! Letters wait in the database until the mail server has taken them, so that none is lost with its process. A process claims a
//! letter and sends it. If the process dies, or the mail server does not take the letter now, the claim ends, and the letter is
//! sent again. It has the same message id then: a mail server that has taken it already knows that by it.

use std::time::Duration;

use sea_orm::sea_query::{LockBehavior, LockType};
use sea_orm::{
    ActiveModelTrait, ActiveValue, ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect,
};
use shared::Error;
use shared::entities::{AccountScope, SystemScope, letters};
use shared::times::ms;
use shared::values::choices::MailStatus;

use crate::accounts::invitations;
use crate::mail::{Letter, Unsent};
use crate::state::App;
use crate::times::LETTER_LOST_AFTER;

/// What letters are sealed for.
const CONTEXT: &str = "letter";
/// How often to look for letters whose processes have died.
const EVERY: Duration = Duration::from_mins(1);

/// Puts a letter where it waits for the mail server. Wake the mailer once it is committed.
pub async fn put(app: &App, connection: &impl ConnectionTrait, letter: &Letter) -> Result<(), Error> {
    let row = letters::ActiveModel {
        letter_sealed: ActiveValue::Set(app.secrets_key.encrypt(CONTEXT, &serde_json::to_vec(letter)?)?),
        claimed_until_ms: ActiveValue::Set(app.clock.now_ms()),
        kept_until_ms: ActiveValue::Set(app.clock.now_ms() + ms(letter.kept_for)),
        ..Default::default()
    };
    row.insert(connection).await?;
    Ok(())
}

/// Puts a letter where it waits for the mail server, and wakes the mailer.
pub async fn post(app: &App, letter: &Letter) -> Result<(), Error> {
    put(app, app.store.write(), letter).await?;
    app.mail.wake();
    Ok(())
}

/// Sends waiting letters until the future is dropped. Does nothing without a mail server.
pub async fn run(app: &App) {
    while let Some(place) = app.mail.place().await {
        match claim(app).await {
            Ok(Some(row)) => {
                let app = app.clone();
                place.work(async move {
                    if let Err(error) = send(&app, row).await {
                        tracing::warn!(%error, "what became of a letter was not noted; it may be sent again");
                    }
                });
                continue;
            }
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "waiting letters cannot be read now; trying again"),
        }
        drop(place);
        app.mail.wait(EVERY).await;
    }
}

/// Claims the next letter that no process tries to send.
async fn claim(app: &App) -> Result<Option<letters::Model>, Error> {
    use letters::Column as L;
    let now_ms = app.clock.now_ms();
    let tx = app.store.begin();
    let next = SystemScope.find::<letters::Entity>().filter(L::ClaimedUntilMs.lte(now_ms));
    let next = next.filter(L::KeptUntilMs.gt(now_ms));
    let next = next.order_by_asc(L::ClaimedUntilMs).order_by_asc(L::Id).limit(1);
    let next = next.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked).one(&tx).await?;
    if let Some(letter) = &next {
        let until_ms = now_ms + ms(LETTER_LOST_AFTER);
        let claim = SystemScope.update::<letters::Entity>().filter(L::Id.eq(letter.id));
        claim.col_expr(L::ClaimedUntilMs, until_ms.into()).exec(&tx).await?;
    }
    tx.commit().await?;
    Ok(next)
}

/// Sends a claimed letter, notes the result with its invitation, and forgets it unless it is sent again later.
async fn send(app: &App, row: letters::Model) -> Result<(), Error> {
    let Ok(letter) = app.secrets_key.decrypt(CONTEXT, &row.letter_sealed) else {
        tracing::error!(
            "a waiting letter was encrypted with another secrets key: a process that has that key sends it"
        );
        return Ok(());
    };
    let letter: Letter = serde_json::from_slice(&letter)?;
    let invitation = letter.invitation.clone();
    let is_needed = match &invitation {
        Some((account_id, id, token)) => {
            invitations::has_link(&app.store, AccountScope::new(*account_id), (*id, token)).await?
        }
        None => true,
    };
    if is_needed {
        let sent = app.mail.send(letter).await;
        if let Some((account_id, id, token)) = invitation {
            let status = if sent.is_ok() { MailStatus::Sent } else { MailStatus::Failed };
            let account = AccountScope::new(account_id);
            invitations::note_mail(&app.store, account, (id, &token), Some(status)).await?;
        }
        if sent == Err(Unsent::Now) {
            return Ok(());
        }
    }
    let sent = SystemScope.delete::<letters::Entity>().filter(letters::Column::Id.eq(row.id));
    sent.exec(app.store.write()).await?;
    Ok(())
}

/// Removes the letters that have become useless before the mail server took them. Returns how many it removed.
pub async fn remove_expired(app: &App) -> Result<u64, Error> {
    let over = letters::Column::KeptUntilMs.lte(app.clock.now_ms());
    let removal = SystemScope.delete::<letters::Entity>().filter(over);
    let removed = removal.exec(app.store.write()).await?.rows_affected;
    if removed > 0 {
        tracing::error!(removed, "letters were dropped, because the mail server has not taken them in time");
    }
    Ok(removed)
}

/// Encrypts waiting letters with the current secrets key. Returns how many were encrypted with another one, and adds those that
/// do not decrypt.
pub async fn reseal(app: &App, unreadable: &mut u64) -> Result<u64, Error> {
    use letters::Column as L;
    let mut count = 0;
    for row in SystemScope.find::<letters::Entity>().order_by_asc(L::Id).all(app.store.read()).await? {
        match app.secrets_key.reseal(CONTEXT, &row.letter_sealed) {
            Ok(None) => {}
            Ok(Some(sealed)) => {
                let update = SystemScope.update::<letters::Entity>().filter(L::Id.eq(row.id));
                let update = update.col_expr(L::LetterSealed, sealed.into());
                count += update.exec(app.store.write()).await?.rows_affected;
            }
            Err(_) => *unreadable += 1,
        }
    }
    Ok(count)
}
