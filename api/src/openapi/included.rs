//! What responses show of other records: it is there unless the caller asks for something else with `include`.

use poem_openapi::registry::Registry;
use serde_json::{Value, json};
use shared::events::include::Included;
use shared::values::choices::Include;

use super::schemas::{SCHEMAS, to_3_1};
use crate::fields::schema::Describe;
use crate::resources::contacts::giving::Giving;
use crate::resources::kinds::KINDS;

/// Adds what can be included to the records, and says which members can be left out.
pub(super) fn add(document: &mut Value) {
    let schemas = &mut document["components"]["schemas"];
    let mut giving = serde_json::to_value(Giving::describe(&mut Registry::new())).unwrap_or_default();
    to_3_1(&mut giving);
    schemas[Giving::NAME] = giving;
    schemas["Contact"]["properties"]["giving"] = json!({
        "$ref": format!("{SCHEMAS}{}", Giving::NAME), "description": "What the contact has given, with `include=giving`",
    });
    for (list, item) in [("emails", "Email"), ("phones", "Phone"), ("addresses", "Address")] {
        schemas["ContactFields"]["properties"][list] = json!({
            "type": "array", "items": {"$ref": format!("{SCHEMAS}{item}")},
            "description": format!("With `include=contact.{list}`"),
        });
    }
    let nothing = Included::of(Some(vec![Include::None]));
    for kind in KINDS {
        if let Value::Array(required) = &mut schemas[kind.schema]["required"] {
            required.retain(|member| nothing.shows(member.as_str().unwrap_or_default()));
        }
    }
}
