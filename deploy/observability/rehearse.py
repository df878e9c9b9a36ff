"""Causes the faults that alerts are for, one after the other, on private servers. Waits until Prometheus and Alertmanager
say so, and until they say that it is over. Prints a table of the times.

Usage: rehearse.py [ALERT…]. `deploy/dev alerts` calls it.
"""

import http.server
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

DEPLOY = Path(__file__).resolve().parent.parent
# How long an alert may take to fire, and to end. WebhooksFail waits for 10 minutes.
LIMIT = 15 * 60


def get(url):
    with urllib.request.urlopen(url, timeout=10) as answer:
        return answer.read().decode()


def free_port():
    with http.server.socketserver.TCPServer(("127.0.0.1", 0), None) as server:
        return server.server_address[1]


def until(what, holds, seconds=120):
    """Waits for a condition, and returns how many seconds that took."""
    began = time.monotonic()
    while not holds():
        if time.monotonic() - began > seconds:
            raise SystemExit(f"alerts: not within {seconds} s: {what}")
        time.sleep(1)
    return time.monotonic() - began


class Receiver(http.server.BaseHTTPRequestHandler):
    """Receives webhooks, and what Alertmanager tells."""

    status = 204
    firing = set()
    told = set()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/alerts":
            for alert in json.loads(body)["alerts"]:
                change = Receiver.firing.add if alert["status"] == "firing" else Receiver.firing.discard
                change(alert["labels"]["alertname"])
                Receiver.told.add(alert["labels"]["alertname"])
        self.send_response(204 if self.path == "/alerts" else Receiver.status)
        self.end_headers()

    def log_message(self, *_):
        pass


class Deployment:
    """Almoner with PostgreSQL and RabbitMQ, as `deploy/dev up` runs it."""

    def __init__(self, directory):
        self.directory = directory
        self.process = subprocess.Popen(
            [DEPLOY / "dev", "up"], stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL
        )
        self.facts = {}
        for line in self.process.stdout:
            self.read(line.strip())
            if line.strip() == "READY":
                break
        else:
            raise SystemExit("alerts: the service does not start")
        threading.Thread(target=lambda: list(self.process.stdout), daemon=True).start()

    def read(self, line):
        if program := re.match(r"(api|dispatcher)-1: (?:(\S+) )?admin (\S+) pid (\d+)", line):
            name, url, admin, pid = program.groups()
            self.facts |= {f"{name}_url": url, f"{name}_admin": admin.removeprefix("http://"), f"{name}_pid": int(pid)}
            self.latest = name
        elif line.startswith("start it again with: "):
            self.facts[f"{self.latest}_again"] = line.removeprefix("start it again with: ")
        elif line.startswith("{"):
            self.facts["key"] = json.loads(line)["api_key"]
        elif value := re.match(r"([A-Z_]+)=(.*)", line):
            self.facts[value[1]] = value[2]

    def request(self, path, body):
        url = f"{self.facts['api_url']}/api/v1/{path}?api_key={self.facts['key']}"
        request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=40) as answer:
            return json.load(answer)["data"]

    def create(self):
        try:
            self.request("contacts", {"contact_status": "donor", "contact_lname": "Lovelace"})
        except OSError:
            pass  # A fault that is rehearsed.

    def signal(self, who, number):
        pids = [self.facts[f"{who}_pid"]] if f"{who}_pid" in self.facts else self.of_postgres()
        for pid in pids:
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass

    def of_postgres(self):
        """The server and its children, the server first."""
        server = int(self.facts["POSTGRES_PID"])
        children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
        return [server, *map(int, children)]

    def psql(self, statement):
        program = sorted(Path("/usr/lib/postgresql").glob("*/bin/psql"))[-1]
        command = [program, self.facts["DATABASE_URL"], "--quiet", "--command", statement]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL)


