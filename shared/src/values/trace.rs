//! Traces as W3C Trace Context defines them (<https://www.w3.org/TR/trace-context/>). The `traceparent` that a caller
//! sends goes with the event of its change to the dispatcher, and the log lines of every step show the trace.

use std::fmt;

use uuid::Uuid;

/// A trace and its current step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trace {
    id: u128,
    span_id: u64,
    sampled: bool,
}

impl Trace {
    /// Begins a new trace.
    pub fn begin() -> Self {
        // Sampled, because the log shows every request.
        Self { id: Uuid::now_v7().as_u128(), span_id: new_span_id(), sampled: true }
    }

    /// Reads a `traceparent` of version 00. Returns `None` if the text breaks any of its rules.
    pub fn parse(text: &str) -> Option<Self> {
        let parts: [&str; 4] = text.split('-').collect::<Vec<_>>().try_into().ok()?;
        let [version, id, span_id, flags] = parts;
        if version != "00" {
            return None;
        }
        let id = hex(id, 32).filter(|id| *id != 0)?;
        let span_id = hex(span_id, 16).and_then(|id| u64::try_from(id).ok()).filter(|id| *id != 0)?;
        // The other flags have no meaning in this version, and are not passed on.
        Some(Self { id, span_id, sampled: hex(flags, 2)? & 1 == 1 })
    }

    /// Reads the value of a column with [`parse`](Self::parse). Older events have none.
    pub fn from_column(traceparent: Option<String>) -> Option<Self> {
        Self::parse(&traceparent?)
    }

    /// Returns the next step of the trace.
    #[must_use]
    pub fn child(self) -> Self {
        Self { span_id: new_span_id(), ..self }
    }

    /// Returns the trace's id, the step's id, and whether the caller wants the trace to be kept.
    pub(crate) fn parts(self) -> (u128, u64, bool) {
        (self.id, self.span_id, self.sampled)
    }

    /// Returns the id that all steps of the trace share, in the form in which it is written.
    pub fn trace_id(self) -> String {
        format!("{:032x}", self.id)
    }
}

/// Writes the trace as a `traceparent`.
impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "00-{:032x}-{:016x}-{:02x}", self.id, self.span_id, u8::from(self.sampled))
    }
}

/// Creates a step's id. It is never zero, because its first bits are those of a UUID's variant.
fn new_span_id() -> u64 {
    Uuid::now_v7().as_u64_pair().1
}

/// Reads exactly `len` lower-case hex digits.
fn hex(text: &str, len: usize) -> Option<u128> {
    let is_hex = text.len() == len && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    is_hex.then(|| u128::from_str_radix(text, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    #[test]
    fn a_traceparent_is_read_and_written_as_it_was() {
        let trace = Trace::parse(PARENT).unwrap();
        assert_eq!(trace.to_string(), PARENT);
        assert_eq!(trace.trace_id(), "0af7651916cd43dd8448eb211c80319c");
    }

    #[test]
    fn a_child_is_another_step_of_the_same_trace() {
        let (parent, child) = (Trace::parse(PARENT).unwrap(), Trace::parse(PARENT).unwrap().child());
        assert_eq!((child.id, child.sampled), (parent.id, parent.sampled));
        assert_ne!(child.span_id, parent.span_id);
        assert_eq!(Trace::parse(&child.to_string()), Some(child));
        assert_ne!(Trace::begin().id, Trace::begin().id);
    }

    #[test]
    fn unknown_flags_are_not_passed_on() {
        assert!(Trace::parse(&PARENT.replace("-01", "-ff")).unwrap().to_string().ends_with("-01"));
        assert!(Trace::parse(&PARENT.replace("-01", "-fe")).unwrap().to_string().ends_with("-00"));
    }

    #[test]
    fn what_breaks_a_rule_is_none() {
        for wrong in [
            "",
            "00",
            &PARENT.replacen("00", "01", 1),
            &PARENT.replacen("00", "ff", 1),
            &PARENT.to_uppercase(),
            &PARENT.replace("0af7651916cd43dd8448eb211c80319c", "00000000000000000000000000000000"),
            &PARENT.replace("b7ad6b7169203331", "0000000000000000"),
            &PARENT.replace("b7ad6b7169203331", "b7ad6b716920333"),
            &PARENT.replace("b7ad6b7169203331", "b7ad6b71692033é"),
            &PARENT.replace("b7ad", "+7ad"),
            &PARENT.replace("-01", "-1"),
            &format!("{PARENT}-00"),
            &format!(" {PARENT}"),
        ] {
            assert_eq!(Trace::parse(wrong), None, "{wrong}");
        }
    }
}
