#!/usr/bin/env python3
"""Opens many live streams on a service, posts at a steady rate and measures how late events come.

usage: live.py --port N --pid PID [--streams 10000] [--posts 500] [--seconds 20] [--readers 10]

Each stream watches one of many places, and each place has so many readers. A post's text holds the
moment at which it was due to be sent, so that a delay of the sender counts too. Readers, sender and
clock are one process: what is printed is what a client sees, the time of this program included.
Every event is counted against what each post must bring. Exits with 1 when one is missing.
"""
import argparse
import errno
import json
import random
import resource
import select
import socket
import sys
import time

POST_CONNECTIONS = 32


def resident_megabytes(pid, name="VmRSS"):
    with open(f"/proc/{pid}/status") as status:
        for line in status:
            if line.startswith(name + ":"):
                return int(line.split()[1]) / 1024
    return float("nan")


def percentile(values, share):
    return values[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


def connected(port):
    one = socket.create_connection(("127.0.0.1", port))
    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return one


def device_token(port):
    with connected(port) as one:
        one.sendall(b"POST /v1/devices HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                    b"Content-Length: 0\r\n\r\n")
        answer = b""
        while part := one.recv(65536):
            answer += part
    return json.loads(answer.split(b"\r\n\r\n", 1)[1])["token"]


class Load:
    def __init__(self, options):
        self.options = options
        self.epoll = select.epoll()
        self.streams = {}  # file -> [socket, place, rest of what was read]
        self.posters = {}  # file -> [socket, what was read]
        self.free = []
        self.latencies = []
        self.expiry_lags = []
        self.expiries = {}
        self.received = 0
        self.odd = 0
        self.posted = 0
        self.refused = 0
        self.token = device_token(options.port)
        count = max(1, options.streams // options.readers)
        # Places 0.1 degrees apart: 8 km and more, with ranges of 1 km.
        self.places = [(30 + 0.1 * (n % 180), -120 + 0.1 * (n // 180)) for n in range(count)]
        self.readers_at = [0] * count

    def open_streams(self):
        for number in range(self.options.streams):
            place = number % len(self.places)
            lat, lon = self.places[place]
            one = connected(self.options.port)
            one.sendall(f"GET /v1/messages/stream?lat={lat:.4f}&lon={lon:.4f}&radius_m=1000 "
                        "HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            one.setblocking(False)
            self.streams[one.fileno()] = [one, place, b"", False]
            self.epoll.register(one.fileno(), select.EPOLLIN)
            self.readers_at[place] += 1
            if number % 200 == 199:
                self.turn(0)
        deadline = time.monotonic() + 30
        while not all(stream[3] for stream in self.streams.values()):
            self.turn(0.05)
            if time.monotonic() > deadline:
                sys.exit("error: not every stream began within 30 s")

    def open_posters(self):
        for _ in range(POST_CONNECTIONS):
            one = connected(self.options.port)
            one.setblocking(False)
            self.posters[one.fileno()] = [one, b""]
            self.free.append(one.fileno())
            self.epoll.register(one.fileno(), select.EPOLLIN)

    def turn(self, wait):
        for file, _ in self.epoll.poll(wait, 1024):
            if file in self.streams:
                self.read_stream(file)
            else:
                self.read_answer(file)

    def read_stream(self, file):
        stream = self.streams[file]
        try:
            part = stream[0].recv(262144)
        except OSError as error:
            if error.errno in (errno.EAGAIN, errno.EINTR):
                return
            part = b""
        if not part:
            sys.exit("error: the service closed a stream")
        now = time.monotonic_ns()
        wall = time.time()
        stream[3] = True
        blocks = (stream[2] + part).split(b"\n\n")
        stream[2] = blocks.pop()
        for block in blocks:
            if b"event: posted" in block:
                start = block.index(b'"text":"') + 8
                self.latencies.append((now - int(block[start:block.index(b'"', start)])) / 1e6)
                self.received += 1
                if file % 16 == 0:
                    feature = json.loads(block[block.index(b"data: ") + 6:].split(b"\n")[0])
                    self.expiries[feature["id"]] = feature["properties"]["expires_at"]
            elif b"event: expired" in block:
                if file % 16 == 0:
                    gone = json.loads(block[block.index(b"data: ") + 6:].split(b"\n")[0])["id"]
                    due = self.expiries.get(gone)
                    if due:
                        self.expiry_lags.append((wall - seconds_of(due)) * 1000)
            elif b"event: " in block:
                self.odd += 1

    def read_answer(self, file):
        poster = self.posters[file]
        poster[1] += poster[0].recv(65536)
        head, separator, body = poster[1].partition(b"\r\n\r\n")
        if not separator:
            return
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        if len(body) < length:
            return
        poster[1] = b""
        if b" 201 " not in head[:20]:
            self.refused += 1
        self.free.append(file)

    def post(self, due):
        place = random.randrange(len(self.places))
        lat, lon = self.places[place]
        life = 3 if self.posted % 5 == 0 else 600
        body = json.dumps({"text": str(due), "category": "news", "lat": lat, "lon": lon,
                           "visible_radius_m": 1000, "ttl_s": life}).encode()
        file = self.free.pop()
        self.posters[file][0].sendall(
            b"POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            + f"Authorization: Bearer {self.token}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            + body)
        self.posted += 1
        return self.readers_at[place]

    def run(self):
        options = self.options
        expected = 0
        start = time.monotonic_ns()
        period = int(1e9 / options.posts)
        total = int(options.posts * options.seconds)
        sent = 0
        while sent < total:
            now = time.monotonic_ns()
            while sent < total and self.free and start + sent * period <= now:
                expected += self.post(start + sent * period)
                sent += 1
            due = (start + sent * period - time.monotonic_ns()) / 1e9
            self.turn(min(max(due, 0), 0.02) if self.free else 0.02)
        elapsed = (time.monotonic_ns() - start) / 1e9
        end = time.monotonic() + 5
        while (self.received < expected or len(self.expiries) > 0) and time.monotonic() < end:
            self.turn(0.05)
        return expected, elapsed


def seconds_of(text):
    head, _, fraction = text.rstrip("Z").partition(".")
    import calendar
    return calendar.timegm(time.strptime(head, "%Y-%m-%dT%H:%M:%S")) + float("0." + (fraction or "0"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--pid", type=int, required=True)
    parser.add_argument("--streams", type=int, default=10000)
    parser.add_argument("--posts", type=float, default=500)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--readers", type=int, default=10)
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    random.seed(5)
    load = Load(options)
    before = resident_megabytes(options.pid)
    start = time.monotonic()
    load.open_streams()
    print(f"streams            {options.streams} open after {time.monotonic() - start:.1f} s, "
          f"{options.readers} at each place")
    print(f"memory             {before:.0f} MB before, {resident_megabytes(options.pid):.0f} MB "
          "with the streams")
    load.open_posters()
    expected, elapsed = load.run()
    values = sorted(load.latencies)
    print(f"posts              {load.posted / elapsed:.0f}/s for {elapsed:.0f} s, "
          f"{load.refused} refused")
    print(f"events             {load.received} of {expected} came, {load.odd} others than expected")
    print("post to reader     " + ", ".join(
        f"p{share * 100:g} {percentile(values, share):.1f} ms" for share in (0.5, 0.95, 0.99, 0.999))
        + f", worst {values[-1] if values else 0:.1f} ms")
    lags = sorted(load.expiry_lags)
    print(f"expiry to reader   p99 {percentile(lags, 0.99):.1f} ms, worst "
          f"{lags[-1] if lags else float('nan'):.1f} ms ({len(lags)} seen)")
    print(f"memory             {resident_megabytes(options.pid, 'VmHWM'):.0f} MB at most")
    sys.exit(0 if load.received == expected and load.refused == 0 and load.odd == 0 else 1)


main()
