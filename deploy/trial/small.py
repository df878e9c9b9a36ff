"""Runs compose.small.yaml under load: kills its process, and backs it up. Then compares the events that were committed with
those that a receiver got, and restores the backup in its place.

Usage: small.py, with COMPOSE (the compose program with its options) and HTTPS_PORT in the environment, on the engine of
DOCKER_HOST. `deploy/containers small` calls it. Exits with 1 if anything is not as it must be.
"""

import os
import sys

from engine import compose, containers, crash, run, start
from load import CALM, Load
from service import compare, set_up, verdict

# The host's address in the network of the api.
HOST = "10.203.17.1"


# The user of the image.
USER = 10001


def almoner(*arguments):
    """Runs a command in the api's container."""
    return compose("exec", "-T", "api", "almoner", *arguments)


def main():
    os.chown(os.environ["BACKUPS"], USER, USER)
    start(api=1)
    site, receiver = set_up(HOST)
    load = Load(site, workers=2)
    with load.phase("one process on SQLite"):
        load.await_answers(CALM)
    with load.phase("killed", tolerated=load.workers):
        crash(containers("api")[0])
        load.await_answers(CALM // 4)
    with load.phase("backed up"):
        almoner("backup", "save", "/backups/one")
        load.await_answers(CALM // 4)
    almoner("backup", "verify", "/backups/one")
    used = run("docker", "stats", "--no-stream", "--format", "{{.MemUsage}}", *containers("api"))
    load.stop()
    good, _ = compare(site, load, receiver)

    restore(site)
    print(f"memory: {used}")
    return verdict(good)


def restore(site):
    """The documented restore: all sessions end, and the records of the backup are there."""
    status, before = site.connect().request("GET", "/contacts?limit=1&sort=id")
    assert status == 200 and len(before) == 1, (status, before)
    once = ("run", "--rm", "--no-deps", "-T", "api")
    compose(*once, "backup", "verify", "/backups/one")
    compose("stop", "api")
    volume = f"{os.environ['COMPOSE_PROJECT_NAME']}_data:/data"
    move = "cd /data && to=before-$(date +%s) && mkdir $to && mv almoner.sqlite* $to"
    run("docker", "run", "--rm", "--volume", volume, "caddy:2", "sh", "-c", move)
    compose(*once, "backup", "restore", "/backups/one")
    compose(*once, "migrate")
    compose(*once, "backup", "sign-out")
    start(api=1)
    status, contacts = site.connect().request("GET", "/contacts?limit=1&sort=id")
    assert status == 200 and contacts == before, "the first contact is not what it was"


if __name__ == "__main__":
    sys.exit(main())
