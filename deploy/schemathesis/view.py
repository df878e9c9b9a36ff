"""Schemathesis' view of the OpenAPI document. The document says what clients should send, in the words that generators
of clients understand, and it lets responses have more fields, because later versions will. This module adds what the
service understands besides, so that Schemathesis does not take it for an invalid request, and it allows no response to
have a field that the document does not name."""

# Text without control characters other than tab and newline, and such text with something in it that can be seen.
# Characters beyond U+FFFF count as visible here, because dialects of patterns write them differently.
TEXT = r"^[^\x00-\x08\x0B-\x1F\x7F-\x9F]*$"
FILLED_TEXT = (
    r"^[^\x00-\x08\x0B-\x1F\x7F-\x9F]*"
    r"[^\s\x00-\x1F\x7F-\x9F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F"
    r"\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8]"
    r"[^\x00-\x08\x0B-\x1F\x7F-\x9F]*$"
)
NULL, EMPTY_TEXT = {"type": "null"}, {"type": "string", "const": ""}
SCHEMAS = "#/components/schemas/"


def apply(document):
    """Changes a document into this view of it."""
    schemas = document["components"]["schemas"]
    put_back(document, {name: schema for name, schema in schemas.items() if "enum" in schema})
    operations = [operation for item in document["paths"].values() for operation in item.values()]
    requests, responses = [], list(document["components"]["responses"].values())
    for operation in operations:
        for parameter in operation.get("parameters", []):
            if parameter.get("in") == "query" and parameter["schema"].get("enum") == [0, 1]:
                parameter["schema"] = {"anyOf": [parameter["schema"], {"type": "boolean"}]}
        requests.append(operation.get("requestBody", {}))
        for status, response in operation["responses"].items():
            responses.append(response)
            envelope = response.get("content", {}).get("application/json", {}).get("schema")
            if envelope and status.startswith("2"):
                envelope["properties"]["success"] = {"const": True}
                envelope["properties"]["message"] = {"const": ""}
    schemas["Failure"]["properties"]["success"] = {"const": False}
    schemas["Failure"]["properties"]["type"] = {"const": ""}
    for name in referred_to(requests, schemas):
        schemas[name]["properties"] = {
            field: understood(field, schema) for field, schema in schemas[name]["properties"].items()
        }
    close(responses)
    for name in referred_to(responses, schemas):
        close(schemas[name])


def put_back(part, enumerations):
    """Puts enumerations into the places that refer to them."""
    if isinstance(part, list):
        for one in part:
            put_back(one, enumerations)
    elif isinstance(part, dict):
        for one in part.values():
            put_back(one, enumerations)
        part.update(enumerations.get(str(part.get("$ref", "")).removeprefix(SCHEMAS), {}))
        if "enum" in part:
            part.pop("$ref", None)
        alternatives = part.get("anyOf", [{}])
        if "enum" in alternatives[0] and alternatives[1:] == [NULL]:
            (enumeration, _) = part.pop("anyOf")
            part.update(type=[enumeration["type"], "null"], enum=[*enumeration["enum"], None])


def referred_to(parts, schemas):
    """Returns the names of the schemas that parts of the document refer to, directly or through other schemas."""
    names, waiting = set(), [parts]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            name = str(part.get("$ref", "")).removeprefix(SCHEMAS)
            if name in schemas and name not in names:
                names.add(name)
                waiting.append(schemas[name])
            waiting.extend(part.values())
        elif isinstance(part, list):
            waiting.extend(part)
    return names


def understood(field, schema):
    """Returns the schema of what the service understands in a field of a body."""
    if "$ref" in schema:
        return schema
    if "anyOf" in schema:  # a nested object, or null
        return schema | {"anyOf": [*schema["anyOf"], EMPTY_TEXT]}
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    is_nullable = "null" in types
    (kind,) = (one for one in types if one != "null")
    # An example of the whole field stays with it, because it may be null.
    whole = {key: schema[key] for key in ("description", "examples") if key in schema}
    own = {key: value for key, value in schema.items() if key not in whole} | {"type": kind}
    if "enum" in own:
        own["enum"] = [value for value in own["enum"] if value is not None]
    if kind == "array":
        own["items"] = understood_item(field, own["items"])
    elif kind == "string" and not own.keys() & {"format", "pattern", "enum"}:
        own["pattern"] = FILLED_TEXT if own.pop("minLength", 0) else TEXT
        return whole | own | {"type": schema["type"]}  # the pattern allows the empty text
    ways = [own]
    if own.get("enum") == [0, 1]:
        ways.append({"type": "boolean"})
    if kind == "number":
        ways.append({"type": "string", "pattern": r"^-?[0-9]+(\.[0-9]+)?([Ee][+-]?[0-9]+)?$"})
    if is_nullable:
        ways += [EMPTY_TEXT, NULL]
    return whole | (own if len(ways) == 1 else {"anyOf": ways})


def understood_item(field, schema):
    """Returns the schema of what the service understands as an item of a list in a body."""
    item = understood(field, schema)
    if field != "tags":
        return item
    # A tag may come as a read returns it. The other fields of such an object are ignored.
    by_name = {"type": "object", "required": ["tag_name"], "properties": {"tag_name": item}}
    return {"anyOf": [item, by_name]}


def close(part):
    """Forbids every field that the document does not name."""
    if isinstance(part, list):
        for one in part:
            close(one)
    elif isinstance(part, dict):
        for one in part.values():
            close(one)
        if "properties" in part and part.get("type") == "object":
            part.setdefault("additionalProperties", False)
