//! Files of letters for a printer. Making one takes a processor for some seconds, so it is done in turns.

use shared::entities::AccountScope;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;

use crate::error::AppError;
use crate::state::{App, Turn};
use crate::typeset::{self, Head, Letter};

/// The right to make a file: an account makes one at a time, and the service too, because each takes a processor for some
/// seconds. Dropping it ends it.
pub struct FileTurn {
    _account: Turn,
    _service: OwnedSemaphorePermit,
}

/// Waits until an account may make a file. Read what it needs after that, so that those who wait hold nothing.
///
/// # Errors
/// [`AppError::Busy`] if the account makes one already.
pub async fn file_turn(app: &App, account: AccountScope) -> Result<FileTurn, AppError> {
    let of_account = app.letter_turns.turn(account.account_id());
    let of_account = of_account.ok_or_else(|| {
        AppError::Busy("a file of letters is being made already: take it again in a moment".to_owned())
    })?;
    let of_service = app.letter_files.clone().acquire_owned().await;
    let of_service = of_service.map_err(|error| AppError::Internal(error.to_string().into()))?;
    Ok(FileTurn { _account: of_account, _service: of_service })
}

/// Makes a file of letters, in a thread of its own. The turn ends with the work. If nobody waits for the file any more,
/// because the browser has left, the work ends with the letter that is set just then.
pub async fn pdf(
    turn: FileTurn,
    title: String,
    head: Head,
    (logo, letters): (Option<Vec<u8>>, Vec<(i64, Letter)>),
) -> Result<Vec<u8>, AppError> {
    let internal = |error: String| AppError::Internal(error.into());
    let left = CancellationToken::new();
    let _waits = left.clone().drop_guard();
    let written = spawn_blocking(move || {
        let _turn = turn;
        typeset::write(&title, &head, logo.as_deref(), &letters, || !left.is_cancelled())
    });
    written.await.map_err(|error| internal(error.to_string()))?.map_err(internal)
}

#[cfg(test)]
mod tests;
