"""The Radar tab: what people do with messages, in a real browser."""

import time
import unittest

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from support import DOWNTOWN, NOWHERE, BrowserTestCase


def near(at, step):
    """A place for one test alone, some kilometres from another's."""
    return {"lat": at["lat"] + step / 10, "lon": at["lon"]}


class RadarTest(BrowserTestCase):
    def test_a_message_posted_in_one_window_appears_in_another(self):
        place = near(NOWHERE, 1)
        reader, author = self.window(), self.window()
        reader.open(self.service, at=place)
        reader.see("#messages-empty")
        author.open(self.service, at=place)
        author.click("#compose-open")
        author.see("#compose-text").send_keys("The bridge is open again")
        self.assertTrue(author.see("#compose-blur").is_selected())
        author.click("#compose-categories label:nth-child(4)")
        author.click("#compose-post")
        author.see(".notice", "Dropped")
        author.see(".message-row", "The bridge is open again")
        row = reader.see(".message-row", "The bridge is open again")
        # The place was blurred: that is what the page does unless it is told not to.
        self.assertRegex(row.text, r"\b\d+ m\b")
        self.assertNotIn("Yours", row.text)
        self.assertIn("Yours", author.see(".message-row", "The bridge").text)
        self.assertEqual(reader.see("#radar-count").text, "1 message")

    def test_a_message_that_expires_goes_without_a_reload(self):
        place = near(NOWHERE, 2)
        window = self.window()
        window.open(self.service, at=place)
        window.see("#messages-empty")
        self.service.post("Gone in a moment", place, seconds=5)
        row = window.see(".message-row", "Gone in a moment")
        self.assertRegex(row.text, r"\d sec left|expired")
        window.see_gone(".message-row", "Gone in a moment")
        window.see("#messages-empty")

    def test_markup_in_a_message_is_shown_as_text(self):
        place = near(NOWHERE, 3)
        text = "<script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">"
        self.service.post(text, place)
        window = self.window()
        window.open(self.service, at=place)
        window.click(".message-row", "<script>")
        self.assertEqual(window.see(".message-bubble .message-text").text, text)
        self.assertEqual(window.driver.title, "Ambit")
        self.assertEqual(window.all(".message-text script, .message-text img"), [])
        self.assertEqual(window.complaints(), [])

    def test_the_filter_and_the_radius_choose_what_is_listed(self):
        place = near(NOWHERE, 4)
        self.service.post("A joke", place, category="funny")
        self.service.post("A question", {"lat": place["lat"] + 0.008, "lon": place["lon"]},
                          category="question")
        window = self.window()
        window.open(self.service, at=place)
        window.see(".message-row", "A joke")
        window.see(".message-row", "A question")
        window.click("#category-filter .chip", "Question")
        window.see_gone(".message-row", "A question")
        window.click("#category-filter .chip", "Question")
        window.see(".message-row", "A question")
        window.see("#scan-radius").send_keys(*[Keys.ARROW_LEFT] * 20)
        window.see_gone(".message-row", "A question")
        window.see(".message-row", "A joke")

    def test_quickdrop_takes_the_defaults_that_are_set(self):
        place = near(NOWHERE, 5)
        window = self.window()
        window.open(self.service, at=place)
        window.see_gone("#quickdrop")
        window.click("label:has(#radar-view-settings)")
        window.click("#settings-quickdrop")
        window.click("#settings-duration .step:last-child")
        duration = window.see("#settings-duration .step-value").text
        window.click("label:has(#radar-view-browse)")
        self.assertIn(duration, window.see("#quickdrop-defaults").text)
        window.see("#quickdrop-text").send_keys("Soup at the library", Keys.ENTER)
        window.see(".message-row", "Soup at the library")
        window.driver.refresh()
        window.see("#quickdrop")
        self.assertIn(duration, window.see("#quickdrop-defaults").text)
        window.click("#quickdrop button[type=submit]")
        self.assertEqual(window.see("#quickdrop-error").text, "Write something first.")

    def test_a_kept_message_stays_after_it_has_expired_and_says_so(self):
        place = near(NOWHERE, 6)
        author = self.service.device()
        self.service.post("Short but good", place, seconds=8)
        removed = self.service.post("Taken back later", place, token=author)
        window = self.window()
        window.open(self.service, at=place)
        for text in ["Short but good", "Taken back later"]:
            window.click(".message-row", text)
            window.click(".message-bubble button", "Keep")
            window.see(".notice", "Kept")
            window.press(Keys.ESCAPE)
        self.service.ask("DELETE", f"/v1/messages/{removed}", token=author)
        window.see_gone("#messages .message-row", "Short but good")
        window.click("label:has(#radar-view-saved)")
        window.click("label:has(#saved-bookmarked)")
        self.assertIn("expired", window.see("#saved-list .message-row", "Short but good").text)
        window.see("#saved-list .is-gone", "deleted by its author")
        window.click("#saved-list .message-row", "Short but good")
        window.see("#saved-list .small-map svg, #saved-list .small-map .leaflet-marker-icon")
        window.click("#saved-list .is-gone button", "Let go")
        window.see_gone("#saved-list .is-gone")

    def test_what_was_sent_is_listed_and_can_be_taken_back(self):
        place = near(NOWHERE, 7)
        window = self.window()
        window.open(self.service, at=place)
        window.click("label:has(#radar-view-saved)")
        window.see("#saved-empty")
        window.click("label:has(#radar-view-browse)")
        window.click("#compose-open")
        window.see("#compose-text").send_keys("Mine")
        window.click("#compose-categories label:nth-child(1)")
        window.click("#compose-post")
        window.see(".message-row", "Mine")
        window.click("label:has(#radar-view-saved)")
        window.see("#saved-list .message-row", "Mine")
        window.click("#saved-list button", "Delete")
        window.see("#saved-empty")
        window.click("label:has(#radar-view-browse)")
        window.see("#messages-empty")

    def test_enough_reports_hide_a_message_from_everybody(self):
        place = near(NOWHERE, 8)
        identity = self.service.post("Buy my pills", place)
        window = self.window()
        window.open(self.service, at=place)
        window.click(".message-row", "Buy my pills")
        window.click(".report-open")
        window.click(".report button", "Send report")
        window.see(".message-bubble [role=status]", "Thank you")
        window.press(Keys.ESCAPE)
        window.see(".message-row", "Buy my pills")
        for _ in range(2):
            self.service.report(identity, place)
        window.see_gone(".message-row", "Buy my pills")

    def test_forgetting_takes_a_second_click_and_leaves_nothing(self):
        place = near(NOWHERE, 9)
        window = self.window()
        window.open(self.service, at=place)
        window.click("#compose-open")
        window.see("#compose-text").send_keys("Forget this")
        window.click("#compose-categories label:nth-child(1)")
        window.click("#compose-post")
        window.see(".message-row", "Forget this")
        window.click("label:has(#radar-view-settings)")
        window.click("#settings-forget")
        self.assertIn("Really", window.see("#settings-forget").text)
        time.sleep(1)  # as long as a hand takes; a click at once is no answer
        window.click("#settings-forget")
        window.see(".notice", "Forgotten")
        window.click("label:has(#radar-view-browse)")
        window.see("#messages-empty")

    def test_a_service_that_is_away_is_seen_and_found_again(self):
        place = near(NOWHERE, 10)
        window = self.window()
        window.open(self.service, at=place)
        window.see("#feed-state", "Live")
        self.service.stop()
        try:
            window.see("#feed-state", "Offline")
            window.see("#offline", "cannot be reached")
        finally:
            self.service.start()
        self.service.post("Back again", place)
        window.see(".message-row", "Back again")
        window.see("#feed-state", "Live")


