"""What people came to do in the Esports tab: the tasks of a study, by the keyboard alone, without results."""

import pathlib
import subprocess
import time
import unittest

from selenium.webdriver.common.keys import Keys

from esports_support import FAVORITE, EsportsBrowserTest
from support import AMBIT


class StudyTest(EsportsBrowserTest):
    """The tasks of the study that the design goes back to, each from Home with its taps counted.

    Typing is no tap, nor is Enter behind it; putting the cursor into a field is one.
    """

    def setUp(self):
        self.taps = 0

    def tap(self, window, selector, text=None):
        window.click(selector, text)
        self.taps += 1

    def fill(self, window, field, words):
        self.tap(window, f"#esports-{field}")
        window.press(words)

    def at_most(self, taps, seconds, began):
        self.assertLessEqual(self.taps, taps)
        # A machine's seconds: what people need is the reading.
        self.assertLess(time.monotonic() - began, seconds)

    def test_an_account_is_made_with_three_taps_and_its_fields(self):
        window, began = self.opened(), time.monotonic()
        self.tap(window, "#esports-views label", "Profile")
        self.tap(window, "#esports-other-form")
        window.see("#esports-register")
        # The first field has the cursor already.
        window.wait(lambda: window.focused.get_attribute("id") == "esports-age", "the cursor")
        window.press("30", Keys.TAB, "studious1", Keys.TAB, "correct horse 9", Keys.TAB, "correct horse 9")
        self.tap(window, "#esports-register button[type=submit]")
        window.see("#esports-to-browse")
        self.at_most(3, 20, began)

    def test_date_and_place_of_any_named_event_are_two_taps_away(self):
        # The hardest task of the study; the last event of the year is on no first page.
        window, began = self.opened(), time.monotonic()
        self.fill(window, "q", "Crane Legends Autumn Championship" + Keys.ENTER)
        self.tap(window, "#esports-found button", "Crane Legends Autumn Championship 2027")
        self.assertRegex(window.see("#esports-content .esports-when").text, r"Nov.*2027")
        self.assertTrue(window.see("#esports-content .esports-where").text)
        self.at_most(2, 20, began)

    def test_date_and_place_of_an_event_that_comes_next_are_no_tap_away(self):
        window = self.opened()
        card = window.see("#esports-next .esports-card", "Prairie Royale Winter Championship 2027")
        self.assertRegex(card.find_element("css selector", ".esports-when").text, r"18 Jan|Jan 18")
        self.assertIn("Bluestem Hall", card.find_element("css selector", ".esports-where").text)
        self.assertEqual(self.taps, 0)

    def test_the_posts_of_an_event_are_two_taps_away(self):
        window, began = self.opened(), time.monotonic()
        self.tap(window, "#esports-views label", "Browse")
        self.tap(window, "#esports-events .esports-card h3 button", "Prairie Royale Winter Championship 2027")
        window.see("#esports-content section", "Timeline of atom:prairie-royale")
        self.at_most(2, 20, began)

    def test_a_game_and_an_event_are_two_taps_away(self):
        window, began = self.opened(), time.monotonic()
        self.tap(window, "#esports-views label", "Browse")
        self.tap(window, "#esports-games .esports-row > button", "Zephyr Carts")
        window.see("#esports-content h2", "Zephyr Carts")
        self.at_most(2, 20, began)
        self.taps, began = 0, time.monotonic()
        self.tap(window, "#esports-views label", "Browse")
        self.tap(window, "#esports-events .esports-card h3 button", "Star Herd Spring Open 2027")
        window.see("#esports-content h2", "Star Herd Spring Open 2027")
        self.at_most(2, 20, began)

    def test_an_item_is_described_two_taps_away_by_its_name_and_four_by_its_game(self):
        window, began = self.opened(), time.monotonic()
        self.fill(window, "q", "crane plush" + Keys.ENTER)
        self.tap(window, "#esports-found button", "Crane Legends plush")
        window.see("#esports-price")
        self.at_most(2, 20, began)
        self.taps, began = 0, time.monotonic()
        self.tap(window, "#esports-views label", "Browse")
        self.tap(window, "#esports-games .esports-row > button", "Crane Legends")
        self.tap(window, "#esports-page-views label", "Merchandise")
        self.tap(window, "#esports-products .esports-product", "Crane Legends plush")
        window.see("#esports-price")
        self.at_most(4, 20, began)

    def test_a_game_is_made_a_favorite_with_two_taps_and_none_with_one_more_and_signing_out_takes_two(self):
        window = self.opened()
        self.register(window)
        began = time.monotonic()
        self.tap(window, "#esports-views label", "Browse")
        heart = "#esports-games .esports-row[data-id='league-games.apex-dunes'] .esports-mark"
        self.tap(window, heart)
        window.see(".notice", f"{FAVORITE} is a favorite now.")
        self.at_most(2, 20, began)
        self.tap(window, heart)
        window.see(".notice", f"{FAVORITE} is no favorite any more.")
        self.at_most(3, 20, began)
        self.taps, began = 0, time.monotonic()
        self.tap(window, "#esports-views label", "Profile")
        self.tap(window, "#esports-sign-out")
        window.see("#esports-sign_in")
        self.at_most(2, 20, began)


