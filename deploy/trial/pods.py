"""Runs the pods of an overlay as containers on the engine of DOCKER_HOST, as their manifests say: image, arguments,
environment, user, capabilities, read-only root, memory, volumes, probes, and the time to stop. All begin at once, as after
`kubectl apply`. This is no cluster: Services are network aliases, and policies, autoscalers and the Ingress do nothing.

Usage: pods.py FILE. `deploy/containers pods` calls it. Exits with 1 if a pod does not do what its manifest says.
"""

import base64
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

import yaml

NETWORK = "almoner-pods"
POSTGRES, RABBITMQ = secrets.token_hex(24), secrets.token_hex(24)
# The Secret `almoner` that deploy/README.md has the operator make.
SECRET = {
    "DATABASE_URL": f"postgres://almoner:{POSTGRES}@postgres/almoner",
    "AMQP_URL": f"amqp://almoner:{RABBITMQ}@rabbitmq/%2f",
    "ALMONER_SECRETS_KEY": base64.b64encode(secrets.token_bytes(32)).decode(),
    "POSTGRES_PASSWORD": POSTGRES,
    "RABBITMQ_PASSWORD": RABBITMQ,
}


def docker(*arguments, check=True):
    done = subprocess.run(["docker", *arguments], stdout=subprocess.PIPE, text=True, check=check)
    return done.stdout.strip() if check else done.returncode


class Pod:
    """A pod of one container."""

    def __init__(self, workload, config, folder):
        self.workload, self.config, self.folder = workload, config, folder
        self.name = workload["metadata"]["name"]
        self.spec = workload["spec"]["template"]["spec"]
        (self.container,) = self.spec["containers"]
        self.volumes = {volume["name"]: volume for volume in self.spec.get("volumes", [])}
        self.id = None

    def environment(self):
        for source in self.container.get("envFrom", []):
            yield from self.config[source["configMapRef"]["name"]].items()
        for variable in self.container.get("env", []):
            from_secret = variable.get("valueFrom", {}).get("secretKeyRef", {}).get("key")
            yield variable["name"], SECRET[from_secret] if from_secret else variable["value"]

    def mount(self, mount):
        volume, path = self.volumes.get(mount["name"]), mount["mountPath"]
        if volume is None:  # a claim of the StatefulSet
            return ["--volume", f"{NETWORK}-{self.name}:{path}"]
        group = self.spec["securityContext"]["fsGroup"]
        folder = self.folder / f"{self.name}-{mount['name']}"
        folder.mkdir()
        if "emptyDir" in volume:
            os.chown(folder, 0, group)
            folder.chmod(0o2777)
            return ["--volume", f"{folder}:{path}"]
        for key, value in SECRET.items():
            (folder / key).write_text(value)
            os.chown(folder / key, 0, group)
            (folder / key).chmod(volume["secret"]["defaultMode"])
        return ["--volume", f"{folder}:{path}:ro"]

    def start(self):
        security, pod = self.container["securityContext"], self.spec["securityContext"]
        assert pod["seccompProfile"] == {"type": "RuntimeDefault"} and pod["runAsNonRoot"]
        options = ["--network", NETWORK, "--network-alias", self.name, "--hostname", f"{self.name}-0"]
        options += ["--user", f"{pod['runAsUser']}:{pod['runAsGroup']}", "--group-add", str(pod["fsGroup"])]
        options += [f"--cap-drop={one}" for one in security["capabilities"]["drop"]]
        options += ["--security-opt", f"no-new-privileges:{not security['allowPrivilegeEscalation']}".lower()]
        options += ["--read-only"] if security.get("readOnlyRootFilesystem") else []
        options += ["--memory", self.container["resources"]["limits"]["memory"].removesuffix("i")]
        options += [part for mount in self.container.get("volumeMounts", []) for part in self.mount(mount)]
        options += [part for key, value in self.environment() for part in ("--env", f"{key}={value}")]
        if "command" in self.container:
            options += ["--entrypoint", self.container["command"][0]]
        arguments = self.container.get("command", [])[1:] + self.container.get("args", [])
        image = self.container["image"]
        image = image.rpartition(":")[0] if image.startswith("almoner:") else image  # as `images` tags them
        self.id = docker("run", "--detach", "--name", f"{NETWORK}-{self.name}", *options, image, *arguments)

    def inspect(self, what):
        return docker("inspect", "--format", what, self.id)

    def probe(self, kind):
        """Whether a probe succeeds now."""
        probe = self.container[kind]
        ports = {port["name"]: port["containerPort"] for port in self.container["ports"]}
        if "exec" in probe:
            return docker("exec", self.id, *probe["exec"]["command"], check=False) == 0
        port = ports[(probe.get("httpGet") or probe.get("tcpSocket"))["port"]]
        address = self.inspect("{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}")
        if "tcpSocket" in probe:
            return subprocess.run(["bash", "-c", f": <>/dev/tcp/{address}/{port}"], stderr=subprocess.DEVNULL).returncode == 0
        url = f"http://{address}:{port}{probe['httpGet']['path']}"
        try:
            with urllib.request.urlopen(url, timeout=probe.get("timeoutSeconds", 1)) as answer:
                return answer.status == 200
        except (urllib.error.URLError, OSError):
            return False

    def await_probe(self, kind, seconds):
        began = time.monotonic()
        while not self.probe(kind):
            state = self.inspect("{{.State.Status}}")
            if state != "running" or time.monotonic() - began > seconds:
                print(docker("logs", "--tail", "20", self.id))
                raise SystemExit(f"pods: {self.name} ({state}): no {kind} within {seconds} s")
            time.sleep(0.2)
        print(f"pods: {self.name}: {kind} after {time.monotonic() - began:.1f} s", flush=True)

    def await_started(self):
        probe = self.container["startupProbe"]
        self.await_probe("startupProbe", probe["periodSeconds"] * probe["failureThreshold"])

    def await_end(self, seconds):
        """A Job's pod, which is started again if it fails."""
        deadline = time.monotonic() + seconds
        attempts = 0
        while True:
            status = docker("wait", self.id)
            if status == "0":
                break
            attempts += 1
            if attempts > self.workload["spec"]["backoffLimit"] or time.monotonic() > deadline:
                print(docker("logs", "--tail", "20", self.id))
                raise SystemExit(f"pods: {self.name} ended with {status}")
            time.sleep(1)
            docker("start", self.id)
        print(f"pods: {self.name}: done, after {attempts} failures", flush=True)

    def stop(self):
        """SIGTERM, and SIGKILL when the time is up that is left after preStop."""
        pause = self.container.get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0)
        began = time.monotonic()
        docker("stop", "--time", str(self.spec["terminationGracePeriodSeconds"] - pause), self.id)
        status = self.inspect("{{.State.ExitCode}}")
        if status != "0":
            raise SystemExit(f"pods: {self.name} ended with {status} instead of 0")
        print(f"pods: {self.name}: stopped within {time.monotonic() - began:.1f} s, status 0", flush=True)


