//! The problems of sent values, collected so that one answer tells all of them.

use std::fmt;

/// The most problems that one answer tells.
const PROBLEMS_MAX: usize = 100;

/// A rule that a field breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The field, such as `emails[0].email_address`. Empty if the rule concerns no field.
    pub path: String,
    /// The rule, worded to follow the field's name. Without a field, it is a whole sentence.
    pub rule: String,
    /// Whether the value is an id that no record of the account has, as in a file from another account.
    pub is_unknown_id: bool,
}

impl Problem {
    /// Makes the problem of a field.
    pub fn new(path: &str, rule: impl fmt::Display) -> Self {
        Self { path: path.to_owned(), rule: rule.to_string(), is_unknown_id: false }
    }

    /// Returns the name of the field in which it is: `emails` for `emails[0].email_address`.
    pub fn field(&self) -> &str {
        self.path.split(['.', '[']).next().unwrap_or_default()
    }

    /// Returns the problem for a place that shows the field's own name already.
    #[must_use]
    pub fn within_field(&self) -> String {
        let within = self.path[self.field().len()..].trim_start_matches('.');
        if within.is_empty() { self.rule.clone() } else { format!("{within} {}", self.rule) }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() { f.write_str(&self.rule) } else { write!(f, "{} {}", self.path, self.rule) }
    }
}

/// The problems of sent values, in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub struct Problems(Vec<Problem>);

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}

impl FromIterator<Problem> for Problems {
    fn from_iter<I: IntoIterator<Item = Problem>>(problems: I) -> Self {
        let mut all = Self::default();
        all.extend(problems);
        all
    }
}

impl IntoIterator for Problems {
    type Item = Problem;
    type IntoIter = std::vec::IntoIter<Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl Extend<Problem> for Problems {
    fn extend<I: IntoIterator<Item = Problem>>(&mut self, problems: I) {
        problems.into_iter().for_each(|problem| self.push(problem));
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            write!(f, "{}{problem}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl Problems {
    /// Adds the problem that a field breaks a rule.
    pub fn add(&mut self, path: &str, rule: impl fmt::Display) {
        self.push(Problem::new(path, rule));
    }

    /// Adds the problem that a field has an id that no record of this kind has in the account.
    pub fn add_unknown_id(&mut self, path: &str, kind: &str) {
        let rule = format!("must be the id of a {kind} of this account");
        self.push(Problem { is_unknown_id: true, ..Problem::new(path, rule) });
    }

    fn push(&mut self, problem: Problem) {
        if self.0.len() < PROBLEMS_MAX {
            self.0.push(problem);
        }
    }

    /// Adds a problem if a span of time ends before it begins. Either end may be open.
    pub fn check_span<T: PartialOrd>(
        &mut self,
        (name, first): (&str, Option<T>),
        (until, last): (&str, Option<T>),
    ) {
        if first.zip(last).is_some_and(|(first, last)| first > last) {
            self.add(name, format_args!("must not lie after {until}"));
        }
    }

    /// Returns whether a field has a problem already.
    pub fn has(&self, path: &str) -> bool {
        self.0.iter().any(|problem| problem.path == path)
    }

    /// Returns these problems, and after them those of other fields.
    #[must_use]
    pub fn followed_by(self, others: Self) -> Self {
        let others: Vec<_> = others.into_iter().filter(|problem| !self.has(&problem.path)).collect();
        self.into_iter().chain(others).collect()
    }

    /// Returns whether there are no problems.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes the problems out, and fails with all of them if there are any.
    pub fn check(&mut self) -> Result<(), Self> {
        if self.0.is_empty() { Ok(()) } else { Err(std::mem::take(self)) }
    }
}
