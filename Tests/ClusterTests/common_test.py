"""What the files of many nodes have in common: accounts, datasets, tokens, and all that modules keep."""

import concurrent.futures
import os
import pathlib
import signal
import sqlite3
import subprocess
import threading
import time
import unittest

from nodes import Node, ambit, eventually, held_to_time
from servers import Pair, programs

DATA = pathlib.Path(__file__).resolve().parent.parent.parent / "data"
COUNTY = DATA / "county"
LEAGUE = DATA / "league"
ROUNDS = int(os.environ.get("AMBIT_TEST_ROUNDS", "2"))


def station_file(folder, count):
    """A list of stations, each with a place of its own."""
    path = f"{folder}/stations-{count}.csv"
    with open(path, "w", encoding="utf-8") as out:
        out.write("id,name,address,latitude,longitude\n")
        for number in range(count):
            out.write(f"{number},Hall {number},{number} Main Street,{42 + number / 5000:.6f},-101.5\n")
    return path


def moment(seconds):
    """A time since 1970, written."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


class CommonTests(unittest.TestCase):
    """Nodes on one server, with the keys of accounts on a database of their own."""

    HAS_STANDBY = False
    NODES = 2

    @classmethod
    def setUpClass(cls):
        if cls is CommonTests:
            raise unittest.SkipTest("what others build on")
        cls.pair = Pair(has_standby=cls.HAS_STANDBY)
        cls.addClassCleanup(cls.pair.close)
        made = ambit("cluster", "init", cls.pair.address)
        assert made.returncode == 0, made.stderr
        cls.pair.primary.make_database("keys")
        cls.keys = cls.pair.address.rsplit("/", 1)[0] + "/keys"
        cls.nodes = [cls.node() for _ in range(cls.NODES)]
        for node in cls.nodes:
            cls.addClassCleanup(node.close)

    @classmethod
    def node(cls):
        return Node(cls.pair.address, "--vault-keys", cls.keys)

    def register(self, node, **body):
        status, made = node.ask("POST", "/v1/accounts", {"age": 30, **body})
        self.assertEqual(status, 201, made)
        return made["token"]


@unittest.skipUnless(programs(), "PostgreSQL is not installed")
class TwoFileTests(CommonTests):
    def test_an_account_is_one_at_all_nodes(self):
        first, second = self.nodes
        name = f"ana{time.time_ns() % 10**9}"
        token = self.register(first, username=name, password="a long enough pass")
        # At once, wherever it is asked.
        self.assertEqual(second.ask("GET", "/v1/me", token=token)[0], 200)
        taken, _ = second.ask("POST", "/v1/accounts", {
            "age": 30, "username": name, "password": "another long pass"})
        self.assertEqual(taken, 409)
        status, signed = second.ask("POST", "/v1/sign-ins", {
            "username": name, "password": "a long enough pass"})
        self.assertIn(status, (200, 201), signed)
        self.assertEqual(first.ask("GET", "/v1/me", token=signed["token"])[0], 200)
        self.assertEqual(second.ask("DELETE", "/v1/me", token=token)[0], 204)
        self.assertTrue(eventually(lambda: first.ask("GET", "/v1/me", token=token)[0] == 401))
        # The name is free again, and no key of the account is anywhere.
        self.assertEqual(
            self.pair.primary.ask("SELECT count(*) FROM ambit.common_row WHERE relation = 'accounts_account'"
                                  " AND content IS NOT NULL")[0][0],
            self.pair.primary.ask("SELECT count(*) FROM ambit_vault.line WHERE content LIKE 'key %'",
                                  database="keys")[0][0])

    def test_of_a_hundred_who_want_one_name_at_many_nodes_one_gets_it(self):
        name = f"bo{time.time_ns() % 10**9}"

        def register(number):
            return self.nodes[number % len(self.nodes)].ask(
                "POST", "/v1/accounts", {"age": 30, "username": name, "password": "a long enough pass"})[0]

        with concurrent.futures.ThreadPoolExecutor(20) as pool:
            found = list(pool.map(register, range(40)))
        self.assertEqual(sorted(set(found)), [201, 409])
        self.assertEqual(found.count(201), 1)

    @held_to_time
    def test_a_dataset_is_served_by_all_within_two_seconds(self):
        first, second = self.nodes
        file = station_file(first.folder.name, 3000)
        made = ambit("import", "stations", file, "--dataset", "halls",
                     "--database", f"{first.folder.name}/node.sqlite")
        began = time.monotonic()
        self.assertEqual(made.returncode, 0, made.stderr)

        def count(node):
            found = node.ask("GET", "/v1/stations?lat=42.3&lon=-101.5&radius_m=100&limit=10")
            return len(found[1]["features"]) if found[0] == 200 else found

        for node in self.nodes:
            self.assertTrue(eventually(lambda: count(node) == 9, seconds=10), count(node))
        self.assertLess(time.monotonic() - began, 2.0)
        # Rolled back at one, so at the other.
        small = station_file(first.folder.name, 10)
        made = ambit("import", "stations", small, "--dataset", "halls", "--force",
                     "--database", f"{second.folder.name}/node.sqlite")
        self.assertEqual(made.returncode, 0, made.stderr)
        for node in self.nodes:
            self.assertTrue(eventually(lambda: count(node) == 0), count(node))
        back = ambit("datasets", "rollback", "halls", "--to", "1",
                     "--database", f"{first.folder.name}/node.sqlite")
        self.assertEqual(back.returncode, 0, back.stderr)
        for node in self.nodes:
            self.assertTrue(eventually(lambda: count(node) == 9), count(node))
        lists = [node.ask("GET", "/v1/datasets")[1] for node in self.nodes]
        self.assertEqual(lists[0], lists[1])

    def league_editor(self):
        """Publishes the games, tournaments and products of the sample league; the token of an editor."""
        database = f"{self.nodes[0].folder.name}/node.sqlite"
        for kind in ["games", "tournaments", "products"]:
            made = ambit("import", kind, str(LEAGUE / f"{kind}.csv"), "--dataset", f"league-{kind}",
                         "--database", database)
            self.assertEqual(made.returncode, 0, made.stderr)
        made = ambit("token", "create", "--role", "esports.editor", "--label", "Edna",
                     "--database", database)
        self.assertEqual(made.returncode, 0, made.stderr)
        return next(word for word in made.stdout.split() if len(word) > 30)

    @held_to_time
    def test_what_an_editor_says_at_one_node_is_in_force_at_all_within_two_seconds(self):
        first, second = self.nodes
        token = self.league_editor()

        def products(node, game):
            _, found = node.ask("GET", f"/v1/products?game=league-games.{game}")
            return [] if "features" not in (found or {}) else [one["id"] for one in found["features"]]

        def featured(node):
            _, home = node.ask("GET", "/v1/home")
            return [] if "featured" not in (home or {}) else [
                one["event"]["id"] for one in home["featured"]]

        def say(node, path, body):
            status, answer = node.ask("PUT", path, body, token)
            self.assertIn(status, (200, 204), answer)

        def see(what, wanted):
            began = time.monotonic()
            for node in self.nodes:
                self.assertTrue(eventually(lambda node=node: what(node) == wanted), what(node))
            self.assertLess(time.monotonic() - began, 2.0)

        # Both have loaded what is published, and know the editor.
        for node in self.nodes:
            self.assertTrue(eventually(lambda node=node: products(node, "crane-legends"), 15))
            self.assertTrue(eventually(
                lambda node=node: node.ask("GET", "/v1/imports", token=token)[0] == 200, 15))
        crane, prairie = (products(first, game) for game in ["crane-legends", "prairie-royale"])
        product, others = crane[0], crane[1:]
        self.assertNotIn(product, prairie)
        link = f"/v1/products/{product}/link"
        say(first, link, {"game": "league-games.crane-legends", "decision": "bar"})
        see(lambda node: products(node, "crane-legends"), others)
        say(second, link, {"game": "league-games.prairie-royale", "decision": "pin"})
        see(lambda node: products(node, "prairie-royale"), [product, *prairie])
        say(second, link, {"game": "league-games.crane-legends", "decision": "none"})
        say(first, link, {"game": "league-games.prairie-royale", "decision": "none"})
        see(lambda node: products(node, "crane-legends"), crane)
        see(lambda node: products(node, "prairie-royale"), prairie)
        event = "league-tournaments.cup-1"
        say(first, "/v1/features", {"features": [
            {"event": event, "from": "2020-01-01T00:00:00Z", "until": "2100-01-01T00:00:00Z"}]})
        see(featured, [event])
        say(second, "/v1/features", {"features": []})
        see(featured, [])

    def test_a_token_that_was_made_at_one_node_is_good_at_all_and_ends_at_all(self):
        first, second = self.nodes
        made = ambit("token", "create", "--role", "staff", "--label", "Ann",
                     "--database", f"{first.folder.name}/node.sqlite")
        self.assertEqual(made.returncode, 0, made.stderr)
        token = next(word for word in made.stdout.split() if len(word) > 30)
        self.assertTrue(eventually(
            lambda: second.ask("GET", "/v1/imports", token=token)[0] == 200))
        listed = ambit("token", "list", "--database", f"{second.folder.name}/node.sqlite")
        self.assertIn("Ann", listed.stdout)
        number = next(line.split(",")[0] for line in listed.stdout.splitlines() if "Ann" in line)
        ended = ambit("token", "revoke", number, "--database", f"{second.folder.name}/node.sqlite")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertTrue(eventually(
            lambda: first.ask("GET", "/v1/imports", token=token)[0] == 401, seconds=15))

    @held_to_time
    def test_what_happens_on_trips_is_told_at_all_nodes_within_two_seconds_and_once(self):
        streams = []
        token = self.traveller()
        for node in self.nodes:
            streams.append(TripStream(node.port, token))
            self.addCleanup(streams[-1].close)
        first, second = self.nodes
        # The node that is asked, and what all are told then.
        now = time.time()
        status, begun = first.ask("POST", "/v1/trips", {"mode": "biking", "started_at": moment(now - 3_600)},
                                  token=token)
        self.assertEqual(status, 201, begun)
        trip = f"/v1/trips/{begun['id']}"
        # A node that has just been told of the trip tells how long it is: nothing yet.
        told = [["started", "distance"]] * 2
        self.hear(streams, told)
        fixes = [{"at": moment(now - 60 + step), "lat": 43.7 + step * 1.4 / 111_000, "lon": 7.4,
                  "accuracy_m": 5} for step in range(0, 50, 5)]
        for node, method, path, body, event in (
                (second, "POST", "/v1/fixes", {"device": "phone", "fixes": fixes}, "distance"),
                (second, "POST", trip + "/end", {"distance_m": 5_000}, "ended"),
                (first, "PATCH", trip, {"distance_m": 4_000}, "ended"),
                (second, "DELETE", trip, None, "removed")):
            status, answer = node.ask(method, path, body, token=token)
            self.assertEqual(status, 200, answer)
            told = [names + [event] for names in told]
            self.hear(streams, told)
        # Nothing comes late that was told before.
        time.sleep(1.0)
        self.assertEqual([stream.names for stream in streams], told)
        for node in self.nodes:
            self.assertEqual(node.ask("GET", "/v1/trips", token=token)[1]["features"], [])

    def hear(self, streams, told):
        """All streams have told some events within two seconds, and no others."""
        eventually(lambda: all(len(stream.names) >= len(names) for stream, names in zip(streams, told)),
                   seconds=2.0)
        self.assertEqual([stream.names for stream in streams], told)

    def traveller(self):
        """The token of somebody who lets fixes be kept."""
        token = self.register(self.nodes[0])
        consents = [{"purpose": "auto_track", "given": True, "text_version": "t1"}]
        status, answer = self.nodes[0].ask("PUT", "/v1/me/consents", {"consents": consents}, token=token)
        self.assertEqual(status, 200, answer)
        self.assertTrue(eventually(lambda: self.nodes[1].ask("GET", "/v1/trips", token=token)[0] == 200))
        return token

    def test_what_one_has_corrected_and_asked_for_at_one_node_holds_at_the_other(self):
        first, second = self.nodes
        ana = self.traveller()
        name = f"bo{time.time_ns() % 10**9}"
        bo = self.register(second, username=name, password="a long enough pass")
        past = {"mode": "car", "distance_m": 16_000,
                "started_at": "2026-01-05T08:00:00Z", "ended_at": "2026-01-05T08:30:00Z"}
        status, trip = first.ask("POST", "/v1/trips", past, token=ana)
        self.assertEqual(status, 201, trip)
        path = f"/v1/trips/{trip['id']}"

        def shown(node):
            status, own = node.ask("GET", path, token=ana)
            return status == 200 and [own["properties"]["legs"][0]["mode"], own["properties"]["distance_m"]]

        # What the other node has read stays in its memory; a correction takes its place there.
        self.assertTrue(eventually(lambda: shown(second) == ["car", 16_000], seconds=2.0), shown(second))
        for number, (writer, reader) in enumerate([(first, second), (second, first)] * 5):
            meters = 1_000.0 + number
            status, answer = writer.ask("PATCH", path, {"mode": "walking", "distance_m": meters}, token=ana)
            self.assertEqual(status, 200, answer)
            self.assertTrue(eventually(lambda: shown(reader) == ["walking", meters], seconds=2.0),
                            shown(reader))
        # Friends: asked for at one node, agreed to at the other, ended at the first.
        status, asked = first.ask("POST", "/v1/friends", {"username": name}, token=ana)
        self.assertEqual(status, 202, asked)

        def friends(node, token):
            return [friend["state"] for friend in node.ask("GET", "/v1/friends", token=token)[1]["friends"]]

        self.assertTrue(eventually(lambda: friends(second, bo) == ["asking"], seconds=2.0), friends(second, bo))
        number = second.ask("GET", "/v1/friends", token=bo)[1]["friends"][0]["id"]
        self.assertEqual(second.ask("PUT", f"/v1/friends/{number}", {}, token=bo)[0], 200)
        self.assertTrue(eventually(lambda: friends(first, ana) == ["friends"], seconds=2.0), friends(first, ana))
        self.assertEqual(first.ask("DELETE", f"/v1/friends/{number}", token=ana)[0], 204)
        self.assertTrue(eventually(lambda: friends(second, bo) == [], seconds=2.0), friends(second, bo))

    def test_a_node_begins_with_an_empty_file_and_has_everything(self):
        token = self.register(self.nodes[0])
        third = self.node()
        self.addCleanup(third.close)
        self.assertEqual(third.ask("GET", "/v1/me", token=token)[0], 200)
        self.assertEqual(third.ask("GET", "/v1/datasets")[1], self.nodes[0].ask("GET", "/v1/datasets")[1])

    def test_a_file_with_rows_of_its_own_is_refused_and_left_as_it_is(self):
        folder = self.nodes[0].folder.name
        own = f"{folder}/own.sqlite"
        made = ambit("import", "stations", station_file(folder, 5), "--dataset", "own", "--database", own)
        self.assertEqual(made.returncode, 0, made.stderr)
        refused = ambit("serve", "--database", own, "--port", "0", "--cluster", self.pair.address)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("of its own", refused.stderr)
        self.assertIn("own", ambit("datasets", "list", "--database", own).stdout)

    def test_messages_are_not_imported_into_the_file_of_a_node(self):
        refused = ambit("import", "messages", str(COUNTY / "messages.csv"), "--dataset", "talk",
                        "--database", f"{self.nodes[0].folder.name}/node.sqlite")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("messages", refused.stderr)


class TripStream:
    """A reader of somebody's trips, and the names of the events that it heard of."""

    def __init__(self, port, token):
        self.names = []
        self.process = subprocess.Popen(
            ["curl", "-sN", "-H", f"Authorization: Bearer {token}",
             f"http://127.0.0.1:{port}/v1/trips/stream"], stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            if line.startswith("event: "):
                self.names.append(line[7:].strip())

    def close(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stdout.close()


@unittest.skipUnless(programs(), "PostgreSQL is not installed")
class CommonFailureTests(CommonTests):
    """What is acknowledged stays, whatever fails."""

    HAS_STANDBY = True

    def test_accounts_survive_the_death_of_the_server_and_of_a_node(self):
        ends, lock = threading.Event(), threading.Lock()
        tokens, unknown = [], []

        def register(node):
            while not ends.is_set():
                status, made = node.ask("POST", "/v1/accounts", {"age": 30})
                with lock:
                    if status == 201:
                        tokens.append(made["token"])
                    else:
                        unknown.append(status)

        threads = [threading.Thread(target=register, args=[node]) for node in self.nodes for _ in range(3)]
        for thread in threads:
            thread.start()
        try:
            for number in range(ROUNDS):
                time.sleep(1.0)
                self.pair.fail_over()
                time.sleep(1.0)
                node = self.nodes[number % 2]
                node.stop(signal.SIGKILL)
                node.start()
        finally:
            time.sleep(1.0)
            ends.set()
            for thread in threads:
                thread.join()
        self.assertGreater(len(tokens), 20)
        for node in self.nodes:
            lost = [token for token in tokens if node.ask("GET", "/v1/me", token=token)[0] != 200]
            self.assertEqual(lost, [], f"{len(lost)} of {len(tokens)} accounts are gone")
        rows = [self.rows(node) for node in self.nodes]
        self.assertTrue(eventually(lambda: self.rows(self.nodes[0]) == self.rows(self.nodes[1])), rows)

    def rows(self, node):
        database = sqlite3.connect(f"file:{node.folder.name}/node.sqlite?mode=ro", uri=True)
        with database:
            found = [list(database.execute(f"SELECT * FROM {table} ORDER BY 1"))
                     for table in ("accounts_account", "accounts_token", "accounts_live_consent")]
        database.close()
        return found


if __name__ == "__main__":
    unittest.main()
