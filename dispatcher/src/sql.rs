//! Statements over many rows at once.

use std::fmt::Write;

/// `($1, $2), ($3, $4)`: the parameters of a list of rows.
pub(crate) fn rows(count: usize, columns: usize) -> String {
    let mut text = String::new();
    for parameter in 1..=count * columns {
        let before = match (parameter - 1) % columns {
            0 if parameter == 1 => "(",
            0 => "), (",
            _ => ", ",
        };
        // Writing to a String cannot fail.
        let _ = write!(text, "{before}${parameter}");
    }
    text.push(')');
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn parameters_are_numbered_through() {
        assert_eq!(super::rows(1, 1), "($1)");
        assert_eq!(super::rows(2, 3), "($1, $2, $3), ($4, $5, $6)");
    }
}
