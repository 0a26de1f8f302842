"""The Vote tab: what a voter sees at a place, in a real browser."""

import pathlib
import subprocess
import time
import unittest

from selenium.webdriver.common.keys import Keys

from support import (
    AMBIT, DOWNTOWN, NOWHERE, OUTSIDE, PATIENCE_SECONDS, BrowserTestCase)


class VoteTest(BrowserTestCase):
    def voting(self, at):
        return self.service.ask("GET", f"/v1/vote?lat={at['lat']}&lon={at['lon']}")

    def test_the_assigned_station_is_shown_with_the_reason(self):
        known = self.voting(DOWNTOWN)["assignment"]
        window = self.window()
        window.open(self.service, tab="vote", at=DOWNTOWN)
        # Nobody has said yet where they live.
        window.see("#assigned h2", "of the map’s middle")
        why = window.see("#assigned .why").text
        self.assertIn(f"Precinct {known['district']['code']}", why)
        names = [one.text for one in window.all("#assigned .assigned-station h3")]
        self.assertEqual(names, [one["properties"]["name"] for one in known["stations"]])
        window.see(".station-marker .pin.is-own")

    def test_the_assigned_station_is_not_among_those_that_are_near(self):
        known = self.voting(DOWNTOWN)["assignment"]
        assigned = {one["properties"]["name"] for one in known["stations"]}
        window = self.window()
        window.open(self.service, tab="vote", at=DOWNTOWN)
        window.see("#assigned .assigned-station")
        near = {one.text for one in window.all("#stations .station-name")}
        self.assertGreater(len(near), 3)
        self.assertEqual(near & assigned, set())
        window.click("#stations .station-row")
        window.see(".station-bubble .not-assigned", "not assigned")

    def test_early_voting_and_drop_boxes_stand_beside_the_station_of_the_day(self):
        district = self.voting(DOWNTOWN)["assignment"]["district"]
        sites = pathlib.Path(self.service.folder.name) / "sites.csv"
        sites.write_text("id,name,lat,lon,precinct,hours,station_type\n" + "".join(
            f"{sort},{name},{DOWNTOWN['lat']},{DOWNTOWN['lon'] + 0.2},{district['code']},"
            f"2026-10-20 08:00-16:00,{sort}\n"
            for sort, name in [("early_voting", "Early Hall"), ("drop_box", "Slot in a Wall")]))
        subprocess.run([AMBIT, "import", "stations", str(sites), "--dataset", "sites",
                        "--database", self.service.database],
                       check=True, stdout=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE_SECONDS
        while not self.voting(DOWNTOWN)["early_voting"]["features"]:
            self.assertLess(time.monotonic(), end, "what was imported is not served")
            time.sleep(0.1)
        window = self.window()
        window.open(self.service, tab="vote", at=DOWNTOWN)
        window.click('#assigned [data-sites="early"] summary', "one place to vote early")
        window.see('#assigned [data-sites="early"] li', "Early Hall")
        window.see('#assigned [data-sites="early"] li', "08:00-16:00")
        window.click('#assigned [data-sites="drop_off"] summary', "one place to drop off")
        window.see('#assigned [data-sites="drop_off"] li', "Drop box")
        names = {one.text for one in window.all("#assigned .assigned-station h3")}
        self.assertEqual(names & {"Early Hall", "Slot in a Wall"}, set())

    def test_the_ballot_lists_contests_candidates_and_measures(self):
        known = self.voting(DOWNTOWN)
        self.assertGreater(len(known["contests"]), 0)
        window = self.window()
        window.open(self.service, tab="vote", at=DOWNTOWN)
        contest = known["contests"][0]
        window.click("#ballot summary", contest["title"])
        for candidate in contest["candidates"]:
            window.see("#ballot .candidate", candidate["name"])
        election = known["elections"][0]
        self.assertIn(election["is_past"], [True, False])
        window.see("#ballot .election > p", "Held on" if election["is_past"] else "20")
        measure = known["measures"][0]
        window.click("#ballot summary", measure["title"])
        window.see("#ballot details p", measure["yes_means"])

    def test_outside_every_district_nothing_is_claimed(self):
        window = self.window()
        window.open(self.service, tab="vote", at=NOWHERE)
        window.see("#assigned h2", "not known")
        window.see("#assigned", "Ask your election office")
        self.assertEqual(window.all("#assigned .assigned-station"), [])
        # Stations on the other side of the world are no help.
        kilometers = round(self.voting(NOWHERE)["nearby"]["nearest_m"] / 1000)
        window.see("#stations-empty", f"the nearest is {kilometers:,} km away")
        self.assertEqual(window.all("#stations .station-row"), [])
        window.open(self.service, tab="vote", at=OUTSIDE)
        window.see("#assigned h2", "not known")
        window.see("#stations .station-row")

    def test_a_click_on_the_map_asks_about_that_point(self):
        window = self.window()
        window.open(self.service, tab="vote", at=NOWHERE)
        window.see("#assigned h2", "not known")
        window.open(self.service, tab="vote", at=DOWNTOWN)
        window.see("#assigned h2", "of the map’s middle")
        window.run("""
            const box = document.getElementById("map").getBoundingClientRect();
            document.elementFromPoint(box.left + 200, box.top + 400).dispatchEvent(
                new MouseEvent("click", { bubbles: true, clientX: box.left + 200,
                    clientY: box.top + 400 }));""")
        window.wait(lambda: window.run("return document.getElementById('origin-point').checked"),
                    "the map's click was not taken")
        window.see(".origin-marker")
        window.see("#origin-hint")

    def test_one_s_own_position_brings_its_accuracy_along(self):
        window = self.window()
        window.allow_position(self.service, DOWNTOWN["lat"], DOWNTOWN["lon"], accuracy=5000)
        window.open(self.service, tab="vote", at=NOWHERE)
        window.click("label:has(#origin-position)")
        window.see("#assigned .caution", "boundary is so near")

    def test_an_address_is_found_as_it_is_typed_and_decides(self):
        window = self.window()
        window.open(self.service, tab="vote", at=NOWHERE)
        window.see("#vote-place").send_keys("917 bobolink")
        window.wait(
            lambda: [one.get_attribute("value") for one in window.all("#vote-places option")]
            == ["917 Bobolink Cir, Bluestem, 69701"], "the address was not suggested")
        window.press(Keys.ENTER)
        window.see("#assigned h2", "Your polling station")
        window.see("#assigned .why", "list of addresses")
        self.assertEqual(window.see("#vote-place").get_attribute("value"),
                         "917 Bobolink Cir, Bluestem, 69701")

    def test_a_postcode_that_straddles_districts_offers_the_choices(self):
        known = self.service.ask("GET", "/v1/vote?postcode=69701")
        self.assertIsNone(known["assignment"])
        window = self.window()
        window.open(self.service, tab="vote", at=DOWNTOWN)
        window.see("#vote-place").send_keys("69701")
        window.click("#vote-search button")
        window.see("#assigned h2", "not known")
        window.see("#assigned", "your address decides")
        codes = [one.text for one in window.all("#assigned .choice h3")]
        self.assertEqual(
            codes, [f"Precinct {one['district']['code']}" for one in known["choices"]])

    def test_what_nobody_knows_is_said_in_place_of_an_answer(self):
        window = self.window()
        window.open(self.service, tab="vote", at=DOWNTOWN)
        window.see("#assigned .assigned-station")
        window.see("#vote-place").send_keys("Xyzzyville 99", Keys.ENTER)
        window.see("#assigned h2", "“Xyzzyville 99” is not known")
        window.see("#assigned", "Nothing that is loaded")
        self.assertEqual(window.all("#assigned .assigned-station"), [])

    def test_degrees_as_maps_give_them_are_a_place(self):
        known = self.voting(DOWNTOWN)["assignment"]["stations"][0]["properties"]["name"]
        (lat, lon) = (DOWNTOWN["lat"], DOWNTOWN["lon"])
        for words in [f"{lat}, {lon}", f"({lat} {lon})", f"{lat}° N, {-lon}° W"]:
            window = self.window()
            window.open(self.service, tab="vote", at=NOWHERE)
            window.see("#assigned h2", "not known")
            window.see("#vote-place").send_keys(words, Keys.ENTER)
            window.see("#assigned .assigned-station h3", known)
            self.assertTrue(window.run("return document.getElementById('origin-point').checked"))

    def test_degrees_that_are_no_place_on_the_earth_are_said_to_be_none(self):
        window = self.window()
        window.open(self.service, tab="vote", at=DOWNTOWN)
        window.see("#assigned .assigned-station")
        window.see("#vote-place").send_keys("-101.48, 242.11", Keys.ENTER)
        window.see("#assigned h2", "“-101.48, 242.11” is not known")
        window.see("#assigned", "A latitude from -90 to 90 comes first")
        self.assertEqual(window.all("#assigned .assigned-station"), [])

    def test_another_house_is_offered_and_never_taken_unasked(self):
        window = self.window()
        window.open(self.service, tab="vote", at=DOWNTOWN)
        window.see("#assigned .assigned-station")
        window.see("#vote-place").send_keys("99917 Bobolink Cir", Keys.ENTER)
        window.see("#assigned h2", "is not known")
        self.assertEqual(window.all("#assigned .assigned-station"), [])
        window.click("#assigned .place-choices button", "Bobolink Cir")
        window.see("#assigned .assigned-station")

    def test_a_misspelt_street_is_asked_back_and_the_choice_decides(self):
        window = self.window()
        window.open(self.service, tab="vote", at=DOWNTOWN)
        window.see("#assigned .assigned-station")
        window.see("#vote-place").send_keys("917 Boblnk Cir", Keys.ENTER)
        window.see("#assigned .caution", "Did you mean")
        self.assertEqual(window.all("#assigned .assigned-station"), [])
        window.click("#assigned [data-action=address]", "917 Bobolink Cir, Bluestem, 69701")
        window.see("#assigned .why", "list of addresses")

    def test_links_open_other_maps_with_both_ends(self):
        window = self.window()
        window.open(self.service, tab="vote", at=DOWNTOWN)
        window.see("#assigned .assigned-station")
        links = [one.get_attribute("href") for one in window.all("#assigned a.link")]
        self.assertTrue(any(link.startswith("https://www.google.com/maps/dir/") for link in links))
        self.assertTrue(any(link.startswith("https://maps.apple.com/") for link in links))
        self.assertTrue(any("openstreetmap.org/directions" in link for link in links))
        self.assertTrue(any(link.startswith("geo:") for link in links))

    def test_the_way_to_the_voters_station_is_drawn_and_told_step_by_step(self):
        window = self.window()
        window.open(self.service, tab="vote", at=DOWNTOWN)
        window.click("#assigned [data-action=route]")
        window.see("#route .route-sum", "on foot")
        self.assertEqual(len(window.all("path.route-line")), 1)
        self.assertEqual(len(window.all(".route-start")), 1)
        self.assertEqual(len(window.all(".route-end")), 1)
        steps = [step.text for step in window.all("#route .route-steps li")]
        self.assertGreaterEqual(len(steps), 2)
        self.assertRegex(steps[0], r"^Head (north|south|east|west|northeast|northwest|southeast"
                                   r"|southwest)( on .+)?, ")
        links = [one.get_attribute("href") for one in window.all("#route a.link")]
        self.assertTrue(any("google.com/maps" in link for link in links))
        self.assertTrue(any(link.startswith("geo:") for link in links))
        on_foot = window.see("#route .route-sum").text
        window.click("#route label", "By car")
        window.see("#route .route-sum", "by car")
        self.assertNotEqual(window.see("#route .route-sum").text, on_foot)
        self.assertEqual(window.all("#route .not-assigned"), [])
        self.assertEqual(window.complaints(), [])

    def test_the_way_to_a_station_that_is_only_near_says_that_it_is_not_assigned(self):
        window = self.window()
        window.open(self.service, tab="vote", at=DOWNTOWN)
        window.click("#stations .station-row")
        window.click(".station-bubble [data-action=route]")
        window.see("#route .not-assigned", "not assigned")
        window.see("#route .route-sum")

    def test_where_no_road_is_near_the_line_says_that_it_is_straight(self):
        window = self.window()
        window.open(self.service, tab="vote", at=OUTSIDE)
        # The map moves to the station, and the place stays.
        window.click("label:has(#origin-point)")
        window.click("#stations .station-row")
        window.click(".station-bubble [data-action=route]")
        window.see("#route .caution", "straight line")
        window.see("path.route-line.is-straight")

    def test_spanish_voters_read_the_measures_in_spanish(self):
        known = self.service.ask(
            "GET", f"/v1/vote?lat={DOWNTOWN['lat']}&lon={DOWNTOWN['lon']}&lang=es")
        window = self.window(language="es")
        window.open(self.service, tab="vote", at=DOWNTOWN)
        window.see("#assigned h2", "El centro de votación")
        window.see("#ballot summary", known["measures"][0]["title"])
        self.assertNotEqual(
            known["measures"][0]["title"], self.voting(DOWNTOWN)["measures"][0]["title"])

    def test_a_print_holds_the_station_and_the_ballot_without_the_map(self):
        window = self.window()
        window.open(self.service, tab="vote", at=DOWNTOWN)
        window.see("#ballot details")
        window.run("window.print = () => {}")
        window.click("#vote-print")
        window.devtools("Emulation.setEmulatedMedia", media="print")
        self.assertFalse(window.all("#map")[0].is_displayed())
        window.see("#assigned .assigned-station")
        window.see("#ballot .candidate")


if __name__ == "__main__":
    unittest.main()
