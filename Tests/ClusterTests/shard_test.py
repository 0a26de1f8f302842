"""Ground that is divided among shards: a list asks exactly one, and moving ground loses nothing."""

import math
import os
import pathlib
import random
import signal
import subprocess
import threading
import time
import unittest
import urllib.parse

import psycopg

from nodes import AMBIT, Node, ambit, eventually
from servers import Pair, programs

REACHES = int(os.environ.get("AMBIT_TEST_REACHES", "12000"))
READS = int(os.environ.get("AMBIT_TEST_READS", "800"))
# How often a move is killed.
ROUNDS = int(os.environ.get("AMBIT_TEST_ROUNDS", "2"))


class Shards:
    """Databases of one server, each with a node."""

    def __init__(self):
        self.pair = Pair(has_standby=False)
        self.nodes = []

    def address(self, name):
        return self.pair.address.rsplit("/", 1)[0] + f"/{name}"

    def make(self, name):
        self.pair.primary.ask(f"CREATE DATABASE {name}", database="postgres")
        return self.address(name)

    def node(self, address):
        self.nodes.append(Node(address))
        return self.nodes[-1]

    def connect(self, name):
        port = self.pair.primary.port
        return psycopg.connect(host="127.0.0.1", port=port, user="ambit", dbname=name, autocommit=True)

    def close(self):
        for node in self.nodes:
            node.close()
        self.pair.close()


def places(count, seed):
    """Everywhere, at the poles, at the antimeridian, around corners of the curve, and crowded."""
    numbers = random.Random(seed)
    for index in range(count):
        near, anywhere = numbers.uniform(-0.6, 0.6), numbers.uniform(-180, 180)
        match index % 6:
            case 0: place = math.degrees(math.asin(numbers.uniform(-1, 1))), anywhere
            case 1: place = 90 - abs(near), anywhere
            case 2: place = -90 + abs(near), anywhere
            case 3: place = numbers.uniform(-80, 80), (180 - near / 2 if near > 0 else -180 - near / 2)
            case 4: place = near, (-90, 0, 90)[index % 3] + near / 3
            case _: place = 48.2 + near / 2, 16.4 + near
        yield round(place[0], 5), round(place[1], 5)


