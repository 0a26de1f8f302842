"""Imports over HTTP of many nodes: each is known at all of them, whichever runs it."""

import http.client
import socket
import unittest

import common_test
from common_test import station_file
from nodes import ambit, eventually
from servers import programs

WAY = "/v1/imports?kind=stations&dataset="


@unittest.skipUnless(programs(), "PostgreSQL is not installed")
class ImportTests(common_test.CommonTests):
    def setUp(self):
        made = ambit("token", "create", "--role", "staff", "--label", "Ann",
                     "--database", f"{self.nodes[0].folder.name}/node.sqlite")
        self.assertEqual(made.returncode, 0, made.stderr)
        self.token = next(word for word in made.stdout.split() if len(word) > 30)
        for node in self.nodes:
            self.assertTrue(eventually(lambda node=node: self.list(node) is not None))

    def list(self, node):
        status, found = node.ask("GET", "/v1/imports", token=self.token)
        return found["imports"] if status == 200 else None

    def begin(self, node, dataset):
        """An upload whose end does not come: the import is under way until the connection is closed."""
        connection = socket.create_connection(("127.0.0.1", node.port))
        self.addCleanup(connection.close)
        connection.sendall(
            f"POST {WAY}{dataset} HTTP/1.1\r\nHost: 127.0.0.1:{node.port}\r\n"
            f"Authorization: Bearer {self.token}\r\nContent-Type: text/csv\r\n"
            "Content-Length: 1000000\r\n\r\nid,name\r\n".encode())
        found = []

        def is_listed():
            found[:] = [job for job in self.list(node) if job["dataset"] == dataset]
            return bool(found)

        self.assertTrue(eventually(is_listed))
        return connection, found[0]["id"]

    def send(self, node, dataset, file):
        connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=60)
        with open(file, "rb") as body:
            connection.request("POST", WAY + dataset, body, {
                "Authorization": f"Bearer {self.token}", "Content-Type": "text/csv"})
        answer = connection.getresponse()
        where, text = answer.headers.get("Content-Location"), answer.read().decode()
        connection.close()
        return answer.status, where, text

    def test_two_nodes_do_not_import_the_same_at_once_and_either_stops_the_other(self):
        first, second = self.nodes
        _, job = self.begin(first, "halls")
        status, shown = second.ask("GET", f"/v1/imports/{job}", token=self.token)
        self.assertEqual((status, shown["state"], shown["report"]), (200, "uploading", None))
        self.assertEqual([each["id"] for each in self.list(second)][:1], [job])
        file = station_file(first.folder.name, 5)
        status, _, text = self.send(second, "halls", file)
        self.assertEqual(status, 503, text)
        self.assertIn(job, text)
        # Something else may be imported there meanwhile.
        self.assertEqual(self.send(second, "rooms", file)[0], 200)
        self.assertEqual(second.ask("DELETE", f"/v1/imports/{job}", token=self.token)[0], 202)
        for node in self.nodes:
            self.assertTrue(eventually(
                lambda node=node: node.ask("GET", f"/v1/imports/{job}", token=self.token)[1]["state"]
                == "cancelled"))
        self.assertEqual(second.ask("DELETE", f"/v1/imports/{job}", token=self.token)[0], 409)
        self.assertEqual(self.send(second, "halls", file)[0], 200)

    def test_a_report_is_had_at_every_node(self):
        first, second = self.nodes
        file = station_file(first.folder.name, 4)
        with open(file, "a", encoding="utf-8") as out:
            out.write("9,Hall 9,9 Main Street,95,-101.5\n")
        status, where, text = self.send(first, "places", file)
        self.assertIn(status, (200, 409), text)
        kept = first.ask("GET", where, token=self.token)
        self.assertEqual(kept[0], 200)
        self.assertIsNotNone(kept[1]["report"])
        self.assertTrue(eventually(lambda: second.ask("GET", where, token=self.token) == kept))
        rejects = []
        for node in self.nodes:
            connection = http.client.HTTPConnection("127.0.0.1", node.port, timeout=60)
            connection.request("GET", where + "/rejects", headers={"Authorization": f"Bearer {self.token}"})
            answer = connection.getresponse()
            rejects.append((answer.status, answer.read()))
            connection.close()
        self.assertEqual(rejects[0], rejects[1])
        self.assertIn(b"Hall 9", rejects[1][1])
        self.assertEqual(second.ask("GET", "/v1/imports/none", token=self.token)[0], 404)

    def test_an_import_whose_node_has_died_is_no_longer_under_way(self):
        first, second = self.nodes
        third = self.node()
        _, job = self.begin(third, "yards")
        third.stop(9)
        shown = second.ask("GET", f"/v1/imports/{job}", token=self.token)[1]
        self.assertEqual(shown["state"], "uploading")
        # A minute without a word from it.
        self.pair.primary.ask("UPDATE ambit.common_import SET beat = beat - interval '61 seconds'"
                              " WHERE NOT is_over")
        shown = second.ask("GET", f"/v1/imports/{job}", token=self.token)[1]
        self.assertEqual(shown["state"], "failed")
        self.assertIn("has ended", shown["failure"])
        self.assertEqual(self.send(first, "yards", station_file(first.folder.name, 5))[0], 200)


if __name__ == "__main__":
    unittest.main()
