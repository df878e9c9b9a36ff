"""Writes the types of both clients from openapi/openapi.json: the schemas, what lists can be asked for, and the events.

Usage: generate.py [--check]

With --check it writes nothing, and fails if the types are not those of the document.
"""

import json
import keyword
import sys
from pathlib import Path

HERE = Path(__file__).parent
DOCUMENT = json.loads((HERE.parent / "openapi.json").read_text())
NOTE = "Written by openapi/clients/generate.py from openapi/openapi.json: do not edit."
# The lists whose parameters get a type.
LISTS = ("contacts", "gifts", "pledges", "tasks", "households", "funds", "campaigns", "batches", "events")


class TypeScript:
    PATH = HERE / "typescript/src/types.ts"
    HEAD = f"// {NOTE}\n"
    NAMES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
    ANY, OBJECT, LIST = "unknown", "{ [name: string]: unknown }", "Array<%s>"

    def literals(self, values):
        return " | ".join(map(json.dumps, values))

    def comment(self, text, indent=""):
        return f"{indent}/** {text} */\n"

    def declare(self, name, text, members):
        lines = "".join(
            self.comment(doc, "    ") + f"    {member}{'' if required else '?'}: {kind};\n"
            for member, doc, required, kind in members
        )
        return f"\n{self.comment(text)}export interface {name} {{\n{lines}}}\n"

    def alias(self, name, kind):
        return f"\nexport type {name} = {kind};\n"

    def union(self, name, text, kinds):
        return f"\n{self.comment(text)}export type {name} =\n" + "".join(f"    | {kind}\n" for kind in kinds)[:-1] + ";\n"


class Python:
    PATH = HERE / "python/almoner/types.py"
    HEAD = (
        f'"""{NOTE}"""\n\nfrom __future__ import annotations\n\nfrom decimal import Decimal\n'
        "from typing import Any, Literal, TypedDict, Union\n\nfrom typing_extensions import NotRequired\n\n"
        "# An amount as JSON has it: with a decimal point a Decimal, and otherwise an int.\nAmount = Union[Decimal, int]\n"
    )
    NAMES = {"string": "str", "integer": "int", "number": "Amount", "boolean": "bool", "null": "None"}
    ANY, OBJECT, LIST = "Any", "dict[str, Any]", "list[%s]"

    def literals(self, values):
        return f"Literal[{', '.join(map(repr, values))}]"

    def comment(self, text, indent=""):
        return f"{indent}# {text}\n"

    def declare(self, name, text, members):
        typed = [(member, doc, kind if required else f"NotRequired[{kind}]") for member, doc, required, kind in members]
        if not any(keyword.iskeyword(member) for member, _, _ in typed):
            lines = "".join(f"{self.comment(doc, '    ')}    {member}: {kind}\n" for member, doc, kind in typed)
            return f'\n\nclass {name}(TypedDict):\n    """{text}"""\n\n{lines}'
        # A class cannot have a member such as `from`.
        lines = "".join(f'{self.comment(doc, "        ")}        "{member}": "{kind}",\n' for member, doc, kind in typed)
        return f'\n\n{self.comment(text)}{name} = TypedDict(\n    "{name}",\n    {{\n{lines}    }},\n)\n'

    def alias(self, name, kind):
        return f"\n\n{name} = {kind}\n"

    def union(self, name, text, kinds):
        return f"\n\n{self.comment(text)}{name} = Union[\n" + "".join(f"    {kind},\n" for kind in kinds) + "]\n"


def target(schema):
    return schema["$ref"].rpartition("/")[2]


def kind(schema, name, language, inline):
    """The type of a schema. `name` is the member's: an object without a name gets it, and is added to `inline`."""
    if "$ref" in schema:
        return target(schema)
    if "const" in schema:
        return language.literals([schema["const"]])
    if "enum" in schema:
        return language.literals(schema["enum"])
    if "anyOf" in schema:
        return " | ".join(kind(one, name, language, inline) for one in schema["anyOf"])
    if schema.keys() <= {"description", "examples"}:
        return language.ANY
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " | ".join(of_type(one, schema, name, language, inline) for one in types)


def of_type(name_of_type, schema, name, language, inline):
    if name_of_type == "array":
        return language.LIST % kind(schema["items"], name, language, inline)
    if name_of_type != "object":
        return language.NAMES[name_of_type]
    if "properties" not in schema:
        return language.OBJECT
    named = name.capitalize()
    if inline.setdefault(named, schema) != schema:
        sys.exit(f"two objects would be called {named}: give one of them a name in the document")
    return named


def members(schema, language, inline):
    for name, member in schema["properties"].items():
        required = name in schema.get("required", ())
        yield name, member.get("description", name), required, kind(member, name, language, inline)


def parameters(path):
    """The parameters of a list as an object. `for` is about CSV files, which the clients do not read."""
    listed = [one for one in DOCUMENT["paths"][f"/{path}"]["get"]["parameters"] if one.get("in") == "query"]
    return {"properties": {one["name"]: one["schema"] | {"description": one["description"]} for one in listed if one["name"] != "for"}}


def written(language):
    """The file of a language."""
    inline, texts = {}, []
    # The log has the same events as a webhook, and these tell by their type what they have.
    schemas = {name: schema for name, schema in DOCUMENT["components"]["schemas"].items() if name != "Event"}
    queries = {f"{path.capitalize()}Query": parameters(path) for path in LISTS}
    for name, schema in (schemas | queries).items():
        if "enum" in schema:
            texts.append(language.alias(name, language.literals(schema["enum"])))
            continue
        text = schema.get("description", f"The parameters of a list of {name[:-5].lower()}." if name in queries else f"The body {name}.")
        texts.append(language.declare(name, text, members(schema, language, inline)))
    for name, schema in list(inline.items()):
        if name in schemas:
            sys.exit(f"{name} is a schema and an object without a name")
        texts.append(language.declare(name, schema.get("description", name), members(schema, language, inline)))
    events = [target(hook["post"]["requestBody"]["content"]["application/json"]["schema"]) for hook in DOCUMENT["webhooks"].values()]
    texts.append(language.union("Event", "What a webhook or the log of events brings; `type` says which it is.", events))
    return language.HEAD + "".join(texts)


def main(arguments):
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    for language in (TypeScript(), Python()):
        text = written(language)
        if not arguments:
            language.PATH.write_text(text)
        elif language.PATH.read_text() != text:
            sys.exit(f"{language.PATH} is not what the document says: run python3 openapi/clients/generate.py")


main(sys.argv[1:])