class KeyboardTest(EsportsBrowserTest):
    """The keyboard alone: Tab, the arrows, Enter and the space bar."""

    def go_to(self, window, condition, keys=Keys.TAB, most=60):
        """Presses a key until what has the focus is what is wanted."""
        for _ in range(most):
            if window.run(f"const one = document.activeElement; return Boolean({condition})"):
                return
            window.press(keys)
        self.fail(f"{condition} is not reached by the keyboard")

    def test_the_keyboard_alone_signs_in_and_makes_a_favorite(self):
        self.service.account("typist1")
        window = self.opened()
        self.go_to(window, "one.name === 'esports-view'")
        window.press(Keys.ARROW_LEFT)
        window.see("#esports-sign_in")
        # The arrows walk on from where they are.
        self.go_to(window, "one.id === 'esports-view-profile'", keys=Keys.NULL, most=1)
        self.go_to(window, "one.id === 'esports-username'")
        window.press("typist1", Keys.TAB, "correct horse 9", Keys.ENTER)
        window.see("#esports-to-browse")
        self.go_to(window, "one.id === 'esports-to-browse'")
        window.press(Keys.ENTER)
        window.see("#esports-games .esports-row")
        self.go_to(window, "one.ariaLabel === 'Favorite: Zephyr Carts'")
        window.press(Keys.SPACE)
        window.see(".notice", "Zephyr Carts is a favorite now.")
        self.assertEqual(window.focused.get_attribute("aria-pressed"), "true")
        # And takes it back by the button of the message.
        self.go_to(window, "one.classList.contains('esports-undo')", keys=Keys.SHIFT + Keys.TAB)
        window.press(Keys.ENTER)
        window.wait(
            lambda: window.all("[aria-label='Favorite: Zephyr Carts']")[0].get_attribute("aria-pressed") == "false",
            "the heart is empty")
        self.assertEqual(window.complaints(), [])

    def test_the_sheet_of_a_filter_is_used_and_left_by_the_keyboard(self):
        window = self.opened()
        window.click("#esports-views label", "Browse")
        window.see("#esports-filter-events")
        self.go_to(window, "one.id === 'esports-filter-events'")
        window.press(Keys.ENTER)
        window.see("#esports-sheet form")
        self.go_to(window, "one.id === 'esports-game'", most=3)
        self.go_to(window, "one.id === 'esports-confirm'", most=30)
        # From its last stop on it begins again, and nothing behind it is reached.
        window.press(Keys.TAB)
        self.assertTrue(window.run("return document.activeElement.closest('#esports-sheet') !== null"))
        window.press(Keys.ESCAPE)
        window.see_gone("#esports-sheet")
        self.assertEqual(window.focused.get_attribute("id"), "esports-filter-events")


class ResultsTest(EsportsBrowserTest):
    """A tournament of which some is played."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        table = pathlib.Path(cls.service.folder.name) / "played.csv"
        table.write_text("""id,event,stage,starts,time_zone,team1,team2,score1,score2,status
p1,cup-1,Quarter-final,2026-01-18T11:00,UTC,Curlew Five,Sharptail,3,1,finished
p2,cup-1,Semi-final,2026-01-18T13:00,UTC,Curlew Five,Burrowing Owls,0,2,finished
""")
        subprocess.run([AMBIT, "import", "matches", str(table), "--dataset", "league-matches", "--database",
                        cls.service.database, "--quiet", "--force"], check=True, capture_output=True)

    def test_results_are_hidden_on_wish_and_who_went_on_with_them(self):
        window = self.opened()
        title = "Prairie Royale Winter Championship 2027"
        window.click("#esports-views label", "Browse")
        window.click("#esports-events .esports-card h3 button", title)
        window.see(".esports-round", "3 – 1")
        window.see(".esports-round", "0 – 2")
        window.click("#esports-views label", "Profile")
        window.click("#esports-hide-results")
        window.click("#esports-views label", "Browse")
        window.click("#esports-events .esports-card h3 button", title)
        first = window.see(".esports-round", "Quarter-final")
        self.assertIn("Curlew Five vs Sharptail", first.text)
        content = window.see("#esports-content").text
        for secret in ["3 – 1", "0 – 2", "Burrowing Owls"]:
            self.assertNotIn(secret, content)
        window.click(".esports-round summary", "Semi-final: show who plays")
        window.see(".esports-round", "Curlew Five vs Burrowing Owls")
        window.click(".esports-calendars summary")
        address = window.see(".esports-calendar input").get_attribute("value")
        self.assertIn("results=hide", address)
        # It is kept for the next visit.
        window.driver.refresh()
        window.see("#esports-content h2")
        window.click("#esports-views label", "Profile")
        self.assertTrue(window.see("#esports-hide-results").is_selected())


if __name__ == "__main__":
    unittest.main()
