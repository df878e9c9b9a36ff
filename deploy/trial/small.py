"""Runs compose.small.yaml under load: kills its process, and backs it up. Then compares the events that were committed with
those that a receiver got, and restores the backup beside the database.

Usage: small.py, with COMPOSE (the compose program with its options) and HTTPS_PORT in the environment, on the engine of
DOCKER_HOST. `deploy/containers small` calls it. Exits with 1 if anything is not as it must be.
"""

import json
import sys

from engine import compose, containers, crash, run, start
from load import CALM, Load
from service import compare, set_up, verdict

# The host's address in the network of the api.
HOST = "10.203.17.1"


def almoner(*arguments):
    """Runs a command in the api's container."""
    return compose("exec", "-T", "api", "almoner", *arguments)


def main():
    start(api=1)
    site, receiver = set_up(HOST)
    load = Load(site, workers=2)
    with load.phase("one process on SQLite"):
        load.await_answers(CALM)
    with load.phase("killed", tolerated=load.workers):
        crash(containers("api")[0])
        load.await_answers(CALM // 4)
    with load.phase("backed up"):
        almoner("backup", "save", "/data/backup")
        load.await_answers(CALM // 4)
    almoner("backup", "verify", "/data/backup")
    used = run("docker", "stats", "--no-stream", "--format", "{{.MemUsage}}", *containers("api"))
    load.stop()
    good, _ = compare(site, load, receiver)

    elsewhere = ("run", "--rm", "--no-deps", "-T", "--env", "ALMONER_DATA_DIR=/data/elsewhere", "api")
    compose(*elsewhere, "backup", "restore", "/data/backup")
    assert json.loads(compose(*elsewhere, "accounts", "list")) == json.loads(almoner("accounts", "list"))
    print(f"memory: {used}")
    return verdict(good)


if __name__ == "__main__":
    sys.exit(main())
