"""Boots the system that `deploy/release try` has made, and installs and uses the package there by the commands of deploy/README.md.

Usage: try.py FOLDER, where FOLDER/root is the system, with the packages in /root. It shares the network of this program.
What the system prints goes to FOLDER/console.log. Exits with 1 if anything is not as it must be.
"""

import http.cookiejar
import json
import re
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from html.parser import HTMLParser
from pathlib import Path

DEPLOY = Path(__file__).parent.parent
sys.path.append(str(DEPLOY / "trial"))

from receiver import Receiver  # noqa: E402  # after the path that leads to it

SITE = "http://127.0.0.1:8080"
PAGE = DEPLOY / "README.md"
# Seconds that anything may take.
PATIENCE = 120


def until(what, check):
    deadline = time.monotonic() + PATIENCE
    while True:
        found = check()
        if found:
            return found
        if time.monotonic() > deadline:
            raise SystemExit(f"try: not within {PATIENCE} s: {what}")
        time.sleep(0.1)


class System:
    """The system, in a container of systemd-nspawn."""

    def __init__(self, folder):
        self.folder = folder

    def boot(self):
        options = ["--quiet", "--register=no", "--keep-unit", "--console=pipe", "--boot"]
        with (self.folder / "console.log").open("a") as console:
            command = ["systemd-nspawn", *options, f"--directory={self.folder / 'root'}"]
            self.nspawn = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=console, stderr=console)
        until("the system has booted", lambda: self.answers("systemctl", "is-system-running") in ("running", "degraded"))
        failed = self.answers("systemctl", "list-units", "--failed", "--plain", "--no-legend")
        assert not failed, failed

    def reboot(self):
        self.run("systemctl reboot")
        # The status by which systemd-nspawn asks to be started again.
        assert self.nspawn.wait(PATIENCE) == 133
        self.boot()

    def shut_down(self):
        # Upon this, it shuts the system down.
        self.nspawn.terminate()
        self.nspawn.wait(PATIENCE)

    def enter(self):
        """The beginning of a command that runs in it."""
        pid = self.nspawn.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return ["nsenter", "--target", children[0], "--all", "--"] if children else ["false"]

    def answers(self, *command):
        return subprocess.run([*self.enter(), *command], capture_output=True, text=True).stdout.strip()

    def run(self, script):
        """Runs lines of shell as root, and returns what they print."""
        environment = ["env", "-i", "HOME=/root", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive"]
        command = [*self.enter(), *environment, "sh", "-euc", f"cd /root\n{script}"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            journal = self.answers("journalctl", "--no-pager", "--lines=50")
            raise SystemExit(f"try: exit status {done.returncode}\n{script}\n{done.stdout}{done.stderr}\n{journal}")
        return done.stdout

    def of_service(self, name):
        return self.run(f"systemctl show --value --property={name} almoner.service").strip()

    def peak_mib(self):
        status = self.run(f"cat /proc/{self.of_service('MainPID')}/status")
        return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1024


def blocks(heading):
    """The commands of the page below a heading."""
    section = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#+ |\Z)", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    return "\n".join(re.findall(r"^```sh\n(.*?)^```", section[1], re.DOTALL | re.MULTILINE))


def version():
    """The version of the package, as the page names it."""
    return re.search(r"almoner_([0-9.]+)_", blocks("Install the package"))[1]


class Fields(HTMLParser):
    """The hidden fields of a page's forms."""

    def __init__(self, text):
        super().__init__()
        self.hidden = {}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "input" and attributes.get("type") == "hidden":
            self.hidden[attributes["name"]] = attributes["value"]


class Browser:
    """A visitor of the pages, with cookies."""

    def __init__(self):
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.opener = urllib.request.build_opener(jar)

    def fill(self, url, **fields):
        """Fills the form of a page, and returns the page that comes then."""
        hidden = Fields(self.opener.open(url).read().decode()).hidden
        body = urllib.parse.urlencode({**hidden, **fields}).encode()
        return self.opener.open(urllib.request.Request(url.partition("?")[0], body, {"Origin": SITE})).read().decode()


class Client:
    """A program with a key."""

    def __init__(self, key):
        self.key = key

    def call(self, method, path, body=None):
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        body = body and json.dumps(body).encode()
        request = urllib.request.Request(f"{SITE}/api/v1{path}", body, headers, method=method)
        try:
            return json.load(urllib.request.urlopen(request, timeout=10))["data"]
        except urllib.error.HTTPError as error:
            error.add_note(error.read().decode())
            raise

    def answers(self):
        try:
            return self.call("GET", "/gifts") is not None
        except OSError:
            return False

    def give(self, contact_id, amount):
        gift = {"contact_id": contact_id, "gift_amount": amount, "gift_date": "2026-01-02"}
        return self.call("POST", "/gifts", gift)["id"]

    def gifts(self):
        return {gift["id"] for gift in self.call("GET", "/gifts")}


def let_webhooks_reach_this_machine(system):
    """What an operator does whose receiver is on the same machine, as that of this trial is."""
    allow = "s#^ALMONER_WEBHOOK_ALLOW_CIDRS=.*#ALMONER_WEBHOOK_ALLOW_CIDRS=127.0.0.1#"
    system.run(f"sed -i '{allow}' /etc/almoner/almoner.env && systemctl restart almoner")


def webhook_and_donor(system, client):
    """Returns a receiver that gets all events, and the id of a contact."""
    let_webhooks_reach_this_machine(system)
    until("it serves with its new setting", client.answers)
    receiver = Receiver("127.0.0.1")
    receiver.secret = client.call("POST", "/webhooks", {"webhook_url": receiver.url})["webhook_secret"]
    donor = client.call("POST", "/contacts", {"contact_status": "donor", "contact_lname": "Lovelace"})
    return receiver, donor["id"]


def told(receiver, count):
    until(f"{count} webhooks are received", lambda: len(receiver.received) >= count)
    assert receiver.unsigned == 0, "a webhook was not signed"


def try_new(system):
    """The package of now: everything of the page."""
    began = time.monotonic()
    system.run(blocks("Install the package"))
    link = until("the log has the link", lambda: re.search(r"http\S+/setup\S+", system.run(blocks("Make the first user"))))
    page = Browser().fill(
        link[0], organisation="Shelter", currency="EUR", timezone="Europe/Lisbon", name="Ada",
        email="ada@shelter.example", password="a long pass phrase",
    )  # fmt: skip
    assert "Your account is ready" in page, page
    client = Client(json.loads(system.run("almoner-admin keys create --account 1 --user ada@shelter.example"))["api_key"])
    receiver, donor = webhook_and_donor(system, client)
    first = client.give(donor, "25.00")
    seconds = time.monotonic() - began
    told(receiver, 2)
    print(f"try: the first gift {seconds:.1f} s after apt install began, its webhook signed", flush=True)

    exposure = system.run("systemd-analyze security --no-pager almoner.service | tail -n 1")
    print(f"try: {exposure.strip()}", flush=True)
    assert float(re.search(r"\d+\.\d+", exposure)[0]) <= 2.5, exposure

    system.reboot()
    until("it serves after the reboot", client.answers)
    assert client.gifts() == {first}
    second = client.give(donor, "30.00")
    told(receiver, 3)
    print("try: serves after a reboot", flush=True)

    system.run("systemctl kill --kill-who=main --signal=KILL almoner.service")
    until("it serves after the kill", client.answers)
    assert client.gifts() == {first, second} and system.of_service("NRestarts") == "1"
    third = client.give(donor, "35.00")
    told(receiver, 4)
    print("try: serves after a kill", flush=True)

    system.run(blocks("Back up the package's data"))
    lost = client.give(donor, "40.00")
    told(receiver, 5)
    refuse_what_cannot_be_restored(system)
    assert client.gifts() == {first, second, third, lost}, "it has gone on"
    # As when somebody has copied the backup back.
    system.run("chown -R root:root /var/backups/almoner/*")
    system.run(blocks("Restore a backup of the package"))
    until("it serves after the restore", client.answers)
    system.run("test -e /var/lib/almoner/before-*/almoner.sqlite")
    assert client.gifts() == {first, second, third}, f"{lost} came after the backup"
    fourth = client.give(donor, "45.00")
    told(receiver, 6)
    print("try: serves what was backed up", flush=True)

    for _ in range(3):
        system.run("systemctl start almoner-backup.service")
    kept = system.run("ls /var/backups/almoner").split()
    assert len(kept) == 4, kept
    print(f"try: peak of memory {system.peak_mib():.0f} MiB", flush=True)

    system.run(blocks("Move, with the package"))
    until("it serves from PostgreSQL", client.answers)
    assert client.gifts() == {first, second, third, fourth}
    fifth = client.give(donor, "50.00")
    told(receiver, 7)
    system.run("rm /var/lib/almoner/almoner.sqlite*")
    system.run(blocks("Back up the package's data"))
    print("try: moved to PostgreSQL", flush=True)

    remove(system)
    system.run("test -e /var/lib/almoner/secrets.key")
    system.run(blocks("Install the package"))
    until("it serves after it was installed again", client.answers)
    assert fifth in client.gifts()
    remove(system)
    purge(system)
    print("try: removed with its data left, installed again, purged", flush=True)


def refuse_what_cannot_be_restored(system):
    """Restores a damaged backup, and one with another key, which must change nothing."""
    system.run("""
        backup=$(ls -d /var/backups/almoner/* | tail -n 1)
        cp -r "$backup" damaged
        echo x >>damaged/database
        head -c 32 /dev/urandom | base64 >other.key
        for lacking in "damaged" "$backup other.key" nowhere; do
            if almoner-admin restore $lacking; then exit 1; fi
        done
        test -z "$(find /var/lib/almoner -mindepth 1 -type d)"
        if almoner-admin backup save /root/copy 2>said; then exit 1; fi
        grep 'runs as the user almoner' said
        mkdir elsewhere && cd elsewhere
        if almoner accounts list 2>said; then exit 1; fi
        grep almoner-admin said && test ! -e data
    """)


def remove(system):
    system.run(blocks("Remove the package"))
    system.run("test ! -e /usr/bin/almoner && test -e /etc/almoner/almoner.env")


def purge(system):
    system.run("apt-get -qq purge --yes almoner")
    system.run("test ! -e /var/lib/almoner && test ! -e /etc/almoner && ls /var/backups/almoner && id almoner")
    left = system.answers("systemctl", "list-unit-files", "almoner*", "--no-legend")
    assert not left, left


def try_upgrade(system):
    """The package of earlier programs, and then that of now."""
    system.run("apt-get -qq install --yes ./almoner_*~before_*.deb")
    create = "almoner-admin accounts create --name Shelter --email ada@shelter.example --password-stdin"
    client = Client(json.loads(system.run(f"echo a long pass phrase | {create}"))["api_key"])
    until("the earlier programs serve", client.answers)
    receiver, donor = webhook_and_donor(system, client)
    first = client.give(donor, "25.00")
    told(receiver, 2)
    system.run(blocks("Upgrade the package").replace("NEW", version()))
    until("it serves after the upgrade", client.answers)
    assert client.gifts() == {first}
    client.give(donor, "30.00")
    told(receiver, 3)
    system.run(blocks("Go back to the earlier package").replace("OLD", f"{version()}~before"))
    until("it serves after the way back", client.answers)
    assert client.gifts() == {first}
    purge(system)
    print("try: upgraded, and went back", flush=True)


def main():
    system = System(Path(sys.argv[1]))
    try:
        system.boot()
        try_new(system)
        try_upgrade(system)
    finally:
        system.shut_down()


if __name__ == "__main__":
    main()