class PositionTest(BrowserTestCase):
    def test_nothing_asks_for_a_position_until_it_is_needed(self):
        window = self.window()
        window.devtools("Page.addScriptToEvaluateOnNewDocument", source="""
            window.asked = 0;
            navigator.geolocation.getCurrentPosition = () => { window.asked += 1; };""")
        window.open(self.service)
        window.see(".message-row")
        self.assertEqual(window.run("return window.asked"), 0)
        window.click("#locate")
        self.assertEqual(window.run("return window.asked"), 1)

    def test_a_denied_position_has_words_and_a_way_on(self):
        window = self.window()
        window.deny_position(self.service)
        window.open(self.service)
        window.click("#locate")
        window.see(".notice-warning", "move the map to where you are")

    def test_an_unavailable_position_has_other_words(self):
        window = self.window()
        window.devtools("Browser.grantPermissions", origin=self.service.url,
                        permissions=["geolocation"])
        window.devtools("Emulation.setGeolocationOverride")
        window.open(self.service)
        window.click("#locate")
        window.see(".notice-warning", "could not be found")

    def test_an_inaccurate_position_is_shown_and_said(self):
        window = self.window()
        window.allow_position(self.service, DOWNTOWN["lat"], DOWNTOWN["lon"], accuracy=4000)
        window.open(self.service)
        window.click("#locate")
        window.see(".notice-warning", "known only to about 4 km")
        window.see(".position-accuracy")

    def test_the_map_goes_to_the_position_and_drops_there(self):
        window = self.window()
        window.allow_position(self.service, NOWHERE["lat"], NOWHERE["lon"])
        window.open(self.service)
        window.click("label:has(#radar-view-settings)")
        window.click("#settings-quickdrop")
        window.click("label:has(#radar-view-browse)")
        window.see("#quickdrop-text").send_keys("I am here")
        window.click("#quickdrop-position")
        window.see(".message-row", "I am here")
        found = self.service.ask(
            "GET", f"/v1/messages?lat={NOWHERE['lat']}&lon={NOWHERE['lon']}&radius_m=150")
        self.assertEqual([one["properties"]["text"] for one in found["features"]], ["I am here"])


