use super::*;
use crate::resources::kinds::Kind;

#[test]
fn what_has_moved_is_counted_of_each_kind_that_belongs_to_contacts() {
    let moved = Moved {
        gifts: 0,
        pledges: 0,
        tasks: 0,
        people: 0,
        referred: 0,
        soft_credits: 0,
        tags: 0,
        familyMembers: 0,
        addresses: 0,
        phones: 0,
        emails: 0,
        households: 0,
    };
    for kind in Kind::of_contacts() {
        assert!(moved.of(kind.import).is_some(), "{}: count it in `Moved`", kind.path);
    }
}
