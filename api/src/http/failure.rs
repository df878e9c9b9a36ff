//! The envelope of a failed request.

use poem::Response;
use poem::http::StatusCode;
use poem::http::header::CONTENT_TYPE;
use poem_openapi::registry::MetaSchema;
use serde_json::json;

use super::media_type::JSON_UTF8;
use crate::fields::json::END;
use crate::fields::schema::inline;

/// Makes the response of a failed request.
pub fn failure(status: StatusCode, message: &str) -> Response {
    let message = serde_json::Value::from(message);
    let body = format!(r#"{{"success":false,"message":{message},"type":"","data":[]{END}"#);
    Response::builder().status(status).header(CONTENT_TYPE, JSON_UTF8).body(body)
}

/// Returns the schema of a failure's envelope.
pub fn failure_schema() -> MetaSchema {
    let text = |schema: MetaSchema| inline(schema);
    MetaSchema {
        description: Some("The envelope of every failure: `success` is false, and `type` is empty"),
        properties: vec![
            ("success", text(MetaSchema { example: Some(json!(false)), ..MetaSchema::new("boolean") })),
            (
                "message",
                text(MetaSchema {
                    description: Some("What is wrong, for people"),
                    ..MetaSchema::new("string")
                }),
            ),
            ("type", text(MetaSchema { example: Some(json!("")), ..MetaSchema::new("string") })),
            (
                "data",
                text(MetaSchema {
                    items: Some(Box::new(inline(MetaSchema::ANY))),
                    max_items: Some(0),
                    example: Some(json!([])),
                    ..MetaSchema::new("array")
                }),
            ),
        ],
        required: vec!["success", "message", "type", "data"],
        ..MetaSchema::new("object")
    }
}
