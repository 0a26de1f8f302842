"""Ambit with the sample county, served on a free port."""

import atexit
import collections
import functools
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
AMBIT = os.environ.get("AMBIT_BINARY") or str(ROOT / ".build/debug/ambit")
PATIENCE_SECONDS = 30

# The courthouse of the sample county's largest city, where messages and stations are.
DOWNTOWN = {"lat": 42.1152, "lon": -101.4801}
# Far from everything: what a test posts here it sees alone.
NOWHERE = {"lat": -35.5, "lon": 19.5}
# Outside the county, near enough for its stations to be near.
OUTSIDE = {"lat": 42.1152, "lon": -100.75}


def drain(stream, last_lines):
    """Reads a log until its end, and keeps its last lines."""
    try:
        last_lines.extend(stream)
    except ValueError:  # it was closed
        pass


@functools.cache
def _sample(parts):
    """The file of a database with the sample county, loaded once for all tests of a process."""
    folder = tempfile.TemporaryDirectory(prefix="ambit-sample-")
    atexit.register(folder.cleanup)
    file = pathlib.Path(folder.name) / "ambit.sqlite"
    subprocess.run([str(ROOT / "scripts/load-county"), AMBIT, str(file)], check=True,
                   stdout=subprocess.DEVNULL)
    left = [beside.name for beside in file.parent.iterdir() if beside != file]
    if left:
        raise RuntimeError(f"{left} stand beside a database that nobody has open")
    return file


def load_county(database):
    """Makes a database with the sample county; what else is in it, AMBIT_SAMPLE says."""
    shutil.copy(_sample(os.environ.get("AMBIT_SAMPLE", "")), database)


class Service:
    """An Ambit on a free port, with a database of its own and perhaps more arguments.

    Unless it is limited, one address may do everything as often as the tests need it. Without the county its
    database is empty.
    """

    def __init__(self, *arguments, limited=False, county=True):
        self.arguments = arguments
        self.limits = "on" if limited else "off"
        self.folder = tempfile.TemporaryDirectory(prefix="ambit-test-")
        self.database = f"{self.folder.name}/ambit.sqlite"
        self.port = 0
        self.process = None
        if county:
            load_county(self.database)
        else:
            self.arguments = ("--create", *arguments)
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [AMBIT, "serve", "--port", str(self.port), "--database", self.database,
             *self.arguments],
            text=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, env={**os.environ, "AMBIT_RATE_LIMIT": self.limits})
        for line in self.process.stderr:
            if found := re.search(r"(http://[^/\s]+:(\d+))", line):
                self.url, self.port = found[1], int(found[2])
                break
        else:
            raise RuntimeError("ambit serve ended before it was ready")
        # Nobody may wait for a reader of the log.
        self.last_lines = collections.deque(maxlen=200)
        self.reader = threading.Thread(
            target=drain, args=[self.process.stderr, self.last_lines], daemon=True)
        self.reader.start()
        end = time.monotonic() + PATIENCE_SECONDS
        while not self.is_ready():
            if time.monotonic() > end:
                raise RuntimeError("ambit serve did not become ready")
            time.sleep(0.05)

    def is_ready(self):
        try:
            return self.ask("GET", "/readyz") is not None
        except urllib.error.URLError:
            return False

    def stop(self):
        """Ends the service, which must not have ended before."""
        ended = self.process.poll()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
        self.reader.join(PATIENCE_SECONDS)
        self.process.stderr.close()
        if ended is not None:
            raise RuntimeError(
                f"ambit serve ended by itself with {ended}:\n{''.join(self.last_lines)}")

    def close(self):
        self.stop()
        self.folder.cleanup()

    def ask(self, method, path, body=None, token=None):
        """An answer of the service, read; None where it has no body."""
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as response:
            text = response.read()
        return json.loads(text) if text else None

    def device(self):
        return self.ask("POST", "/v1/devices")["token"]

    def account(self, username):
        """A token of somebody of age who has just registered."""
        return self.ask("POST", "/v1/accounts", {
            "age": 30, "username": username, "password": "correct horse 9"})["token"]

    def post(self, text, at=DOWNTOWN, seconds=600, token=None, category="news"):
        """Posts a message as somebody, and gives its id."""
        posted = self.ask("POST", "/v1/messages", {
            "text": text, "category": category, **at, "visible_radius_m": 1000,
            "ttl_s": seconds}, token or self.device())
        return posted["id"]

    def report(self, message, at=DOWNTOWN):
        """Reports a message as somebody who is where it was posted."""
        self.ask("POST", f"/v1/messages/{message}/reports", {"reason": "spam", **at},
                 self.device())

    def staff(self, role):
        """A token of staff: of the role staff or moderator."""
        return subprocess.run(
            [AMBIT, "token", "create", "--role", role, "--label", "test", "--database",
             self.database],
            check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        ).stdout.strip()
