"""What an editor of the league does on the page, in a real browser: files, versions, links of products."""

import pathlib
import unittest

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from esports_support import EsportsBrowserTest
from support import ROOT

GAMES = ROOT / "data/league/games.csv"


class EditorTest(EsportsBrowserTest):
    def enter(self, **how):
        window = self.window(**how)
        window.open(self.service, tab="staff")
        window.see("#staff-token").send_keys(self.service.staff("esports.editor"), Keys.ENTER)
        window.see("#staff-leave")
        return window

    def test_files_of_the_league_are_compared_published_and_taken_back(self):
        window = self.enter()
        offered = {one.get_attribute("value") for one in Select(window.see("#import-kind")).options}
        self.assertLessEqual({"games", "teams", "tournaments", "matches", "products", "posts"}, offered)
        # What is of other modules is no editor's business.
        self.assertFalse({"stations", "districts", "exhibitors"} & offered)
        changed = pathlib.Path(self.service.folder.name) / "games.csv"
        changed.write_text(GAMES.read_text().replace("Sandhill Works", "Sandhill Press"))
        window.driver.find_element(By.ID, "import-file").send_keys(str(changed))
        Select(window.see("#import-kind")).select_by_value("games")
        field = window.see("#import-dataset")
        field.clear()
        field.send_keys("league-games")
        window.click("#import-check")
        window.see("#import-result", "2")
        window.click("#import-publish")
        window.click("#import-publish", "Really")
        window.see(".notice", "league-games")
        self.see_publisher(window, "Sandhill Press")
        window.click("label:has(#staff-view-history)")
        window.see("#history summary", "league-games")
        names = [one.text.split("\n")[0] for one in window.all("#history summary")]
        self.assertTrue(names and all(name.startswith("league-") for name in names), names)
        window.click("#history summary", "league-games")
        window.see("#history .is-published", "Version 2")
        window.click("#history [data-version='1']")
        window.click("#history [data-version='1']", "Really")
        window.see("#history .is-published", "Version 1")
        self.see_publisher(window, "Sandhill Works")
        self.assertEqual(window.complaints(), [])

    def see_publisher(self, window, name):
        """Waits for what is published: the service looks for other versions once in a while."""
        def publisher():
            game = self.service.ask("GET", "/v1/games/league-games.prairie-royale")["game"]
            return game["properties"]["publisher"]
        window.wait(lambda: publisher() == name, f"the publisher is not {name}")

    def shown(self, window):
        """Opens the page of a product."""
        window.click("#tab-esports")
        window.see("#esports-q").send_keys("Crane Legends plush", Keys.ENTER)
        window.click("#esports-found button", "Crane Legends plush")
        window.see("#esports-price")

    def games(self, window):
        window.see("#esports-link-others")
        return [one.text for one in window.all("#esports-links h3")]

    def shown_with(self, title):
        """The games that anybody sees a product with."""
        found = self.service.ask("GET", "/v1/products?limit=1000")["features"]
        product = next(one["id"] for one in found if one["properties"]["title"] == title)
        return [game["name"] for game in
                self.service.ask("GET", f"/v1/products/{product}")["properties"]["shown_with"]]

    def test_the_games_of_a_product_are_explained_pinned_and_barred(self):
        visitor = self.opened()
        self.shown(visitor)
        self.assertEqual(visitor.all("#esports-links"), [])
        window = self.enter()
        self.shown(window)
        window.see("#esports-links .esports-card", "Its title has")
        self.assertEqual(self.games(window), ["Crane Legends"])
        # Pinned to another game it is shown with both, until it is left to the rules again.
        Select(window.see("#esports-link_game")).select_by_visible_text("Zephyr Carts")
        window.click("#esports-link-others [data-decision=pin]")
        window.see("#esports-links .esports-card", "An editor pinned it.")
        self.assertEqual(set(self.games(window)), {"Crane Legends", "Zephyr Carts"})
        products = self.service.ask("GET", "/v1/products?game=league-games.zephyr-carts")["features"]
        self.assertEqual(products[0]["properties"]["reason"]["code"], "pinned")
        window.click("#esports-links [data-decision=none]")
        window.wait(lambda: self.games(window) == ["Crane Legends"], "the rules again")
        window.click("#esports-links [data-decision=bar]")
        # What was barred stays in sight of editors, and of nobody else; so it can be taken back.
        window.see("#esports-links .esports-card", "An editor barred it")
        self.assertEqual(self.games(window), ["Crane Legends"])
        self.assertEqual(window.all("#esports-links [data-decision=bar]"), [])
        self.assertEqual(self.shown_with("Crane Legends plush"), [])
        window.click("#esports-links [data-decision=none]")
        window.see("#esports-links .esports-card", "Its title has")
        self.assertEqual(self.games(window), ["Crane Legends"])
        self.assertEqual(self.shown_with("Crane Legends plush"), ["Crane Legends"])
        self.assertEqual(window.complaints(), [])


if __name__ == "__main__":
    unittest.main()
