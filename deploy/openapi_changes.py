"""Compares the OpenAPI document with that of the last release, and fails on what breaks a client (openapi/stability.md).

Usage: openapi_changes.py [EARLIER_DOCUMENT LATER_DOCUMENT]

Without arguments it compares openapi/openapi.json with that of the last tag `v…` before it, or with itself if there is
no tag yet.

A client sends what is a request here, and reads what is a response. A request must go on to take what it took, and a
response must go on to have what it had: more members, values, headers and looser limits break neither. What webhooks
send is read. Names that generators make into names of a client (operation ids, schemas, the first tag) stay, too.

What was `deprecated` in the newest releases of the last two minor versions may go.
"""

import json
import sys
from pathlib import Path

from releases import earlier_release, file_at, last_minors

DOCUMENT = "openapi/openapi.json"

# Breaks that are meant, as they are printed, each with the reason. An entry goes after the release that has it.
ACCEPTED = {}

# Where new alternatives may come: there may be new types of events.
GROWING = {"Event"}
# Keywords of schemas that promise nothing to a client.
NOTES = {"title", "description", "example", "examples", "deprecated", "$comment"}
# Upper and lower limits.
MOST = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
LEAST = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
# Keywords under which there are other schemas, and all that are judged by rules of their own. Others must stay.
HOLDING = {"$ref", "anyOf", "oneOf", "discriminator", "properties", "additionalProperties", "items"}
JUDGED = {"type", "enum", "const", "required", *HOLDING, *MOST, *LEAST}
ALTERNATIVES = {"anyOf", "oneOf"}
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")


def options(schema):
    """The alternatives of a schema: those of its `anyOf` or `oneOf`, or its types, one by one. `null` is one, too."""
    if ALTERNATIVES & schema.keys():
        return [option for name in ALTERNATIVES & schema.keys() for part in schema[name] for option in options(part)]
    if isinstance(schema.get("type"), list):
        return [{**schema, "type": kind} for kind in schema["type"]]
    return [schema]


def is_null(schema):
    return schema.get("type") == "null"


def values(schema):
    """The values of a closed list, or None if the list is open."""
    return [schema["const"]] if "const" in schema else schema.get("enum")


def pairs(earlier, later):
    """What both have by the same name."""
    return [(name, earlier[name], later[name]) for name in earlier if name in later]


