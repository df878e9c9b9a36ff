"""Checks rules of ours in the manifests of an overlay, after their schemas have been checked.

Usage: check.py FILE. Prints each rule that is broken, with the object, and exits with 1 if there is one.
"""

import ipaddress
import sys

import yaml

# The volumes that the profile `restricted` allows (https://kubernetes.io/docs/concepts/security/pod-security-standards/).
VOLUMES = {"configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "persistentVolumeClaim", "projected", "secret"}
WORKLOADS = {"Deployment", "Job", "StatefulSet"}
# How long our programs take to stop at most (deploy/README.md), in seconds.
STOP_MAX = 25
# Where no webhook may lead, and where it may.
PRIVATE = [
    "0.0.0.1", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8",
    "192.168.1.1", "198.19.0.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::1", "::ffff:10.0.0.1",
    "64:ff9b::a00:1", "2001:db8::1", "2002:a00:1::", "fc00::1", "fd00::1", "fe80::1", "ff02::1",
]  # fmt: skip
PUBLIC = ["8.8.8.8", "93.184.215.14", "172.32.0.1", "2606:4700::1111", "2a00:1450::1"]


class Manifests:
    """The objects of an overlay, and what was found wrong with them."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.objects = [document for document in yaml.safe_load_all(file) if document]
        self.problems = []
        self.rules = 0

    def of(self, *kinds):
        return [one for one in self.objects if one["kind"] in kinds]

    def expect(self, holds, where, rule):
        self.rules += 1
        if not holds:
            self.problems.append(f"{where}: {rule}")


def name(one):
    return f"{one['kind']}/{one['metadata']['name']}"


def template(workload):
    return workload["spec"]["template"]


def selects(selector, labels):
    """Whether a label selector fits. The empty one fits everything."""
    if any(labels.get(key) != value for key, value in selector.get("matchLabels", {}).items()):
        return False
    for expression in selector.get("matchExpressions", []):
        if expression["operator"] != "In" or labels.get(expression["key"]) not in expression["values"]:
            return False
    return True


def check_pods(manifests):
    """The profile `restricted`, and what else every pod has."""
    for workload in manifests.of(*WORKLOADS):
        pod = template(workload)["spec"]
        security = pod.get("securityContext", {})

        def expect(holds, rule, where=name(workload)):
            manifests.expect(holds, where, rule)

        expect(security.get("runAsNonRoot") is True and security.get("runAsUser", 0) > 0, "must not run as root")
        expect(security.get("seccompProfile") == {"type": "RuntimeDefault"}, "must have the runtime's seccomp profile")
        expect(not {"hostNetwork", "hostPID", "hostIPC"} & pod.keys(), "must not use the host's namespaces")
        expect(pod.get("automountServiceAccountToken") is False, "must not have a token of the cluster")
        expect(pod.get("enableServiceLinks") is False, "must not get variables of Services")
        for volume in pod.get("volumes", []):
            kinds = volume.keys() - {"name"}
            expect(kinds <= VOLUMES, f"volume {volume['name']} must be of a kind that `restricted` allows")
            if "emptyDir" in volume:
                expect("sizeLimit" in volume["emptyDir"], f"volume {volume['name']} must have a size")
        for container in pod["containers"] + pod.get("initContainers", []):
            check_container(workload, container, expect)
        if workload["kind"] == "Deployment":
            check_deployment(manifests, workload, expect)


def check_container(workload, container, expect):
    security, resources = container.get("securityContext", {}), container.get("resources", {})
    ours = "almoner" in container["image"]
    expect(security.get("allowPrivilegeEscalation") is False, "must not gain privileges")
    expect(security.get("capabilities") == {"drop": ["ALL"]}, "must drop all capabilities, and add none")
    expect(not security.get("privileged"), "must not be privileged")
    expect(not any("hostPort" in port for port in container.get("ports", [])), "must not take a port of the host")
    expect({"cpu", "memory"} <= resources.get("requests", {}).keys(), "must request processor time and memory")
    expect("memory" in resources.get("limits", {}), "must have a limit of memory")
    image_tag = container["image"].rpartition(":")
    expect(image_tag[1] and image_tag[2] != "latest", "must name a version of its image")
    if ours:
        expect(security.get("readOnlyRootFilesystem") is True, "must have a root file system that is read-only")
    if workload["kind"] == "Job":
        return
    probes = ["startupProbe", "readinessProbe", "livenessProbe"]
    expect(all(probe in container for probe in probes), f"must have {', '.join(probes)}")
    if ours:
        paths = [container[probe]["httpGet"]["path"] for probe in probes]
        expect(paths == ["/livez", "/readyz", "/livez"], "must ask /readyz for readiness, else /livez")
        ports = {port["name"]: port["containerPort"] for port in container["ports"]}
        asked = {ports.get(container[probe]["httpGet"]["port"]) for probe in probes}
        expect(asked == {9464}, "must be asked on the operators' port")


def check_deployment(manifests, workload, expect):
    spec, labels = template(workload)["spec"], template(workload)["metadata"]["labels"]
    expect(selects(workload["spec"]["selector"], labels), "must select its own pods")
    spread = spec.get("topologySpreadConstraints", [])
    keys = {one["topologyKey"] for one in spread if selects(one["labelSelector"], labels)}
    expect(keys == {"topology.kubernetes.io/zone", "kubernetes.io/hostname"}, "must be spread over zones and nodes")
    expect(workload["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0, "must not lose pods in an update")
    pause = spec["containers"][0].get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0)
    expect(spec["terminationGracePeriodSeconds"] > pause + STOP_MAX, "must have the time to stop")
    serves = [one for one in manifests.of("Service") if selects({"matchLabels": one["spec"]["selector"]}, labels)]
    expect(bool(serves) <= (pause > 0), "must wait until proxies have heard of its end")
    budgets = [one for one in manifests.of("PodDisruptionBudget") if selects(one["spec"]["selector"], labels)]
    expect(len(budgets) == 1, "must have a PodDisruptionBudget")
    scaled = [
        one["spec"]["scaleTargetRef"]["name"] for one in manifests.of("HorizontalPodAutoscaler", "ScaledObject")
    ]
    expect(("replicas" in workload["spec"]) + scaled.count(workload["metadata"]["name"]) <= 1, "has two scales")


def check_references(manifests):
    """What objects name exists. The Secret `almoner` and the Ingress's are the operator's."""
    names = {name(one) for one in manifests.objects} | {"Secret/almoner", "Secret/almoner-tls"}
    targets = [template(one)["metadata"]["labels"] for one in manifests.of(*WORKLOADS)]

    def expect(target, where):
        manifests.expect(target in names, where, f"names {target}, which does not exist")

    for workload in manifests.of(*WORKLOADS):
        pod = template(workload)["spec"]
        for volume in pod.get("volumes", []):
            if "secret" in volume:
                expect(f"Secret/{volume['secret']['secretName']}", name(workload))
        for container in pod["containers"]:
            for source in container.get("envFrom", []):
                expect(f"ConfigMap/{source['configMapRef']['name']}", name(workload))
            volumes = {volume["name"] for volume in pod.get("volumes", [])}
            volumes |= {claim["metadata"]["name"] for claim in workload["spec"].get("volumeClaimTemplates", [])}
            mounted = {mount["name"] for mount in container.get("volumeMounts", [])}
            manifests.expect(mounted == volumes, name(workload), "must mount the volumes that it has")
    for one in manifests.of("HorizontalPodAutoscaler", "ScaledObject"):
        expect(f"Deployment/{one['spec']['scaleTargetRef']['name']}", name(one))
    for one in manifests.of("ScaledObject"):
        for trigger in one["spec"]["triggers"]:
            if "authenticationRef" in trigger:
                expect(f"TriggerAuthentication/{trigger['authenticationRef']['name']}", name(one))
    for one in manifests.of("Ingress"):
        for rule in one["spec"]["rules"]:
            for path in rule["http"]["paths"]:
                expect(f"Service/{path['backend']['service']['name']}", name(one))
    for one in manifests.of("Service"):
        selected = [labels for labels in targets if selects({"matchLabels": one["spec"]["selector"]}, labels)]
        manifests.expect(len(selected) == 1, name(one), "must select the pods of one workload")
    namespaces = {one["metadata"].get("namespace") for one in manifests.objects if one["kind"] != "Namespace"}
    manifests.expect(len(namespaces) == 1 and None not in namespaces, "overlay", "must be in one namespace")
    for one in manifests.of("Namespace"):
        enforced = one["metadata"]["labels"].get("pod-security.kubernetes.io/enforce")
        manifests.expect(enforced == "restricted", name(one), "must enforce `restricted`")


def allows(policy, address):
    """Whether an egress policy lets its pods connect to an address."""
    address = ipaddress.ip_address(address)
    blocks = [to["ipBlock"] for rule in policy["spec"].get("egress", []) for to in rule["to"] if "ipBlock" in to]
    return any(
        address in ipaddress.ip_network(block["cidr"])
        and not any(address in ipaddress.ip_network(out) for out in block.get("except", []))
        for block in blocks
    )


def check_network(manifests):
    """Nothing is open by default, and webhooks reach public addresses alone."""
    policies = {one["metadata"]["name"]: one for one in manifests.of("NetworkPolicy")}
    deny = policies["deny-all"]["spec"]
    closed = deny == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    manifests.expect(closed, "NetworkPolicy/deny-all", "must deny everything to all pods")
    webhooks = policies["webhooks"]
    for address in PRIVATE:
        manifests.expect(not allows(webhooks, address), "NetworkPolicy/webhooks", f"must not allow {address}")
    for address in PUBLIC:
        manifests.expect(allows(webhooks, address), "NetworkPolicy/webhooks", f"must allow {address}")
    for workload in manifests.of("Deployment"):
        labels = template(workload)["metadata"]["labels"]
        wide = [
            name(policy)
            for policy in policies.values()
            if selects(policy["spec"]["podSelector"], labels) and allows(policy, "93.184.215.14")
        ]
        manifests.expect(wide == ["NetworkPolicy/webhooks"], name(workload), f"reaches the internet by {wide}")


def main(path):
    manifests = Manifests(path)
    manifests.expect(len(manifests.of(*WORKLOADS)) >= 3, "overlay", "must have api, dispatcher and migrate")
    for check in (check_pods, check_references, check_network):
        check(manifests)
    for problem in manifests.problems:
        print(f"{path}: {problem}")
    if not manifests.problems:
        print(f"{path}: {len(manifests.objects)} objects keep {manifests.rules} rules")
    return 1 if manifests.problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
