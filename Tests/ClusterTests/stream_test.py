"""Streams of many nodes: whoever reads one goes on at another from where it was, whatever happened meanwhile."""

import json
import random
import signal
import subprocess
import threading
import time
import unittest

from nodes import Node, ambit, eventually
from servers import Pair, programs

PLACE = {"lat": 12.5, "lon": 77.5}


class Listener:
    """A reader that takes the id of its last event along from node to node."""

    def __init__(self, place):
        self.place = place
        # What the reader knows to be there, by id, and how often it was told of each.
        self.known, self.told = {}, {}
        self.last_id, self.gaps, self.process = None, 0, None

    def connect(self, node):
        self.leave()
        where = "&".join(f"{name}={value}" for name, value in self.place.items())
        words = ["curl", "-sN", f"http://127.0.0.1:{node.port}/v1/messages/stream?{where}&radius_m=1000"]
        if self.last_id:
            words += ["-H", f"Last-Event-ID: {self.last_id}"]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        self.begun = threading.Event()
        self.reader = threading.Thread(target=self.read, args=[self.process])
        self.reader.start()
        if not self.begun.wait(10):
            raise AssertionError("the stream did not begin")

    def read(self, process):
        event = {}
        for line in process.stdout:
            name, _, value = line.rstrip("\n").partition(": ")
            if name:
                event[name] = value
                continue
            # The first thing that is told is where the stream is; only what is whole counts.
            if "id" in event:
                self.last_id = event["id"]
            self.take(event.get("event"), event.get("data"))
            if "id" in event:
                self.begun.set()
            event = {}

    def take(self, name, data):
        if name == "posted":
            message = json.loads(data)
            self.known[message["id"]] = message["properties"]["text"]
            self.told[message["id"]] = self.told.get(message["id"], 0) + 1
        elif name in ("expired", "removed"):
            self.known.pop(json.loads(data)["id"], None)
        elif name == "gap":
            self.gaps += 1

    def leave(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.reader.join()
            self.process.stdout.close()
            self.process = None

    def texts(self):
        return sorted(self.known.values())


class StreamCase(unittest.TestCase):
    HAS_STANDBY = False
    NODES = 2

    def setUp(self):
        self.pair = Pair(has_standby=self.HAS_STANDBY)
        self.addCleanup(self.pair.close)
        made = ambit("cluster", "init", self.pair.address)
        self.assertEqual(made.returncode, 0, made.stderr)
        self.nodes = [Node(self.pair.address) for _ in range(self.NODES)]
        for node in self.nodes:
            self.addCleanup(node.close)
        self.listener = Listener(PLACE)
        self.addCleanup(self.listener.leave)
        self.token = self.nodes[0].device()

    def post(self, node, text):
        status, answer = node.post(text, self.token, PLACE)
        self.assertEqual(status, 201, answer)
        return answer["id"]

    def hears(self, texts, seconds=5):
        wanted = sorted(texts)
        self.assertTrue(eventually(lambda: self.listener.texts() == wanted, seconds),
                        (self.listener.texts(), wanted))


@unittest.skipUnless(programs(), "PostgreSQL is not installed")
class StreamTests(StreamCase):
    NODES = 3

    def test_a_reader_goes_on_at_another_node(self):
        self.listener.connect(self.nodes[0])
        first = self.post(self.nodes[0], "first")
        self.post(self.nodes[1], "second")
        self.hears(["first", "second"])
        self.listener.leave()
        self.post(self.nodes[2], "third")
        self.assertEqual(
            self.nodes[1].ask("DELETE", f"/v1/messages/{first}", token=self.token)[0], 204)
        # At once: the node may have to follow first.
        self.listener.connect(self.nodes[1])
        self.hears(["second", "third"])
        self.assertEqual(self.listener.gaps, 0)
        self.assertEqual(set(self.listener.told.values()), {1})

    def test_a_reader_wanders_under_posts_and_is_told_each_once(self):
        wander = random.Random(7)
        wanted, ids = [], []
        ends = threading.Event()

        def post():
            number = 0
            while not ends.is_set():
                node = self.nodes[number % len(self.nodes)]
                ids.append(self.post(node, f"number {number}"))
                wanted.append(f"number {number}")
                if number % 5 == 4:
                    # Soon after it was posted, so that some nodes never see it.
                    gone = ids.pop()
                    wanted.pop()
                    other = self.nodes[(number + 1) % len(self.nodes)]
                    self.assertEqual(
                        other.ask("DELETE", f"/v1/messages/{gone}", token=self.token)[0], 204)
                number += 1

        self.listener.connect(self.nodes[0])
        poster = threading.Thread(target=post)
        poster.start()
        try:
            for _ in range(40):
                time.sleep(wander.random() / 5)
                self.listener.leave()
                time.sleep(wander.random() / 10)
                self.listener.connect(wander.choice(self.nodes))
        finally:
            ends.set()
            poster.join()
        self.hears(wanted)
        self.assertEqual(self.listener.gaps, 0)
        self.assertEqual({id for id, count in self.listener.told.items() if count > 1}, set())
        self.assertGreater(len(wanted), 40)

    def test_a_node_that_was_started_anew_goes_on_with_streams(self):
        node, other = self.nodes[:2]
        self.listener.connect(node)
        first = self.post(node, "first")
        self.hears(["first"])
        node.stop(signal.SIGKILL)
        self.listener.leave()
        self.post(other, "second")
        self.assertEqual(other.ask("DELETE", f"/v1/messages/{first}", token=self.token)[0], 204)
        node.start()
        self.listener.connect(node)
        self.hears(["second"])
        self.post(other, "third")
        self.hears(["second", "third"])
        self.assertEqual(self.listener.gaps, 0)

    def test_what_has_been_missed_is_said(self):
        self.listener.connect(self.nodes[0])
        self.post(self.nodes[0], "first")
        self.hears(["first"])
        last = self.listener.last_id
        self.listener.leave()
        # Nobody goes on over so many.
        self.pair.primary.ask("SELECT ambit.note(4::smallint, (SELECT array_agg(m.id) "
                              "FROM ambit.message AS m, generate_series(1, 1500)))")
        head = self.pair.primary.ask("SELECT n FROM ambit.head")[0][0]
        for node in self.nodes:
            self.assertTrue(eventually(lambda node=node: node.metric("ambit_cluster_change") == head))
        for number, node in enumerate(self.nodes):
            self.listener.last_id = last
            self.listener.connect(node)
            self.assertTrue(eventually(lambda number=number: self.listener.gaps == number + 1))
        # Nor from what nobody gave.
        for made_up in ("1-2", "x", last[:-1] + ("1" if last[-1] != "1" else "2"), last.replace("-", "-1")):
            gaps = self.listener.gaps
            self.listener.last_id = made_up
            self.listener.connect(self.nodes[1])
            self.assertTrue(eventually(lambda gaps=gaps: self.listener.gaps == gaps + 1), made_up)


@unittest.skipUnless(programs(), "PostgreSQL is not installed")
class StreamFailureTests(StreamCase):
    HAS_STANDBY = True

    def test_a_reader_loses_nothing_unsaid_when_a_server_takes_over(self):
        first, second = self.nodes
        self.listener.connect(first)
        wanted = []
        for number in range(10):
            wanted.append(f"before {number}")
            self.post(self.nodes[number % 2], wanted[-1])
        self.hears(wanted)
        self.pair.fail_over()
        for number in range(10):
            wanted.append(f"after {number}")
            self.post(self.nodes[number % 2], wanted[-1])
        # Who stays is told, or told to look.
        self.assertTrue(eventually(
            lambda: self.listener.texts() == sorted(wanted) or self.listener.gaps > 0, 10))
        self.listener.leave()
        wanted.append("away")
        self.post(first, "away")
        self.listener.connect(second)
        self.assertTrue(eventually(
            lambda: self.listener.texts() == sorted(wanted) or self.listener.gaps > 0, 10))
        if self.listener.gaps:
            self.assertEqual(sorted(second.texts(at=PLACE)), sorted(wanted))


if __name__ == "__main__":
    unittest.main()