class Comparison:
    """The breaks between two documents: a place with what is wrong there, and whether it was deprecated before."""

    def __init__(self, earlier, later):
        self.earlier, self.later = earlier, later
        self.breaks = {}
        self.seen = set()
        self.document()

    def broken(self, place, wrong, before=None):
        deprecated = isinstance(before, dict) and before.get("deprecated") is True
        self.breaks.setdefault(f"{place}: {wrong}", deprecated)

    @staticmethod
    def resolve(document, node):
        while isinstance(node, dict) and "$ref" in node:
            found = document
            for step in node["$ref"].removeprefix("#/").split("/"):
                found = found[step.replace("~1", "/").replace("~0", "~")]
            node = found
        return node

    def enter(self, earlier, later, place, way=""):
        """What two nodes stand for, and where that is. A component is entered once, and then there is nothing."""
        name = earlier.get("$ref")
        if name is not None and name == later.get("$ref"):
            if (name, way) in self.seen:
                return None
            self.seen.add((name, way))
            place = name.rsplit("/", 1)[1]
        return self.resolve(self.earlier, earlier), self.resolve(self.later, later), place

    def gone(self, earlier, later, place, what):
        """Names that are not there any more."""
        for name, before in earlier.items():
            if name not in later:
                self.broken(place, f"{what} {name} is gone", self.resolve(self.earlier, before))

    def stays(self, earlier, later, place, names):
        """Keywords that must stay as they are."""
        for name in names:
            if earlier.get(name) != later.get(name):
                before, now = (json.dumps(node.get(name)) for node in (earlier, later))
                self.broken(place, f"{name} was {before} and is {now}")

    def document(self):
        earlier, later = self.earlier, self.later
        for server in earlier.get("servers", []):
            if server["url"] not in [server["url"] for server in later.get("servers", [])]:
                self.broken("servers", f"{server['url']} is gone")
        for part, what in (("schemas", "schema"), ("securitySchemes", "security scheme")):
            before, now = (document.get("components", {}).get(part, {}) for document in (earlier, later))
            self.gone(before, now, "components", what)
            if part == "securitySchemes":
                for name, scheme, scheme_now in pairs(before, now):
                    self.stays(scheme, scheme_now, f"security scheme {name}", ("type", "in", "name", "scheme"))
        for path, item in earlier["paths"].items():
            self.operations(item, later["paths"].get(path, {}), path, "request", "response")
        before, now = earlier.get("webhooks", {}), later.get("webhooks", {})
        self.gone(before, now, "webhooks", "event")
        for name, item, item_now in pairs(before, now):
            self.operations(item, item_now, f"event {name}", "response", "request")

    def operations(self, earlier, later, place, sent, answered):
        for method in (method for method in METHODS if method in earlier):
            here = f"{method.upper()} {place}"
            if method not in later:
                self.broken(here, "the operation is gone", earlier[method])
                continue
            before, now = earlier[method], later[method]
            self.stays(before, now, here, ("operationId",))
            if before.get("tags", [])[:1] != now.get("tags", [])[:1]:
                self.broken(here, "its first tag is another one, after which generators name the client's part")
            for requirement in self.security(self.earlier, before):
                if requirement not in self.security(self.later, now):
                    self.broken(here, f"security: {' and '.join(requirement) or 'nothing'} is not enough any more")
            self.parameters((earlier, before), (later, now), here, sent)
            self.body(before.get("requestBody"), now.get("requestBody"), here, sent)
            self.responses(before["responses"], now["responses"], here, answered)

    @staticmethod
    def security(document, operation):
        """The ways to be let in, each with the schemes that it takes."""
        return [sorted(way) for way in operation.get("security", document.get("security", [])) or [{}]]

    def parameters(self, earlier, later, place, way):
        def named(document, nodes):
            listed = [(self.resolve(document, node), node) for holder in nodes for node in holder.get("parameters", [])]
            return {f"{found['in']} {found['name']}": node for found, node in listed}

        before, now = named(self.earlier, earlier), named(self.later, later)
        self.gone(before, now, place, "parameter")
        for name, node in now.items():
            required = self.resolve(self.later, node).get("required")
            if name not in before and required and way == "request":
                self.broken(place, f"parameter {name} is new and required")
        for name, node, node_now in pairs(before, now):
            if entered := self.enter(node, node_now, f"{place} {name}", way):
                old, new, here = entered
                self.required(old, new, here, way)
                self.stays(old, new, here, ("style", "explode", "allowReserved", "content"))
                self.schema(old.get("schema", {}), new.get("schema", {}), here, way)

    def required(self, earlier, later, place, way):
        before, now = bool(earlier.get("required")), bool(later.get("required"))
        if now and not before and way == "request":
            self.broken(place, "it is required now")
        if before and not now and way == "response":
            self.broken(place, "it may be missing now")

    def body(self, earlier, later, place, way):
        if earlier is None and later is None:
            return
        if earlier is None:
            if later.get("required") and way == "request":
                self.broken(place, "a body is required now")
        elif later is None:
            self.broken(place, "the body is gone")
        elif entered := self.enter(earlier, later, f"{place} body", way):
            old, new, here = entered
            self.required(old, new, here, way)
            self.content(old, new, here, way)

    def content(self, earlier, later, place, way):
        before, now = earlier.get("content", {}), later.get("content", {})
        self.gone(before, now, place, "content type")
        for kind, media, media_now in pairs(before, now):
            here = place if kind == "application/json" else f"{place} {kind}"
            self.schema(media.get("schema", {}), media_now.get("schema", {}), here, way)

    def responses(self, earlier, later, place, way):
        self.gone(earlier, later, place, "status")
        for status, node, node_now in pairs(earlier, later):
            if entered := self.enter(node, node_now, f"{place} {status}", way):
                old, new, here = entered
                self.content(old, new, here, way)
                before, now = old.get("headers", {}), new.get("headers", {})
                self.gone(before, now, here, "header")
                for name, header, header_now in pairs(before, now):
                    if entered := self.enter(header, header_now, f"{here} {name}", way):
                        self.required(*entered, way)
                        self.schema(entered[0].get("schema", {}), entered[1].get("schema", {}), entered[2], way)

    def schema(self, earlier, later, place, way):
        entered = self.enter(earlier, later, place, way)
        if not entered:
            return None
        earlier, later, place = entered
        unread = [name for name in later.keys() - HOLDING - NOTES if '"$ref"' in json.dumps(later[name])]
        if unread:
            return self.broken(place, f"this program does not look into {unread[0]}: teach it, or use anyOf or oneOf")
        if earlier == later and not earlier.keys() & HOLDING:
            return None
        if ALTERNATIVES & earlier.keys() and ALTERNATIVES & later.keys():
            others = (earlier.keys() | later.keys()) - NOTES - ALTERNATIVES - {"discriminator"}
            self.stays(earlier, later, place, sorted(others))
            before, now = (schema.get("discriminator", {}) for schema in (earlier, later))
            self.stays(before, now, f"{place} discriminator", ["propertyName"])
            before, now = (discriminator.get("mapping", {}) for discriminator in (before, now))
            self.stays(before, now, f"{place} discriminator", before)
        before, now = options(earlier), options(later)
        if way == "request" and any(map(is_null, before)) and not any(map(is_null, now)):
            self.broken(place, "null is not taken any more")
        if way == "response" and any(map(is_null, now)) and not any(map(is_null, before)):
            self.broken(place, "it may be null now")
        before, now = ([option for option in list_ if not is_null(option)] for list_ in (before, now))
        if len(before) == len(now) == 1:
            return self.plain(before[0], now[0], place, way)
        return self.alternatives(before, now, place, way)

    def alternatives(self, earlier, later, place, way):
        """Each alternative must stay, and no response gets a new one, which a client could not read."""
        lost = [option for option in earlier if not any(self.fits(option, other, way) for other in later)]
        new = [option for option in later if not any(self.fits(other, option, way) for other in earlier)]
        if way == "request" or place in GROWING:
            new = []
        for found, wrong in ((lost, "is gone"), (new, "may come now")):
            for option in found:
                name = option.get("$ref", json.dumps(option)).rsplit("/", 1)[-1]
                self.broken(place, f"the alternative {name} {wrong}")

    def fits(self, earlier, later, way):
        """Whether two alternatives are the same one: a component by its name, which is then compared; else by form."""
        if "$ref" in earlier or "$ref" in later:
            is_same = earlier.get("$ref") == later.get("$ref")
            if is_same:
                self.schema(earlier, later, "", way)
            return is_same
        trial = object.__new__(Comparison)
        trial.earlier, trial.later, trial.breaks, trial.seen = self.earlier, self.later, {}, set(self.seen)
        trial.schema(earlier, later, "", way)
        return not trial.breaks

    def plain(self, earlier, later, place, way):
        """Compares two schemas without alternatives."""
        if "$ref" in earlier or "$ref" in later:
            return self.schema(earlier, later, place, way)
        self.kind(earlier, later, place, way)
        self.closed_list(values(earlier), values(later), place, way)
        if way == "request":
            self.limits(earlier, later, place)
        judged = JUDGED | NOTES | ({"pattern", "uniqueItems", "multipleOf"} if way == "response" else set())
        names = sorted(name for name in earlier.keys() | later.keys() if not name.startswith("x-"))
        self.stays(earlier, later, place, [name for name in names if name not in judged])
        self.members(earlier, later, place, way)
        if "items" in earlier and "items" in later:
            self.schema(earlier["items"], later["items"], f"{place}[]", way)
        elif "items" in (later if way == "request" else earlier):
            self.broken(place, "what the list holds is another thing")
        return None

    def kind(self, earlier, later, place, way):
        before, now = earlier.get("type"), later.get("type")
        is_wider = way == "request" and (now is None or (before, now) == ("integer", "number"))
        if before != now and not is_wider:
            self.broken(place, f"its type was {before} and is {now}")

    def closed_list(self, before, now, place, way):
        if before is None:
            if now is not None and way == "request":
                self.broken(place, f"only {json.dumps(now)} is taken now")
        elif now is None:
            if way == "response":
                self.broken(place, "it was a closed list, and may be anything now")
        elif len(before) == 1 and before != now and way == "response":
            self.broken(place, f"it was always {json.dumps(before[0])}, and is not any more")
        else:
            for value in before:
                if value not in now:
                    self.broken(place, f"the value {json.dumps(value)} is gone")

    def limits(self, earlier, later, place):
        for names, is_narrower in ((MOST, lambda before, now: now < before), (LEAST, lambda before, now: now > before)):
            for name in names:
                before, now = earlier.get(name), later.get(name)
                if now is not None and (before is None or is_narrower(before, now)):
                    self.broken(place, f"{name} was {before} and is {now}")

    def members(self, earlier, later, place, way):
        before, now = earlier.get("properties", {}), later.get("properties", {})
        self.gone(before, now, place, "member")
        were, are = set(earlier.get("required", [])), set(later.get("required", []))
        if way == "request":
            for name in sorted(are - were):
                self.broken(place, f"member {name} is required now")
        else:
            for name in sorted((were - are) & now.keys()):
                self.broken(place, f"member {name} may be missing now")
        for name, member, member_now in pairs(before, now):
            self.schema(member, member_now, f"{place}.{name}", way)
        more, more_now = (schema.get("additionalProperties", True) for schema in (earlier, later))
        if isinstance(more, dict) and isinstance(more_now, dict):
            self.schema(more, more_now, f"{place}.*", way)
        elif more != more_now and (more_now is not True if way == "request" else isinstance(more, dict)):
            self.broken(place, "other members are not what they were")


