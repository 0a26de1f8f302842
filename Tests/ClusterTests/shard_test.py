"""Ground that is divided among shards: a list asks exactly one, and moving ground loses nothing."""

import itertools
import json
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

from nodes import AMBIT, Node, ambit, eventually, held_to_time
from servers import Pair, Wire, programs

REACHES = int(os.environ.get("AMBIT_TEST_REACHES", "12000"))
READS = int(os.environ.get("AMBIT_TEST_READS", "800"))
# How often a move is killed.
ROUNDS = int(os.environ.get("AMBIT_TEST_ROUNDS", "2"))


class Shards:
    """Databases of one server, or of one and its standby, each with nodes."""

    def __init__(self, has_standby=False):
        self.pair = Pair(has_standby)
        self.nodes = []

    def address(self, name):
        return self.pair.address.rsplit("/", 1)[0] + f"/{name}"

    def make(self, name):
        self.pair.primary.make_database(name)
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


def insert(shards, database, rows):
    """Posts, by the function that nodes call."""
    now = int(time.time() * 1000)
    with shards.connect(database) as connection:
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
        question = "/v1/messages?lat={lat}&lon={lon}&radius_m=1000"
        self.assertEqual(first.ask("GET", question.format(**there) + "&map_epoch=0")[0], 200)
        self.assertEqual(first.ask("GET", question.format(**there) + "&map_epoch=1")[0], 421)
        stream = subprocess.Popen(
            ["curl", "-sN", f"http://127.0.0.1:{first.port}/v1/messages/stream?lat=10&lon=60&radius_m=500"],
            stdout=subprocess.PIPE)
        self.addCleanup(stream.stdout.close)
        stream.stdout.readline()
        self.split("--cells", "800000000000-1000000000000", "--url", "https://east.example",
                   "--own-url", "https://west.example")
        second = self.shards.node(self.east)
        self.assertTrue(eventually(lambda: first.ask("GET", question.format(**there))[0] == 421))
        # The reader whose ground has gone is let go, so that it asks again.
        self.assertEqual(stream.wait(timeout=10), 0)
        status, problem = first.ask("GET", question.format(**there))
        self.assertEqual(problem["code"], "elsewhere")
        self.assertEqual(problem["ask_instead"],
                         {"shard": 1, "url": "https://east.example", "map_epoch": 4})
        for path in ("/v1/messages/stream?lat=10&lon=60&radius_m=500",
                     "/v1/messages.atom?lat=10&lon=60&radius_m=500",
                     question.format(**here) + "&map_epoch=0", question.format(**here) + "&map_epoch=3", question.format(**here) + "&map_epoch=99"):
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
        moved = ambit("cluster", "relocate", self.east, "--url", "https://far.example")
        self.assertIn("epoch 5", moved.stderr)
        self.assertTrue(eventually(lambda: first.ask("GET", question.format(**there))[1]["ask_instead"] == {
            "shard": 1, "url": "https://far.example", "map_epoch": 5}))
        shown = ambit("cluster", "shards", self.west)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertIn("epoch 5", shown.stdout)
        self.check()

    def test_a_node_whose_database_is_silent_goes_by_the_map_of_another(self):
        self.split("--cells", "800000000000-1000000000000")
        port = self.shards.pair.primary.port
        wire = Wire(port)
        self.addCleanup(wire.close)
        node = self.shards.node(self.east.replace(str(port), str(wire.port)))
        asked = "/v1/messages?lat=10&lon=60&radius_m=100"
        self.assertEqual(node.ask("GET", asked)[0], 200)
        wire.is_cut.set()
        moved = ambit("cluster", "move", self.east, "--to", "0", "--cells", "800000000000-1000000000000")
        self.assertEqual(moved.returncode, 0, moved.stderr)
        self.assertTrue(eventually(lambda: node.ask("GET", asked)[0] == 421, 20))

    def test_a_database_that_has_moved_takes_nothing_more_and_gives_up_nothing(self):
        self.split("--cells", "800000000000-1000000000000")
        first, second = self.shards.node(self.west), self.shards.node(self.east)
        there = {"lat": 10.0, "lon": 60.0}
        token, server = second.device(), self.shards.pair.primary
        self.assertEqual(second.post("before", token, there)[0], 201)
        server.restore("moved", server.dump("east"))
        moved = self.shards.address("moved")
        acknowledged = ["before"]
        self.assertEqual(second.post("since", token, there)[0], 201)
        refused = ambit("cluster", "relocate", moved)
        self.assertEqual(refused.returncode, 1, refused.stderr)
        self.assertIn("end the shard's nodes, copy it once more", refused.stderr)
        # Settings and bookmarks are no changes of messages, and are not given up either.
        second.stop()
        server.restore("moved", server.dump("east"))
        second.start()
        self.assertEqual(second.ask("PUT", "/v1/me/settings", {
            "quickdrop_enabled": True, "quickdrop_visible_radius_m": 500, "quickdrop_ttl_s": 600,
            "scan_radius_m": 900}, token)[0] // 100, 2)
        refused = ambit("cluster", "relocate", moved)
        self.assertIn("copy it once more", refused.stderr)
        # All went on as it was.
        self.assertEqual(second.post("still", token, there)[0], 201)
        acknowledged += ["since", "still"]
        second.stop()
        server.restore("moved", server.dump("east"))
        second.start()
        done = ambit("cluster", "relocate", moved)
        self.assertEqual(done.returncode, 0, done.stderr)
        # Whoever was interrupted gives it again: a shard that has not heard of it does then.
        with self.shards.connect("moved") as connection:
            connection.execute("UPDATE ambit.map SET epoch = 4; UPDATE ambit.shard SET "
                               "database = replace(database, 'moved', 'east') WHERE number = 1")
            done = ambit("cluster", "relocate", moved)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(connection.execute("SELECT epoch FROM ambit.map").fetchone()[0], 5)
        # The node that runs at the old one acknowledges nothing until it hears of it, and ends.
        status = second.post("lost", token, there)[0]
        self.assertNotEqual(status, 201)
        self.assertEqual(second.process.wait(30), 1)
        node = self.shards.node(moved)
        self.assertEqual(sorted(node.texts(at=there)), sorted(acknowledged))
        self.assertEqual(node.post("after", token, there)[0], 201)
        # Nothing is done by the old one's word.
        for words in (["move", self.east, "--to", "0", "--share", "0.1"], ["restored", self.east],
                      ["check", self.east], ["spread", self.east]):
            refused = ambit("cluster", *words)
            self.assertEqual(refused.returncode, 1, words)
            self.assertIn("is not the database of shard 1 any more", refused.stdout + refused.stderr, words)
        self.check()
        # One that cannot be asked is not given up without being told to.
        gone = self.shards.address("gone")
        node.stop()
        server.restore("gone", server.dump("moved"))
        server.ask("ALTER DATABASE moved ALLOW_CONNECTIONS false", database="postgres")
        server.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'moved'",
                   database="postgres")
        refused = ambit("cluster", "relocate", gone)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("cannot be reached", refused.stderr)
        server.ask("ALTER DATABASE moved ALLOW_CONNECTIONS true", database="postgres")
        # And back, which makes it one again.
        server.restore("east", server.dump("moved"))
        done = ambit("cluster", "relocate", self.east)
        self.assertEqual(done.returncode, 0, done.stderr)
        second.start()
        self.assertEqual(second.post("home", token, there)[0], 201)
        self.check()
        self.assertEqual(first.ask("GET", "/readyz")[0], 200)

    def test_the_first_shard_moves_and_whoever_was_interrupted_goes_on(self):
        self.split("--cells", "800000000000-1000000000000")
        server = self.shards.pair.primary
        server.restore("moved", server.dump("ambit"))
        moved = self.shards.address("moved")
        server.ask("ALTER DATABASE east ALLOW_CONNECTIONS false", database="postgres")
        server.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'east'",
                   database="postgres")
        broken = ambit("cluster", "relocate", moved)
        self.assertEqual(broken.returncode, 1, broken.stderr)
        server.ask("ALTER DATABASE east ALLOW_CONNECTIONS true", database="postgres")
        done = ambit("cluster", "relocate", moved)
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in ("moved", "east"):
            with self.shards.connect(name) as connection:
                self.assertEqual(connection.execute("SELECT epoch FROM ambit.map").fetchone()[0], 5, name)
        second, first = self.shards.node(self.east), self.shards.node(moved)
        here = {"lat": 10.0, "lon": -60.0}
        self.assertEqual(first.post("goes on", second.device(), here)[0], 201)
        done = ambit("cluster", "check", self.east)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_tables_of_before_are_brought_up_to_date(self):
        old = self.shards.make("old")
        with self.shards.connect("old") as connection:
            connection.execute((pathlib.Path(__file__).parent / "schema-1.sql").read_text())
        refused = ambit("cluster", "status", old)
        self.assertIn("ambit cluster init", refused.stderr)
        made = ambit("cluster", "init", old)
        self.assertIn("from schema 1 to 4", made.stderr)
        node = self.shards.node(old)
        at = {"lat": 20.0, "lon": 10.0}
        self.assertEqual(node.texts(at=at), ["from before"])
        self.assertEqual(node.post("and after", node.device(), at)[0], 201)
        checked = ambit("cluster", "check", old)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)

    @held_to_time
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
        insert(self.shards, "ambit", rows)
        insert(self.shards, "whole", rows)
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

    def test_a_killed_move_is_gone_on_with(self):
        rows = [(f"k{index}", lat, lon, 20000) for index, (lat, lon) in enumerate(places(6000, 3))]
        insert(self.shards, "ambit", rows)
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

    def test_the_same_command_again_changes_nothing(self):
        third = self.shards.make("third")
        words = ["--cells", "800000000000-1000000000000"]
        self.split(*words)
        self.split(*words)
        made = ambit("cluster", "split", self.west, "--into", third, "--cells", "0-400000000000")
        self.assertEqual(made.returncode, 0, made.stderr)
        shown = ambit("cluster", "shards", self.west).stdout
        move = ["cluster", "move", self.west, "--to", "1", "--cells", "400000000000-500000000000"]
        for _ in range(2):
            moved = ambit(*move)
            self.assertEqual(moved.returncode, 0, moved.stderr)
        changed = ambit("cluster", "shards", self.west).stdout
        self.assertIn("500000000000-800000000000  shard 0", changed)
        self.assertNotEqual(shown, changed)
        # Only what is the shard's whose database is named.
        refused = ambit("cluster", "move", self.east, "--to", "0", "--cells", "300000000000-480000000000")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("300000000000..400000000000 are shard 2's, and not shard 1's", refused.stderr)
        self.assertEqual(ambit("cluster", "shards", self.west).stdout, changed)
        # What was begun with other cells is ended first, and then these go too.
        for name in ("ambit", "east", "third"):
            with self.shards.connect(name) as connection:
                connection.execute("UPDATE ambit.territory SET successor = 1 WHERE first_cell = %s",
                                   [0x500000000000])
        moved = ambit("cluster", "move", third, "--to", "1", "--cells", "0-100000000000")
        self.assertEqual(moved.returncode, 0, moved.stderr)
        self.assertIn("going on with that", moved.stderr)
        shown = ambit("cluster", "shards", self.west).stdout
        self.assertIn("000000000000-100000000000  shard 1", shown)
        self.assertIn("400000000000-1000000000000  shard 1", shown)
        self.check()

    def test_a_node_whose_database_becomes_a_shard_ends_in_a_sentence(self):
        self.assertEqual(ambit("cluster", "init", self.east).returncode, 0)
        node = self.shards.node(self.east)
        self.split("--share", "0.5")
        self.assertEqual(node.process.wait(10), 1)
        self.assertTrue(eventually(lambda: "become shard 1" in "".join(node.log)), node.log)
        node.start()
        self.assertEqual(node.ask("GET", "/v1/shards")[1]["own"], 1)

    def test_a_shard_that_was_restored_goes_on(self):
        self.split("--cells", "800000000000-1000000000000")
        first, second = self.shards.node(self.west), self.shards.node(self.east)
        west, east = {"lat": 10.0, "lon": -60.0}, {"lat": 10.0, "lon": 60.0}
        token = second.device()
        self.assertEqual(second.post("kept", token, east)[0], 201)
        server = self.shards.pair.primary
        dump = server.dump("east")
        lost = [second.device() for _ in range(3)]
        for number, device in enumerate([token, *lost]):
            self.assertEqual(first.post(f"west {number}", device, west)[0], 201)
        ids = [second.post(f"lost {number}", token, east)[1]["id"] for number in range(3)]
        second.stop()
        server.restore("east", dump)
        done = ambit("cluster", "restored", self.east)
        self.assertEqual(done.returncode, 0, done.stderr)
        second.start()
        self.assertEqual(second.texts(at=east), ["kept"])
        # No number is given again: neither of messages, nor of devices, which would be others' owners.
        again = [second.post(f"again {number}", token, east)[1]["id"] for number in range(3)]
        self.assertEqual(set(ids) & set(again), set())
        _, page = first.ask("GET", f"/v1/messages?lat={west['lat']}&lon={west['lon']}&radius_m=1000")
        for device in [second.device() for _ in range(3)]:
            for feature in page["features"]:
                self.assertEqual(second.ask("DELETE", f"/v1/messages/{feature['id']}", token=device)[0], 404)
        # A device that was made since is known again, with what it has elsewhere.
        for node in (first, second):
            for number, device in enumerate(lost, 1):
                _, page = node.ask("GET", "/v1/me/sent", token=device)
                self.assertEqual([feature["properties"]["text"] for feature in page["features"]], [f"west {number}"])
        # What the device has at the other shard is noted again, listed, and forgotten with it.
        def sent():
            return sorted(feature["properties"]["text"]
                          for feature in second.ask("GET", "/v1/me/sent", token=token)[1]["features"])
        self.assertTrue(eventually(lambda: sent() == ["again 0", "again 1", "again 2", "kept", "west 0"]), sent())
        self.check()
        self.assertEqual(second.ask("DELETE", "/v1/me", token=token)[0], 204)
        self.assertTrue(eventually(lambda: second.texts(at=east) == []))
        self.assertTrue(eventually(lambda: "west 0" not in first.texts(at=west)))
        self.check()

    def test_a_restored_shard_gives_no_number_again_though_nobody_said_so(self):
        self.split("--cells", "800000000000-1000000000000")
        first, second = self.shards.node(self.west), self.shards.node(self.east)
        west, east = {"lat": 10.0, "lon": -60.0}, {"lat": 10.0, "lon": 60.0}
        dump = self.shards.pair.primary.dump("east")
        device = second.device()
        self.assertEqual(first.post("west", device, west)[0], 201)
        ids = [second.post(f"lost {number}", device, east)[1]["id"] for number in range(5)]
        def followed():
            with self.shards.connect("ambit") as one, self.shards.connect("east") as two:
                seen = one.execute("SELECT n FROM ambit.source WHERE shard = 1").fetchone()
                return seen == two.execute("SELECT n FROM ambit.head").fetchone()
        self.assertTrue(eventually(followed))
        for is_running in (False, True):
            # With the other shard's nodes away, and beside them: by the node itself, or by whoever follows it.
            second.stop()
            if not is_running:
                first.stop()
            self.shards.pair.primary.restore("east", dump)
            if not is_running:
                checked = ambit("cluster", "check", self.east)
                self.assertEqual(checked.returncode, 1, checked.stdout)
                self.assertIn("shard 1 knows less of its messages than shard 0", checked.stdout + checked.stderr)
                self.assertIn("does not know 1 device of its own", checked.stdout + checked.stderr)
            second.start()
            if not is_running:
                self.assertTrue(eventually(lambda: "was restored to an earlier moment" in "".join(second.log)), second.log)
                first.start()
            again = [second.post(f"again {number}", device, east)[1]["id"] for number in range(5)]
            self.assertEqual(set(ids) & set(again), set())
            ids += again
            _, page = second.ask("GET", "/v1/me/sent", token=device)
            self.assertIn("west", [feature["properties"]["text"] for feature in page["features"]])
            self.check()
            self.assertTrue(eventually(followed))
        # The same copy once more, and once more, with somebody who says so.
        for _ in range(2):
            second.stop()
            self.shards.pair.primary.restore("east", dump)
            self.assertEqual(ambit("cluster", "restored", self.east).returncode, 0)
            second.start()
            again = [second.post(f"anew {number}", device, east)[1]["id"] for number in range(5)]
            self.assertEqual(set(ids) & set(again), set())
            ids += again
        # Beside running nodes, too, it comes to an end, and so does what is done then.
        for words in (["restored", self.east], ["move", self.east, "--to", "0", "--cells", "c00000000000-1000000000000"]):
            done = ambit("cluster", *words)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.check()

    def test_a_database_that_came_too_late_to_be_a_shard_may_become_one(self):
        with self.shards.connect("ambit") as one:
            ambit("cluster", "init", self.west)
            secret = one.execute("SELECT secret FROM ambit.site").fetchone()[0]
        ambit("cluster", "init", self.east)
        with self.shards.connect("east") as connection:
            connection.execute("UPDATE ambit.site SET shard = 7, secret = %s", [secret])
        self.split("--cells", "800000000000-1000000000000")
        self.check()
        again = ambit("cluster", "split", self.west, "--share", "0.5", "--into", self.east)
        self.assertEqual(again.returncode, 1)
        self.assertIn("already", again.stderr)

    def test_a_map_of_before_is_not_gone_on_with(self):
        self.split("--cells", "800000000000-1000000000000")
        first, second = self.shards.node(self.west), self.shards.node(self.east)
        server = self.shards.pair.primary
        dump = server.dump("ambit")
        move = ["cluster", "move", self.west, "--to", "1", "--cells", "400000000000-800000000000"]
        self.assertEqual(ambit(*move).returncode, 0)
        first.stop()
        server.restore("ambit", dump)
        back = ["cluster", "move", self.east, "--to", "0", "--cells", "c00000000000-1000000000000"]
        for words in (move, back):
            refused = ambit(*words)
            self.assertEqual(refused.returncode, 1, words)
            self.assertIn("shard 0 has the map of epoch 4, and that of epoch 6 holds", refused.stderr)
        self.assertEqual(ambit("cluster", "check", self.west).returncode, 1)
        # A node that begins all the same goes by the newer one as soon as it hears of it.
        first.start()
        asked = "/v1/messages?lat={}&lon={}&radius_m=10"
        moved = [place for place in places(200, 9) if second.ask("GET", asked.format(*place))[0] == 200]
        self.assertTrue(eventually(lambda: all(
            first.ask("GET", asked.format(*place))[0] == 421 for place in moved), 10))
        first.stop()
        done = ambit("cluster", "restored", self.west)
        self.assertEqual(done.returncode, 0, done.stderr)
        first.start()
        self.assertEqual(ambit(*back).returncode, 0)
        self.check()

    def test_what_is_wrong_between_shards_is_found_and_mended(self):
        insert(self.shards, "ambit", [(f"m{index}", lat, lon, 50000)
                                      for index, (lat, lon) in enumerate(places(1500, 7))])
        self.split("--cells", "800000000000-1000000000000")
        wrong = [
            ("DELETE FROM ambit.message WHERE id = (SELECT min(id) FROM ambit.message)", "lacks 1 message"),
            ("UPDATE ambit.message SET category = 'help' WHERE id = (SELECT min(id) FROM ambit.message)",
             "has 1 message of shard 0 that are not"),
            ("UPDATE ambit.message SET lat = lat + 0.01 WHERE id = (SELECT max(id) FROM ambit.message)",
             "has 1 message of shard 0 that are not"),
            ("UPDATE ambit.map SET epoch = 3", "has the map of epoch 3, not 4"),
            ("UPDATE ambit.shard SET url = 'https://other.example' WHERE number = 1", "another map of epoch 4")]
        for change, words in wrong:
            with self.shards.connect("east") as connection:
                if "map" in change:
                    connection.execute("UPDATE ambit.source SET map_epoch = 3")
                connection.execute(change)
            found = ambit("cluster", "check", self.west)
            self.assertEqual(found.returncode, 1, change)
            self.assertIn(words, found.stdout)
            mended = ambit("cluster", "spread", self.west)
            self.assertEqual(mended.returncode, 0, mended.stderr)
            self.check()

    def test_a_hot_shard_is_read_by_several_nodes(self):
        """Three shards, of which the crowded one has three nodes: each page, stream and post at another."""
        third = self.shards.make("third")
        self.split("--cells", "800000000000-1000000000000")
        made = ambit("cluster", "split", self.west, "--into", third, "--cells", "400000000000-800000000000")
        self.assertEqual(made.returncode, 0, made.stderr)
        hot = [self.shards.node(self.east) for _ in range(3)]
        others = [self.shards.node(self.west), self.shards.node(third)]
        # Where the ground of all three meets, so that what is posted at each reaches the others.
        _, found = hot[0].ask("GET", "/v1/shards?lat=0.001&lon=0.001")
        self.assertEqual(found["place"]["shard"], 1)
        at = {"lat": 0.001, "lon": 0.001}
        streams = [Stream(node.port, at) for node in hot]
        for stream in streams:
            self.addCleanup(stream.close)
        beyond = [{"lat": -0.001, "lon": -0.001}, {"lat": 0.001, "lon": -0.001}]
        beyond = [(node, place) for place in beyond for node in others
                  if node.ask("GET", f"/v1/messages?lat={place['lat']}&lon={place['lon']}&radius_m=9")[0] == 200]
        self.assertEqual(len({node.port for node, _ in beyond}), 2)
        token = hot[0].device()
        posted = [f"hot {number}" for number in range(90)]
        for number, text in enumerate(posted):
            node, place = [*((node, at) for node in hot), *beyond][number % 5]
            self.assertEqual(node.post(text, token, place)[0], 201, (number, place))
        for node in hot:
            self.assertTrue(eventually(lambda node=node: sorted(node.texts(at=at)) == sorted(posted)))
        for sort in ("newest", "nearest"):
            paged = hot[0].pages(limit=7, at=at, others=hot, sort=sort)
            self.assertEqual(sorted(feature["properties"]["text"] for feature in paged), sorted(posted))
        # Each reader hears of each post once, whichever node and whichever shard it came from.
        for stream in streams:
            self.assertTrue(eventually(lambda stream=stream: sorted(stream.texts) == sorted(posted)),
                            sorted(set(posted) - set(stream.texts)))
        # A node of the crowd is killed: the others answer, and it is as they are when it is back.
        hot[2].stop(signal.SIGKILL)
        self.assertEqual(hot[0].post("meanwhile", token, at)[0], 201)
        self.assertTrue(eventually(lambda: "meanwhile" in hot[1].texts(at=at)))
        hot[2].start()
        self.assertEqual(sorted(hot[2].texts(at=at)), sorted([*posted, "meanwhile"]))
        self.check()

    def test_what_cannot_be_divided_is_refused_in_a_sentence(self):
        for words, expected in [
                (["split", self.west, "--into", self.east, "--share", "1"], "more than 0 and less than 1"),
                (["split", self.west, "--into", self.east, "--cells", "5-5"], "hexadecimal"),
                (["split", self.west, "--into", self.east, "--cells", "0-1000000000001"], "cells"),
                (["split", self.west, "--into", self.east, "--url", "east"], "https://"),
                (["split", self.west, "--into", self.west], "ground"),
                (["split", self.west, "--into", self.west.replace("127.0.0.1", "localhost")], "or a copy of one"),
                (["split", self.west, "--into", self.east, "--share", "0.5", "--cells", "0-9"], "together"),
                (["move", self.west, "--to", "1"], "does not name"),
                (["move", self.west, "--to", "4000"], "0 to 1023"),
                (["spread", self.west], "undivided"),
                (["relocate", self.west], "undivided"),
                (["relocate", self.west, "--url", "nowhere"], "https://"),
                (["relocate", self.west, self.east, "--url", "https://one.example"], "one shard's nodes"),
                (["relocate"], "address")]:
            done = ambit("cluster", *words)
            self.assertNotEqual(done.returncode, 0, words)
            self.assertIn(expected, done.stderr)
            self.assertEqual(done.stderr.lower().count("error"), 1, done.stderr)
        with self.shards.connect("ambit") as connection:
            self.assertEqual(connection.execute("SELECT epoch FROM ambit.map").fetchone()[0], 0)


