#!/usr/bin/env python3
"""Many nodes on one PostgreSQL: posts, what they cost whom, how soon others see them, and a start.

usage: run.py WORK [SECONDS=10] [MESSAGES=1000000]

Everything runs on this machine: so what a part costs is told in its own processor time, and the rate is what
all of them together reach.
"""

import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Tests/ClusterTests"))

from nodes import Node, ambit  # noqa: E402
from servers import Pair, programs  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")
CONNECTIONS = 512


def ticks(number):
    """A process's time on the processor, in seconds."""
    try:
        fields = pathlib.Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()
    except FileNotFoundError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


def times(parts):
    return {name: sum(map(ticks, numbers())) for name, numbers in parts.items()}


def parts(pair, nodes):
    found = {f"node {number + 1}": lambda node=node: [node.process.pid] for number, node in enumerate(nodes)}
    found["primary"] = pair.primary.processes
    if pair.has_standby:
        found["standby"] = pair.standby.processes
    return found


def post(work, node, seconds, rate="all"):
    """Posts at a node: how many a second, and how long half and 99 of 100 of them took at most."""
    tokens = [node.device() for _ in range(20)]
    said = subprocess.run(
        [f"{work}/posts", str(node.port), f"{work}/places.txt", str(rate), str(seconds), str(CONNECTIONS),
         *tokens], capture_output=True, text=True, check=True)
    count, half, late = said.stdout.split()
    return float(count), half, late


def bench_posts(work, seconds, has_standby, count):
    pair = Pair(has_standby)
    nodes = []
    try:
        made = ambit("cluster", "init", pair.address)
        assert made.returncode == 0, made.stderr
        nodes = [Node(pair.address) for _ in range(count)]
        post(work, nodes[0], 2)
        before = times(parts(pair, nodes))
        began = time.monotonic()
        rate, half, late = post(work, nodes[0], seconds)
        took = time.monotonic() - began
        after = times(parts(pair, nodes))
        title = ("synchronous standby, " if has_standby else "one server, ") + f"{count} node(s)"
        print(f"posts: {title:36}{rate:8.0f}/s  50% {half}  99% {late}")
        for name in before:
            print(f"    {name:12}{(after[name] - before[name]) * 1e6 / (rate * took):8.1f} us of the processor a post")
        if count > 1:
            bench_delay(work, nodes)
        for node in nodes:
            print(f"    in memory   {node.metric('ambit_messages'):8.0f} messages")
        kept = pair.primary.ask("SELECT count(*) FROM ambit.message")[0][0]
        print(f"    kept        {kept:8} messages")
        check = ambit("cluster", "check", pair.address)
        print("    " + (check.stderr.strip() or check.stdout.strip()))
    finally:
        for node in nodes:
            node.close()
        pair.close()


def bench_delay(work, nodes):
    """How soon a post at one node is seen at another, beside 1,000 posts a second."""
    first, second = nodes[0], nodes[1]
    load = subprocess.Popen(
        [f"{work}/posts", str(first.port), f"{work}/places.txt", "1000", "20", "64", first.device()],
        stdout=subprocess.DEVNULL)
    token = first.device()
    delays = []
    for number in range(200):
        text = f"delay {number}"
        status, _ = first.post(text, token)
        posted = time.monotonic()
        assert status == 201, status
        while text not in second.newest():
            time.sleep(0.002)
        delays.append(time.monotonic() - posted)
    load.kill()
    load.wait()
    delays.sort()
    print(f"    seen at another node after  50% {delays[100] * 1000:.0f} ms  99% {delays[197] * 1000:.0f} ms")


def bench_start(count):
    pair = Pair(has_standby=False)
    try:
        made = ambit("cluster", "init", pair.address)
        assert made.returncode == 0, made.stderr
        pair.primary.ask("INSERT INTO ambit.device (token_hash, created_at) VALUES ('\\x00', 0)")
        pair.primary.ask(f"""
            INSERT INTO ambit.message (id, text, category, lon, lat, visible_radius_m, posted_at, expires_at,
                device_id)
            SELECT n, 'a message of some words that says what is here, number ' || n, 'news',
                -180 + random() * 360, -85 + random() * 170, 50 + random() * 5000,
                extract(epoch FROM now()) * 1000, extract(epoch FROM now()) * 1000 + 86400000, 1
            FROM generate_series(1, {count}) AS n""")
        pair.primary.ask("""
            INSERT INTO ambit.change SELECT id, 1, id, ambit.digest(text, posted_at, device_id), 0
            FROM ambit.message ORDER BY id DESC LIMIT 1""")
        pair.primary.ask(f"UPDATE ambit.head SET n = {count}")
        began = time.monotonic()
        node = Node(pair.address)
        took = time.monotonic() - began
        status = pathlib.Path(f"/proc/{node.process.pid}/status").read_text()
        memory = int(status.split("VmRSS:")[1].split()[0]) // 1024
        print(f"start: {count} messages           ready after {took:.1f} s, {memory} MB, "
              f"{ticks(node.process.pid):.1f} s of the processor")
        assert node.metric("ambit_messages") == count
        node.close()
    finally:
        pair.close()


def main():
    work = pathlib.Path(sys.argv[1])
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 10
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 1_000_000
    if not programs():
        sys.exit("error: PostgreSQL 15 or newer is not installed")
    work.mkdir(parents=True, exist_ok=True)
    with open(work / "places.txt", "w", encoding="utf-8") as places:
        for number in range(1000):
            places.write(f"{40 + number % 50 / 100} {-100 + number // 50 / 100}\n")
    subprocess.run(["g++", "-O2", "-std=c++17", str(ROOT / "scripts/bench-service/posts.cpp"), "-o",
                    str(work / "posts")], check=True)
    bench_posts(work, seconds, has_standby=False, count=1)
    bench_posts(work, seconds, has_standby=True, count=3)
    bench_start(count)


if __name__ == "__main__":
    main()