def unexcused(breaks, minors, later):
    """Breaks of which none was announced by two minor versions that said `deprecated`. `minors` are their documents."""
    announced = [Comparison(document, later).breaks for document in minors] if any(breaks.values()) else []
    return [
        text
        for text, deprecated in breaks.items()
        if not (deprecated and len(announced) == 2 and all(said.get(text) for said in announced))
    ]


def compare(earlier, later, minors=(), accepted=None):
    """What to say about each break that is neither announced nor accepted, and about entries that accept nothing."""
    accepted = ACCEPTED if accepted is None else accepted
    breaks = unexcused(Comparison(earlier, later).breaks, minors, later)
    stale = [f"ACCEPTED names a break that is none: {text}" for text in accepted if text not in breaks]
    return [text for text in breaks if text not in accepted] + stale


def main(arguments):
    if len(arguments) == 2:
        earlier, later = (json.loads(Path(name).read_text()) for name in arguments)
        minors, of = (), arguments[0]
    elif arguments:
        sys.exit(__doc__)
    else:
        later = json.loads(Path(DOCUMENT).read_text())
        release = earlier_release()
        earlier = json.loads(file_at(release, DOCUMENT)) if release else later
        minors = [json.loads(file_at(tag, DOCUMENT)) for tag in last_minors(release)] if release else ()
        of = release or "itself, because there is no release"
    problems = compare(earlier, later, minors)
    print(f"{DOCUMENT} compared with {of}: {len(problems)} breaks, {len(later['paths'])} paths")
    if problems:
        advice = "Keep what was there, or mark it as deprecated for two minor versions."
        sys.exit("\n".join([*(f"  {problem}" for problem in problems), advice]))


if __name__ == "__main__":
    main(sys.argv[1:])
