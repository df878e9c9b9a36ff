//! The webhooks that may have due deliveries in the database, and whose turn it is.

use std::collections::{BTreeMap, HashMap};

use super::class::{ByClass, CLASSES, Class};

/// The number of a mark. A later mark has a higher number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Mark(u64);

/// The waiting webhooks that are to be served next.
#[derive(Debug)]
pub(crate) struct Turn {
    pub(crate) webhook_ids: Vec<i64>,
    /// The latest mark.
    pub(crate) mark: Mark,
    /// Whether there are more that could be served.
    pub(crate) more: bool,
}

/// The waiting webhooks.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    webhooks: BTreeMap<i64, Marked>,
    last_mark: Mark,
    /// The number of turns so far.
    turns: u64,
}

#[derive(Debug)]
struct Marked {
    /// The latest mark.
    mark: Mark,
    /// The class and the account, once permits were asked for since the webhook waits.
    known: Option<(Class, i64)>,
    /// The turn in which the webhook was last served, or began to wait.
    turn: u64,
}

impl Waiting {
    /// Marks a webhook as waiting.
    pub(super) fn mark(&mut self, webhook_id: i64) {
        self.last_mark.0 += 1;
        let (mark, turn) = (self.last_mark, self.turns);
        self.webhooks.entry(webhook_id).or_insert(Marked { mark, known: None, turn }).mark = mark;
    }

    /// Removes the mark of a webhook. A mark later than `mark` stays.
    pub(super) fn unmark(&mut self, webhook_id: i64, mark: Mark) {
        if self.webhooks.get(&webhook_id).is_some_and(|marked| marked.mark <= mark) {
            self.webhooks.remove(&webhook_id);
        }
    }

    pub(super) fn contains(&self, webhook_id: i64) -> bool {
        self.webhooks.contains_key(&webhook_id)
    }

    /// Notes the class and the account of a webhook, if it waits.
    pub(super) fn note(&mut self, webhook_id: i64, class: Class, account_id: i64) {
        if let Some(marked) = self.webhooks.get_mut(&webhook_id) {
            marked.known = Some((class, account_id));
        }
    }

    /// Returns the webhooks whose turn it is: of each class as many as it may have permits, and at most `max` of those
    /// whose class is not known yet. Accounts take turns, beginning with those that hold the fewest permits, and so do
    /// the webhooks of an account. Leaves out those that hold all the permits that they may have.
    pub(super) fn next_turn(
        &mut self,
        max: usize,
        held: &ByClass,
        by_account: &HashMap<i64, usize>,
        is_full: impl Fn(i64) -> bool,
    ) -> Turn {
        self.turns += 1;
        let unknown = self.webhooks.iter().filter(|(_, marked)| marked.known.is_none());
        let mut webhook_ids: Vec<i64> = unknown.take(max).map(|(id, _)| *id).collect();
        let more = webhook_ids.len() == max;
        for class in CLASSES {
            let room = held.room(class);
            if room == 0 {
                continue;
            }
            let of_class = self.webhooks.iter().filter_map(|(id, marked)| {
                let (_, account_id) = marked.known.filter(|known| known.0 == class && !is_full(*id))?;
                Some((*id, account_id, marked.turn))
            });
            let mut of_class: Vec<_> = of_class.collect();
            of_class.sort_by_key(|(_, _, turn)| *turn);
            let of_class = accounts_in_turn(of_class, |(_, account_id, _)| *account_id, by_account);
            for (id, ..) in of_class.into_iter().take(room) {
                webhook_ids.push(id);
                if let Some(marked) = self.webhooks.get_mut(&id) {
                    marked.turn = self.turns;
                }
            }
        }
        Turn { webhook_ids, mark: self.last_mark, more }
    }
}

/// Sorts items so that the accounts take turns, beginning with those that hold the fewest permits. The items of one
/// account keep their order.
pub(crate) fn accounts_in_turn<T>(
    items: Vec<T>,
    account_id: impl Fn(&T) -> i64,
    held: &HashMap<i64, usize>,
) -> Vec<T> {
    let mut places: HashMap<i64, usize> = HashMap::new();
    let place = |item: T| {
        let account_id = account_id(&item);
        let next =
            places.entry(account_id).or_insert_with(|| held.get(&account_id).copied().unwrap_or_default());
        *next += 1;
        (*next, item)
    };
    let mut placed: Vec<_> = items.into_iter().map(place).collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, item)| item).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn next_turn(waiting: &mut Waiting, held: &ByClass) -> Turn {
        waiting.next_turn(9, held, &HashMap::new(), |_| false)
    }

    #[test]
    fn each_webhook_of_each_account_has_its_turn() {
        let mut waiting = Waiting::default();
        let held = ByClass::new(4);
        let room = held.room(Class::Failing);
        for id in 1..=20 {
            waiting.mark(id);
            waiting.note(id, Class::Failing, i64::from(id > 15));
        }
        let mut served = BTreeSet::new();
        for _ in 0..15 {
            let turn = next_turn(&mut waiting, &held);
            assert_eq!(turn.webhook_ids.len(), room);
            served.extend(turn.webhook_ids);
        }
        assert_eq!(served.len(), 20, "{served:?}");
    }

    #[test]
    fn the_last_permit_is_somebodys_turn() {
        let (mut waiting, held) = (Waiting::default(), ByClass::new(1));
        waiting.mark(1);
        waiting.note(1, Class::Quick, 1);
        assert_eq!(next_turn(&mut waiting, &held).webhook_ids, [1]);
    }

    #[test]
    fn a_mark_that_was_set_while_the_database_was_read_stays() {
        let (mut waiting, held) = (Waiting::default(), ByClass::new(100));
        waiting.mark(1);
        let mark = next_turn(&mut waiting, &held).mark;
        waiting.mark(1);
        waiting.unmark(1, mark);
        let turn = next_turn(&mut waiting, &held);
        assert_eq!(turn.webhook_ids, [1]);
        waiting.unmark(1, turn.mark);
        assert!(next_turn(&mut waiting, &held).webhook_ids.is_empty());
    }

    #[test]
    fn accounts_take_turns_and_those_with_the_fewest_permits_begin() {
        let held = HashMap::from([(1, 2)]);
        let items = vec![(1, 'a'), (1, 'b'), (2, 'c'), (2, 'd'), (2, 'e'), (3, 'f')];
        let sorted = accounts_in_turn(items, |item| item.0, &held);
        assert_eq!(sorted.iter().map(|item| item.1).collect::<String>(), "cfdaeb");
    }
}
