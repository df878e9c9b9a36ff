//! The events as an AsyncAPI document, for programs that consume them from the exchange, and for receivers of webhooks. It
//! is made of the OpenAPI document.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
// The exchange has the same name.
use shared::queue::rabbitmq::QUEUE;

use super::parts::schema;
use super::schemas::SCHEMAS;
use crate::resources::webhooks::test::PING;

/// Returns the AsyncAPI document of the events in an OpenAPI document.
#[allow(clippy::needless_pass_by_value, reason = "every form of the document is made in the same way")]
pub fn to_asyncapi(document: Value) -> Value {
    let hooks = document["webhooks"].as_object().into_iter().flatten();
    let of_event = |(event, item): (&String, &Value)| {
        let hook = &item["post"];
        let payload = hook["requestBody"]["content"]["application/json"]["schema"].clone();
        let message = json!({"name": event, "title": hook["summary"], "payload": payload});
        (event.clone(), message)
    };
    let messages: Map<_, _> = hooks.map(of_event).collect();
    let mut schemas = Map::new();
    for (_, message) in &messages {
        gather(&document, &message["payload"], &mut schemas);
    }
    let with_headers = |headers: &str| -> Map<_, _> {
        let message = |(event, message): (&String, &Value)| {
            let mut message = message.clone();
            message["headers"] = json!({"$ref": format!("{SCHEMAS}{headers}")});
            (event.clone(), message)
        };
        messages.iter().map(message).collect()
    };
    let mut of_exchange = with_headers("ExchangeHeaders");
    // A test of a webhook is no event.
    of_exchange.remove(PING);
    schemas.insert("ExchangeHeaders".to_owned(), exchange_headers());
    schemas.insert("WebhookHeaders".to_owned(), webhook_headers(&document));
    let receive = |channel: &str, description: &str| {
        let channel = json!({"$ref": format!("#/channels/{channel}")});
        json!({"action": "receive", "channel": channel, "description": description})
    };
    json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": "Almoner's events",
            "version": document["info"]["version"],
            "description": "What a program that consumes the exchange, and the receiver of a webhook, get: the same bodies.",
            "tags": [{"name": "Events"}],
            "contact": document["info"]["contact"],
            "license": {"name": document["info"]["license"]["name"]},
        },
        "defaultContentType": "application/json",
        "channels": {
            "exchange": {
                "address": QUEUE,
                "title": "The exchange of RabbitMQ",
                "description": "A durable topic exchange. The routing key is the event's type: bind a queue of your own to \
                                `gifts.*`, or to `#` for all. Each event of every account comes at least once.",
                "messages": of_exchange,
                "bindings": {"amqp": {
                    "is": "routingKey",
                    "exchange": {"name": QUEUE, "type": "topic", "durable": true, "autoDelete": false},
                }},
            },
            "webhook": {
                "address": null,
                "title": "The URL of a webhook",
                "description": "Each event of the account that the webhook asks for is posted there, signed as Standard \
                                Webhooks has it, until the receiver answers with 2xx, for about three days.",
                "messages": with_headers("WebhookHeaders"),
            },
        },
        "operations": {
            "consume": receive("exchange", "Consume events from the exchange"),
            "receiveWebhook": receive("webhook", "Receive the webhooks of an account"),
        },
        "components": {"schemas": schemas},
    })
}

/// Adds the schemas to which a schema refers, and those to which they do.
fn gather(document: &Value, value: &Value, schemas: &mut Map<String, Value>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| gather(document, item, schemas)),
        Value::Object(object) => {
            if let Some(name) =
                object.get("$ref").and_then(Value::as_str).and_then(|text| text.strip_prefix(SCHEMAS))
                && !schemas.contains_key(name)
            {
                let found = schema(document, name).clone();
                schemas.insert(name.to_owned(), found.clone());
                gather(document, &found, schemas);
            }
            object.values().for_each(|member| gather(document, member, schemas));
        }
        _ => {}
    }
}

fn exchange_headers() -> Value {
    json!({
        "type": "object",
        "required": ["account-id"],
        "properties": {
            "account-id": {"type": "integer", "description": "The account"},
            "traceparent": {"type": "string", "description": "The trace of the change (W3C), if there is one"},
        },
    })
}

/// Describes the headers of a webhook's request by its parameters.
fn webhook_headers(document: &Value) -> Value {
    let parameters = document["components"]["parameters"].as_object().into_iter().flatten();
    let headers = parameters.filter_map(|(_, parameter)| Some((parameter["name"].as_str()?, parameter)));
    let headers: Vec<_> = headers.filter(|(name, _)| name.starts_with("webhook-")).collect();
    let properties = headers.iter().map(|(name, parameter)| {
        let mut header = parameter["schema"].clone();
        header["description"] = parameter["description"].clone();
        ((*name).to_owned(), header)
    });
    json!({
        "type": "object",
        "required": headers.iter().map(|(name, _)| *name).collect::<BTreeSet<_>>(),
        "properties": properties.collect::<Map<_, _>>(),
    })
}