class KeyboardTest(BrowserTestCase):
    def test_a_message_is_left_and_read_with_the_keyboard_alone(self):
        window = self.window()
        window.open(self.service, at=near(NOWHERE, 11))
        window.see("#messages-empty")
        self.tab_to(window, "compose-open")
        window.press(Keys.ENTER)
        window.see("#compose-text")
        self.assertEqual(window.focused.get_attribute("id"), "compose-text")
        window.press("By keys", Keys.TAB, Keys.SPACE)
        self.tab_to(window, "compose-post")
        window.press(Keys.ENTER)
        window.see(".message-row", "By keys")
        self.tab_to(window, None, "message-row")
        window.press(Keys.ENTER)
        window.see(".message-bubble", "By keys")
        window.press(Keys.ESCAPE)
        window.see_gone(".message-bubble")
        self.assertIn("message-row", window.focused.get_attribute("class"))

    def test_arrow_keys_move_between_the_tabs(self):
        window = self.window()
        window.open(self.service)
        window.run("document.getElementById('tab-radar').focus()")
        window.press(Keys.ARROW_RIGHT)
        self.assertEqual(window.focused.get_attribute("aria-selected"), "true")
        self.assertNotEqual(window.focused.get_attribute("id"), "tab-radar")
        window.press(Keys.HOME)
        self.assertEqual(window.focused.get_attribute("id"), "tab-radar")

    def tab_to(self, window, identity, of_class=None):
        for _ in range(60):
            focused = window.focused
            if identity and focused.get_attribute("id") == identity:
                return
            if of_class and of_class in (focused.get_attribute("class") or ""):
                return
            window.press(Keys.TAB)
        self.fail(f"the keyboard does not reach {identity or of_class}")


if __name__ == "__main__":
    unittest.main()