class Rehearsal:
    def __init__(self, deployment, prometheus):
        self.deployment, self.prometheus = deployment, prometheus
        self.children = []

    def start_again(self, who):
        command = self.deployment.facts[f"{who}_again"]
        child = subprocess.Popen(["sh", "-c", f"exec {command}"], stderr=subprocess.DEVNULL)
        self.children.append(child)
        self.deployment.facts[f"{who}_pid"] = child.pid

    # Each fault is a pair of functions: one that causes it, and one that ends it.
    def stop_broker(self):
        os.kill(int(self.deployment.facts["RABBITMQ_PID"]), signal.SIGTERM)

    def start_broker(self):
        port = re.search(r":(\d+)/", self.deployment.facts["AMQP_URL"])[1]
        command = [DEPLOY / "dev", "services", "--only", "rabbitmq", "--amqp-port", port]
        command += ["--data", self.deployment.facts["DATA"]]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
        self.children.append(child)
        for line in child.stdout:
            self.deployment.read(line.strip())
            if line.strip() == "READY":
                return
        raise SystemExit("alerts: RabbitMQ does not start again")

    def forget_transaction(self):
        self.forgotten = self.deployment.psql(
            "SET idle_in_transaction_session_timeout = 0; SELECT pg_current_xact_id(), pg_sleep(900)"
        )

    def end_transaction(self):
        self.forgotten.kill()
        self.forgotten.wait()
        # The server goes on sleeping for a client that is gone.
        self.deployment.psql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(900)%'"
            " AND pid <> pg_backend_pid()"
        ).wait()

    def receiver_down(self):
        Receiver.status = 503

    def receiver_up(self):
        Receiver.status = 204

    def faults(self):
        send, stop, go, end = self.deployment.signal, signal.SIGSTOP, signal.SIGCONT, signal.SIGKILL
        return {
            "EventsWait": ("the broker is stopped", self.stop_broker, self.start_broker),
            "DispatcherDown": (
                "the only dispatcher is killed",
                lambda: send("dispatcher", end),
                lambda: self.start_again("dispatcher"),
            ),
            "ProcessNotAnswering": (
                "the dispatcher is frozen",
                lambda: send("dispatcher", stop),
                lambda: send("dispatcher", go),
            ),
            "ApiDown": ("the only api is killed", lambda: send("api", end), lambda: self.start_again("api")),
            "DatabaseUnavailable": (
                "PostgreSQL is frozen",
                lambda: send("postgres", stop),
                lambda: send("postgres", go),
            ),
            "RequestsFail": (
                "PostgreSQL is frozen",
                lambda: send("postgres", stop),
                lambda: send("postgres", go),
            ),
            "EventLogStalled": ("a transaction is forgotten", self.forget_transaction, self.end_transaction),
            "WebhooksFail": ("the receiver answers 503", self.receiver_down, self.receiver_up),
        }

    def state(self, alert):
        alerts = json.loads(get(f"{self.prometheus}/api/v1/alerts"))["data"]["alerts"]
        return {one["state"] for one in alerts if one["labels"]["alertname"] == alert}

    def rehearse(self, alert):
        fault, cause, mend = self.faults()[alert]
        until("no alert fires before a fault", lambda: not Receiver.firing, LIMIT)
        print(f"alerts: {fault}", file=sys.stderr, flush=True)
        cause()
        fired = until(f"{alert} fires", lambda: "firing" in self.state(alert), LIMIT)
        told = fired + until(f"Alertmanager tells of {alert}", lambda: alert in Receiver.firing, 120)
        mend()
        ended = until(f"{alert} ends", lambda: alert not in Receiver.firing, LIMIT)
        print(f"| {alert} | {fault} | {fired:.0f} s | {told:.0f} s | {ended:.0f} s |", flush=True)


def configure(directory, deployment, receiver_port):
    """Writes the configuration as it is, but for the addresses and for how long Alertmanager gathers."""
    prometheus_port, alertmanager_port = free_port(), free_port()
    facts = deployment.facts
    shutil.copy(DEPLOY / "observability/alerts.yaml", directory)
    (directory / "prometheus.yaml").write_text(
        f"""
global: {{scrape_interval: 10s, evaluation_interval: 10s}}
rule_files: [alerts.yaml]
alerting: {{alertmanagers: [{{static_configs: [{{targets: ['127.0.0.1:{alertmanager_port}']}}]}}]}}
scrape_configs:
  - {{job_name: api, static_configs: [{{targets: ['{facts["api_admin"]}']}}]}}
  - {{job_name: dispatcher, static_configs: [{{targets: ['{facts["dispatcher_admin"]}']}}]}}
"""
    )
    (directory / "alertmanager.yaml").write_text(
        f"""
route: {{receiver: here, group_by: [alertname], group_wait: 1s, group_interval: 5s, repeat_interval: 1h}}
receivers:
  - name: here
    webhook_configs: [{{url: 'http://127.0.0.1:{receiver_port}/alerts', send_resolved: true}}]
"""
    )
    return prometheus_port, alertmanager_port


def main():
    directory = Path(tempfile.mkdtemp(prefix="almoner-alerts-"))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    deployment = Deployment(directory)
    prometheus_port, alertmanager_port = configure(directory, deployment, server.server_port)
    prometheus = f"http://127.0.0.1:{prometheus_port}"
    rehearsal = Rehearsal(deployment, prometheus)

    def start(program, *arguments):
        log = open(directory / f"{program}.log", "w")
        rehearsal.children.append(subprocess.Popen([program, *arguments], stdout=log, stderr=log, cwd=directory))

    try:
        start(
            "prometheus-alertmanager",
            "--config.file=alertmanager.yaml",
            f"--web.listen-address=127.0.0.1:{alertmanager_port}",
            "--cluster.listen-address=",
            "--storage.path=alertmanager",
        )
        start(
            "prometheus",
            "--config.file=prometheus.yaml",
            f"--web.listen-address=127.0.0.1:{prometheus_port}",
            "--storage.tsdb.path=prometheus",
        )
        deployment.request("webhooks", {"webhook_url": f"http://127.0.0.1:{server.server_port}/"})
        stopping = threading.Event()

        def work():
            while not stopping.wait(0.5):
                deployment.create()

        threading.Thread(target=work, daemon=True).start()

        def all_up():
            try:
                up = json.loads(get(f"{prometheus}/api/v1/query?query=sum(up)"))["data"]["result"]
                return up and up[0]["value"][1] == "2"
            except OSError:
                return False

        until("Prometheus sees both programs", all_up)
        print("| alert | fault | fires after | Alertmanager tells after | ends after the mend |\n|---|---|---|---|---|")
        for alert in sys.argv[1:] or rehearsal.faults():
            rehearsal.rehearse(alert)
        stopping.set()
    finally:
        deployment.signal("postgres", signal.SIGCONT)
        for child in reversed(rehearsal.children):
            child.terminate()
            child.wait()
        deployment.process.terminate()
        deployment.process.wait()
        shutil.rmtree(directory, ignore_errors=True)


main()
