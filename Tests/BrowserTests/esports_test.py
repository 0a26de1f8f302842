"""The Esports tab: what a follower of tournaments sees, in a real browser."""

import json
import subprocess
import unittest

from selenium.webdriver.common.keys import Keys

from esports_support import FAVORITE, EsportsBrowserTest
from support import AMBIT, AXE, ROOT, BrowserTestCase, Service


class EsportsTest(EsportsBrowserTest):
    def test_somebody_unknown_is_asked_to_sign_in_and_without_favorites_is_shown_where_they_are_made(self):
        window = self.opened()
        hint = window.see(".esports-section .empty p")
        self.assertEqual(hint.text, "Sign in to view your favorites.")
        self.register(window)
        hint = window.see(".esports-section .empty p")
        self.assertEqual(hint.text, "Go to browse to start favoriting games.")
        self.assertEqual(window.complaints(), [])

    def test_date_and_place_of_an_event_are_seen_within_two_taps(self):
        window = self.opened()
        # None is needed for those that come next.
        card = window.see("#esports-next .esports-card")
        self.assertRegex(card.find_element("css selector", ".esports-when").text, r"20\d\d")
        self.assertTrue(card.find_element("css selector", ".esports-where").text)
        title = "Star Herd Spring Open 2027"
        window.click("#esports-views label", "Browse")
        card = window.see("#esports-events .esports-card", title)
        self.assertRegex(card.find_element("css selector", ".esports-when").text, r"2027")
        self.assertTrue(card.find_element("css selector", ".esports-where").text)

    def test_a_heart_is_confirmed_and_taken_back_and_favorites_stand_by_name(self):
        window = self.opened()
        self.register(window)
        window.click("#esports-views label", "Browse")
        for game in ["Zephyr Carts", FAVORITE, "Ärena of Grass"]:
            row = window.see("#esports-games .esports-row", game)
            row.find_element("css selector", ".esports-mark").click()
            window.see(".notice", f"{game} is a favorite now.")
        window.click("#esports-views label", "Home")
        window.see("#esports-favorites")
        names = [one.text for one in window.all("#esports-favorites .esports-row > button:first-child")]
        self.assertEqual([name.split(" ")[0] for name in names], ["apex", "Ärena", "Zephyr"])
        heart = window.see("#esports-favorites .esports-mark")
        self.assertEqual(heart.get_attribute("aria-pressed"), "true")
        heart.click()
        window.see(".notice", f"{FAVORITE} is no favorite any more.")
        window.click(".esports-undo")
        window.wait(
            lambda: window.see("#esports-favorites .esports-mark").get_attribute("aria-pressed") == "true",
            "the heart came back")
        self.assertEqual(window.complaints(), [])

    def test_information_and_merchandise_are_two_views_and_the_filter_has_its_buttons_at_the_bottom(self):
        for width, height in [(320, 640), (768, 1024), (1280, 800)]:
            window = self.opened(width=width, height=height)
            window.click("#esports-views label", "Browse")
            window.click("#esports-games .esports-row > button", "Prairie Royale")
            window.see("#esports-page-views")
            window.click("#esports-page-views label", "Merchandise")
            window.see("#esports-products .esports-product")
            before = len(window.all("#esports-products .esports-product"))
            window.click("#esports-open-filter")
            sheet = window.see("#esports-sheet form")
            box = sheet.rect
            self.assertAlmostEqual(box["x"] + box["width"] / 2, width / 2, delta=2)
            self.assertGreaterEqual(box["x"], 0)
            self.assertLessEqual(box["y"] + box["height"], height)
            confirm, reset = window.see("#esports-confirm").rect, window.see("#esports-reset").rect
            self.assertEqual(confirm["y"], reset["y"])
            price = window.see("#esports-price_most").rect
            self.assertGreater(confirm["y"], price["y"])
            window.click("#esports-sheet label", "Toys")
            window.click("#esports-confirm")
            window.see("#esports-open-filter", "1")
            window.wait(
                lambda: 0 < len(window.all("#esports-products .esports-product")) < before,
                "fewer products")
            window.click("#esports-open-filter")
            window.see("#esports-price_most").send_keys("1")
            window.click("#esports-confirm")
            window.see(".empty", "nothing under")
            self.assertEqual(window.complaints(), [])
            window.run("window.scrollTo(0, 0)")
            self.assertLessEqual(window.run("return document.documentElement.scrollWidth"), width)
            window.close()

    def test_the_page_of_a_product_tells_its_price_and_age_and_loads_nothing_foreign(self):
        window = self.opened()
        window.see("#esports-q").send_keys("crane plush", Keys.ENTER)
        window.click("#esports-found button", "Crane Legends plush")
        self.assertIn("$", window.see("#esports-price").text)
        window.see("#esports-content", "Prices of")
        link = window.see("#esports-content a[target=_blank]")
        self.assertIn("noopener", link.get_attribute("rel"))
        loaded = window.run(
            "return performance.getEntriesByType('resource').map((one) => new URL(one.name).origin)")
        self.assertEqual(set(loaded), {self.service.url})

    def test_the_keyboard_alone_goes_through_sign_in(self):
        window = self.opened()
        self.register(window)
        name = f"gamer{EsportsBrowserTest.names}x"
        window.click("#esports-views label", "Profile")
        window.click("#esports-sign-out")
        window.see("#esports-sign_in")
        window.run("document.getElementById('esports-username').focus()")
        window.press(*name, Keys.TAB)
        self.assertEqual(window.focused.get_attribute("id"), "esports-password")
        window.press(*"wrong horse 9", Keys.ENTER)
        window.see("#esports-account-error", "wrong")
        window.run("document.getElementById('esports-password').select()")
        window.press(*"correct horse 9", Keys.TAB)
        self.assertEqual(window.focused.get_attribute("type"), "submit")
        window.press(Keys.ENTER)
        window.see("#esports-to-browse")

    def test_an_outage_is_told_within_two_seconds_and_words_are_there_in_spanish(self):
        window = self.opened(language="es")
        hint = window.see(".esports-section .empty p")
        self.assertEqual(hint.text, "Inicie sesión para ver sus favoritos.")
        window.devtools("Network.emulateNetworkConditions", offline=True, latency=0,
                        downloadThroughput=0, uploadThroughput=0)
        window.run("window.dispatchEvent(new Event('offline'))")
        window.see("#esports-offline")
        window.devtools("Network.emulateNetworkConditions", offline=False, latency=0,
                        downloadThroughput=-1, uploadThroughput=-1)


    def test_the_page_of_an_event_has_the_timeline_of_its_account_under_its_name(self):
        window = self.opened()
        window.click("#esports-views label", "Browse")
        window.click("#esports-events .esports-card h3 button",
                     "Prairie Royale Winter Championship 2027")
        timeline = window.see("#esports-content section", "Timeline of atom:prairie-royale")
        self.assertTrue(timeline.find_elements("css selector", ".esports-card"))

    def test_a_featured_event_stands_on_home_with_its_newest_post_which_leads_to_the_timeline(self):
        editor = self.service.staff("esports.editor")
        self.service.ask("PUT", "/v1/features", {"features": [{
            "event": "league-tournaments.cup-1", "from": "2020-01-01T00:00:00Z",
            "until": "2100-01-01T00:00:00Z"}]}, editor)
        self.addCleanup(self.service.ask, "PUT", "/v1/features", {"features": []}, editor)
        own = self.service.ask("GET", "/v1/posts?account=atom:prairie-royale")["features"]
        window = self.opened()
        featured = window.see("#esports-content section", "Featured")
        self.assertIn("Prairie Royale Winter Championship 2027", featured.text)
        # The newest post alone, and something to buy.
        self.assertIn(own[0]["properties"]["text"], featured.text)
        self.assertNotIn(own[1]["properties"]["text"], featured.text)
        self.assertTrue(featured.find_elements("css selector", ".esports-carousel .esports-product"))
        window.click(".esports-see-more")
        window.see("#esports-content h2", "Timeline of atom:prairie-royale")
        self.assertEqual(
            [one.text for one in window.all("#esports-timeline .esports-card > p:nth-child(2)")],
            [one["properties"]["text"] for one in own])
        window.click("#esports-back")
        # Few products name an event: its page leads to those of its games.
        window.click("#esports-content .esports-card h3 button", "Prairie Royale Winter Championship 2027")
        window.click("#esports-page-views label", "Merchandise")
        window.click(".esports-game-merchandise", "Merchandise of Prairie Royale")
        window.see("#esports-products .esports-product", "Prairie Royale")
        self.assertEqual(window.complaints(), [])

    def test_whoever_forgot_the_password_sets_a_new_one_by_a_code(self):
        made = self.service.ask("POST", "/v1/accounts", {
            "age": 30, "username": "forgetful", "password": "correct horse 9"})
        window = self.opened()
        window.click("#esports-views label", "Profile")
        window.see("#esports-sign_in")
        window.click("#esports-to-recovery")
        window.see("#esports-recovery")
        window.see("#esports-new_password").send_keys("another horse 9")
        window.click("#esports-recovery button[type=submit]")
        window.see("#esports-account-error", "Code is missing")
        self.assertEqual(window.focused.get_attribute("id"), "esports-code")
        window.press(*made["recovery_codes"][0], Keys.ENTER)
        window.see("#esports-to-browse")
        window.click("#esports-views label", "Profile")
        window.click("#esports-sign-out")
        window.click("#esports-to-recovery")
        window.click("#esports-other-form")
        window.see("#esports-recovery_mail")
        window.press(*"forgetful", Keys.TAB, *"nobody@a.example", Keys.ENTER)
        # Which of the two depends on whether mail is sent here.
        window.see("#esports-recovery, #esports-account-error:not(:empty)")
        self.assertIn("token", self.service.ask("POST", "/v1/sign-ins", {
            "username": "forgetful", "password": "another horse 9"}))

    def test_the_codes_of_a_new_account_are_shown_on_its_profile_in_this_visit(self):
        window = self.opened()
        self.register(window)
        window.see(".notice", "codes")
        window.click("#esports-views label", "Profile")
        code = window.see("#esports-codes li").text
        self.assertRegex(code, r"^[0-9a-z-]{19}$")
        window.click("#esports-sign-out")
        window.see("#esports-sign_in")
        self.assertEqual(window.all("#esports-codes"), [])

    def test_what_was_seen_stays_in_an_outage(self):
        window = self.opened()
        window.click("#esports-views label", "Browse")
        window.see("#esports-games .esports-row")
        window.click("#esports-views label", "Home")
        window.see("#esports-next .esports-card")
        self.offline(window, True)
        window.click("#esports-views label", "Browse")
        window.see("#esports-offline")
        window.see("#esports-games .esports-row")
        # Nobody has seen the map's list: what was shown stays, and so does its name.
        window.click("#esports-views label", "Map")
        window.see(".notice", "has not been seen yet")
        window.see("#esports-games .esports-row")
        self.assertTrue(window.run("return document.getElementById('esports-view-browse').checked"))
        self.offline(window, False)
        window.click("#esports-views label", "Map")
        window.see("#esports-radius")
        window.see_gone("#esports-offline")

    @staticmethod
    def offline(window, is_off):
        rate = 0 if is_off else -1
        window.devtools("Network.enable")
        window.devtools("Network.emulateNetworkConditions", offline=is_off, latency=0,
                        downloadThroughput=rate, uploadThroughput=rate)

    def tell(self, window, event, *titles):
        """Tells the account of a window something about an event that it follows."""
        token = json.loads(window.run("return localStorage.getItem('ambit.account')"))
        subject = f"events/league-tournaments.{event}"
        self.service.ask("PUT", f"/v1/me/follows/{subject}", token=token)
        editor = self.service.staff("notices.editor")
        for title in titles:
            self.service.ask("POST", "/v1/notices", {
                "audience": f"followers:{subject}", "title": title,
                "body": "Now 2027-01-19; before, 2027-01-18.", "until": "2027-01-19T00:00:00Z",
            }, editor)

    def test_notices_are_counted_read_and_marked_by_the_keyboard_alone(self):
        window = self.opened(width=320, height=640)
        self.assertFalse(window.all("#esports-notices")[0].is_displayed())
        self.register(window)
        window.see("#esports-notices", "0 new notices")
        self.tell(window, "cup-2", "The cup was moved", "The cup is postponed")
        window.driver.refresh()
        window.see("#esports-notices", "2 new notices")
        window.run("document.getElementById('esports-view-home').focus()")
        window.press(Keys.TAB)
        self.assertEqual(window.focused.get_attribute("id"), "esports-notices")
        window.press(Keys.ENTER)
        window.see("#esports-notices-list .esports-card[data-read=false]", "The cup is postponed")
        cards = window.all("#esports-notices-list .esports-card")
        self.assertEqual(len(cards), 2)
        self.assertIn("before, 2027-01-18", cards[1].text)
        window.press(Keys.TAB, Keys.TAB, Keys.TAB)
        self.assertEqual(
            window.focused.get_attribute("aria-label"), "Mark as read: The cup is postponed")
        window.press(Keys.ENTER)
        window.see("#esports-notices", "1 new notice")
        window.wait(
            lambda: window.focused.get_attribute("aria-label") == "Mark as read: The cup was moved",
            "the keyboard stays in the list")
        window.press(Keys.ENTER)
        window.see("#esports-notices", "0 new notices")
        self.assertEqual(window.all("#esports-notices-list [data-read=false]"), [])
        self.assertLessEqual(window.run("return document.documentElement.scrollWidth"), 320)
        self.assertEqual(window.complaints(), [])

    def test_a_team_that_is_found_is_followed_by_its_bell(self):
        window = self.opened()
        self.register(window)
        window.see("#esports-q").send_keys("Burrowing Owls", Keys.ENTER)
        row = window.see("#esports-found .esports-row", "Team")
        bell = row.find_element("css selector", ".esports-mark")
        self.assertEqual(bell.get_attribute("aria-label"), "Follow: Burrowing Owls")
        bell.click()
        window.see(".notice", "You hear of changes of Burrowing Owls.")
        window.wait(lambda: bell.get_attribute("aria-pressed") == "true", "the bell is on")

    @unittest.skipIf(AXE is None, "axe-core-python is not installed")
    def test_axe_finds_nothing(self):
        for dark in [False, True]:
            window = self.opened(dark=dark)
            window.run(AXE.read_text())
            self.check_axe(window, "home")
            self.register(window)
            self.check_axe(window, "home of somebody")
            self.tell(window, f"cup-{4 + dark}", "The cup was moved")
            window.click("#esports-notices")
            window.see("#esports-notices-list")
            self.check_axe(window, "notices")
            for view, seen in [("Map", "#esports-radius"), ("Profile", "#esports-sign-out"),
                               ("Browse", "#esports-games")]:
                window.click("#esports-views label", view)
                window.see(seen)
                self.check_axe(window, view)
            window.click("#esports-filter-events")
            window.see("#esports-sheet form")
            self.check_axe(window, "filter of events")
            window.press(Keys.ESCAPE)
            window.click("#esports-events .esports-card h3 button")
            window.see("#esports-page-views")
            self.check_axe(window, "event")
            window.click("#esports-views label", "Browse")
            window.click("#esports-games .esports-row > button", "Prairie Royale")
            window.see("#esports-page-views")
            self.check_axe(window, "game")
            window.click(".esports-calendars summary")
            self.check_axe(window, "calendars")
            window.see("#esports-q").send_keys("Curlew Five", Keys.ENTER)
            window.click("#esports-found button", "Curlew Five")
            window.see("#esports-content h2", "Curlew Five")
            self.check_axe(window, "team")
            window.click("#esports-back")
            window.click("#esports-back")
            window.see("#esports-page-views")
            window.click("#esports-page-views label", "Merchandise")
            window.see("#esports-products .esports-product")
            self.check_axe(window, "merchandise")
            window.click("#esports-open-filter")
            window.see("#esports-sheet form")
            self.check_axe(window, "filter")
            window.click("#esports-confirm")
            window.click("#esports-products .esports-product")
            window.see("#esports-price")
            self.check_axe(window, "product")
            window.click("#esports-views label", "Profile")
            window.click("#esports-sign-out")
            window.see("#esports-sign_in")
            self.check_axe(window, "sign in")
            window.click("#esports-other-form")
            window.see("#esports-register")
            self.check_axe(window, "register")
            window.click("#esports-other-form")
            window.click("#esports-to-recovery")
            window.see("#esports-recovery")
            self.check_axe(window, "recovery")


