"""The logs of apis and dispatchers, also of those whose containers are removed."""

import contextlib
import json
import os
import subprocess
import threading
from collections import Counter, defaultdict
from datetime import datetime

from engine import run


class Logs:
    """Follows every log from its beginning. `version_of` names the version that a container runs."""

    def __init__(self, folder, version_of):
        self.folder, self.version_of, self.followed = folder, version_of, {}
        self.stopped = threading.Event()
        threading.Thread(target=self.follow, daemon=True).start()

    def follow(self):
        project = f"label=com.docker.compose.project={os.environ['COMPOSE_PROJECT_NAME']}"
        while not self.stopped.wait(1):
            for service in ("api", "dispatcher"):
                label = f"label=com.docker.compose.service={service}"
                for one in run("docker", "ps", "--quiet", "--filter", project, "--filter", label).split():
                    # It may have been removed at this moment.
                    with contextlib.suppress(subprocess.CalledProcessError):
                        if one not in self.followed:
                            self.followed[one] = self.begin(service, one)

    def begin(self, service, container):
        version = self.version_of(container)
        path = self.folder / f"{version}-{service}-{container}"
        with path.open("w") as file:
            # The log is on standard error; the other has what the api tells whoever starts it.
            subprocess.Popen(["docker", "logs", "--follow", container], stdout=subprocess.DEVNULL, stderr=file)
        return service, version, path

    def lines(self):
        """The lines so far, each with its service and its version."""
        for service, version, path in list(self.followed.values()):
            # What follows the last end of a line is not complete yet.
            for line in path.read_text().split("\n")[:-1]:
                try:
                    yield service, version, json.loads(line)
                except ValueError:
                    yield service, version, {"level": "ERROR", "message": line}

    def print_side_by_side(self, began, ended):
        """Prints for how long two versions worked at once between two times, and how many requests each answered meanwhile."""
        seen = defaultdict(list)
        for service, version, line in self.lines():
            if "timestamp" in line and began <= (at := datetime.fromisoformat(line["timestamp"])) <= ended:
                seen[service, version].append((at, line.get("message") == "request"))
        for service in ("dispatcher", "api"):
            since = min(at for at, _ in seen[service, "present"])
            until = max(at for at, _ in seen[service, "earlier"])
            print(f"side by side: {service}s of both versions for {(until - since).total_seconds():.0f} s", end="")
            for version in ("earlier", "present") if service == "api" else ():
                count = sum(is_request and since <= at <= until for at, is_request in seen[service, version])
                print(f", {count} requests by the {version} one", end="")
            print()

    def are_good(self):
        """Prints how many lines there are of each kind, and what is no information. Returns whether there is no error."""
        levels, remarks = Counter(), Counter()
        for service, version, line in self.lines():
            levels[service, version, line["level"]] += 1
            if line["level"] != "INFO":
                remarks[f"{version} {service}: {line['level']} {line.get('message')} {line.get('error', '')}"] += 1
        for (service, version, level), count in sorted(levels.items()):
            print(f"log of the {version} {service}s: {count} lines of level {level}")
        for remark, count in remarks.most_common():
            print(f"{count} times {remark}")
        return all(level != "ERROR" for _, _, level in levels)
