"""What visitors and organizers of a fair do at many nodes at one moment."""

import concurrent.futures
import time
import unittest

import common_test
from nodes import ambit, eventually
from servers import programs


@unittest.skipUnless(programs(), "PostgreSQL is not installed")
class VisitorTests(common_test.CommonTests):
    def test_what_visitors_of_a_fair_do_at_many_nodes_counts_once(self):
        first, second = self.nodes
        database = f"{first.folder.name}/node.sqlite"
        organizer = self.fair(database)
        ana = self.register(first, username=f"ana{time.time_ns() % 10**9}", password="a long enough pass",
                            email=f"ana{time.time_ns()}@example.org")
        rating = "/v1/exhibitors/fair-exhibitors.rsp/rating"
        for node in self.nodes:
            self.assertTrue(eventually(lambda: node.ask("GET", "/v1/exhibitors/fair-exhibitors.rsp")[0] == 200
                                       and node.ask("GET", "/v1/me", token=ana)[0] == 200))

        def at_once(count, *asked, token):
            with concurrent.futures.ThreadPoolExecutor(20) as pool:
                return list(pool.map(
                    lambda number: self.nodes[number % 2].ask(*asked, token=token), range(count)))

        found = at_once(100, "PUT", rating, {"stars": 4}, token=ana)
        self.assertEqual({status for status, _ in found}, {200}, found[0])
        self.assertEqual(sum(answer["points_earned"] for _, answer in found), 10)
        consents = [{"purpose": "contact_for_prizes", "given": True, "text_version": "1"}]
        self.assertEqual(first.ask("PUT", "/v1/me/consents", {"consents": consents}, token=ana)[0], 200)
        status, answer = first.ask(
            "PUT", "/v1/me/attendance", {"event": "fair", "eligible": True}, token=ana)
        self.assertEqual((status, answer["eligible"]), (200, True), answer)

        def shown(node):
            passport = node.ask("GET", "/v1/me/passport?event=fair", token=ana)[1]
            board = node.ask("GET", "/v1/fairs/fair/leaderboard", token=organizer)[1]
            return (passport["visited_count"], passport["total"], passport["eligible"],
                    [place["points"] for place in board["places"]])

        for node in self.nodes:
            self.assertTrue(eventually(lambda: shown(node) == (1, 10, True, [10])), shown(node))
        status, draw = first.ask("POST", "/v1/draws", {"event": "fair", "prize": "Bicycle"}, token=organizer)
        self.assertEqual(status, 201, draw)
        path = f"/v1/draws/{draw['id']}"
        self.assertTrue(eventually(lambda: second.ask("GET", path)[0] == 200))
        found = at_once(10, "POST", f"{path}/winners", {}, token=organizer)
        self.assertEqual(sorted(status for status, _ in found), [201] + [409] * 9, found)
        self.assertTrue(eventually(
            lambda: [node.ask("GET", path)[1]["winners"] for node in self.nodes].count([]) == 0))
        first_told, second_told = [node.ask("GET", path)[1] for node in self.nodes]
        self.assertEqual(first_told, second_told)

    def fair(self, database):
        """Publishes the sample fair as one that is on now; the token of its organizers."""
        folder = self.nodes[0].folder.name
        with open(f"{folder}/fair.csv", "w", encoding="utf-8") as file:
            file.write("id,title,kind,starts,ends,time_zone\nfair,Fair,fair,"
                       f"{common_test.moment(time.time() - 3600)},{common_test.moment(time.time() + 3600)},UTC\n")
        for kind, path, more in [("events", f"{folder}/fair.csv", []),
                                 ("booths", f"{common_test.DATA}/fair/booths.csv", ["--event", "fair"]),
                                 ("exhibitors", f"{common_test.DATA}/fair/exhibitors.csv", ["--event", "fair"])]:
            made = ambit("import", kind, path, "--dataset", f"fair-{kind}", "--database", database, *more)
            self.assertEqual(made.returncode, 0, made.stderr)
        made = ambit("token", "create", "--role", "expo.organizer", "--event", "fair", "--label", "Bo",
                     "--database", database)
        self.assertEqual(made.returncode, 0, made.stderr)
        return made.stdout.strip()
