use serde_json::Value;
use shared::values::choices::{Choice as _, Locale};

use super::*;
use crate::fields::Input;
use crate::fields::spoken::known_heading;
use crate::language::speak;
use crate::records::included::in_files;
use crate::records::list::ListResource;
use crate::resources::kinds::{KINDS, Task, of_kind};

fn sheet<R: ListResource>() -> Sheet {
    let export = R::EXPORT.unwrap();
    Sheet::new::<R>(export).for_people::<R>(export, <R::Input as Input>::FIELDS).showing(&in_files::<R>())
}

fn check_headings<R: ListResource>(locale: Locale) {
    let sheet = sheet::<R>();
    for (field, english) in sheet.columns() {
        let known = known_heading(field, &english);
        assert!(known.is_some(), "{locale}: {}: {english} of {field}", R::KIND);
        let is_english = known.as_deref() == Some(&*english);
        assert!(!locale.is_english() || is_english, "{}: {english} of {field}: {known:?}", R::KIND);
    }
    let mut spoken = sheet.spoken_headings();
    spoken.sort_unstable();
    let twice = spoken.windows(2).find(|pair| pair[0] == pair[1]);
    assert_eq!(twice, None, "{locale}: {}", R::KIND);
}

#[test]
fn every_language_has_every_heading_of_a_file_for_people_once() {
    for locale in Locale::ALL {
        for kind in KINDS {
            speak(*locale, || of_kind!(kind.import, R => check_headings::<R>(*locale)));
        }
    }
}

#[test]
fn a_file_keeps_the_language_in_which_it_was_asked_for() {
    let said = serde_json::json!({
        "task_subject": "high", "task_due_date": "2026-06-20", "task_priority": "high", "task_done": 1,
    });
    let chosen = ["Subject", "Due date", "Priority", "Done"].map(str::to_owned);
    let file = |locale| {
        let sheet = speak(locale, sheet::<Task>).choosing(&chosen).unwrap();
        // A record has its members in the order of the columns.
        let of = |name: &str| said.get(name).map_or_else(|| "null".to_owned(), Value::to_string);
        let members = sheet.members.iter().map(|(name, _)| format!("\"{name}\":{}", of(name)));
        let members: Vec<_> = members.collect();
        let record = RawValue::from_string(format!("{{{}}}", members.join(","))).unwrap();
        let file = [sheet.header().unwrap(), sheet.rows(&[record]).unwrap()].concat();
        String::from_utf8(file).unwrap().replace(BYTE_ORDER_MARK, "")
    };
    let english = "Subject,Due date,Priority,Done\r\nhigh,2026-06-20,high,1\r\n";
    let german = "Betreff;Fällig am;Priorität;Erledigt\r\nhigh;2026-06-20;Hoch;Ja\r\n";
    assert_eq!([file(Locale::En), file(Locale::De)], [english, german]);
}
