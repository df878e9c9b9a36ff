"""Releases, as git knows them: tags such as v0.1.0."""

import re
import subprocess

VERSION = re.compile(r"v(\d+)\.(\d+)\.(\d+)")


def git(*arguments):
    return subprocess.run(["git", *arguments], check=True, capture_output=True, text=True).stdout


def releases(revision):
    """The tags of all releases that a revision has behind it, or is, the newest version first."""
    tags = git("tag", "--merged", revision).split()
    return sorted(filter(VERSION.fullmatch, tags), key=number, reverse=True)


def number(tag):
    return tuple(int(part) for part in VERSION.fullmatch(tag).groups())


def present_release():
    """The tag of the present commit, or None."""
    tags = [tag for tag in git("tag", "--points-at", "HEAD").split() if VERSION.fullmatch(tag)]
    return max(tags, key=number, default=None)


def earlier_release():
    """The newest release before the present commit, or None."""
    present = present_release()
    return next((tag for tag in releases("HEAD") if present is None or number(tag) < number(present)), None)


def last_minors(release):
    """The newest releases of the last two minor versions up to a release."""
    newest = {}
    for tag in releases(release):
        newest.setdefault(number(tag)[:2], tag)
    return list(newest.values())[:2]


def file_at(revision, path):
    return git("show", f"{revision}:{path}")
