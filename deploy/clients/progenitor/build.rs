//! Generates the client from the document that `OPENAPI` names, in its 3.0 form.

use std::{env, error::Error, fs, path::PathBuf};

use progenitor_impl::{GenerationSettings, Generator, InterfaceStyle};
use serde_json::Value;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed=OPENAPI");
    let path = env::var("OPENAPI")?;
    println!("cargo::rerun-if-changed={path}");
    let mut document: Value = serde_json::from_str(&fs::read_to_string(path)?)?;
    for item in document["paths"].as_object_mut().ok_or("no paths")?.values_mut() {
        leave_out_unknown(item);
    }

    let settings = GenerationSettings::default().with_interface(InterfaceStyle::Builder).clone();
    let client = Generator::new(&settings).generate_tokens(&serde_json::from_value(document)?)?;
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("client.rs"), client.to_string())?;
    Ok(())
}

/// progenitor refuses a document with one of these: the body of an import, which is CSV, and the filter `custom`, which has
/// the style `deepObject`.
fn leave_out_unknown(item: &mut Value) {
    let Some(operations) = item.as_object_mut() else { return };
    operations.retain(|_, operation| operation["requestBody"]["content"].get("text/csv").is_none());
    for operation in operations.values_mut() {
        if let Some(parameters) = operation.get_mut("parameters").and_then(Value::as_array_mut) {
            parameters.retain(|parameter| parameter["style"] != "deepObject");
        }
    }
}
