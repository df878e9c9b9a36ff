"""Runs compose.yaml under load: scales it, upgrades it twice, kills its processes, cuts its networks, waits for an alert,
backs it up. Then compares the events that were committed with those that a receiver got, and counts the requests that
failed.

Usage: trial.py [--short], with COMPOSE (the compose program with its options) and HTTPS_PORT in the environment, on the
engine of DOCKER_HOST. `deploy/containers compose` calls it, and with --short `deploy/containers trial`: then it only kills
an api and a dispatcher, and backs up. Exits with 1 if anything is not as it must be.
"""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from engine import await_healthy, back_up, compose, containers, crash, inspect, run, start, until
from load import CALM, Load
from service import compare, set_up, verdict

# The host's address in the network of the dispatchers (compose.yaml beside this file).
HOST = "10.203.18.1"


def release(version):
    """Makes the image of a next version, which differs in a label."""
    run("docker", "build", "--quiet", "--tag", "almoner", "-", given=f"FROM almoner\nLABEL trial={version}\n")


def check_hardening():
    """What an intruder would look for in a container of the api."""
    container = containers("api")[0]
    assert inspect(container, "{{.HostConfig.ReadonlyRootfs}} {{.Config.User}}") == "true 10001:10001"
    status = Path(f"/proc/{inspect(container, '{{.State.Pid}}')}/status").read_text()
    fields = dict(line.split(":\t", 1) for line in status.splitlines())
    assert fields["Uid"].split() == ["10001"] * 4, fields["Uid"]
    assert int(fields["CapBnd"], 16) == 0 and fields["NoNewPrivs"] == "1", fields
    shell = subprocess.run(["docker", "exec", container, "/bin/sh", "-c", "true"], capture_output=True, check=False)
    assert shell.returncode != 0, "the image has a shell"


def memory():
    """The most memory that a container of each program uses now, in text as Docker shows it."""
    lines = run("docker", "stats", "--no-stream", "--format", "{{.Name}} {{.MemUsage}}").splitlines()
    used = sorted(line.split(" / ")[0] for line in lines)
    return [line for line in used if "api" in line or "dispatcher" in line]


@contextlib.contextmanager
def cut_off(service):
    """Takes a container out of the network of PostgreSQL and RabbitMQ for a minute. Nobody is told: no packet comes back."""
    container, network = containers(service)[0], f"{os.environ['COMPOSE_PROJECT_NAME']}_back"
    run("docker", "network", "disconnect", network, container)
    yield
    time.sleep(60)
    run("docker", "network", "connect", "--alias", service, network, container)


def cut_networks(load, receiver):
    """A dispatcher that reaches its receivers but not the database, and a broker that nobody reaches."""
    for service in ("dispatcher", "rabbitmq"):
        before = sum(receiver.received.values()) - len(receiver.received)
        with load.phase(f"{service} cut off for a minute"), cut_off(service):
            load.await_answers(CALM // 4)
        await_healthy("dispatcher", 3)
        with load.phase("joined again"):
            load.await_answers(CALM // 4)
        twice = sum(receiver.received.values()) - len(receiver.received) - before
        print(f"trial: {twice} deliveries beyond the first around that", flush=True)
        # The most that one dispatcher has in flight for one webhook.
        assert twice <= 128, twice


def scale_upgrade_and_kill(load, receiver):
    with load.phase("3 apis, 3 dispatchers"):
        load.await_answers(CALM)
    with load.phase("scaled to 5 and 4, to 1 and 1, back to 3 and 3"):
        for api, dispatcher in ((5, 4), (1, 1), (3, 3)):
            start("--no-recreate", api=api, dispatcher=dispatcher)
            load.await_answers(CALM // 4)
    with load.phase("upgraded by deploy/rollout"):
        release(1)
        run("./rollout")
        load.await_answers(CALM // 4)
    with load.phase("upgraded by `up`, all containers at once"):
        release(2)
        start(api=3, dispatcher=3)
        load.await_answers(CALM // 4)
    kill(load)
    with load.phase("the broker killed"):
        crash(containers("rabbitmq")[0])
        load.await_answers(CALM // 4)
    cut_networks(load, receiver)
    observe(load)


def observe(load):
    """The profile `observability`, without Grafana, of which there is no stand-in: Prometheus sees every process, and tells
    Alertmanager when all dispatchers are gone."""
    compose("up", "--detach", "prometheus", "alertmanager")

    def seen(job):
        """How many processes Prometheus sees, as promtool prints it. Before it listens, promtool fails."""
        query = ["promtool", "query", "instant", "http://127.0.0.1:9090", f'sum(up{{job="{job}"}})']
        with contextlib.suppress(subprocess.CalledProcessError):
            return compose("exec", "-T", "prometheus", *query)
        return ""

    def told():
        with contextlib.suppress(OSError), urllib.request.urlopen("http://127.0.0.1:9093/api/v2/alerts", timeout=5) as answer:
            return [alert["labels"]["alertname"] for alert in json.load(answer)]
        return []

    for job in ("api", "dispatcher"):
        until(f"Prometheus sees three of {job}", lambda: " 3 @" in seen(job))
    with load.phase("no dispatcher, until the alert fires"):
        began = time.monotonic()
        compose("up", "--detach", "--no-recreate", "--scale", "api=3", "--scale", "dispatcher=0")
        until("Alertmanager has the alert", lambda: "DispatcherDown" in told())
        print(f"trial: DispatcherDown after {time.monotonic() - began:.0f} s", flush=True)
        start("--no-recreate", api=3, dispatcher=3)


def back_up_and_restore(load):
    """Makes a backup under load, and restores it into another database."""
    with load.phase("backed up and restored"), tempfile.TemporaryDirectory() as folder:
        back_up("save", f"{folder}/backup")
        compose("exec", "-T", "postgres", "createdb", "--username", "almoner", "restored")
        back_up("restore", f"{folder}/backup", database="restored")


def kill(load):
    with load.phase("a dispatcher killed"):
        crash(containers("dispatcher")[0])
        load.await_answers(CALM // 4)
    with load.phase("an api killed", tolerated=load.workers):
        crash(containers("api")[0])
        load.await_answers(CALM // 4)


def main(short):
    count = 2 if short else 3
    start(api=count, dispatcher=count)
    check_hardening()
    site, receiver = set_up(HOST)
    load = Load(site, workers=4)
    if short:
        kill(load)
    else:
        scale_upgrade_and_kill(load, receiver)
    back_up_and_restore(load)
    used = memory()
    load.stop()
    good, _ = compare(site, load, receiver)
    print("memory: " + "; ".join(used))
    return verdict(good)


if __name__ == "__main__":
    sys.exit(main(short="--short" in sys.argv[1:]))
