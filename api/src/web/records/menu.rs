//! The menu of a list: the lists that were saved, questions that are often asked, and a link that saves what is shown.

use saved_lists::Column as L;
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::saved_lists;
use shared::values::choices::{Choice, ImportKind};

use super::address::Pairs;
use super::columns::with_columns;
use super::filters;
use super::kind::Kind;
use crate::error::AppError;
use crate::records::{Context, Resource};
use crate::resources::kinds::of_kind;
use crate::resources::saved_lists::{SavedList, columns, filter};

/// How many saved lists the menu has. The page of all has the others.
const SAVED_MAX: u64 = 12;

/// The menu of a list.
pub(in crate::web) struct Menu {
    /// The saved lists and the questions: the label and the address of each.
    pub(in crate::web) links: Vec<(String, String)>,
    /// The address of the form that saves the list as it is shown.
    pub(in crate::web) save: Option<String>,
}

/// Returns the filters of a saved list of a kind as the address of its page has them.
pub(in crate::web) fn pairs(kind: ImportKind, filter: &str) -> Pairs {
    of_kind!(kind, R => filters::addressed::<R>(filter::pairs(filter)))
}

/// Returns the address of a saved list.
pub(in crate::web) fn address(list: &saved_lists::Model) -> String {
    let pairs = with_columns(&pairs(list.list_kind, &list.list_filter), &columns(list));
    pairs.at(&format!("/{}", list.list_kind))
}

/// Makes the menu of a list that is shown with these filters and this order.
pub(in crate::web) async fn of<K: Kind>(context: &Context, shown: &Pairs) -> Result<Menu, AppError> {
    let Ok(kind) = ImportKind::parse(K::KIND) else {
        return Err(AppError::Internal(format!("{} is no kind", K::KIND).into()));
    };
    let saved = context.caller.account.find::<saved_lists::Entity>().filter(L::ListKind.eq(kind));
    let saved = saved.filter(SavedList::seen_by(&context.caller)).order_by_asc(L::ListName);
    let saved = saved.order_by_asc(L::Id).limit(SAVED_MAX).all(context.app.store.read()).await?;
    let saved = saved.into_iter().map(|list| (list.list_name.clone(), address(&list)));
    let questions = K::questions(context.today).into_iter();
    let questions = questions.map(|(label, query)| (label.to_owned(), format!("{}?{query}", K::PATH)));
    let save = Pairs::default().with("kind", K::KIND).with("query", &shown.encoded()).at("/lists/new");
    Ok(Menu { links: saved.chain(questions).collect(), save: (!shown.0.is_empty()).then_some(save) })
}
