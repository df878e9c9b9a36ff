"""The trial's receiver of webhooks. It verifies each signature, as the Standard Webhooks specification says."""

import base64
import hashlib
import hmac
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Receiver:
    """Counts how often each event arrives."""

    def __init__(self, host):
        self.received, self.unsigned, self.secret = Counter(), 0, ""
        self.lock = threading.Lock()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.take(self.headers, body)
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        class Server(ThreadingHTTPServer):
            def handle_error(self, *_):
                """A dispatcher that is killed breaks its connections off."""

        server = Server((host, 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.url = f"http://{host}:{server.server_port}/"

    def take(self, headers, body):
        """Counts the event if it is signed with the webhook's secret."""
        key = base64.b64decode(self.secret.removeprefix("whsec_"))
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        expected = "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
        with self.lock:
            if hmac.compare_digest(expected, headers["webhook-signature"]):
                self.received[headers["webhook-id"]] += 1
            else:
                self.unsigned += 1