@unittest.skipUnless(programs(), "PostgreSQL is not installed")
class ShardTests(unittest.TestCase):
    """Two shards, whose ground a command divides while their nodes run."""

    def setUp(self):
        self.shards = Shards()
        self.addCleanup(self.shards.close)
        self.west = self.shards.pair.address
        self.east = self.shards.make("east")
        made = ambit("cluster", "init", self.west)
        self.assertEqual(made.returncode, 0, made.stderr)

    def split(self, *arguments):
        done = ambit("cluster", "split", self.west, "--into", self.east, *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def check(self):
        done = ambit("cluster", "check", self.west)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("copies between shards", done.stdout)

    def test_a_client_is_told_where_to_ask(self):
        first = self.shards.node(self.west)
        token = first.device()
        here, there = {"lat": 10.0, "lon": -60.0}, {"lat": 10.0, "lon": 60.0}
        for at in (here, there):
            self.assertEqual(first.post("before", token, at)[0], 201)
        status, whole = first.ask("GET", "/v1/shards")
        self.assertEqual((status, whole["map_epoch"], len(whole["shards"])), (200, 0, 1))
        stream = subprocess.Popen(
            ["curl", "-sN", f"http://127.0.0.1:{first.port}/v1/messages/stream?lat=10&lon=60&radius_m=500"],
            stdout=subprocess.PIPE)
        self.addCleanup(stream.stdout.close)
        stream.stdout.readline()
        self.split("--cells", "800000000000-1000000000000", "--url", "https://east.example",
                   "--own-url", "https://west.example")
        second = self.shards.node(self.east)
        question = "/v1/messages?lat={lat}&lon={lon}&radius_m=1000"
        self.assertTrue(eventually(lambda: first.ask("GET", question.format(**there))[0] == 421))
        # The reader whose ground has gone is let go, so that it asks again.
        self.assertEqual(stream.wait(timeout=10), 0)
        status, problem = first.ask("GET", question.format(**there))
        self.assertEqual(problem["code"], "elsewhere")
        self.assertEqual(problem["ask_instead"],
                         {"shard": 1, "url": "https://east.example", "map_epoch": 4})
        for path in ("/v1/messages/stream?lat=10&lon=60&radius_m=500",
                     "/v1/messages.atom?lat=10&lon=60&radius_m=500",
                     question.format(**here) + "&map_epoch=3", question.format(**here) + "&map_epoch=99"):
            self.assertEqual(first.ask("GET", path)[0], 421, path)
        self.assertEqual(first.ask("GET", question.format(**here) + "&map_epoch=4")[0], 200)
        self.assertEqual(first.ask("GET", question.format(**here) + "&map_epoch=x")[0], 400)
        self.assertEqual(first.post("after", token, there)[0], 421)
        self.assertEqual(second.ask("GET", question.format(**here))[0], 421)
        # The same device posts there, and what was posted before is there too.
        self.assertEqual(second.post("after", token, there)[0], 201)
        self.assertEqual(sorted(second.texts(at=there)), ["after", "before"])
        sent = second.ask("GET", "/v1/me/sent", token=token)[1]
        self.assertEqual(len(sent["features"]), 3)
        _, found = second.ask("GET", "/v1/shards?lat=10&lon=-60")
        self.assertEqual(found["place"], {"shard": 0, "url": "https://west.example", "map_epoch": 4})
        self.assertEqual(found["own"], 1)
        shown = ambit("cluster", "shards", self.west)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertIn("epoch 4", shown.stdout)
        self.check()

    def test_tables_of_before_are_brought_up_to_date(self):
        old = self.shards.make("old")
        with self.shards.connect("old") as connection:
            connection.execute((pathlib.Path(__file__).parent / "schema-1.sql").read_text())
        refused = ambit("cluster", "status", old)
        self.assertIn("ambit cluster init", refused.stderr)
        made = ambit("cluster", "init", old)
        self.assertIn("from schema 1 to 2", made.stderr)
        node = self.shards.node(old)
        at = {"lat": 20.0, "lon": 10.0}
        self.assertEqual(node.texts(at=at), ["from before"])
        self.assertEqual(node.post("and after", node.device(), at)[0], 201)
        checked = ambit("cluster", "check", old)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)

    def test_what_crosses_the_border_is_seen_beyond_it_within_a_moment(self):
        self.split("--cells", "800000000000-1000000000000")
        first, second = self.shards.node(self.west), self.shards.node(self.east)
        token = first.device()
        west, east = {"lat": 10.0, "lon": -0.001}, {"lat": 10.0, "lon": 0.001}
        delays = []
        for number in range(30):
            began = time.monotonic()
            self.assertEqual(first.post(f"over {number}", token, west)[0], 201)
            self.assertTrue(eventually(lambda: second.newest(limit=1, at=east) == [f"over {number}"]))
            delays.append(time.monotonic() - began)
        delays.sort()
        self.assertLess(delays[len(delays) // 2], 0.5, delays)
        _, page = second.ask("GET", "/v1/messages?lat=10&lon=0.001&radius_m=1000&limit=1")
        known = page["features"][0]["id"]
        # Kept, reported and removed from beyond, by the rules of its own shard.
        reader = second.device()
        there = "?lat=10&lon=0.001"
        self.assertEqual(second.ask("PUT", f"/v1/messages/{known}/bookmark{there}", token=reader)[0], 204)
        self.assertIn(known, str(first.ask("GET", "/v1/me/bookmarks", token=reader)[1]))
        self.assertEqual(second.ask("DELETE", f"/v1/messages/{known}", token=token)[0], 204)
        self.assertTrue(eventually(lambda: len(second.texts(at=east)) == 29))
        self.assertTrue(eventually(lambda: len(first.texts(at=west)) == 29))
        self.check()

    def test_one_shard_answers_what_one_node_would(self):
        """A9: reaches to 50 km, over the antimeridian and the poles, against one undivided database."""
        whole = self.shards.make("whole")
        self.assertEqual(ambit("cluster", "init", whole).returncode, 0)
        numbers = random.Random(4)
        rows = [(f"m{index}", lat, lon, numbers.choice([10, 800, 6000, 50000, 50000]))
                for index, (lat, lon) in enumerate(places(REACHES, 1))]
        self.insert("ambit", rows)
        self.insert("whole", rows)
        cuts = sorted(numbers.randrange(1 << 48) for _ in range(6))
        self.split("--cells", f"{cuts[0]:x}-{cuts[1]:x}")
        for first, end in ((cuts[2], cuts[3]), (cuts[4], cuts[5])):
            moved = ambit("cluster", "move", self.west, "--to", "1", "--cells", f"{first:x}-{end:x}")
            self.assertEqual(moved.returncode, 0, moved.stderr)
        nodes = [self.shards.node(self.west), self.shards.node(self.east)]
        judge = self.shards.node(whole)
        asked, seen = [0, 0], 0
        for lat, lon in places(READS, 2):
            query = urllib.parse.urlencode({"lat": lat, "lon": lon, "radius_m": 50000, "limit": 1000})
            answers = [node.ask("GET", f"/v1/messages?{query}") for node in nodes]
            self.assertEqual(sorted(status for status, _ in answers), [200, 421], (lat, lon))
            shard = [status for status, _ in answers].index(200)
            asked[shard] += 1
            status, expected = judge.ask("GET", f"/v1/messages?{query}")
            self.assertEqual(status, 200)

            def texts(page):
                return sorted(feature["properties"]["text"] for feature in page["features"])
            self.assertEqual(texts(answers[shard][1]), texts(expected), (lat, lon))
            seen += len(expected["features"])
        self.assertGreater(min(asked), READS // 50, asked)
        self.assertGreater(seen, READS)
        self.check()

    def insert(self, database, rows):
        """Posts, by the function that nodes call."""
        now = int(time.time() * 1000)
        with self.shards.connect(database) as connection:
            device = connection.execute(
                "INSERT INTO ambit.device (token_hash, created_at) VALUES (%s, %s) RETURNING id",
                [os.urandom(32), now]).fetchone()[0]
            for start in range(0, len(rows), 500):
                part = rows[start:start + 500]
                count = len(part)
                connection.execute(
                    "SELECT count(*) FROM ambit.append(%s, %s, %s, %s, %s, %s, %s, %s::bigint[], "
                    "%s::bigint[], %s::bigint[], %s::bytea[], %s::bytea[], %s::bigint[])",
                    [b"test", start + 1, [row[0] for row in part], ["news"] * count,
                     [float(row[2]) for row in part], [float(row[1]) for row in part],
                     [float(row[3]) for row in part], [now] * count, [now + 3_600_000] * count,
                     [device] * count, [None] * count, [None] * count, [0] * count])

    def test_a_killed_move_is_gone_on_with(self):
        rows = [(f"k{index}", lat, lon, 20000) for index, (lat, lon) in enumerate(places(6000, 3))]
        self.insert("ambit", rows)
        first = self.shards.node(self.west)
        self.split("--share", "0.3")
        second = self.shards.node(self.east)
        at = {"lat": 48.2, "lon": 16.4}
        posted, ends = [], threading.Event()

        def post():
            token, number = first.device(), 0
            while not ends.is_set():
                number += 1
                for node in (first, second):
                    if node.post(f"p{number}", token, at)[0] == 201:
                        posted.append(f"p{number}")
                        break
                time.sleep(0.02)
        poster = threading.Thread(target=post)
        poster.start()
        try:
            for number in range(ROUNDS):
                place, to = (self.west, "1") if number % 2 == 0 else (self.east, "0")
                words = [AMBIT, "cluster", "move", place, "--to", to, "--share", "0.5"]
                for _ in range(3):
                    move = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                    time.sleep(random.uniform(0.02, 0.5))
                    move.send_signal(signal.SIGKILL)
                    move.wait()
                _, found = first.ask("GET", "/v1/shards")
                done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.check()
        finally:
            ends.set()
            poster.join()
        self.assertGreater(len(posted), 20)
        _, found = first.ask("GET", f"/v1/shards?lat={at['lat']}&lon={at['lon']}")
        node = [first, second][found["place"]["shard"]]
        self.assertTrue(eventually(lambda: set(posted) <= set(node.texts(at=at))),
                        "acknowledged posts are not shown")
        self.check()

    def test_what_cannot_be_divided_is_refused_in_a_sentence(self):
        for words, expected in [
                (["split", self.west, "--into", self.east, "--share", "1"], "more than 0 and less than 1"),
                (["split", self.west, "--into", self.east, "--cells", "5-5"], "hexadecimal"),
                (["split", self.west, "--into", self.east, "--cells", "0-1000000000001"], "cells"),
                (["split", self.west, "--into", self.east, "--url", "east"], "https://"),
                (["split", self.west, "--into", self.west], "ground"),
                (["split", self.west, "--into", self.east, "--share", "0.5", "--cells", "0-9"], "together"),
                (["move", self.west, "--to", "1"], "does not name"),
                (["move", self.west, "--to", "4000"], "0 to 1023"),
                (["spread", self.west], "undivided")]:
            done = ambit("cluster", *words)
            self.assertNotEqual(done.returncode, 0, words)
            self.assertIn(expected, done.stderr)
            self.assertEqual(done.stderr.lower().count("error"), 1, done.stderr)
        with self.shards.connect("ambit") as connection:
            self.assertEqual(connection.execute("SELECT epoch FROM ambit.map").fetchone()[0], 0)


if __name__ == "__main__":
    unittest.main()
