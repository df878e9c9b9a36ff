"""Prints which source file imports which, by layers. Fails if files, or top-level folders, import each other in a
circle, if one uses what lies behind a wall (WALLS), or if a public module of `shared` serves one program alone.

Usage: imports.py CRATE_DIRECTORY…

Reads `use` declarations and paths that begin with `crate::` or `super::`, tests left out, and follows `pub use` to the
file that defines the name. Macros count as the crate's root. A circle is a set of files each of which leads to every other.
A program uses a module of `shared` that it names, and all that this module leads to.
"""

import re
import sys
from pathlib import Path

TESTS = re.compile(r"\n#\[cfg\(test\)\]\nmod \w+ \{.*\Z", re.S)
COMMENT = re.compile(r"//[^\n]*|\bpub\([^)]*\)")
USE = re.compile(r"^\s*(pub(?:\([^)]*\))? )?use ([^;]+);", re.M)
SHARED = re.compile(r"(?<![\w:])(shared(?:::\w+)+)")
PATH = re.compile(r"(?<![\w:])((?:crate|super)(?:::\w+)+)")

# Rooms of the api, and what nothing in them may use: the domain knows no HTTP, and no page asks the service by a request.
WALLS = {
    ("fields",): {"auth", "http", "records", "resources", "rest", "state", "web"},
    ("records",): {"http", "openapi", "resources", "rest", "web"},
    ("erasure",): {"http", "rest", "web"},
    ("resources", "imports", "batch"): {"http", "rest", "web"},
    ("resources", "imports", "layout"): {"rest", "web"},
    ("resources", "merges", "fields"): {"http", "rest", "web"},
    ("web",): {"rest"},
}
# A page that hands out the file that the API would.
PASSES = {("web", "records", "list")}
FRAMEWORK = re.compile(r"(?<![\w:])poem::")
PROGRAMS = ("api", "dispatcher")
# What stays in `shared` although a program does not use it, and why.
STAYS = {
    "entities": "the tables are one schema, which one list of migrations makes",
    "database::testing": "the tests of both programs use it, and no program does",
    "events::epoch": "it sets the history that a Store keeps, which nothing outside of `shared` may",
}


def leaves(tree, prefix=()):
    """The paths of a `use` tree: `a::{b, c::d}` is a::b and a::c::d."""
    tree = tree.strip()
    head, brace, rest = tree.partition("{")
    if not brace:
        return [prefix + tuple(tree.split(" as ")[0].split("::"))]
    prefix += tuple(part for part in head.split("::") if part)
    parts, depth, start, inner = [], 0, 0, rest[: rest.rindex("}")]
    for i, char in enumerate(inner + ","):
        depth += (char == "{") - (char == "}")
        if char == "," and depth == 0:
            parts, start = parts + [inner[start:i]], i + 1
    return [path for part in parts if part.strip() for path in leaves(part, prefix)]


class Crate:
    def __init__(self, directory):
        self.sources = {}
        for file in sorted((directory / "src").rglob("*.rs")):
            if file.name == "tests.rs":
                continue
            parts = file.relative_to(directory / "src").with_suffix("").parts
            text = COMMENT.sub("", TESTS.sub("", file.read_text()))
            self.sources[() if parts == ("lib",) else parts] = text
        self.exports = {
            module: {path[-1]: path for public, use in USE.findall(text) if public for path in leaves(use)}
            for module, text in self.sources.items()
        }

    def absolute(self, path, module):
        """A path as seen from the crate's root; None for another crate's."""
        if path[0] == "crate":
            return path[1:]
        base = module
        while path and path[0] in ("super", "self"):
            base, path = (base[:-1] if path[0] == "super" else base), path[1:]
            if path and path[0] not in ("super", "self"):
                return base + path
        return module + path if module + path[:1] in self.sources else None

    def file_of(self, path, seen=()):
        """The module that defines what a path from the root names."""
        module = max((path[:n] for n in range(len(path) + 1) if path[:n] in self.sources), key=len)
        name = path[len(module)] if len(module) < len(path) else None
        exported = self.exports[module].get(name)
        if exported and module not in seen:
            target = self.absolute(exported, module)
            if target is not None:
                return self.file_of(target + path[len(module) + 1 :], (*seen, module))
        return module

    def graph(self):
        graph = {}
        for module, text in self.sources.items():
            paths = [path for public, use in USE.findall(text) if not public for path in leaves(use)]
            body = USE.sub("", text)
            paths += [tuple(path.split("::")) for path in PATH.findall(body)]
            # A child needs no `use`.
            children = [child for child in self.sources if child[:-1] == module and child]
            paths += [child[-1:] for child in children if re.search(rf"(?<![\w:]){child[-1]}::", body)]
            targets = [self.absolute(path, module) for path in paths if path[0]]
            graph[module] = {self.file_of(target) for target in targets if target} - {module}
        return graph

    def public(self):
        """The public modules of the top-level folders, and the top-level files that have no folder."""
        named = {file: set(re.findall(r"^pub mod (\w+);", text, re.M)) for file, text in self.sources.items()}
        tops = {(name,) for name in named[()]}
        return {top + (name,) for top in tops for name in named[top]} | {top for top in tops if not named[top]}

    def shared_paths(self):
        """The paths into `shared` that the crate names, without `shared`."""
        for text in self.sources.values():
            paths = [path for _, use in USE.findall(text) for path in leaves(use)]
            paths += [tuple(path.split("::")) for path in SHARED.findall(USE.sub("", text))]
            yield from (path[1:] for path in paths if path[0] == "shared")


