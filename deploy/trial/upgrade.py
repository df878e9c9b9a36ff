"""Upgrades compose.yaml under load from an earlier version to the present one, and goes back, by the steps of the runbook.
Old and new programs work side by side meanwhile. Then compares what was committed with what a receiver got, counts the
requests that failed, and looks for errors in the logs of both versions.

Usage: upgrade.py, with COMPOSE and HTTPS_PORT as for trial.py, EARLIER (the folder of the earlier version's sources),
EARLIER_COMPOSE (COMPOSE with its compose.yaml) and LOGS (an empty folder). The images of the two versions have the tags
`earlier` and `present`. `deploy/containers upgrade` calls it. Exits with 1 if anything is not as it must be.
"""

import os
import shlex
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from engine import back_up, compose, containers, inspect, run, start
from load import CALM, Load
from logs import Logs
from service import compare, set_up, verdict

EARLIER = Path(os.environ["EARLIER"])
EARLIER_COMPOSE = shlex.split(os.environ["EARLIER_COMPOSE"])

# The host's address in the network of the dispatchers (compose.yaml beside this file).
HOST = "10.203.18.1"


class MixedLoad(Load):
    """Contacts and their gifts, and reads of what each version computes or keeps in memory."""

    def choose(self, turn, last):
        if turn % 4 == 0:
            return ("/contacts?limit=20", "/giving-summary?group_by=month", "/events?limit=20")[turn // 4 % 3], None
        if turn % 4 == 1 and last:
            return "/gifts", {"gift_amount": 5, "contact_id": last}
        return super().choose(turn, last)


class Copy:
    """A client's copy of the contacts, which it brings up to date with the cursor of its last list."""

    def __init__(self, site):
        self.connection, self.contacts, self.since = site.connect(), set(), ""

    def update(self):
        status, contacts = self.connection.request("GET", f"/contacts{self.since}")
        assert status == 200, status
        self.contacts.update(("contacts", contact["id"]) for contact in contacts)
        self.since = "?updated_since=" + quote(self.connection.sync_cursor)


def images(version):
    """The images of a version: one, or in versions before 0.1.0 one for each program."""
    return run("docker", "images", "--filter", f"reference=almoner*:{version}", "--format", "{{.Repository}}:{{.Tag}}").split()


def use(version):
    """As a build of this version does: from now on its images have the names that compose.yaml has."""
    for image in images(version):
        run("docker", "tag", image, image.partition(":")[0])


def version_of(container):
    """Which version a container runs."""
    image = inspect(container, "{{.Image}}")
    return next(one for one in ("earlier", "present") if any(image == inspect(name, "{{.Id}}") for name in images(one)))


def versions():
    """The versions that run now."""
    return {version_of(one) for service in ("api", "dispatcher") for one in containers(service)}


def earlier_rollout():
    """Runs the earlier version's rollout. Returns whether it refuses, because the database's schema is a newer one."""
    environment = {**os.environ, "COMPOSE": os.environ["EARLIER_COMPOSE"]}
    done = subprocess.run([EARLIER / "deploy/rollout"], env=environment, capture_output=True, text=True, check=False)
    print(done.stdout + done.stderr, file=sys.stderr)
    refuses = "newer version" in done.stdout + done.stderr
    assert refuses == (done.returncode != 0), done.returncode
    return refuses


def upgrade_and_return(load, copy, folder):
    """Returns whether the schema kept the earlier version from coming back, and between which times both versions worked."""
    with load.phase("3 apis and 3 dispatchers of the earlier version"):
        load.await_answers(CALM)
    with load.phase("backed up"):
        back_up("save", folder, deploy=EARLIER / "deploy", program=EARLIER_COMPOSE)
        copy.update()
    use("present")
    began = datetime.now(UTC)
    with load.phase("migrated, then one container after the other replaced (`rollout 1`)"):
        run("./rollout", "1")
    ended = datetime.now(UTC)
    assert versions() == {"present"}
    with load.phase("the present version"):
        copy.update()
        load.await_answers(CALM)
    use("earlier")
    with load.phase("back: `rollout` of the earlier version"):
        refuses = earlier_rollout()
    assert versions() == {"present" if refuses else "earlier"}
    with load.phase("the version that runs then"):
        load.await_answers(CALM)
    return refuses, (began, ended)


def restore(folder):
    """The way back from a newer schema. The newer database stays beside the restored one."""
    compose("stop", "api", "dispatcher", program=EARLIER_COMPOSE)
    rename = "ALTER DATABASE almoner RENAME TO newer"
    postgres = ["exec", "-T", "postgres"]
    compose(*postgres, "psql", "--quiet", "--username", "almoner", "--dbname", "postgres", "--command", rename)
    compose(*postgres, "createdb", "--username", "almoner", "almoner")
    back_up("restore", folder, deploy=EARLIER / "deploy", program=EARLIER_COMPOSE)
    start(program=EARLIER_COMPOSE, api=3, dispatcher=3)
    assert versions() == {"earlier"}


def main(folder):
    use("earlier")
    start(program=EARLIER_COMPOSE, api=3, dispatcher=3)
    logs = Logs(Path(os.environ["LOGS"]), version_of)
    site, receiver = set_up(HOST)
    load = MixedLoad(site, workers=4)
    copy = Copy(site)
    refuses, times = upgrade_and_return(load, copy, folder)
    load.stop()
    # What was in flight: each client has one change under way whenever one of the three dispatchers stops.
    good, committed = compare(site, load, receiver, twice_max=3 * load.workers)
    copy.update()
    missed = {record for record in load.created if record[0] == "contacts"} - copy.contacts
    print(f"contacts that a copy misses, which was brought up to date by both versions: {len(missed)}")
    good = good and not missed
    logs.print_side_by_side(*times)
    if refuses:
        print("\ntrial: the schema is a newer one, so the way back is the backup", flush=True)
        restore(folder)
        again = MixedLoad(site, workers=4)
        with again.phase("the earlier version on the restored database"):
            again.await_answers(CALM)
        again.stop()
        good = compare(site, again, receiver, taken_away=committed)[0] and good
    return verdict(logs.are_good() and good)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        sys.exit(main(f"{temporary}/backup"))
