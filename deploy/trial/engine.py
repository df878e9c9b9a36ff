"""Docker Compose and the engine, as the trials use them."""

import os
import shlex
import signal
import subprocess
import time
from pathlib import Path

DEPLOY = Path(__file__).resolve().parent.parent
COMPOSE = shlex.split(os.environ["COMPOSE"])


def run(*command, given=None, environment=None):
    environment = {**os.environ, **(environment or {})}
    done = subprocess.run(command, cwd=DEPLOY, input=given, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip()


def compose(*arguments, given=None, program=COMPOSE):
    return run(*program, *arguments, given=given)


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


def start(*options, program=COMPOSE, **scale):
    """The documented `up`, for these numbers of containers."""
    numbers = [part for service, count in scale.items() for part in ("--scale", f"{service}={count}")]
    compose("up", "--detach", *options, *numbers, program=program)
    for service, count in scale.items():
        await_healthy(service, count)


def crash(container):
    """Kills the container's process as a crash would, so that the engine starts it again. (After `docker kill` it would
    not.)"""
    began = inspect(container, "{{.State.StartedAt}}")
    os.kill(int(inspect(container, "{{.State.Pid}}")), signal.SIGKILL)
    until("the container runs again", lambda: inspect(container, "{{.State.StartedAt}}") != began)
    until("it is healthy", lambda: inspect(container, "{{.State.Health.Status}}") == "healthy")


def back_up(command, folder, database="almoner", deploy=DEPLOY, program=COMPOSE):
    """The documented backup, `save` or `restore`."""
    tools = " ".join([*program, "exec", "-T", "postgres"])
    run(deploy / "backup", command, folder, environment={"TOOLS": tools, "DATABASE_URL": f"postgres://almoner@/{database}"})