def layers(graph):
    """Files by how far above the lowest they are, and what is left: circles and what leads to them."""
    found, left = [], dict(graph)
    while ready := [module for module, uses in left.items() if not uses & left.keys()]:
        found.append(sorted(ready))
        for module in ready:
            del left[module]
    while unused := [module for module in left if not any(module in uses for uses in left.values())]:
        for module in unused:
            del left[module]
    return found, left


def folders(graph):
    """The same graph by top-level folder, without the crate's root, which only declares them."""
    found = {}
    for module, uses in graph.items():
        if module:
            found.setdefault(module[:1], set()).update({use[:1] for use in uses if use} - {module[:1]})
    return found


def breaches(crate):
    """What uses something behind a wall."""
    for module, uses in crate.graph().items():
        for room, behind in WALLS.items():
            if module[: len(room)] != room or module in PASSES:
                continue
            for use in uses:
                if use[:1] and use[0] in behind:
                    yield f"{'::'.join(module)} uses {'::'.join(use)}"
            if "http" in behind and FRAMEWORK.search(crate.sources[module]):
                yield f"{'::'.join(module)} uses poem"


def served(shared, program):
    """The files of `shared` that a program uses."""
    graph, found = shared.graph(), set()
    left = {shared.file_of(path) for path in program.shared_paths()} - {()}
    while left:
        module = left.pop()
        found.add(module)
        left |= graph[module] - found - {()}
    return found


def check_shared(crates):
    shared, wrong = crates["shared"], []
    uses = {program: served(shared, crates[program]) for program in PROGRAMS}
    for module in sorted(shared.public()):
        users = [program for program in PROGRAMS if any(use[: len(module)] == module for use in uses[program])]
        name = "::".join(module)
        if users != list(PROGRAMS) and not {name, module[0]} & STAYS.keys():
            says = f"serves {users[0]} alone: move it there" if users else "serves no program: remove it"
            wrong.append(f"shared::{name} {says}")
    if wrong:
        sys.exit("\n".join([*wrong, "What must stay in `shared` all the same is listed in STAYS, with the reason."]))


def main():
    circles, crates = 0, {}
    for directory in map(Path, sys.argv[1:]):
        crate = crates[directory.name] = Crate(directory)
        graph = crate.graph()
        found, circle = layers(graph)
        circle = circle or layers(folders(graph))[1]
        for number, modules in enumerate(found):
            print(f"{directory} {number:2}  {' '.join('::'.join(module) or 'lib' for module in modules)}")
        for module, uses in sorted(circle.items()):
            inside = sorted("::".join(use) for use in uses if use in circle)
            print(f"{directory} CIRCLE  {'::'.join(module) or 'lib'} -> {', '.join(inside)}")
        circles += len(circle)
    if circles:
        sys.exit(f"{circles} files or folders import each other in circles: move what they share to a file below them")
    if breached := sorted(breaches(crates["api"])) if "api" in crates else []:
        sys.exit("\n".join([*breached, "The domain knows no HTTP (WALLS): hand it typed input, or move what is shared below it."]))
    if crates.keys() >= {"shared", *PROGRAMS}:
        check_shared(crates)


if __name__ == "__main__":
    main()
