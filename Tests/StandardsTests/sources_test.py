"""Products and posts of other machines, as the command that is served asks for them: over TLS, from a mock server."""

import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "PythonSupport"))

from held_to_time import held_to_time  # noqa: E402
from served import AMBIT, PATIENCE_SECONDS, Service  # noqa: E402
from source_mock import SourceMock  # noqa: E402


class SourcesTest(unittest.TestCase):
    def served(self, games=3, how=None, **mock):
        """A service with some games that asks a mock server, and that server."""
        folder = tempfile.TemporaryDirectory(prefix="ambit-sources-")
        self.addCleanup(folder.cleanup)
        self.mock = SourceMock(folder.name, **mock)
        self.addCleanup(self.mock.close)
        self.service = Service(*self.mock.arguments(**(how or {})), county=False)
        self.addCleanup(self.service.close)
        table = pathlib.Path(folder.name) / "games.csv"
        accounts = ";".join([
            f"atom:league|{self.mock.url}/league.atom",
            f"mastodon:league|{self.mock.url}/users/league", "bluesky:league.example"])
        # The last game alone has accounts.
        rows = [f"g{n},Game Number{n}x,{accounts if n == games - 1 else ''}" for n in range(games)]
        table.write_text("\n".join(["id,name,accounts", *rows]) + "\n")
        subprocess.run([AMBIT, "import", "games", str(table), "--dataset", "games", "--database",
                        self.service.database, "--quiet"], check=True, capture_output=True)
        self.wait(lambda: len(self.service.ask("GET", "/v1/games")["features"]) == games, "the games")

    def wait(self, condition, message):
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                if found := condition():
                    return found
            except urllib.error.HTTPError as error:
                # Until it has loaded.
                if error.code != 503:
                    raise
            if time.monotonic() > end:
                self.fail(f"{message} did not come")
            time.sleep(0.05)

    def look(self, number):
        """Opens the page of a game, which has it asked for."""
        return self.service.ask("GET", f"/v1/games/games.g{number}")

    def products(self, number):
        return self.service.ask("GET", f"/v1/products?game=games.g{number}&sort=lowest_price")["features"]

    def metric(self, name):
        with urllib.request.urlopen(self.service.url + "/metrics", timeout=30) as answer:
            lines = answer.read().decode().splitlines()
        return sum(float(line.split(" ")[1]) for line in lines if line.startswith(name + " "))

    def failures(self):
        return self.metric("ambit_esports_source_failures_total")

    def restart(self):
        """What was asked is forgotten; what was told is kept."""
        self.service.stop()
        self.service.start()

    @held_to_time  # a source that does not answer within its limit is asked later
    def test_fifty_at_once_fetch_one_token(self):
        self.served(games=50, how={"posts": False}, token_delay=1.0)
        with concurrent.futures.ThreadPoolExecutor(50) as pool:
            list(pool.map(self.look, range(50)))
        self.wait(lambda: len(self.mock.searches) == 50, "a search for each game")
        self.assertEqual(len(self.mock.tokens), 1)
        self.assertEqual({name for name, _, _ in self.mock.searches},
                         {f"Game Number{n}x" for n in range(50)})
        _, query, _ = self.mock.searches[0]
        self.assertEqual(query["limit"], ["100"])
        for part in ["buyingOptions:{FIXED_PRICE}", "conditions:{NEW}", "priceCurrency:USD"]:
            self.assertIn(part, query["filter"][0])
        shown = self.wait(lambda: self.products(7), "products")
        self.assertEqual([one["properties"]["price"]["amount_minor"] for one in shown],
                         [2050, 2150, 2250])
        self.assertTrue(all("s-l1600" in one["properties"]["image"] for one in shown))

    def test_a_token_is_renewed_at_nine_tenths_of_its_life_and_never_used_behind_its_end(self):
        self.served(how={"posts": False}, token_seconds=10)
        self.look(0)
        self.wait(lambda: self.mock.searches, "the first search")
        given = self.mock.tokens["token-1"]
        self.sleep_until(given + 8.0)
        self.look(1)
        self.wait(lambda: len(self.mock.searches) == 2, "the second search")
        self.assertEqual(list(self.mock.tokens), ["token-1"])
        # The service counts from when it has the token.
        self.sleep_until(given + 9.6)
        self.look(2)
        self.wait(lambda: len(self.mock.searches) == 3, "the third search")
        self.assertEqual(list(self.mock.tokens), ["token-1", "token-2"])
        self.assertEqual([token for _, _, token in self.mock.searches], ["token-1", "token-1", "token-2"])
        self.assertEqual(self.mock.refused, [])

    @staticmethod
    def sleep_until(moment):
        time.sleep(max(0, moment - time.monotonic()))

    def test_a_token_that_is_taken_back_is_replaced_once(self):
        self.served(how={"posts": False})
        self.look(0)
        self.wait(lambda: self.products(0), "products")
        with self.mock.lock:
            self.mock.tokens["token-1"] -= 10_000
        self.look(1)
        self.wait(lambda: self.products(1), "products of the other game")
        self.assertEqual(self.mock.refused, ["token-1"])
        self.assertEqual(list(self.mock.tokens), ["token-1", "token-2"])

    def test_an_outage_shows_what_was_told_with_its_age(self):
        self.served(how={"posts": False})
        self.look(0)
        before = self.wait(lambda: self.products(0), "products")
        for breaks in [lambda: setattr(self.mock, "mode", "away"), self.mock.close]:
            breaks()
            self.restart()
            self.look(0)
            self.wait(lambda: self.failures() == 1, "a failure")
            time.sleep(1)
            after = self.products(0)
            self.assertEqual([one["id"] for one in after], [one["id"] for one in before])
            for one, other in zip(after, before):
                self.assertEqual(one["properties"]["fetched_at"], other["properties"]["fetched_at"])
                self.assertGreater(one["properties"]["age_s"], other["properties"]["age_s"])
                self.assertFalse(one["properties"]["sold"])
            # A game that was never told of has none, and is no error.
            self.look(1)
            self.assertEqual(self.products(1), [])
            self.assertTrue(self.service.ask("GET", "/v1/home"))

    def test_an_answer_that_is_cut_in_half_changes_nothing(self):
        self.served()
        self.look(2)
        before = self.wait(lambda: self.products(2), "products")
        posts = self.wait(lambda: self.posts(3), "posts")
        for mode in ["text", "line"]:
            self.mock.mode = mode
            self.restart()
            self.look(2)
            # The shop and three accounts.
            self.wait(lambda: self.failures() == 4, f"failures of answers cut by {mode}")
            self.assertEqual([one["id"] for one in self.products(2)], [one["id"] for one in before])
            self.assertEqual([one["id"] for one in self.posts(3)], [one["id"] for one in posts])
            self.look(1)
            self.wait(lambda: self.failures() == 5, "a failure of a game without products")
            self.assertEqual(self.products(1), [])
        versions = self.service.ask("GET", "/v1/datasets", token=self.service.staff("staff"))["datasets"]
        self.assertEqual({one["version"] for one in versions}, {1})

    def posts(self, count):
        found = self.service.ask("GET", "/v1/posts?game=games.g2")["features"]
        return found if len(found) == count else None

    def test_posts_of_three_networks_are_read_and_each_is_of_the_account_that_was_asked(self):
        self.served(how={"ebay": False})
        self.look(2)
        posts = self.wait(lambda: self.posts(3), "posts")
        self.assertEqual([(one["properties"]["account"], one["properties"]["text"]) for one in posts], [
            ("bluesky:league.example", "Finals on Sunday"),
            ("mastodon:league", "The bracket is out"),
            ("atom:league", "Doors open at ten")])
        self.assertIn("/users/league/outbox?page=true", self.mock.feeds)

    def test_this_machine_is_reached_by_name_alone_and_a_certificate_of_nobody_is_not_believed(self):
        for how in [{"is_named": False}, {"is_trusted": False}]:
            with self.subTest(**how):
                self.served(how={"posts": False, **how})
                self.look(0)
                self.wait(lambda: self.failures() == 1, "a failure")
                self.assertEqual(self.products(0), [])
                self.assertEqual((self.mock.tokens, self.mock.searches), ({}, []))


if __name__ == "__main__":
    unittest.main()
