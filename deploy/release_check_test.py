"""Tries release_check.py on small repositories of its own."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import openapi_changes
from release_check import check
from releases import earlier_release, last_minors, present_release

CHANGELOG = """# Changelog

## [0.2.0] - Unreleased

### Added

{new}

## [0.1.0] - 2026-12-01

The first version.
"""
FILES = {
    "Cargo.toml": '[workspace.package]\nversion = "0.1.0"\n',
    "Cargo.lock": (
        '[[package]]\nname = "api"\nversion = "0.1.0"\n\n[[package]]\nname = "x"\nversion = "9.0.0"\nsource = "y"\n'
    ),
    "openapi/openapi.json": '{"info": {"version": "0.1.0"}}',
    "openapi/clients/typescript/package.json": '{"version": "0.1.0"}',
    "openapi/clients/python/pyproject.toml": '[project]\nversion = "0.1.0"\n',
    "deploy/compose.yaml": "image: ${ALMONER_IMAGE:-almoner:0.1.0}\n",
    "deploy/kustomization.yaml": "newTag: 0.1.0\n",
    "shared/src/database/migrations/m1_first.sql": "",
    "dispatcher/src/main.rs": "",
    "shared/src/process/variables.rs": "const FORMER: &[Former] = &[];\n",
    "api/src/config.rs": '#[arg(env = "ALMONER_LISTEN")]\n#[arg(env = "ALMONER_LOG")]\n',
    "CHANGELOG.md": "# Changelog\n\n## [0.1.0] - 2026-12-01\n\nThe first version.\n",
}


class Release(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, Path.cwd())
        os.chdir(folder.name)
        self.git("init", "--quiet")
        self.write(FILES)
        self.commit()

    def git(self, *arguments):
        identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
        subprocess.run(["git", *identity, *arguments], check=True, capture_output=True)

    def write(self, files):
        for name, text in files.items():
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_text(text)

    def replace(self, name, before, after):
        self.write({name: Path(name).read_text().replace(before, after)})

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "A commit")

    def bump(self, new="Nothing."):
        """The next version after the release of the first one."""
        self.git("tag", "v0.1.0")
        for name in FILES:
            if "src" not in name:
                self.replace(name, "0.1.0", "0.2.0")
        self.write({"CHANGELOG.md": CHANGELOG.format(new=new)})
        self.commit()

    def test_a_first_version_names_nothing_as_new(self):
        self.assertEqual(check("v0.1.0"), [])
        self.replace("CHANGELOG.md", "The first version.", "Much.")
        self.assertEqual(check(None), ["CHANGELOG.md: 0.1.0 does not say The first version."])

    def test_a_release_has_a_date_and_the_tag_of_its_version(self):
        self.replace("CHANGELOG.md", "2026-12-01", "Unreleased")
        self.assertEqual(check(None), [])
        self.assertEqual(check("v0.1.0"), ["CHANGELOG.md: write the day of the release at 0.1.0"])
        self.assertIn("the tag is v0.1.1, and Cargo.toml has 0.1.0", check("v0.1.1"))

    def test_each_place_names_the_version(self):
        for name, place in (
            ("Cargo.lock", "Cargo.lock, api"),
            ("openapi/openapi.json", "openapi/openapi.json"),
            ("openapi/clients/typescript/package.json", "openapi/clients/typescript/package.json"),
            ("openapi/clients/python/pyproject.toml", "openapi/clients/python/pyproject.toml"),
            ("deploy/compose.yaml", "deploy/compose.yaml"),
            ("deploy/kustomization.yaml", "deploy/kustomization.yaml"),
        ):
            with self.subTest(name):
                self.replace(name, "0.1.0", "0.0.9")
                self.assertEqual(check(None), [f"{place} names 0.0.9, and Cargo.toml 0.1.0"])
                self.replace(name, "0.0.9", "0.1.0")

    def test_the_changelog_begins_with_the_version(self):
        self.replace("CHANGELOG.md", "[0.1.0]", "[0.0.9]")
        self.assertEqual(check(None), ["CHANGELOG.md does not begin with an entry for 0.1.0"])

    def test_each_new_migration_and_setting_is_named(self):
        self.bump()
        self.assertEqual(check(None), [])
        self.write({"shared/src/database/migrations/m2_second.sql": ""})
        self.replace("api/src/config.rs", '#[arg(env = "ALMONER_LOG")]', '#[arg(env = "ALMONER_LOG_LEVEL")]')
        self.assertEqual(
            check(None),
            [
                "CHANGELOG.md does not name the migration m2_second",
                "CHANGELOG.md does not name the new setting ALMONER_LOG_LEVEL",
                "CHANGELOG.md does not name the former setting ALMONER_LOG",
                "shared/src/process/variables.rs does not warn of the former setting ALMONER_LOG",
            ],
        )
        self.write({"shared/src/process/variables.rs": 'Former { name: "ALMONER_LOG" }\n'})
        self.replace("CHANGELOG.md", "Nothing.", "`m2_second`; `ALMONER_LOG` is now `ALMONER_LOG_LEVEL`.")
        self.assertEqual(check(None), [])

    def test_what_an_earlier_entry_names_is_not_named(self):
        self.bump()
        self.replace("CHANGELOG.md", "The first version.", "The first version. m2_second")
        self.write({"shared/src/database/migrations/m2_second.sql": ""})
        self.assertEqual(check(None), ["CHANGELOG.md does not name the migration m2_second"])

    def test_a_tagged_commit_is_compared_with_the_release_before(self):
        self.bump()
        self.write({"shared/src/database/migrations/m2_second.sql": ""})
        self.replace("CHANGELOG.md", "Unreleased", "2027-01-01")
        self.commit()
        self.git("tag", "v0.2.0")
        self.assertEqual(check("v0.2.0"), ["CHANGELOG.md does not name the migration m2_second"])

    def test_releases_are_in_the_order_of_their_numbers(self):
        for tag in ("v0.9.0", "v0.10.0", "v0.10.1", "v0.11.0", "before", "v1.0.0-rc.1"):
            self.commit()
            self.git("tag", tag)
        self.assertEqual((present_release(), earlier_release()), (None, "v0.11.0"))
        self.assertEqual(last_minors("v0.11.0"), ["v0.11.0", "v0.10.1"])
        self.git("checkout", "--quiet", "v0.10.1")
        self.assertEqual((present_release(), earlier_release()), ("v0.10.1", "v0.10.0"))
        self.git("checkout", "--quiet", "v0.9.0")
        self.assertEqual((present_release(), earlier_release()), ("v0.9.0", None))

    def test_the_document_is_compared_with_that_of_the_last_tag(self):
        document = '{"paths": {"/tags": {"get": {"operationId": "%s", "responses": {}}}}}'
        self.write({"openapi/openapi.json": document % "listTags"})
        openapi_changes.main([])
        self.commit()
        self.git("tag", "v0.1.0")
        self.write({"openapi/openapi.json": document % "tags"})
        self.commit()
        with self.assertRaisesRegex(SystemExit, 'GET /tags: operationId was "listTags" and is "tags"'):
            openapi_changes.main([])


if __name__ == "__main__":
    unittest.main()
