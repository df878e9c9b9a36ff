//! Reads the text of a parameter as a field.

use serde_json::value::RawValue;

use crate::http::field::{Fields, InputField, Unread};
use crate::records::problem::Problems;

/// Reads a text as a field: as a JSON string, or else as the JSON number or boolean that it looks like.
///
/// # Errors
/// The rule that the text breaks.
pub(super) fn read<F: InputField>(name: &str, text: &str) -> Result<F::Value, String> {
    let (mut problems, mut unread) = (Problems::default(), Unread::default());
    let mut nothing = Fields::new(Vec::new(), true, &mut problems, &mut unread);
    let string = serde_json::value::to_raw_value(text).map_err(|error| error.to_string())?;
    // Only plain text accepts `?`. Any other type rejects it with its rule, which is the right message for an empty
    // parameter, too.
    let any_text = serde_json::value::to_raw_value("?").map_err(|error| error.to_string())?;
    let is_number = |text: &str| text.parse::<f64>().is_ok() && !text.contains(['e', 'E']);
    let is_literal = |text: &&str| is_number(text) || text.parse::<bool>().is_ok();
    let literal = Some(text).filter(is_literal).and_then(|text| RawValue::from_string(text.to_owned()).ok());
    let value = match (F::read(&string, name, &mut nothing), literal) {
        (Err(rule), Some(literal)) => F::read(&literal, name, &mut nothing).map_err(|_| rule)?,
        (value, _) => value?,
    };
    match value {
        Some(value) => Ok(value),
        None => Err(F::read(&any_text, name, &mut nothing)
            .err()
            .unwrap_or_else(|| "must not be empty".to_owned())),
    }
}
