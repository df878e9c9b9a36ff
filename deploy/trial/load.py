"""The load of the trial: clients of the API, through the proxy."""

import contextlib
import http.client
import json
import re
import threading
import time
from collections import Counter

# Requests of each worker in a second, at most. The rate limit of compose.yaml allows 100 for each api.
PACE = 20
# Requests in a phase in which nothing happens.
CALM = 400


class Connection:
    """A client's connection to the proxy."""

    def __init__(self, site):
        self.site = site
        self.http = http.client.HTTPSConnection("localhost", site.port, context=site.tls, timeout=60)
        self.sync_cursor = None

    def request(self, method, path, body=None):
        """Returns the status, and `data` of the envelope."""
        headers = {"Authorization": f"Bearer {self.site.key}", "Content-Type": "application/json"}
        self.http.request(method, "/api/v1" + path, body and json.dumps(body), headers)
        answer = self.http.getresponse()
        text = answer.read()
        self.sync_cursor = answer.getheader("Sync-Cursor")
        if answer.getheader("Content-Type", "").startswith("application/json"):
            return answer.status, json.loads(text)["data"]
        return answer.status, None


class Site:
    """Where the proxy is, and the account's key."""

    def __init__(self, port, tls):
        self.port, self.tls, self.key = port, tls, ""

    def connect(self):
        return Connection(self)

    def events(self):
        """All events of the account, as they were committed."""
        connection, after = self.connect(), ""
        while True:
            status, page = connection.request("GET", f"/events?limit=1000{after}")
            assert status == 200, status
            yield from page
            if not page:
                return
            after = f"&after={page[-1]['id']}"


class Load:
    """Workers that create and read contacts until they are stopped. None repeats a request. `created` are the kinds and ids
    of the records that were answered."""

    def __init__(self, site, workers):
        self.site, self.workers = site, workers
        self.created, self.phases, self.current = set(), [], None
        self.lock, self.stopped = threading.Lock(), threading.Event()
        self.threads = [threading.Thread(target=self.work, daemon=True) for _ in range(workers)]

    @contextlib.contextmanager
    def phase(self, name, tolerated=0):
        """What is answered from here on belongs to this phase. At most `tolerated` requests may fail in it."""
        self.current = {"name": name, "tolerated": tolerated, "counts": Counter(), "failures": Counter(), "slowest": 0.0}
        self.phases.append(self.current)
        if len(self.phases) == 1:
            for thread in self.threads:
                thread.start()
        print(f"trial: {name}", flush=True)
        yield
        self.await_answers(self.workers)

    def await_answers(self, count):
        """Waits until this many more requests were answered or failed."""
        counts = self.current["counts"]
        target = counts["requests"] + count
        deadline = time.monotonic() + 300
        while counts["requests"] < target:
            assert time.monotonic() < deadline, "the load stands still"
            time.sleep(0.05)

    def choose(self, turn, last):
        """The next request of a worker, whose last contact is `last`: a path, and the body of a change."""
        if turn % 4 == 0 and last:
            return f"/contacts/{last}", None
        return "/contacts", {"contact_status": "donor", "contact_lname": f"Lovelace {turn}"}

    def work(self):
        connection, turn, last = self.site.connect(), 0, None
        while not self.stopped.is_set():
            turn += 1
            began, phase = time.monotonic(), self.current
            path, body = self.choose(turn, last)
            kind, method = re.match("/([a-z-]+)", path)[1], "POST" if body else "GET"
            try:
                status, data = connection.request(method, path, body)
                failure = None if status == (201 if body else 200) else f"status {status}"
            except (OSError, http.client.HTTPException) as error:
                failure, data, connection = repr(error), None, self.site.connect()
            took = time.monotonic() - began
            with self.lock:
                phase["counts"]["requests"] += 1
                phase["slowest"] = max(phase["slowest"], took)
                if failure:
                    phase["failures"][f"{method} {kind} {failure}"] += 1
                elif body:
                    self.created.add((kind, data["id"]))
                    last = data["id"] if kind == "contacts" else last
            self.stopped.wait(max(0.0, 1 / PACE - took))

    def stop(self):
        self.stopped.set()
        for thread in self.threads:
            thread.join()

    def is_good(self):
        return all(phase["failures"].total() <= phase["tolerated"] for phase in self.phases)

    def print(self):
        print("\n| phase | requests | failed | slowest |\n|---|---|---|---|")
        for phase in self.phases:
            failed = phase["failures"].total()
            print(f"| {phase['name']} | {phase['counts']['requests']} | {failed} | {phase['slowest']:.1f} s |")
        for phase in self.phases:
            for failure, count in phase["failures"].items():
                print(f"{phase['name']}: {count} times {failure}")
