"""Runs compose.yaml under load: scales it, upgrades it twice, kills its processes, waits for an alert, backs it up. Then
compares the events that were committed with those that a receiver got, and counts the requests that failed.

Usage: trial.py [--short], with COMPOSE (the compose program with its options) and HTTPS_PORT in the environment, on the
engine of DOCKER_HOST. `deploy/containers compose` calls it, and with --short `deploy/containers trial`: then it only kills
an api and a dispatcher, and backs up. Exits with 1 if anything is not as it must be.
"""

import contextlib
import json
import os
import secrets
import shlex
import signal
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from load import Load, Site
from receiver import Receiver

DEPLOY = Path(__file__).resolve().parent.parent
COMPOSE = shlex.split(os.environ["COMPOSE"])
HTTPS_PORT = int(os.environ["HTTPS_PORT"].rpartition(":")[2])
# The host's address in the network of the dispatchers (compose.yaml beside this file).
HOST = "10.203.18.1"
# Requests in a phase in which nothing happens.
CALM = 400


def run(*command, given=None, environment=None):
    environment = {**os.environ, **(environment or {})}
    done = subprocess.run(command, cwd=DEPLOY, input=given, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip()


def compose(*arguments, given=None):
    return run(*COMPOSE, *arguments, given=given)


def containers(service):
    return compose("ps", "--quiet", service).split()


def inspect(container, what):
    return run("docker", "inspect", "--format", what, container)


def until(what, holds, seconds=180):
    """Waits for a condition, and returns its value."""
    deadline = time.monotonic() + seconds
    while not (value := holds()):
        if time.monotonic() > deadline:
            raise SystemExit(f"trial: not within {seconds} s: {what}")
        time.sleep(0.2)
    return value


def await_healthy(service, count):
    def healthy():
        states = [inspect(one, "{{.State.Health.Status}}") for one in containers(service)]
        return states.count("healthy") == len(states) == count

    until(f"{count} healthy containers of {service}", healthy)


def start(*options, **scale):
    """The documented `up`, for these numbers of containers."""
    numbers = [part for service, count in scale.items() for part in ("--scale", f"{service}={count}")]
    compose("up", "--detach", *options, *numbers)
    for service, count in scale.items():
        await_healthy(service, count)


def crash(container):
    """Kills the container's process as a crash would, so that the engine starts it again. (After `docker kill` it would
    not.)"""
    began = inspect(container, "{{.State.StartedAt}}")
    os.kill(int(inspect(container, "{{.State.Pid}}")), signal.SIGKILL)
    until("the container runs again", lambda: inspect(container, "{{.State.StartedAt}}") != began)
    until("it is healthy", lambda: inspect(container, "{{.State.Health.Status}}") == "healthy")


def release(version):
    """Makes images of a next version, which differ in a label."""
    for image in ("almoner-api", "almoner-dispatcher"):
        run("docker", "build", "--quiet", "--tag", image, "-", given=f"FROM {image}\nLABEL trial={version}\n")


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


def scale_upgrade_and_kill(load):
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


def back_up(load):
    """The documented backup, under load, restored into another database."""
    with load.phase("backed up and restored"), tempfile.TemporaryDirectory() as folder:
        for command, database in (("save", "almoner"), ("restore", "restored")):
            if command == "restore":
                compose("exec", "-T", "postgres", "createdb", "--username", "almoner", database)
            tools = {"TOOLS": " ".join([*COMPOSE, "exec", "-T", "postgres"])}
            tools["DATABASE_URL"] = f"postgres://almoner@/{database}"
            run("./backup", command, f"{folder}/backup", environment=tools)


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
    await_healthy("proxy", 1)
    check_hardening()
    root = compose("exec", "-T", "proxy", "cat", "/data/caddy/pki/authorities/local/root.crt")
    site = Site(HTTPS_PORT, ssl.create_default_context(cadata=root))
    account = compose(
        "exec", "-T", "api", "api", "accounts", "create", "--name", "Shelter", "--email", "you@shelter.example",
        "--password-stdin", given=secrets.token_urlsafe(24),
    )  # fmt: skip
    site.key = json.loads(account)["api_key"]

    receiver = Receiver(HOST)
    status, webhook = site.connect().request("POST", "/webhooks", {"webhook_url": receiver.url})
    assert status == 201, (status, webhook)
    receiver.secret = webhook["webhook_secret"]

    load = Load(site, workers=4)
    if short:
        kill(load)
    else:
        scale_upgrade_and_kill(load)
    back_up(load)
    used = memory()
    load.stop()

    committed = {event["id"]: event["data"]["id"] for event in site.events()}
    until("every committed event was received", lambda: committed.keys() <= receiver.received.keys())
    received = dict(receiver.received)
    lost_answers = load.created - set(committed.values())
    invented = received.keys() - committed.keys()
    twice = sum(count - 1 for count in received.values())

    load.print()
    print(f"\ncommitted events {len(committed)}, received {len(received)}, missing 0, never committed {len(invented)}")
    print(f"deliveries beyond the first {twice}, badly signed {receiver.unsigned}, 201 without an event {len(lost_answers)}")
    print("memory: " + "; ".join(used))
    good = load.is_good() and not invented and not lost_answers and not receiver.unsigned
    print("trial: as it must be" if good else "trial: NOT as it must be")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(short="--short" in sys.argv[1:]))
