//! One stream out of several lists that are each in order, the newest first.
//!
//! Each list is read from its own place on, so that a page needs one query of each, however much there is. A page ends where
//! the next one of a list that goes on is not read yet.

use chrono::NaiveDate;
use uuid::Uuid;

use super::super::history::EventPlace;

/// The place after which a page begins in each list. `None` is the beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) gift: Option<(NaiveDate, i64)>,
    pub(super) task: Option<(NaiveDate, i64)>,
    pub(super) change: Option<EventPlace>,
    pub(super) letter: Option<(NaiveDate, i64)>,
}

impl Place {
    /// Writes it for an address: `2026-06-05.12_2026-06-04.7_1234.(id of an event)_2026-06-01.3`. What has not begun is empty.
    pub(super) fn encoded(&self) -> String {
        let dated = |place: Option<(NaiveDate, i64)>| place.map(|(day, id)| format!("{day}.{id}"));
        let change = self.change.map(|(position, id)| format!("{position}.{}", id.simple()));
        let parts = [dated(self.gift), dated(self.task), change, dated(self.letter)];
        parts.map(Option::unwrap_or_default).join("_")
    }

    /// Reads it again. An empty text is the beginning.
    pub(super) fn parse(text: &str) -> Option<Self> {
        if text.is_empty() {
            return Some(Self::default());
        }
        let mut parts = text.split('_');
        let (gift, task, change) = (parts.next()?, parts.next()?, parts.next()?);
        let (gift, task) = (part(gift, dated).ok()?, part(task, dated).ok()?);
        let letter = part(parts.next().unwrap_or_default(), dated).ok()?;
        let place = Self { gift, task, change: part(change, event).ok()?, letter };
        parts.next().is_none().then_some(place)
    }
}

/// Reads a part of a place. An empty one is the beginning.
fn part<T>(text: &str, read: impl Fn(&str, &str) -> Option<T>) -> Result<Option<T>, NoPlace> {
    if text.is_empty() {
        return Ok(None);
    }
    let (first, id) = text.split_once('.').ok_or(NoPlace)?;
    read(first, id).map(Some).ok_or(NoPlace)
}

/// A text that is no place.
struct NoPlace;

/// Reads the day and the id of a record.
fn dated(on: &str, id: &str) -> Option<(NaiveDate, i64)> {
    Some((crate::fields::types::day(on)?, id.parse().ok()?))
}

/// Reads the position and the id of an event.
fn event(position: &str, id: &str) -> Option<EventPlace> {
    Some((position.parse().ok()?, Uuid::try_parse(id).ok()?))
}

/// A list that is read in part: the days of its items, and whether there are further ones.
pub(super) struct Strand {
    pub(super) days: Vec<NaiveDate>,
    pub(super) has_more: bool,
}

/// The items of a page, each as the number of its list and its index there, and whether there are further ones.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Merged {
    pub(super) items: Vec<(usize, usize)>,
    pub(super) has_more: bool,
}

/// Merges lists into one of at most so many items. Of the same day, those of an earlier list come first.
pub(super) fn merge(strands: &[Strand], most: usize) -> Merged {
    let mut next = vec![0; strands.len()];
    let mut items = Vec::new();
    loop {
        let is_open = |(i, strand): (usize, &Strand)| next[i] == strand.days.len() && strand.has_more;
        let heads =
            strands.iter().enumerate().filter_map(|(i, strand)| Some((*strand.days.get(next[i])?, i)));
        // The later list of two with the same day is the smaller one.
        let newest = heads.max_by_key(|(day, i)| (*day, std::cmp::Reverse(*i)));
        let is_cut = strands.iter().enumerate().any(is_open);
        match newest {
            Some((_, i)) if !is_cut && items.len() < most => {
                items.push((i, next[i]));
                next[i] += 1;
            }
            other => return Merged { items, has_more: is_cut || other.is_some() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strand(days: &[u32], has_more: bool) -> Strand {
        let day = |day: &u32| NaiveDate::from_ymd_opt(2026, 6, *day).unwrap();
        Strand { days: days.iter().map(day).collect(), has_more }
    }

    #[test]
    fn the_newest_of_all_lists_comes_first_and_of_one_day_the_first_list() {
        let strands = [strand(&[9, 5], false), strand(&[9, 7, 5], false), strand(&[], false)];
        let all = merge(&strands, 10);
        assert_eq!(all.items, [(0, 0), (1, 0), (1, 1), (0, 1), (1, 2)]);
        assert!(!all.has_more);
        let some = merge(&strands, 2);
        assert_eq!((some.items, some.has_more), (vec![(0, 0), (1, 0)], true));
        assert!(!merge(&strands, 5).has_more);
    }

    #[test]
    fn a_page_ends_where_a_list_that_goes_on_is_not_read_yet() {
        let strands = [strand(&[9, 8], true), strand(&[7, 1], false)];
        let page = merge(&strands, 10);
        assert_eq!((page.items, page.has_more), (vec![(0, 0), (0, 1)], true));
        let empty = merge(&[strand(&[], true), strand(&[7], false)], 10);
        assert_eq!((empty.items, empty.has_more), (vec![], true));
    }

    #[test]
    fn a_place_is_read_as_it_was_written() {
        let day = NaiveDate::from_ymd_opt(2026, 6, 5);
        let place = Place {
            gift: day.map(|day| (day, 12)),
            change: Some((7, Uuid::from_u128(9))),
            ..Place::default()
        };
        assert_eq!(place.encoded(), "2026-06-05.12__7.00000000000000000000000000000009_");
        let letter = Place { letter: day.map(|day| (day, 3)), ..place };
        assert_eq!(Place::parse(&letter.encoded()), Some(letter));
        assert_eq!(Place::parse("2026-06-05.12__7.00000000000000000000000000000009"), Some(place));
        assert_eq!(Place::parse(&place.encoded()), Some(place));
        assert_eq!(Place::parse(""), Some(Place::default()));
        assert_eq!(Place::parse(&Place::default().encoded()), Some(Place::default()));
        for text in ["x", "_", "____", "2026-06-05_1_", "2026-13-05.1__", "__7.x", "__7"] {
            assert_eq!(Place::parse(text), None, "{text}");
        }
    }
}
