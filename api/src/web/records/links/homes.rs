//! The households of contacts, as fields offer the contacts.

use std::collections::HashMap;

use tokio::try_join;

use crate::error::AppError;
use crate::records::Context;
use crate::resources::contacts::Contact;
use crate::resources::households::joint;

/// Returns what a field says of the households of contacts, by the ids of the households: the name, and to whom the one letter of
/// a joint household goes.
pub(super) async fn homes(context: &Context, contacts: &[Contact]) -> Result<HashMap<i64, String>, AppError> {
    let (store, account) = (context.app.store.read(), context.caller.account);
    let ids = || contacts.iter().filter_map(|contact| contact.model.household_id);
    let addressed = joint::addressed(store, account, ids(), &context.letters);
    let (names, mut addressed) = try_join!(joint::names(store, account, ids()), addressed)?;
    let home = |(id, name): (i64, String)| {
        let said = match addressed.remove(&id) {
            None => t!("links-household", name = name),
            Some([_, Some(receiver)]) if receiver != name => {
                t!("links-household-letters", name = name, receiver = receiver)
            }
            Some(_) => t!("links-household-joint", name = name),
        };
        (id, said)
    };
    Ok(names.into_iter().map(home).collect())
}
