"""The states of the Esports tab, each with words of its own, in a real browser."""

import pathlib
import subprocess
import unittest

from selenium.webdriver.common.keys import Keys

from esports_support import EsportsBrowserTest
from support import AMBIT


class StatesTest(EsportsBrowserTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        table = pathlib.Path(cls.service.folder.name) / "old.csv"
        table.write_text("""id,title,price,currency,categories,condition,buying_options,web_url,game,fetched_at,expires_at
stale,Star Herd lantern,12.00,USD,220,New,FIXED_PRICE,https://shop.example/lantern,Star Herd,2026-01-05T09:00:00Z,
sold,Star Herd saddle,99.00,USD,220,New,FIXED_PRICE,https://shop.example/saddle,Star Herd,2026-01-05T09:00:00Z,2026-02-01T00:00:00Z
""")
        subprocess.run([AMBIT, "import", "products", str(table), "--dataset", "old", "--database",
                        cls.service.database, "--quiet"], check=True, capture_output=True)

    def network(self, window, latency=0, is_off=False):
        rate = 0 if is_off else -1
        window.devtools("Network.enable")
        window.devtools("Network.emulateNetworkConditions", offline=is_off, latency=latency,
                        downloadThroughput=rate, uploadThroughput=rate)

    def find(self, window, words):
        field = window.see("#esports-q")
        field.clear()
        field.send_keys(words, Keys.ENTER)

    def test_a_price_of_before_and_what_is_sold_are_said(self):
        window = self.opened()
        window.wait(lambda: self.service.ask("GET", "/v1/products?game=Star%20Herd")["features"], "products")
        window.click("#esports-views label", "Browse")
        window.click("#esports-games .esports-row > button", "Star Herd")
        window.click("#esports-page-views label", "Merchandise")
        self.assertRegex(
            window.see("#esports-products .esports-product", "lantern").text, r"Price of .+ ago")
        # What is sold is found no longer among what is offered.
        self.assertNotIn("saddle", window.see("#esports-products").text)
        window.click("#esports-products .esports-product", "lantern")
        window.see("#esports-content .caution", "Prices of")
        window.see("#esports-content a[target=_blank]", "Go to the shop")
        sold = self.service.ask("GET", "/v1/products/old.sold")
        self.assertTrue(sold["properties"]["sold"])
        self.find(window, "Star Herd saddle")
        window.click("#esports-found button", "saddle")
        window.see("#esports-content .caution", "It is sold, or no longer offered.")
        # Nobody is sent to a shop that has it no more.
        self.assertEqual(window.all("#esports-content a[target=_blank]"), [])

    def test_what_is_empty_says_of_what_there_is_nothing(self):
        window = self.opened()
        window.see(".empty", "Sign in to view your favorites.")
        self.find(window, "qwertyuiop")
        window.see(".empty", "Nothing has the words “qwertyuiop”.")
        window.open(self.service, tab="esports", at={"lat": -40, "lon": 100})
        window.click("#esports-views label", "Map")
        window.see(".empty", "No tournament within")

    def test_loading_is_said_while_it_lasts_and_an_outage_until_it_ends(self):
        window = self.opened()
        self.network(window, latency=1500)
        window.click("#esports-views label", "Browse")
        window.see("#esports-busy", "Loading…")
        window.see("#esports-games .esports-row")
        window.see_gone("#esports-busy")
        self.network(window, is_off=True)
        window.click("#esports-views label", "Home")
        window.see("#esports-offline")
        self.assertTrue(window.see("#esports-offline").text)
        window.see_gone("#esports-busy")
        self.network(window)
        window.see_gone("#esports-offline")


if __name__ == "__main__":
    unittest.main()
