"""Checks the links of the Markdown pages that git knows: each path leads to a file, each anchor to a heading.

Usage: links.py
"""

import re
import subprocess
import sys
from pathlib import Path

LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.M | re.S)


def anchors(page):
    """The anchors that GitHub makes of a page's headings."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def problem(page, link):
    path, _, anchor = link.partition("#")
    target = page.parent / path if path else page
    if not target.exists():
        return "there is no such file"
    if anchor and (target.suffix != ".md" or anchor not in anchors(target)):
        return "there is no such heading"
    return None


listed = subprocess.run(["git", "ls-files", "-z", "*.md"], check=True, capture_output=True, text=True).stdout
problems = [
    f"{page}: {link}: {wrong}"
    for page in map(Path, filter(None, listed.split("\0")))
    for link in LINK.findall(CODE.sub("", page.read_text()))
    if not re.match(r"\w+:", link) and (wrong := problem(page, link))
]
sys.exit("\n".join(problems) or 0)
