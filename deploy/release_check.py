"""Checks that a release says what it is: one version everywhere, and every new migration and setting in the changelog.

Usage: release_check.py [--tag TAG]

With --tag, or if the present commit has a tag `v…`, the version must be that of the tag, and its entry in CHANGELOG.md
must have a date. Otherwise the version is still being made, and the entry may say Unreleased.

What is new is what the last tag before this one does not have. Before the first release that is everything: then the
entry must begin with FIRST, and the pages of the first version are its list.
"""

import json
import re
import sys
import tomllib
from pathlib import Path

from releases import earlier_release, git, present_release

CHANGELOG = "CHANGELOG.md"
FIRST = "The first version."
# Where migrations and settings are. A setting is what clap reads from the environment.
MIGRATIONS = "shared/src/database/migrations"
SOURCES = ("shared/src", "api/src", "dispatcher/src")
FORMER = "shared/src/process/variables.rs"
SETTING = re.compile(r'\benv = "([A-Z][A-Z0-9_]+)"')
# The version in names of images and packages, and in Kubernetes' `newTag`.
NAMED = re.compile(r"\b(?:almoner[:_-]|newTag: [\"']?)(\d+\.\d+\.\d+)")
HEADING = re.compile(r"^## \[([^\]]+)\] - (Unreleased|\d{4}-\d\d-\d\d)$")


def entries(changelog):
    """The entries of a changelog, the newest first: version, date, text."""
    found = []
    for line in changelog.splitlines():
        if heading := HEADING.match(line):
            found.append((*heading.groups(), []))
        elif found:
            found[-1][2].append(line)
    return [(version, date, "\n".join(lines).strip()) for version, date, lines in found]


def settings(revision):
    """The names of all settings of a revision, or of the files as they are."""
    where = ["-e", "env = ", revision] if revision else ["--untracked", "-e", "env = "]
    return set(SETTING.findall(git("grep", "-h", *where, "--", *SOURCES)))


def migrations(revision):
    if revision is None:
        return {path.stem for path in Path(MIGRATIONS).glob("*.sql")}
    listed = git("ls-tree", "--name-only", revision, f"{MIGRATIONS}/").split()
    return {Path(name).stem for name in listed if name.endswith(".sql")}


def versions():
    """The version, and every other place that names one: (place, version)."""
    version = tomllib.loads(Path("Cargo.toml").read_text())["workspace"]["package"]["version"]
    named = [("openapi/openapi.json", json.loads(Path("openapi/openapi.json").read_text())["info"]["version"])]
    client = "openapi/clients/typescript/package.json"
    named.append((client, json.loads(Path(client).read_text())["version"]))
    client = "openapi/clients/python/pyproject.toml"
    named.append((client, tomllib.loads(Path(client).read_text())["project"]["version"]))
    locked = tomllib.loads(Path("Cargo.lock").read_text())["package"]
    named += [(f"Cargo.lock, {crate['name']}", crate["version"]) for crate in locked if "source" not in crate]
    for path in git("ls-files", "-z", "deploy", "openapi/*.md", "*.md", ".github").split("\0"):
        if path != CHANGELOG and Path(path).is_file() and Path(path).suffix in ("", ".md", ".yaml", ".yml", ".example"):
            named += [(path, found) for found in NAMED.findall(Path(path).read_text())]
    return version, named


def unnamed(earlier, told):
    """What is new or gone since an earlier release, and not named in the entries that are told since."""
    words = set(re.findall(r"\w+", told))
    warned = Path(FORMER).read_text().partition("#[cfg(test)]")[0]
    before, now = settings(earlier), settings(None)
    new = [("migration", name) for name in sorted(migrations(None) - migrations(earlier))]
    new += [("new setting", name) for name in sorted(now - before)]
    new += [("former setting", name) for name in sorted(before - now)]
    problems = [f"{CHANGELOG} does not name the {what} {name}" for what, name in new if name not in words]
    silent = [name for name in sorted(before - now) if f'"{name}"' not in warned]
    return problems + [f"{FORMER} does not warn of the former setting {name}" for name in silent]


def check(tag):
    version, named = versions()
    problems = [f"{place} names {found}, and Cargo.toml {version}" for place, found in named if found != version]
    if tag and tag != f"v{version}":
        problems.append(f"the tag is {tag}, and Cargo.toml has {version}")
    told = entries(Path(CHANGELOG).read_text())
    if not told or told[0][0] != version:
        return [*problems, f"{CHANGELOG} does not begin with an entry for {version}"]
    _, date, text = told[0]
    if tag and date == "Unreleased":
        problems.append(f"{CHANGELOG}: write the day of the release at {version}")
    earlier = earlier_release()
    if earlier is None:
        return problems if text.startswith(FIRST) else [*problems, f"{CHANGELOG}: {version} does not say {FIRST}"]
    numbers = [f"v{number}" for number, _, _ in told]
    if earlier not in numbers:
        return [*problems, f"{CHANGELOG} has no entry for {earlier}"]
    return problems + unnamed(earlier, "\n".join(text for _, _, text in told[: numbers.index(earlier)]))


def main(arguments):
    match arguments:
        case []:
            tag = present_release()
        case ["--tag", tag]:
            pass
        case _:
            sys.exit(__doc__)
    problems = check(tag)
    if problems:
        sys.exit("\n".join(problems))
    since = earlier_release()
    print(f"{tag or 'the next release'} says what it is; compared with {since or 'nothing, because it is the first'}")


if __name__ == "__main__":
    main(sys.argv[1:])
