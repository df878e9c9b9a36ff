"""A proxy in front of the service that does what networks do: it answers 503 and 429, and cuts connections before a request
has arrived, while the service works, within the answer, and after it. What it does follows from a seed."""

import asyncio
import random
import re
import time
from collections import Counter
from email.utils import formatdate

CALM = 0.75
FAULTS = ("503", "429", "cut before", "cut during", "cut within", "cut after")


class Proxy:
    """Passes requests on to a port. `faults` counts what it did, and `problems` has what a client did wrong."""

    def __init__(self, port, seed):
        self.port, self.dice = port, random.Random(seed)
        self.faults, self.problems = Counter(), []
        self.answered, self.not_before, self.left = set(), {}, set()

    async def start(self):
        """Listens, and returns the port."""
        server = await asyncio.start_server(self.serve, "127.0.0.1", 0, limit=1 << 20)
        return server.sockets[0].getsockname()[1]

    async def serve(self, reader, writer):
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
            request = head + await reader.readexactly(int(length[1]) if length else 0)
            writer.write(await self.answer(request))
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            # Closes as a broken connection does, if something is missing.
            writer.close()

    async def answer(self, request):
        """What the client gets, which may be nothing or a part."""
        method = request.split(b" ", 1)[0].decode()
        named = re.search(rb"(?i)\r\nidempotency-key: *([^\r]+)", request)
        key = named and named[1]
        if key in self.answered:
            self.problems.append(f"a {method} was sent again after its answer")
        if time.monotonic() < self.not_before.pop(key, 0):
            self.problems.append(f"a {method} was sent again before its Retry-After")
        fault = "none" if self.dice.random() < CALM else self.dice.choice(FAULTS)
        self.faults[method, fault] += 1
        if fault == "503":
            retry_after = "" if self.dice.randrange(8) else f"Retry-After: {formatdate(time.time() + 1, usegmt=True)}\r\n"
            return refusal("503 Service Unavailable", f"{retry_after}Content-Type: text/html\r\n", "<h1>Busy</h1>")
        if fault == "429":
            seconds = int(not self.dice.randrange(2 if key else 8))
            if key and seconds:
                self.not_before[key] = time.monotonic() + 0.9
            body = '{"success":false,"message":"Too many requests","type":"","data":[]}'
            return refusal("429 Too Many Requests", f"Retry-After: {seconds}\r\nError-Code: rate_limited\r\n", body)
        if fault == "cut before":
            return b""
        if fault == "cut during":
            task = asyncio.create_task(self.forward(request))
            self.left.add(task)
            task.add_done_callback(self.left.discard)
            return b""
        answer = await self.forward(request)
        if fault == "cut after":
            return b""
        if fault == "cut within":
            # Without a length, as some proxies send it, nothing but the JSON tells that the end is missing.
            return re.sub(rb"(?i)\r\ncontent-length: \d+", b"", answer)[:-9]
        if key and answer.split(b" ", 2)[1] not in (b"409", b"429", b"503"):
            self.answered.add(key)
        return answer

    async def forward(self, request):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(re.sub(rb"(?i)\r\nconnection: [^\r]*", b"", request, count=1).replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
        answer = await reader.read()
        writer.close()
        return answer


def refusal(status, headers, body):
    return f"HTTP/1.1 {status}\r\n{headers}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}".encode()
