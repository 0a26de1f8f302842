"""The page over a slow line, again, and without any."""

import unittest

import first_view
from slow_line import SlowLine
from support import BrowserTestCase, held_to_time

DOWNTOWN_ADDRESS = "42.1152, -101.4801"


class FirstViewTest(BrowserTestCase):
    def slow_line(self):
        line = SlowLine(self.service.port)
        self.addCleanup(line.close)
        return line

    def wait_for_worker(self, window):
        """Waits until the browser keeps the page."""
        window.wait(lambda: window.run("""
            return navigator.serviceWorker.getRegistration().then((one) => Boolean(one?.active));"""),
            "the page is not kept")

    @held_to_time
    def test_over_a_slow_line_its_text_is_there_within_three_seconds_and_then_within_one(self):
        for tab in first_view.MARKS:
            text, usable, before, _, _, *again = first_view.measured(self.service, tab, runs=1)
            self.assertLess(text, 3, tab)
            self.assertLess(usable, 6, tab)
            self.assertLess(before, 25, tab)
            self.assertLess(again[0], 1, tab)
            # An answer or two, and nothing of the page itself.
            self.assertLess(again[3], 45, tab)

    def test_what_is_clicked_before_the_map_is_there_is_done_when_it_is(self):
        line = self.slow_line()
        window = self.window(width=390, height=844)
        window.driver.get(f"{line.url}/#vote")
        window.see("#panel-vote[aria-busy=true] #vote-place").send_keys(DOWNTOWN_ADDRESS)
        window.click("#vote-search button")
        window.see("#assigned h3")

    def test_without_a_connection_it_opens_and_says_so(self):
        line = self.slow_line()
        window = self.window()
        window.driver.get(f"{line.url}/#vote")
        self.wait_for_worker(window)
        line.cut()
        for tab in ["vote", "radar"]:
            window.driver.get("about:blank")
            window.driver.get(f"{line.url}/#{tab}")
            window.see("#obstruction", "Ambit cannot be reached")
            window.see(f"#tab-{tab}[aria-selected=true]")
        # It goes on by itself.
        line.mend()
        window.see(".message-row")
        window.see_gone("#obstruction")

    def test_without_a_connection_the_last_answer_is_shown_with_its_moment(self):
        line = self.slow_line()
        window = self.window()
        window.driver.get(f"{line.url}/#vote")
        window.see("#vote-place").send_keys(DOWNTOWN_ADDRESS)
        window.click("#vote-search button")
        station = window.see("#assigned h3").text
        window.see("#vote-keeping", "for a day")
        self.wait_for_worker(window)

        # With a connection nothing is shown that nobody asked for.
        window.driver.get("about:blank")
        window.driver.get(f"{line.url}/#vote")
        window.see("#origin-hint")
        self.assertEqual(window.all("#assigned h3"), [])

        line.cut()
        window.driver.get("about:blank")
        window.driver.get(f"{line.url}/#vote")
        window.see("#vote-kept", DOWNTOWN_ADDRESS)
        self.assertEqual(window.see("#assigned h3").text, station)
        # As soon as the service answers it is asked again.
        line.mend()
        window.see_gone("#vote-kept")
        window.see("#assigned h3", station)

        window.click("#vote-forget")
        window.see_gone("#assigned h3")
        self.assertIsNone(window.run("return localStorage.getItem('ambit.last_vote')"))

    def test_an_answer_that_is_a_day_old_is_gone(self):
        line = self.slow_line()
        window = self.window()
        window.driver.get(f"{line.url}/#vote")
        window.see("#vote-place").send_keys(DOWNTOWN_ADDRESS)
        window.click("#vote-search button")
        window.see("#vote-keeping", "for a day")
        self.wait_for_worker(window)
        window.run("""
            const kept = JSON.parse(localStorage.getItem("ambit.last_vote"));
            kept.moment -= 24 * 60 * 60 * 1000;
            localStorage.setItem("ambit.last_vote", JSON.stringify(kept));""")
        line.cut()
        window.driver.get("about:blank")
        window.driver.get(f"{line.url}/#vote")
        window.see("#obstruction", "Ambit cannot be reached")
        window.wait(lambda: window.run("return !localStorage.getItem('ambit.last_vote')"), "kept")
        self.assertEqual(window.all("#assigned h3"), [])

    def test_who_is_forgotten_leaves_nothing_in_the_browser(self):
        window = self.window()
        window.open(self.service)
        self.wait_for_worker(window)
        window.run("localStorage.setItem('ambit.last_vote', '{}')")
        window.click("label:has(#radar-view-settings)")
        window.click("#settings-forget")
        window.click("#settings-forget")
        window.wait(lambda: window.run("return caches.keys().then((names) => names.length === 0)"),
                    "caches are still there")
        self.assertIsNone(window.run("return localStorage.getItem('ambit.last_vote')"))


if __name__ == "__main__":
    unittest.main()
