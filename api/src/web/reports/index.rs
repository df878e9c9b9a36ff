//! The list of the reports.

use askama::Template;

use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

/// A question, the words below it, and the path of its answer.
type Question = (&'static str, &'static str, &'static str);

const QUESTIONS: [Question; 9] = [
    ("How much was given each month?", "Beside the same months a year before.", "/reports/giving"),
    ("What was given for which fund?", "By fund, with the year before.", "/reports/giving?group_by=fund"),
    (
        "What did our campaigns bring?",
        "By campaign, with the year before.",
        "/reports/giving?group_by=campaign",
    ),
    ("How was it given?", "By type, such as cheques and cards.", "/reports/giving?group_by=type"),
    ("Do our donors stay?", "New, retained, recovered and lapsed donors by year.", "/reports/donors"),
    ("How many give much, and how many a little?", "Donors by what they gave.", "/reports/levels"),
    ("Who gives most?", "The largest givers of a year.", "/reports/top-donors"),
    ("Do pledges come in?", "What was due and what was received, by year.", "/reports/pledges"),
    ("What do I bring to the board?", "All of it on two sheets, without names.", "/reports/board"),
];

#[derive(Template)]
#[template(path = "reports/index.html")]
struct Page {
    shell: Shell,
    questions: &'static [Question],
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let page = Page { shell: visit.shell("Reports").await?, questions: &QUESTIONS };
    visit.page(&page)
}
