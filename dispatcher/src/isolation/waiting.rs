//! The webhooks that may have due deliveries in the database, and whose turn it is.

use std::collections::BTreeMap;

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
    /// The last webhook of each class whose turn it was.
    after_in_class: [i64; CLASSES.len()],
}

#[derive(Debug)]
struct Marked {
    /// The latest mark.
    mark: Mark,
    /// The class when the webhook was last asked for, if it was since it waits.
    class: Option<Class>,
}

impl Waiting {
    /// Marks a webhook as waiting.
    pub(super) fn mark(&mut self, webhook_id: i64) {
        self.last_mark.0 += 1;
        let mark = self.last_mark;
        self.webhooks.entry(webhook_id).or_insert(Marked { mark, class: None }).mark = mark;
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

    /// Notes the class of a webhook, if it waits.
    pub(super) fn note_class(&mut self, webhook_id: i64, class: Class) {
        if let Some(marked) = self.webhooks.get_mut(&webhook_id) {
            marked.class = Some(class);
        }
    }

    /// Returns the webhooks whose turn it is: of each class as many as it may have permits, and at most `max` of those
    /// whose class is not known yet. Webhooks of a class take turns.
    pub(super) fn next_turn(&mut self, max: usize, held: &ByClass) -> Turn {
        let Self { webhooks, last_mark, after_in_class } = self;
        let unknown = webhooks.iter().filter(|(_, marked)| marked.class.is_none());
        let mut webhook_ids: Vec<i64> = unknown.take(max).map(|(id, _)| *id).collect();
        let more = webhook_ids.len() == max;
        for (class, after) in CLASSES.into_iter().zip(after_in_class) {
            let in_turn = webhooks.range(*after + 1..).chain(webhooks.range(..=*after));
            let of_class = in_turn.filter(|(_, marked)| marked.class == Some(class));
            webhook_ids.extend(of_class.take(held.room(class)).map(|(id, _)| *id).inspect(|id| *after = *id));
        }
        Turn { webhook_ids, mark: *last_mark, more }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_that_was_set_while_the_database_was_read_stays() {
        let (mut waiting, held) = (Waiting::default(), ByClass::new(100));
        waiting.mark(1);
        let mark = waiting.next_turn(9, &held).mark;
        waiting.mark(1);
        waiting.unmark(1, mark);
        let turn = waiting.next_turn(9, &held);
        assert_eq!(turn.webhook_ids, [1]);
        waiting.unmark(1, turn.mark);
        assert!(waiting.next_turn(9, &held).webhook_ids.is_empty());
    }
}
