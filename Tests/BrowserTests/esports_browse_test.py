"""Browse, the map, teams and calendars of the Esports tab, in a real browser."""

import json
import pathlib
import struct
import subprocess
import unittest
import urllib.request
import zlib

from selenium.webdriver.common.keys import Keys

from esports_support import EsportsBrowserTest
from support import AMBIT


def png(width, height):
    """The bytes of a picture of one colour."""
    def chunk(kind, data):
        return (struct.pack(">I", len(data)) + kind + data
                + struct.pack(">I", zlib.crc32(kind + data)))
    rows = (b"\0" + b"\x1f\x7f\xc4" * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class BrowseTest(EsportsBrowserTest):
    def chosen(self, window, name, value):
        """Chooses one of many in the sheet, by its value."""
        window.run("""
            const select = document.getElementById(`esports-${arguments[0]}`);
            select.value = arguments[1];
            if (select.value !== arguments[1]) throw new Error("there is no such choice");
        """, name, value)

    def choose(self, window, name, value):
        """Chooses one of many as somebody does who uses the keyboard: the change is told."""
        self.chosen(window, name, value)
        window.run("""
            document.getElementById(`esports-${arguments[0]}`).dispatchEvent(new Event("change"));
        """, name)

    def titles(self, window, selector="#esports-events"):
        return [one.text for one in window.all(f"{selector} .esports-card h3")]

    def test_browse_has_a_filter_and_an_order_of_games(self):
        window = self.opened()
        window.click("#esports-views label", "Browse")
        window.see("#esports-games .esports-row")
        everything = len(window.all("#esports-games .esports-row"))
        window.click("#esports-filter-games")
        window.see("#esports-sheet form")
        window.click("#esports-sheet label", "By name")
        window.click("#esports-confirm")
        window.see("#esports-filter-games", "Filter games (1)")
        names = [row.text for row in window.all("#esports-games .esports-row > button:first-child")]
        self.assertEqual([name.split(" ")[0] for name in names][:3], ["apex", "Ärena", "Crane"])
        self.assertEqual(len(names), everything)
        self.assertEqual(window.focused.get_attribute("id"), "esports-filter-games")
        window.click("#esports-filter-games")
        window.click("#esports-sheet label", "With merchandise")
        window.click("#esports-confirm")
        window.see("#esports-filter-games", "(2)")
        self.assertTrue(0 < len(window.all("#esports-games .esports-row")) <= everything)
        window.click("#esports-filter-games")
        window.click("#esports-reset")
        window.wait(lambda: window.see("#esports-filter-games").text == "Filter games", "nothing is chosen")
        self.assertEqual(window.complaints(), [])

    def test_browse_has_a_filter_an_order_and_pages_of_events(self):
        for width, height in [(320, 640), (1280, 800)]:
            window = self.opened(width=width, height=height)
            window.click("#esports-views label", "Browse")
            window.see("#esports-events .esports-card")
            self.assertEqual(len(self.titles(window)), 24)
            window.click("#esports-events-more")
            # 36 of the league, and what the county has.
            window.wait(lambda: len(self.titles(window)) > 36, "the second page")
            ids = [one.get_attribute("data-id") for one in window.all("#esports-events .esports-card")]
            self.assertEqual(len(set(ids)), len(ids))
            window.see_gone("#esports-events-more")
            window.click("#esports-filter-events")
            sheet = window.see("#esports-sheet form").rect
            self.assertAlmostEqual(sheet["x"] + sheet["width"] / 2, width / 2, delta=2)
            self.assertLessEqual(sheet["y"] + sheet["height"], height)
            confirm, reset = window.all("#esports-confirm")[0].rect, window.all("#esports-reset")[0].rect
            self.assertEqual(confirm["y"], reset["y"])
            self.assertGreater(confirm["y"], window.all("#esports-day_to")[0].rect["y"])
            self.chosen(window, "game", "league-games.prairie-royale")
            window.click("#esports-sheet label", "By name")
            window.click("#esports-confirm")
            window.see("#esports-filter-events", "Filter events (2)")
            titles = self.titles(window)
            self.assertEqual(titles, sorted(titles))
            self.assertTrue(titles and all(title.startswith("Prairie Royale") for title in titles))
            window.click("#esports-filter-events")
            self.chosen(window, "format", "online")
            self.chosen(window, "day_to", "2020-01-01")
            window.click("#esports-confirm")
            window.see("#esports-sheet .error", "The last day is before the first.")
            self.chosen(window, "day_to", "2027-01-31")
            window.click("#esports-confirm")
            window.see(".empty", "No event fits the filter.")
            window.click("#esports-all-events")
            window.wait(lambda: len(self.titles(window)) == 24, "all of them again")
            self.assertLessEqual(window.run("return document.documentElement.scrollWidth"), width)
            self.assertEqual(window.complaints(), [])
            window.close()

    def test_the_last_day_of_a_period_is_one_of_it_and_cancelled_events_can_be_asked_for(self):
        window = self.opened()
        window.click("#esports-views label", "Browse")
        window.click("#esports-filter-events")
        self.chosen(window, "day_from", "2027-01-26")
        self.chosen(window, "day_to", "2027-02-03")
        window.click("#esports-confirm")
        window.see("#esports-filter-events", "(2)")
        self.assertEqual([title for title in self.titles(window) if "2027" in title], [
            "Crane Legends Winter Open 2027", "apex Dunes Winter Open 2027"])
        window.click("#esports-filter-events")
        window.click("#esports-reset")
        window.wait(lambda: len(self.titles(window)) == 24, "all of them")
        window.click("#esports-filter-events")
        self.chosen(window, "status", "cancelled")
        window.click("#esports-confirm")
        window.see("#esports-events .esports-card", "Cancelled")
        self.assertIn("Crane Legends Summer Open 2027", self.titles(window))
        for card in window.all("#esports-events .esports-card"):
            self.assertIn("Cancelled", card.text)

    def test_the_map_has_tournaments_within_a_radius_and_a_period_and_online_ones_apart(self):
        window = self.window()
        window.open(self.service, tab="esports", at={"lat": 42.1, "lon": -101.5})
        window.click("#esports-views label", "Map")
        window.see("#esports-radius")
        self.choose(window, "radius", "50")
        self.choose(window, "days", "90")
        window.see("#esports-near .esports-card", "Prairie Royale Winter Championship 2027")
        near = self.titles(window, "#esports-near")
        for card in window.all("#esports-near .esports-where"):
            self.assertRegex(card.text, r"\d (m|km)$")
        markers = window.wait(lambda: window.all(".esports-marker"), "a marker")
        self.assertEqual(len(markers), len(near))
        # The circle of the search stands on the map, and grows with the radius.
        small = window.wait(lambda: window.all("path.esports-radius"), "a circle")
        self.assertEqual(len(small), 1)
        drawn = small[0].get_attribute("d")
        self.choose(window, "days", "365")
        window.wait(lambda: len(self.titles(window, "#esports-near")) > len(near), "a longer period has more")
        self.choose(window, "radius", "5000")
        window.wait(lambda: len(self.titles(window, "#esports-near")) > len(near) + 1, "a larger radius has more")
        circles = window.all("path.esports-radius")
        self.assertEqual(len(circles), 1)
        self.assertNotEqual(circles[0].get_attribute("d"), drawn)
        online = window.see("#esports-online")
        self.assertIn("Online", online.text)
        self.assertFalse(set(self.titles(window, "#esports-online")) & set(self.titles(window, "#esports-near")))
        # Another view has looked around no place.
        window.click("#esports-views label", "Browse")
        window.see("#esports-games .esports-row")
        self.assertEqual(window.all("path.esports-radius"), [])

    def calendars(self, window):
        """The addresses of the calendars that a page offers, by their names, and what their links open."""
        window.click(".esports-calendars summary")
        window.see(".esports-calendar input")
        found = {}
        for part in window.all(".esports-calendar"):
            address = part.find_element("css selector", "input").get_attribute("value")
            links = [one.get_attribute("href") for one in part.find_elements("css selector", "a")]
            self.assertEqual(links, [address.replace("http:", "webcal:"), address])
            with urllib.request.urlopen(address, timeout=30) as answer:
                self.assertIn("text/calendar", answer.headers["Content-Type"])
                found[part.find_element("css selector", "h3").text] = answer.read().decode()
        return found

    def test_calendars_of_a_game_a_team_and_a_place_can_be_subscribed_to(self):
        window = self.window()
        window.open(self.service, tab="esports", at={"lat": 42.1, "lon": -101.5})
        window.click("#esports-views label", "Browse")
        window.click("#esports-games .esports-row > button", "Prairie Royale")
        calendars = self.calendars(window)
        self.assertEqual(list(calendars), ["Tournaments of the game", "Matches"])
        self.assertIn("SUMMARY:Prairie Royale Winter Championship 2027", calendars["Tournaments of the game"])
        self.assertNotIn("SUMMARY:Crane Legends", calendars["Tournaments of the game"])
        window.see("#esports-q").send_keys("Curlew Five", Keys.ENTER)
        window.click("#esports-found button", "Curlew Five")
        window.see("#esports-content h2", "Curlew Five")
        calendars = self.calendars(window)
        self.assertEqual(list(calendars), ["Matches"])
        self.assertIn("Curlew Five", calendars["Matches"])
        window.click("#esports-views label", "Map")
        window.see("#esports-radius")
        self.choose(window, "radius", "50")
        window.wait(
            lambda: "radius_m=50000" in window.all(".esports-calendar input")[0].get_attribute("value"),
            "the calendar of the radius")
        calendars = self.calendars(window)
        self.assertEqual(list(calendars), ["Tournaments around the map’s middle"])
        self.assertIn("SUMMARY:Prairie Royale Winter Championship 2027",
                      calendars["Tournaments around the map’s middle"])
        self.assertNotIn("SUMMARY:Ärena of Grass Winter Championship 2027",
                         calendars["Tournaments around the map’s middle"])
        window.see(".esports-calendars", "to about a kilometer")
        self.assertEqual(window.complaints(), [])

    def test_a_team_has_a_page_with_its_matches_its_events_and_its_bell(self):
        window = self.opened(width=320, height=640)
        self.register(window)
        window.see("#esports-q").send_keys("Curlew Five", Keys.ENTER)
        window.click("#esports-found button", "Curlew Five")
        window.see("#esports-content h2", "Curlew Five")
        window.see("#esports-content section", "Matches to come")
        window.see("#esports-content .esports-card", "Sharptail")
        window.see("#esports-content", "Short name")
        bell = window.see("#esports-content .esports-mark")
        self.assertEqual(bell.get_attribute("aria-label"), "Follow: Curlew Five")
        bell.click()
        window.see(".notice", "You hear of changes of Curlew Five.")
        window.click("#esports-team-events button", "Prairie Royale Winter Championship 2027")
        window.see("#esports-page-views")
        # And from a match of an event to a team.
        window.click(".esports-round .esports-card h3 button", "Sharptail")
        window.see("#esports-content h2", "Sharptail")
        window.click("#esports-back")
        window.see("#esports-content h2", "Prairie Royale Winter Championship 2027")
        self.assertLessEqual(window.run("return document.documentElement.scrollWidth"), 320)
        self.assertEqual(window.complaints(), [])

    def test_logos_of_this_service_are_shown_on_cards_and_those_of_others_are_not(self):
        picture = png(4, 4)
        token = self.service.staff("staff")
        request = urllib.request.Request(
            f"{self.service.url}/v1/media?alt=A%20crane", picture, method="POST",
            headers={"Content-Type": "image/png", "Authorization": f"Bearer {token}"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            own = json.load(answer)["hash"]
        table = pathlib.Path(self.service.folder.name) / "logos.csv"
        table.write_text(f"""id,title,starts,ends,time_zone,location,logo
own,Logo Cup Own,2027-01-05,2027-01-05,UTC,Online,{own}
other,Logo Cup Other,2027-01-06,2027-01-06,UTC,Online,https://logos.example/cup.png
""")
        subprocess.run([AMBIT, "import", "tournaments", str(table), "--dataset", "logos", "--database",
                        self.service.database, "--quiet"], check=True, capture_output=True)
        window = self.opened()
        window.wait(lambda: self.service.ask("GET", "/v1/events?q=logo&kind=tournament")["features"], "the cups")
        window.click("#esports-views label", "Browse")
        card = window.see("#esports-events .esports-card", "Logo Cup Own")
        logo = card.find_element("css selector", "img.esports-logo")
        window.wait(lambda: window.run("return arguments[0].naturalWidth", logo) == 4, "the picture")
        card = window.see("#esports-events .esports-card", "Logo Cup Other")
        self.assertEqual(card.find_elements("css selector", "img"), [])
        self.assertEqual(window.complaints(), [])

    def test_the_matches_of_a_tournament_stand_in_rounds(self):
        window = self.opened()
        window.click("#esports-views label", "Browse")
        window.click("#esports-events .esports-card h3 button", "Prairie Royale Winter Championship 2027")
        window.see(".esports-round")
        # An event is followed by a bell; only games are favorites.
        self.assertEqual(len(window.all("#esports-content [aria-label^='Follow: Prairie Royale Winter']")), 1)
        self.assertEqual(window.all("#esports-content [aria-label^='Favorite:']"), [])
        rounds = [one.text for one in window.all(".esports-round > h3")]
        self.assertEqual(rounds, ["Quarter-final", "Semi-final", "Final"])
        self.assertIn("To be decided", window.all(".esports-round")[2].text)
        # The quarter-final was put off by an hour, and the others were not: Denver is seven hours behind UTC.
        moved = [len(one.find_elements("css selector", ".caution")) for one in window.all(".esports-round")]
        self.assertEqual(moved, [1, 0, 0])
        before = window.run(
            "return new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' })"
            ".format(Date.UTC(2027, 0, 18, 17))")
        words = window.see(".esports-round .caution", "Moved from").text
        self.assertIn(before.split(":")[0] + ":00", words)


if __name__ == "__main__":
    unittest.main()
