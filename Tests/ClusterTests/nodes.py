"""Nodes of Ambit on one PostgreSQL, and a judge that knows only what their clients saw."""

import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "PythonSupport"))

from held_to_time import held_to_time  # noqa: E402,F401
from served import AMBIT  # noqa: E402

PATIENCE_SECONDS = 30
PLACE = {"lat": -35.5, "lon": 19.5}


def ambit(*arguments, **more):
    return subprocess.run([AMBIT, *arguments], text=True, capture_output=True, check=False, timeout=60,
                          **more)


def eventually(what, seconds=5.0):
    """Whether something comes true in time."""
    end = time.monotonic() + seconds
    while not what():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


class Node:
    """One node, with a file of its own for what is imported."""

    def __init__(self, address, *arguments, **environment):
        self.folder = tempfile.TemporaryDirectory(prefix="ambit-node-")
        self.address, self.arguments = address, arguments
        self.environment = environment
        self.port = 0
        self.log = []
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [AMBIT, "serve", "--create", "--database", f"{self.folder.name}/node.sqlite",
             "--port", str(self.port), "--cluster", self.address, "--webhooks", "off", *self.arguments],
            text=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env={**os.environ, "AMBIT_RATE_LIMIT": "off", **self.environment})
        for line in self.process.stderr:
            self.log.append(line)
            if found := re.search(r"http://[^/\s]+:(\d+)", line):
                self.port = int(found[1])
                break
        else:
            raise RuntimeError("ambit serve ended before it was ready: " + "".join(self.log))
        threading.Thread(target=self.keep_log, daemon=True).start()
        end = time.monotonic() + PATIENCE_SECONDS
        while self.ask("GET", "/readyz")[0] != 200:
            if time.monotonic() > end:
                raise RuntimeError("the node did not become ready")
            time.sleep(0.05)

    def keep_log(self):
        try:
            for line in self.process.stderr:
                self.log.append(line)
        except ValueError:  # it was closed
            pass

    def ask(self, method, path, body=None, token=None, **headers):
        """An answer's status and what it holds; status 0 where there was none."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            return send(connection, method, path, body, token, **headers)
        except (OSError, http.client.HTTPException):
            return 0, None
        finally:
            connection.close()

    def device(self):
        return self.ask("POST", "/v1/devices")[1]["token"]

    def post(self, text, token, at=PLACE, seconds=3600, **headers):
        return self.ask("POST", "/v1/messages", message(text, at, seconds), token, **headers)

    def pages(self, limit=1000, at=PLACE, others=None, sort="newest"):
        """All that is shown at a place, page by page, each page from the next of some nodes."""
        nodes = others or [self]
        found, path, number = [], None, 0
        query = f"/v1/messages?lat={at['lat']}&lon={at['lon']}&radius_m=1000&limit={limit}&sort={sort}"
        path = query
        while path:
            status, page = nodes[number % len(nodes)].ask("GET", path)
            if status != 200:
                raise AssertionError(f"{status}: {page}")
            found += page["features"]
            following = [link["href"] for link in page["links"] if link["rel"] == "next"]
            path = following[0] if following else None
            number += 1
        return found

    def texts(self, **options):
        return [feature["properties"]["text"] for feature in self.pages(**options)]

    def newest(self, limit=5, at=PLACE):
        """The texts of the newest messages at a place."""
        _, page = self.ask(
            "GET", f"/v1/messages?lat={at['lat']}&lon={at['lon']}&radius_m=1000&limit={limit}&sort=newest")
        return [feature["properties"]["text"] for feature in page["features"]]

    def metric(self, name):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request("GET", "/metrics")
        text = connection.getresponse().read().decode()
        connection.close()
        return float(re.search(rf"^{name} (\S+)$", text, re.M)[1])

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.wait()
        self.process.stderr.close()

    def close(self):
        self.stop()
        self.folder.cleanup()


def message(text, at=PLACE, seconds=3600):
    return {"text": text, "category": "news", **at, "visible_radius_m": 1000, "ttl_s": seconds}


def send(connection, method, path, body=None, token=None, **headers):
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    if body is not None:
        fields["Content-Type"] = "application/json"
    if token:
        fields["Authorization"] = f"Bearer {token}"
    connection.request(method, path, None if body is None else json.dumps(body), fields)
    response = connection.getresponse()
    text = response.read()
    try:
        return response.status, json.loads(text) if text else None
    except ValueError:
        return response.status, text


class Posters:
    """Clients that post at a pace at several nodes, and note what became of each post.

    A post is acknowledged, refused, or unknown: the service said that it does not know, or said nothing.
    """

    def __init__(self, nodes, a_second, clients=10):
        self.nodes, self.pause, self.count = nodes, clients / a_second, clients
        self.acknowledged, self.refused, self.unknown = {}, set(), set()
        self.longest = 0.0
        self.lock = threading.Lock()
        self.ends = threading.Event()
        self.threads = [threading.Thread(target=self.post, args=[number]) for number in range(clients)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *failure):
        self.ends.set()
        for thread in self.threads:
            thread.join()

    def post(self, client):
        node = self.nodes[client % len(self.nodes)]
        token = node.device()
        connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=60)
        number, due = 0, time.monotonic()
        while not self.ends.is_set():
            text = f"post {client}.{number}"
            number += 1
            began = time.monotonic()
            try:
                status, answer = send(connection, "POST", "/v1/messages", message(text), token)
            except (OSError, http.client.HTTPException):
                status, answer = 0, None
                connection.close()
            with self.lock:
                self.longest = max(self.longest, time.monotonic() - began)
                if status == 201:
                    self.acknowledged[text] = answer["id"]
                elif status == 503 and "nothing was changed" in answer.get("detail", ""):
                    self.refused.add(text)
                else:
                    self.unknown.add(text)
            due = max(due + self.pause, time.monotonic() - 1)
            time.sleep(max(0.0, due - time.monotonic()))
        connection.close()

    def faults(self, shown, place):
        """What is wrong with the texts that somebody shows, in sentences."""
        wrong = []
        if len(set(shown)) != len(shown):
            wrong.append(f"{place} shows {len(shown) - len(set(shown))} posts twice")
        if lost := set(self.acknowledged) - set(shown):
            wrong.append(f"{place} lost {len(lost)} acknowledged posts, such as {min(lost)}")
        if made_up := set(shown) - set(self.acknowledged) - self.unknown:
            wrong.append(f"{place} shows {len(made_up)} posts that were refused, such as {min(made_up)}")
        return wrong


class Readers:
    """Clients that read all the while; none may fail."""

    def __init__(self, nodes):
        self.nodes, self.count, self.failures = nodes, 0, []
        self.ends = threading.Event()
        self.threads = [threading.Thread(target=self.read, args=[node]) for node in nodes]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *failure):
        self.ends.set()
        for thread in self.threads:
            thread.join()

    def read(self, node):
        connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=10)
        path = f"/v1/messages?lat={PLACE['lat']}&lon={PLACE['lon']}&radius_m=1000&limit=5"
        while not self.ends.is_set():
            try:
                status, _ = send(connection, "GET", path)
            except (OSError, http.client.HTTPException) as error:
                status = repr(error)
                connection.close()
            self.count += 1
            if status != 200:
                self.failures.append(status)
        connection.close()