class LeagueAloneTest(BrowserTestCase):
    """A service that has tournaments and not one station, so that nothing says where to look."""

    @classmethod
    def setUpClass(cls):
        cls.service = Service(county=False)
        cls.addClassCleanup(cls.service.close)
        for kind in ["games", "tournaments"]:
            subprocess.run(
                [AMBIT, "import", kind, str(ROOT / f"data/league/{kind}.csv"), "--dataset",
                 f"league-{kind}", "--database", cls.service.database, "--quiet"],
                check=True, capture_output=True)

    def home(self, window, tab="esports"):
        """What Home says, the page opened on a tab."""
        window.open(self.service, tab=tab)
        if tab != "esports":
            window.click("#tab-esports")
        return window.see("#esports-content", "Next events")

    def test_home_has_the_next_events_where_nobody_said_where_to_look(self):
        for how in [{}, {"width": 390, "height": 844}]:
            window = self.window(**how)
            self.home(window)
            card = window.see("#esports-next .esports-card")
            self.assertRegex(card.find_element("css selector", ".esports-when").text, r"20\d\d")
            self.assertEqual(window.all("#esports-none-near"), [])
            # Opened again, the address says where the map lay, and still nobody chose it.
            window.driver.refresh()
            window.see("#esports-next .esports-card")
            self.assertEqual(window.all("#esports-none-near"), [])
            self.home(window, tab="radar")
            window.see("#esports-next .esports-card")
            self.assertEqual(window.all("#esports-none-near"), [])
            window.close()

    def test_home_says_that_none_is_near_and_shows_those_elsewhere(self):
        window = self.window()
        window.open(self.service, tab="esports", at={"lat": -40, "lon": 100})
        window.see("#esports-none-near", "250 km")
        window.see("#esports-next .esports-card")
        self.assertNotIn("No events are to come", window.see("#esports-content").text)


if __name__ == "__main__":
    unittest.main()
