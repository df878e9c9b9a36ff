"""Writes the crates that the programs are made of, with their licences and the texts of these.

Usage: third_party.py TRIPLE OUTPUT, where TRIPLE is Rust's name of the machine that the programs are for.
"""

import json
import subprocess
import sys
from pathlib import Path

# The beginnings of the names of files that have licences, or what a licence wants to be told.
TEXTS = ("copying", "copyright", "licence", "license", "notice", "unlicense")


def crates(triple):
    """What is in the programs, by name: neither what only tests need, nor what only runs while they are built."""
    command = ["cargo", "tree", "--locked", "--target", triple, "--edges", "normal", "--prefix", "none"]
    command += ["--package", "api", "--package", "dispatcher", "--format", "{p}"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    used = {tuple(line.split()[:2]) for line in lines if line}
    command = ["cargo", "metadata", "--locked", "--format-version", "1"]
    packages = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["packages"]
    of_others = [package for package in packages if package["source"]]
    return sorted(
        (package for package in of_others if (package["name"], f"v{package['version']}") in used),
        key=lambda package: (package["name"], package["version"]),
    )


def texts(package):
    """The texts of the licences that the crate has."""
    files = Path(package["manifest_path"]).parent.iterdir()
    named = (file for file in files if file.is_file() and file.name.lower().startswith(TEXTS))
    return sorted({file.read_text(errors="replace").strip() for file in named})


def main(triple, output):
    packages, by_text = crates(triple), {}
    with output.open("w") as out:
        print("Almoner is made of these crates, besides its own:\n", file=out)
        for package in packages:
            print(f"  {package['name']} {package['version']}: {package['license']}", file=out)
            for text in texts(package):
                by_text.setdefault(text, []).append(f"{package['name']} {package['version']}")
        for text, names in by_text.items():
            print(f"\n{'-' * 80}\n{', '.join(names)}:\n\n{text}", file=out)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