class Stream:
    """A reader of a place's stream, and the texts that it heard of."""

    def __init__(self, port, at):
        self.texts = []
        self.process = subprocess.Popen(
            ["curl", "-sN", f"http://127.0.0.1:{port}/v1/messages/stream"
             f"?lat={at['lat']}&lon={at['lon']}&radius_m=1000"], stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            if line.startswith("data:") and '"text"' in line:
                self.texts.append(json.loads(line[5:])["properties"]["text"])

    def close(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stdout.close()


@unittest.skipUnless(programs(), "PostgreSQL is not installed")
class ShardFailureTests(unittest.TestCase):
    """Two shards on a server with a standby, and moves in whose middle the server is killed."""

    def test_a_move_outlives_the_server(self):
        shards = Shards(has_standby=True)
        self.addCleanup(shards.close)
        west, east = shards.pair.address, shards.make("east")
        self.assertEqual(ambit("cluster", "init", west).returncode, 0)
        insert(shards, "ambit", [(f"f{index}", lat, lon, 20000)
                                 for index, (lat, lon) in enumerate(places(6000, 5))])
        made = ambit("cluster", "split", west, "--into", east, "--share", "0.4")
        self.assertEqual(made.returncode, 0, made.stderr)
        nodes = [shards.node(west), shards.node(west), shards.node(east), shards.node(east)]
        acknowledged, ends = [], threading.Event()

        def post(client):
            token = nodes[client].device()
            for number in itertools.count():
                if ends.is_set():
                    return
                at = {"lat": 48.0 + number % 60 / 100, "lon": 16.0 + client / 10}
                for node in nodes:
                    status, _ = node.post(f"c{client}.{number}", token, at)
                    if status == 201:
                        acknowledged.append((f"c{client}.{number}", at))
                    if status != 421:
                        break
                time.sleep(0.03)
        posters = [threading.Thread(target=post, args=[client]) for client in range(3)]
        for poster in posters:
            poster.start()
        try:
            for number in range(ROUNDS):
                place, to = (west, "1") if number % 2 == 0 else (east, "0")
                words = [AMBIT, "cluster", "move", place, "--to", to, "--share", "0.5"]
                move = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                time.sleep(random.uniform(0.05, 0.6))
                shards.pair.fail_over()
                _, said = move.communicate(timeout=60)
                if move.returncode != 0:
                    # In a sentence, and gone on with by the same command.
                    self.assertEqual(said.count("error: "), 1, said)
                    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
                    self.assertEqual(done.returncode, 0, done.stderr)
        finally:
            ends.set()
            for poster in posters:
                poster.join()
        self.assertGreater(len(acknowledged), 50)
        done = ambit("cluster", "check", west)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        # At each node of the shard that answers for its place, and at no other.
        for at, texts in by_place(acknowledged).items():
            place = dict(zip(("lat", "lon"), at))
            query = f"/v1/messages?lat={at[0]}&lon={at[1]}&radius_m=1000"
            answering = [node for node in nodes if node.ask("GET", query)[0] == 200]
            self.assertEqual(len(answering), 2)
            for node in answering:
                self.assertTrue(
                    eventually(lambda node=node: set(texts) <= set(node.texts(at=place))),
                    f"{set(texts) - set(node.texts(at=place))} is not shown at {at}")


def by_place(posts):
    """The texts of posts by where they were made."""
    found = {}
    for text, at in posts:
        found.setdefault((at["lat"], at["lon"]), []).append(text)
    return found


if __name__ == "__main__":
    unittest.main()
