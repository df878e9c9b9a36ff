"""Packs the two clients, installs each packed file in an empty project, checks the types of a program that uses it, and runs
both programs at once against a service, through a proxy that breaks requests. `deploy/dev clients` runs it.

Usage: check.py WORK_FOLDER NODE_MODULES, with API_URL and API_KEY set, and node, npm and Python's tools on the PATH
"""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import venv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.request import Request, urlopen

from faults import FAULTS, Proxy

HERE = Path(__file__).resolve().parent
DEPLOY = HERE.parent.parent / "deploy"
# What the TypeScript client needs. The versions are those of NODE_MODULES.
VERIFIER = ("standardwebhooks", "@stablelib/base64", "fast-sha256")
# Of each client.
GIFTS, CHANGES = 200, 5_000
SEED = 20261126


def run(*command, cwd=None):
    done = subprocess.run(list(map(str, command)), cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"{done.stdout}\n{' '.join(map(str, command))} has failed (above)")


def install_python(work):
    """Returns the Python that has the packed client, and the trial."""
    pip = ("-m", "pip", "--quiet", "--disable-pip-version-check")
    run(sys.executable, *pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", work, HERE / "python")
    venv.create(work / "python", with_pip=True)
    python = work / "python/bin/python"
    pinned = [f"--constraint={DEPLOY / name}" for name in ("requirements.txt", "requirements-openapi.txt")]
    run(python, *pip, "install", *pinned, *work.glob("almoner-*.whl"))
    shutil.copy(HERE / "trial.py", work / "python")
    check = ("-m", "mypy", "--strict", "--cache-dir", work / "mypy", "--python-executable", python)
    run(sys.executable, *check, "trial.py", cwd=work / "python")
    return python, work / "python/trial.py"


def install_typescript(work, node_modules):
    """Returns Node.js, and the trial beside the packed client."""
    source, project = work / "typescript", work / "node"
    shutil.copytree(HERE / "typescript", source, ignore=shutil.ignore_patterns("dist", "node_modules", "*.tgz"))
    (source / "node_modules").symlink_to(node_modules)
    run("npm", "pack", "--silent", "--pack-destination", work, cwd=source)
    project.mkdir()
    verifier = [f"{name}@{json.loads((node_modules / name / 'package.json').read_text())['version']}" for name in VERIFIER]
    quiet = ("--silent", "--no-audit", "--no-fund", "--prefix", project)
    run("npm", "install", *quiet, *work.glob("almoner-*.tgz"), *verifier, cwd=project)
    shutil.copy(HERE / "trial.mts", project)
    strict = ("--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--noEmit", "--target", "es2024")
    types = ("--module", "nodenext", "--typeRoots", node_modules / "@types", "--types", "node")
    run(node_modules / ".bin/tsc", *strict, *types, "trial.mts", cwd=project)
    return "node", project / "trial.mts"


def ask(method, path, body):
    headers = {"Authorization": f"Bearer {os.environ['API_KEY']}", "Content-Type": "application/json"}
    url = f"{os.environ['API_URL']}/api/v1/{path}"
    with urlopen(Request(url, method=method, headers=headers, data=json.dumps(body).encode())) as response:
        return json.load(response)["data"]


async def delivery():
    """Has the service deliver an event, and returns it with its headers and the secret."""
    arrived = asyncio.get_running_loop().create_future()

    async def receive(reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        headers = dict(line.split(": ", 1) for line in head.splitlines()[1:-1])
        body = await reader.readexactly(int(headers["content-length"]))
        writer.write(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
        writer.close()
        arrived.set_result((headers, body.decode()))

    async with await asyncio.start_server(receive, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        webhook = await asyncio.to_thread(ask, "POST", "webhooks", {"webhook_url": url, "webhook_events": ["gifts.create"]})
        await asyncio.to_thread(ask, "POST", "gifts", {"gift_amount": 12.34})
        headers, body = await asyncio.wait_for(arrived, 60)
        await asyncio.to_thread(ask, "PUT", f"webhooks/{webhook['id']}", {"webhook_status": "disabled"})
    return {"headers": headers, "body": body, "secret": webhook["webhook_secret"]}


async def trial(commands):
    """Runs the programs. When all have written, each compares its copy."""
    proxy = Proxy(int(os.environ["API_URL"].rpartition(":")[2]), SEED)
    given = {"service": os.environ["API_URL"], "proxy": f"http://127.0.0.1:{await proxy.start()}", "key": os.environ["API_KEY"]}
    given |= {"gifts": GIFTS, "changes": CHANGES, "seed": SEED, "delivery": await delivery()}
    pipes = {"stdin": asyncio.subprocess.PIPE, "stdout": asyncio.subprocess.PIPE}
    programs = [await asyncio.create_subprocess_exec(*command, json.dumps(given), **pipes) for command in commands]
    written = [await program.stdout.readline() for program in programs]
    if any(line != b"written\n" for line in written):
        for program in programs:
            if program.returncode is None:
                program.kill()
            await program.wait()
        sys.exit("a client has failed (above)")
    results = await asyncio.gather(*(program.communicate(b"compare\n") for program in programs))
    print("".join(result.decode() for result, _ in results), end="")
    if any(program.returncode for program in programs):
        sys.exit("a client has failed (above)")
    if proxy.problems:
        sys.exit("\n".join(proxy.problems))
    missing = [f"{method} {fault}" for method in ("GET", "POST", "PUT") for fault in FAULTS if not proxy.faults[method, fault]]
    if missing:
        sys.exit(f"these faults did not happen: {', '.join(missing)}")
    broken = sum(count for (_, fault), count in proxy.faults.items() if fault != "none")
    print(f"The proxy broke {broken} of {proxy.faults.total()} requests")


def main(work, node_modules):
    run(sys.executable, HERE / "generate.py", "--check")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    with ThreadPoolExecutor() as pool:
        typescript, python = pool.submit(install_typescript, work, node_modules), pool.submit(install_python, work)
    asyncio.run(trial([typescript.result(), python.result()]))


if len(sys.argv) != 3:
    sys.exit(__doc__)
main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