def accepts_a_change(api):
    """An account is made as deploy/README.md says, and a contact with its key."""
    command = ["almoner", "accounts", "create", "--name", "Shelter", "--email", "you@shelter.example", "--password-stdin"]
    made = subprocess.run(
        ["docker", "exec", "--interactive", api.id, *command],
        input=secrets.token_urlsafe(24), stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    address = api.inspect("{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}")
    request = urllib.request.Request(
        f"http://{address}:8080/api/v1/contacts",
        data=json.dumps({"contact_status": "donor", "contact_lname": "Lovelace"}).encode(),
        headers={"Authorization": f"Bearer {json.loads(made.stdout)['api_key']}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        assert answer.status == 201, answer.status
    print("pods: api: a contact was created", flush=True)


def remove(pods):
    docker("rm", "--force", "--volumes", *(f"{NETWORK}-{pod.name}" for pod in pods), check=False)
    docker("volume", "rm", "--force", f"{NETWORK}-postgres", f"{NETWORK}-rabbitmq", check=False)
    docker("network", "rm", NETWORK, check=False)


def main(path, folder):
    objects = [document for document in yaml.safe_load_all(Path(path).read_text()) if document]
    config = {one["metadata"]["name"]: one["data"] for one in objects if one["kind"] == "ConfigMap"}
    workloads = [one for one in objects if one["kind"] in ("Deployment", "Job", "StatefulSet")]
    pods = {one["metadata"]["name"]: Pod(one, config, folder) for one in workloads}
    docker("network", "create", NETWORK)
    try:
        for pod in pods.values():
            pod.start()
        for name in ("postgres", "rabbitmq", "api", "dispatcher"):
            pods[name].await_started()
        pods["migrate"].await_end(120)
        for name in ("api", "dispatcher"):
            pods[name].await_probe("readinessProbe", 60)
            assert pods[name].probe("livenessProbe")
        accepts_a_change(pods["api"])
        pods["api"].stop()
        pods["dispatcher"].stop()
    finally:
        remove(pods.values())
    print("pods: all did what their manifests say")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir="/tmp") as temporary:
        Path(temporary).chmod(0o711)
        sys.exit(main(sys.argv[1], Path(temporary)))
