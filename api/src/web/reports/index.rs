//! The list of the reports.

use askama::Template;

use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

/// The ids of a question and of the words below it, and the path of its answer.
type Question = (&'static str, &'static str, &'static str);

const QUESTIONS: [Question; 9] = [
    ("reports-ask-months", "reports-ask-months-words", "/reports/giving"),
    ("reports-ask-funds", "reports-ask-funds-words", "/reports/giving?group_by=fund"),
    ("reports-ask-campaigns", "reports-ask-campaigns-words", "/reports/giving?group_by=campaign"),
    ("reports-ask-types", "reports-ask-types-words", "/reports/giving?group_by=type"),
    ("reports-ask-donors", "reports-ask-donors-words", "/reports/donors"),
    ("reports-ask-levels", "reports-ask-levels-words", "/reports/levels"),
    ("reports-ask-top", "reports-ask-top-words", "/reports/top-donors"),
    ("reports-ask-pledges", "reports-ask-pledges-words", "/reports/pledges"),
    ("reports-ask-board", "reports-ask-board-words", "/reports/board"),
];

#[derive(Template)]
#[template(path = "reports/index.html")]
struct Page {
    shell: Shell,
    /// The questions, the words below them, and the paths of their answers.
    questions: [(&'static str, &'static str, &'static str); 9],
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let questions = QUESTIONS.map(|(question, words, path)| (t!(question), t!(words), path));
    let page = Page { shell: visit.shell(t!("frame-reports")).await?, questions };
    visit.page(&page)
}
