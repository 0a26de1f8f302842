"""Many nodes on one PostgreSQL: one truth at all of them, whatever fails."""

import concurrent.futures
import os
import signal
import time
import unittest

from nodes import Node, Posters, Readers, ambit, eventually, held_to_time
from servers import Pair, programs

# How often the server that takes changes is killed.
ROUNDS = int(os.environ.get("AMBIT_TEST_ROUNDS", "3"))
POSTS_A_SECOND = int(os.environ.get("AMBIT_TEST_POSTS", "200"))


@unittest.skipUnless(programs(), "PostgreSQL is not installed")
class TwoNodeTests(unittest.TestCase):
    """Two nodes and one server, without faults."""

    @classmethod
    def setUpClass(cls):
        cls.pair = Pair(has_standby=False)
        cls.addClassCleanup(cls.pair.close)
        made = ambit("cluster", "init", cls.pair.address)
        assert made.returncode == 0, made.stderr
        cls.nodes = [Node(cls.pair.address), Node(cls.pair.address)]
        for node in cls.nodes:
            cls.addClassCleanup(node.close)

    def setUp(self):
        # A place of its own, so that no test sees what another has posted.
        self.place = {"lat": 10.0 + len(self.id()) / 100, "lon": hash(self.id()) % 17000 / 100}

    @held_to_time
    def test_what_one_node_shows_the_other_shows_within_a_tenth_of_a_second(self):
        first, second = self.nodes
        token = first.device()
        delays = []
        for number in range(60):
            posted = time.monotonic()
            status, answer = first.post(f"seen {number}", token, self.place)
            self.assertEqual(status, 201)
            text = f"seen {number}"
            self.assertTrue(eventually(lambda: second.newest(limit=1, at=self.place) == [text]))
            delays.append(time.monotonic() - posted)
        delays.sort()
        self.assertLess(delays[len(delays) // 2], 0.1, delays)
        self.assertEqual(first.texts(at=self.place), second.texts(at=self.place))

    def test_a_device_asks_whichever_node_it_likes(self):
        first, second = self.nodes
        author, reader = first.device(), second.device()
        there = f"?lat={self.place['lat']}&lon={self.place['lon']}"
        _, posted = first.post("kept", author, self.place)
        path = f"/v1/messages/{posted['id']}"
        self.assertTrue(eventually(lambda: second.ask("GET", path + there)[0] == 200))
        # Kept at one node, in the list of the other.
        self.assertEqual(
            second.ask("PUT", f"{path}/bookmark{there}", token=reader)[0], 204)
        kept = first.ask("GET", "/v1/me/bookmarks", token=reader)[1]
        self.assertIn(posted["id"], str(kept))
        self.assertEqual(second.ask("DELETE", path, token=reader)[0], 404)
        self.assertEqual(second.ask("DELETE", path, token=author)[0], 204)
        self.assertTrue(eventually(lambda: first.texts(at=self.place) == []))
        kept = first.ask("GET", "/v1/me/bookmarks", token=reader)[1]
        self.assertIn("removed_by_author", str(kept))

    def test_a_key_makes_one_message_at_all_nodes_at_once(self):
        token = self.nodes[0].device()

        def post(number):
            return self.nodes[number % 2].post("once", token, self.place, Idempotency_Key="the-key")

        with concurrent.futures.ThreadPoolExecutor(20) as pool:
            answers = list(pool.map(post, range(40)))
        self.assertEqual([answer for answer in answers if answer[0] not in (200, 201)], [])
        self.assertEqual({answer["id"] for _, answer in answers}, {answers[0][1]["id"]})
        self.assertTrue(all(eventually(lambda: node.texts(at=self.place) == ["once"])
                            for node in self.nodes))
        other = self.nodes[1].post("twice", token, self.place, Idempotency_Key="the-key")
        self.assertEqual(other[0], 422)

    def test_pages_go_on_at_another_node(self):
        first, second = self.nodes
        token = first.device()
        for number in range(60):
            self.assertEqual(self.nodes[number % 2].post(f"paged {number}", token, self.place)[0], 201)
        self.assertTrue(eventually(
            lambda: all(len(node.texts(at=self.place)) == 60 for node in self.nodes)))
        for sort in ("newest", "nearest"):
            found = first.pages(limit=7, at=self.place, others=[first, second], sort=sort)
            ids = [feature["id"] for feature in found]
            self.assertEqual(len(ids), 60)
            self.assertEqual(len(set(ids)), 60)

    def test_a_forgotten_device_is_forgotten_everywhere(self):
        first, second = self.nodes
        token = first.device()
        first.post("forgotten", token, self.place)
        self.assertTrue(eventually(lambda: second.texts(at=self.place) == ["forgotten"]))
        self.assertEqual(second.ask("DELETE", "/v1/me", token=token)[0], 204)
        self.assertTrue(eventually(lambda: first.texts(at=self.place) == []))
        self.assertTrue(eventually(lambda: first.post("again", token, self.place)[0] == 401))

    def test_a_node_that_begins_shows_what_there_is(self):
        token = self.nodes[0].device()
        for number in range(20):
            self.nodes[0].post(f"before {number}", token, self.place)
        third = Node(self.pair.address)
        self.addCleanup(third.close)
        self.assertEqual(len(third.texts(at=self.place)), 20)

    def test_the_tables_are_whole_and_told(self):
        self.assertEqual(ambit("cluster", "check", self.pair.address).returncode, 0)
        status = ambit("cluster", "status", self.pair.address)
        self.assertIn("none is synchronous", status.stdout)

    def test_bad_databases_are_refused_in_a_sentence(self):
        self.pair.primary.make_database("empty")
        self.pair.primary.make_database("taken")
        self.pair.primary.ask("CREATE SCHEMA ambit", database="taken")
        self.pair.primary.make_database("newer")
        base = self.pair.address.rsplit("/", 1)[0]
        self.assertEqual(ambit("cluster", "init", f"{base}/newer").returncode, 0)
        self.pair.primary.ask("UPDATE ambit.site SET schema_version = 99", database="newer")
        for address, words in [
                (f"{base}/empty", "ambit cluster init"),
                (f"{base}/taken", "that Ambit did not make"),
                (f"{base}/newer", "has schema 99"),
                (f"{base}/missing", "does not exist"),
                ("postgresql://ambit@127.0.0.1:1/ambit", "Connection refused"),
                (f"{base}/empty?options=-c%20default_transaction_read_only%3Don", "takes no changes"),
                ("postgresql://ambit:secret@127.0.0.1/ambit", "has a password in it"),
                ("mysql://127.0.0.1/ambit", "is no address")]:
            with self.subTest(address):
                refused = ambit("serve", "--create", "--database", f"{self.nodes[0].folder.name}/x.sqlite",
                                "--port", "0", "--cluster", address)
                self.assertEqual(refused.returncode, 1, refused.stderr)
                self.assertIn(words, refused.stderr)
                self.assertNotIn("secret", refused.stderr)
                self.assertEqual(len(refused.stderr.strip().splitlines()), 1, refused.stderr)


@unittest.skipUnless(programs(), "PostgreSQL is not installed")
class FailureTests(unittest.TestCase):
    """Two nodes, and two servers of which one is killed."""

    def setUp(self):
        self.pair = Pair()
        self.addCleanup(self.pair.close)
        made = ambit("cluster", "init", self.pair.address)
        self.assertEqual(made.returncode, 0, made.stderr)
        self.nodes = [Node(self.pair.address), Node(self.pair.address)]
        for node in self.nodes:
            self.addCleanup(node.close)

    def judge(self, posters):
        """Holds what clients saw against what stands in the database and what nodes show."""
        kept = [text for text, in self.pair.primary.ask("SELECT text FROM ambit.message")]
        wrong = posters.faults(kept, "the database")
        for number, node in enumerate(self.nodes):
            self.assertTrue(
                eventually(lambda node=node: sorted(node.texts()) == sorted(kept), 10),
                f"node {number} shows {len(node.texts())} of {len(kept)}")
        self.assertEqual(wrong, [])
        check = ambit("cluster", "check", self.pair.address)
        self.assertEqual(check.returncode, 0, check.stdout)

    def test_nothing_acknowledged_is_lost_when_servers_are_killed(self):
        with Readers(self.nodes) as readers, Posters(self.nodes, POSTS_A_SECOND) as posters:
            for _ in range(ROUNDS):
                time.sleep(1.5)
                self.pair.fail_over()
            time.sleep(1.5)
        self.judge(posters)
        print(f"\ncluster: {ROUNDS} kills, {len(posters.acknowledged)} posts acknowledged, "
              f"{len(posters.refused)} refused, {len(posters.unknown)} unknown, longest "
              f"{posters.longest:.1f} s, {readers.count} reads, {len(readers.failures)} failed")
        self.assertGreater(len(posters.acknowledged), 100 * ROUNDS)
        self.assertEqual(readers.failures, [])
        self.assertLess(posters.longest, 31)

    def test_a_server_that_hangs_keeps_nobody_reading(self):
        with Readers(self.nodes) as readers, Posters(self.nodes, 100) as posters:
            time.sleep(1)
            self.pair.primary.signal(signal.SIGSTOP)
            time.sleep(12)
            self.pair.primary.signal(signal.SIGCONT)
            time.sleep(3)
        self.assertEqual(readers.failures, [])
        self.judge(posters)

    def test_without_its_standby_nothing_is_acknowledged(self):
        token = self.nodes[0].device()
        self.assertEqual(self.nodes[0].post("before", token)[0], 201)
        self.pair.standby.kill()
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            answer = pool.submit(self.nodes[0].post, "alone", token)
            time.sleep(3)
            self.assertFalse(answer.done())
            self.pair.standby.start()
            self.assertEqual(answer.result()[0], 201)
        self.assertTrue(eventually(
            lambda: self.nodes[1].texts(sort="newest") == ["alone", "before"]))

    def test_a_node_that_was_away_shows_the_same_when_it_is_back(self):
        first, second = self.nodes
        token = first.device()
        second.process.send_signal(signal.SIGSTOP)
        for number in range(300):
            self.assertEqual(first.post(f"away {number}", token)[0], 201)
        second.process.send_signal(signal.SIGCONT)
        self.assertTrue(eventually(lambda: len(second.texts()) == 300, 2))
        self.assertEqual(first.texts(), second.texts())

    def test_a_node_that_followed_another_history_reads_all_anew(self):
        # The standby is cut off; what only the other server has is gone with it.
        first = self.nodes[0]
        token = first.device()
        for number in range(5):
            first.post(f"kept {number}", token)
        self.pair.primary.ask("ALTER SYSTEM SET synchronous_standby_names = ''")
        self.pair.primary.ask("SELECT pg_reload_conf()")
        self.pair.standby.kill()
        for number in range(5):
            self.assertEqual(first.post(f"gone {number}", token)[0], 201)
        self.assertTrue(eventually(lambda: len(self.nodes[1].texts()) == 10))
        self.pair.primary.kill()
        self.pair.standby.start()
        self.pair.standby.promote()
        self.pair.primary, self.pair.standby = self.pair.standby, self.pair.primary
        self.pair.primary.ask("ALTER SYSTEM SET synchronous_standby_names = ''")
        self.pair.primary.ask("SELECT pg_reload_conf()")
        for number in range(5):
            self.assertEqual(first.post(f"new {number}", token)[0], 201)
        wanted = sorted([f"kept {n}" for n in range(5)] + [f"new {n}" for n in range(5)])
        for node in self.nodes:
            self.assertTrue(eventually(lambda node=node: sorted(node.texts()) == wanted),
                            (node.texts(), node.log[8:], [n.metric("ambit_cluster_change") for n in self.nodes], [n.metric("ambit_cluster_look_age_seconds") for n in self.nodes], self.pair.primary.ask("select n,chain from ambit.head")))


if __name__ == "__main__":
    unittest.main()
