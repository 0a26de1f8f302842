"""New devices that cost a proof of work: the page finds it without anybody noticing."""

import hashlib
import itertools
import json
import unittest
import urllib.error
import urllib.request

from support import NOWHERE, BrowserTestCase, Service, held_to_time

# Frames that come late while somebody waits for the post, in milliseconds between two of them.
WATCH_FRAMES = """
window.gaps = [];
let last = performance.now();
const watch = (now) => { window.gaps.push(now - last); last = now; requestAnimationFrame(watch); };
requestAnimationFrame(watch);
"""


class ProofTest(BrowserTestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service(
            "--rate-limit", "free_devices_per_address=0", "--rate-limit", "proof_bits=16-18",
            limited=True)
        cls.addClassCleanup(cls.service.close)

    @held_to_time
    def test_a_browser_that_needs_a_proof_posts_as_any_other(self):
        window = self.window()
        window.open(self.service, at=NOWHERE)
        window.see("#messages-empty")
        window.click("#compose-open")
        window.see("#compose-text").send_keys("It took a moment")
        window.click("#compose-categories label:nth-child(4)")
        window.run(WATCH_FRAMES)
        window.click("#compose-post")
        window.see(".notice", "Dropped")
        window.see(".message-row", "It took a moment")
        gaps = sorted(window.run("return window.gaps"))
        # On a machine that does much else a frame is late now and then; half of them are not.
        self.assertLess(gaps[len(gaps) // 2], 100)
        # The browser asks aloud of a refusal that it got: nothing else may be wrong.
        self.assertEqual(
            [line for line in window.complaints() if "/v1/devices" not in line], [])
        with urllib.request.urlopen(self.service.url + "/metrics") as answer:
            metrics = answer.read().decode()
        self.assertIn("\nambit_new_devices_free_total 0\n", metrics)
        self.assertIn("\nambit_new_devices_proven_total 1\n", metrics)
        self.assertIn("\nambit_proofs_refused_total 0\n", metrics)

    def test_any_client_does_it_in_five_lines(self):
        # As the article of the HTTP interface shows it.
        url, web = self.service.url, urllib.request
        with self.assertRaises(urllib.error.HTTPError) as refusal:
            web.urlopen(web.Request(url + "/v1/devices", b""))
        self.assertEqual(refusal.exception.code, 429)
        problem = json.load(refusal.exception)
        self.assertEqual(problem["code"], "proof_needed")

        challenge = problem["challenge"]
        proves = lambda n: int(hashlib.sha256(f"{challenge['text']}{n}".encode()).hexdigest(), 16) >> 256 - challenge["bits"] == 0
        body = {"challenge": challenge["text"], "nonce": str(next(filter(proves, itertools.count())))}
        token = json.load(web.urlopen(web.Request(url + "/v1/devices", json.dumps(body).encode())))["token"]
        self.assertEqual(len(token), 43)


if __name__ == "__main__":
    unittest.main()
