//! The nesting depth of JSON, measured without recursion.

/// How deep arrays and objects of a body may be nested, including the body itself.
pub const DEPTH_MAX: usize = 32;
/// The same for a value within a body, which is one level more.
pub const VALUE_DEPTH_MAX: usize = DEPTH_MAX - 1;

/// Checks the depth of JSON that becomes a value within a body.
///
/// # Errors
/// The rule that it breaks.
pub fn check_value(json: &str) -> Result<(), String> {
    if measure(json.as_bytes()) > VALUE_DEPTH_MAX {
        return Err(format!(
            "must not have more than {VALUE_DEPTH_MAX} arrays and objects within each other"
        ));
    }
    Ok(())
}

/// Returns how deep arrays and objects are nested. It scans the bytes without recursion, so it is safe to call on any
/// body before it is parsed. If the text is not JSON, the number means nothing.
pub fn measure(text: &[u8]) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in text {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::measure;

    #[test]
    fn brackets_count_where_they_are_no_text() {
        for (text, depth) in [
            ("1", 0),
            ("{}", 1),
            (r#"{"a":[{}],"b":[[]]}"#, 3),
            ("[[],[],[]]", 2),
            (r#"["[[[", "\"[[", "\\\\", [1]]"#, 2),
            ("]]][", 1),
        ] {
            assert_eq!(measure(text.as_bytes()), depth, "{text}");
        }
    }
}
