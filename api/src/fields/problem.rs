//! The problems of sent values, collected so that one answer tells all of them.

use std::fmt;

/// The rule that a missing field breaks.
pub const MISSING: &str = "is required";

/// The most problems that one answer tells.
const PROBLEMS_MAX: usize = 100;

/// What kind of rule is broken, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Any other.
    Invalid,
    /// It must be there.
    Required,
    /// It must be a record of the account, as an id in a file from another account is not.
    UnknownLink,
    /// It is not known, and the caller wants to be refused then.
    Strict,
    /// It was used before, and may be used only once.
    KeyReused,
}

/// A rule that a field breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The field, such as `emails[0].email_address`. Empty if the rule concerns no field.
    pub path: String,
    /// The rule, worded to follow the field's name. Without a field, it is a whole sentence.
    pub rule: String,
    /// What kind of rule it is.
    pub fault: Fault,
}

impl Problem {
    /// Makes the problem of a field.
    pub fn new(path: &str, rule: impl fmt::Display) -> Self {
        let rule = rule.to_string();
        let fault = if rule.starts_with(MISSING) { Fault::Required } else { Fault::Invalid };
        Self { path: path.to_owned(), rule, fault }
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
        self.add_as(Fault::UnknownLink, path, rule);
    }

    /// Adds the problem that a field breaks a rule of a kind.
    pub fn add_as(&mut self, fault: Fault, path: &str, rule: impl fmt::Display) {
        self.push(Problem { fault, ..Problem::new(path, rule) });
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

    /// Takes back that a field is missing, because the body says in other words what it would say.
    pub fn forgive(&mut self, path: &str) {
        self.0.retain(|problem| problem.path != path || problem.rule != MISSING);
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

    /// Returns the kind of rule that all of them break, or [`Fault::Invalid`] if there are several.
    pub fn fault(&self) -> Fault {
        let mut faults = self.0.iter().map(|problem| problem.fault);
        let first = faults.next().unwrap_or(Fault::Invalid);
        if faults.all(|fault| fault == first) { first } else { Fault::Invalid }
    }

    /// Returns the fields that have a problem, each once.
    pub fn paths(&self) -> Vec<String> {
        let mut paths: Vec<String> = Vec::new();
        for problem in self.0.iter().filter(|problem| !problem.path.is_empty()) {
            if !paths.contains(&problem.path) {
                paths.push(problem.path.clone());
            }
        }
        paths
    }

    /// Takes the problems out, and fails with all of them if there are any.
    pub fn check(&mut self) -> Result<(), Self> {
        if self.0.is_empty() { Ok(()) } else { Err(std::mem::take(self)) }
    }
}
