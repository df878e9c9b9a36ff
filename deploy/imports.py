"""Prints which source file imports which, by layers. Fails if files, or top-level folders, import each
other in a circle, or if one uses what lies behind a wall (WALLS).

Usage: imports.py CRATE_DIRECTORY…

Reads `use` declarations and paths that begin with `crate::` or `super::`, tests left out, and follows `pub use` to the
file that defines the name. Macros count as the crate's root. A circle is a set of files each of which leads to every other.
"""

import re
import sys
from pathlib import Path

TESTS = re.compile(r"\n#\[cfg\(test\)\]\nmod \w+ \{.*\Z", re.S)
COMMENT = re.compile(r"//[^\n]*|\bpub\([^)]*\)")
USE = re.compile(r"^\s*(pub(?:\([^)]*\))? )?use ([^;]+);", re.M)
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


def breaches(crate, graph):
    """What uses something behind a wall."""
    for module, uses in graph.items():
        for room, behind in WALLS.items():
            if module[: len(room)] != room or module in PASSES:
                continue
            for use in uses:
                if use[:1] and use[0] in behind:
                    yield f"{'::'.join(module)} uses {'::'.join(use)}"
            if "http" in behind and FRAMEWORK.search(crate.sources[module]):
                yield f"{'::'.join(module)} uses poem"


def main():
    circles, breached = 0, []
    for directory in map(Path, sys.argv[1:]):
        crate = Crate(directory)
        graph = crate.graph()
        if directory.name == "api":
            breached = sorted(breaches(crate, graph))
        found, circle = layers(graph)
        circle = circle or layers(folders(graph))[1]
        for number, modules in enumerate(found):
            print(f"{directory} {number:2}  {' '.join('::'.join(module) or 'lib' for module in modules)}")
        for module, uses in sorted(circle.items()):
            inside = sorted("::".join(use) for use in uses if use in circle)
            print(f"{directory} CIRCLE  {'::'.join(module) or 'lib'} -> {', '.join(inside)}")
        circles += len(circle)
    if breached:
        sys.exit("\n".join(breached) + "\nThe domain knows no HTTP (WALLS): hand it typed input, or move what is shared below it")
    sys.exit(f"{circles} files or folders import each other in circles: move what they share to a file below them" if circles else 0)


if __name__ == "__main__":
    main()
