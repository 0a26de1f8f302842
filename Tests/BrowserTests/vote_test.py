"""The Vote tab: what a voter sees at a place, in a real browser."""

import datetime
import pathlib
import subprocess
import time
import unittest
import urllib.parse

from selenium.webdriver.common.keys import Keys

from support import (
    AMBIT, DOWNTOWN, NOWHERE, OUTSIDE, PATIENCE_SECONDS, BrowserTestCase)

# An election that is always to come, and a day of early voting before it.
NEXT = (datetime.date.today() + datetime.timedelta(days=20)).isoformat()
EARLY = (datetime.date.today() + datetime.timedelta(days=10)).isoformat()


class VoteTest(BrowserTestCase):
    def voting(self, at):
        return self.service.ask("GET", f"/v1/vote?lat={at['lat']}&lon={at['lon']}")

    def ask_at(self, window, at):
        """Asks about the middle of a map that shows a place."""
        window.open(self.service, tab="vote", at=at)
        window.click("#origin-center")

    def test_the_assigned_station_is_shown_with_the_reason(self):
        known = self.voting(DOWNTOWN)["assignment"]
        window = self.window()
        self.ask_at(window, DOWNTOWN)
        window.see("#assigned h2", "Your polling station")
        why = window.see("#assigned .why").text
        self.assertIn(f"Precinct {known['district']['code']}", why)
        names = [one.text for one in window.all("#assigned .assigned-station h3")]
        self.assertEqual(names, [one["properties"]["name"] for one in known["stations"]])
        window.see(".station-marker .pin.is-own")

    def test_the_assigned_station_is_not_among_those_that_are_near(self):
        known = self.voting(DOWNTOWN)["assignment"]
        assigned = {one["properties"]["name"] for one in known["stations"]}
        window = self.window()
        self.ask_at(window, DOWNTOWN)
        window.see("#assigned .assigned-station")
        near = {one.text for one in window.all("#stations .station-name")}
        self.assertGreater(len(near), 3)
        self.assertEqual(near & assigned, set())
        window.click("#stations .station-row")
        window.see(".station-bubble .not-assigned", "not assigned")

    def test_outside_every_district_nothing_is_claimed(self):
        window = self.window()
        self.ask_at(window, NOWHERE)
        window.see("#assigned h2", "not known")
        window.see("#assigned", "Ask your election office")
        self.assertEqual(window.all("#assigned .assigned-station"), [])
        # Stations on the other side of the world are no help.
        kilometers = round(self.voting(NOWHERE)["nearby"]["nearest_m"] / 1000)
        window.see("#stations-empty", f"the nearest is {kilometers:,} km away")
        self.assertEqual(window.all("#stations .station-row"), [])
        self.ask_at(window, OUTSIDE)
        window.see("#assigned h2", "not known")
        window.see("#stations .station-row")

    def test_a_click_on_the_map_asks_about_that_point(self):
        window = self.window()
        self.ask_at(window, NOWHERE)
        window.see("#assigned h2", "not known")
        self.ask_at(window, DOWNTOWN)
        window.see("#assigned h2", "Your polling station")
        window.run("""
            const box = document.getElementById("map").getBoundingClientRect();
            document.elementFromPoint(box.left + 200, box.top + 400).dispatchEvent(
                new MouseEvent("click", { bubbles: true, clientX: box.left + 200,
                    clientY: box.top + 400 }));""")
        window.see(".origin-marker")
        window.see_gone("#origin-hint")

    def test_one_s_own_position_brings_its_accuracy_along(self):
        window = self.window()
        window.allow_position(self.service, DOWNTOWN["lat"], DOWNTOWN["lon"], accuracy=5000)
        self.ask_at(window, NOWHERE)
        window.click("#origin-position")
        window.see("#assigned .caution", "The boundary is")

    def test_an_address_is_found_as_it_is_typed_and_decides(self):
        window = self.window()
        self.ask_at(window, NOWHERE)
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
        self.ask_at(window, DOWNTOWN)
        window.see("#vote-place").send_keys("69701")
        window.click("#vote-search button")
        window.see("#assigned h2", "not known")
        window.see("#assigned", "Your street and house number decide")
        window.click('#assigned [data-choices="districts"] summary', "districts that it lies in")
        codes = [one.text for one in window.all("#assigned .choice h3")]
        self.assertEqual(
            codes, [f"Precinct {one['district']['code']}" for one in known["choices"]])

    def test_what_nobody_knows_is_said_in_place_of_an_answer(self):
        window = self.window()
        self.ask_at(window, DOWNTOWN)
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
            self.ask_at(window, NOWHERE)
            window.see("#assigned h2", "not known")
            window.see("#vote-place").send_keys(words, Keys.ENTER)
            window.see("#assigned .assigned-station h3", known)
            window.see(".origin-marker")

    def test_degrees_that_are_no_place_on_the_earth_are_said_to_be_none(self):
        window = self.window()
        self.ask_at(window, DOWNTOWN)
        window.see("#assigned .assigned-station")
        window.see("#vote-place").send_keys("-101.48, 242.11", Keys.ENTER)
        window.see("#assigned h2", "“-101.48, 242.11” is not known")
        window.see("#assigned", "A latitude from -90 to 90 comes first")
        self.assertEqual(window.all("#assigned .assigned-station"), [])

    def test_another_house_is_offered_and_never_taken_unasked(self):
        window = self.window()
        self.ask_at(window, DOWNTOWN)
        window.see("#assigned .assigned-station")
        window.see("#vote-place").send_keys("99917 Bobolink Cir", Keys.ENTER)
        # The street's houses vote at two stations: which one is asked back, and the number stays.
        window.see("#assigned .caution", "not the house 99917")
        window.see("#assigned .choice [data-action=address]", "Bobolink Cir")
        self.assertEqual(window.all("#assigned .assigned-station"), [])
        self.assertEqual(window.see("#vote-place").get_attribute("value"), "99917 Bobolink Cir")

    def test_a_station_is_never_offered_as_a_home(self):
        station = self.voting(DOWNTOWN)["assignment"]["stations"][0]["properties"]["name"]
        found = self.service.ask("GET", "/v1/geocode?q=" + urllib.parse.quote(station))
        self.assertIn("station", [one["properties"]["kind"] for one in found["features"]])
        window = self.window()
        self.ask_at(window, NOWHERE)
        window.see("#vote-place").send_keys(station, Keys.ENTER)
        window.see("#assigned h2", "is not known")
        offered = [one.get_attribute("value") for one in window.all("#vote-places option")]
        offered += [one.text for one in window.all("#assigned .place-choices button")]
        self.assertEqual([one for one in offered if station in one], [])
        self.assertEqual(window.all("#assigned .assigned-station"), [])

    def test_what_lies_beyond_a_near_boundary_is_listed(self):
        window = self.window()
        window.allow_position(self.service, DOWNTOWN["lat"], DOWNTOWN["lon"], accuracy=5000)
        self.ask_at(window, NOWHERE)
        window.click("#origin-position")
        window.see("#assigned .caution", "Compare it with the choices")
        window.see("#assigned .choice h3", "Precinct")

    def test_a_misspelt_street_is_asked_back_and_the_choice_decides(self):
        window = self.window()
        self.ask_at(window, DOWNTOWN)
        window.see("#assigned .assigned-station")
        window.see("#vote-place").send_keys("917 Boblnk Cir", Keys.ENTER)
        window.see("#assigned .caution", "Did you mean")
        self.assertEqual(window.all("#assigned .assigned-station"), [])
        window.click("#assigned [data-action=address]", "917 Bobolink Cir, Bluestem, 69701")
        window.see("#assigned .why", "list of addresses")

    def test_links_open_other_maps_with_both_ends(self):
        window = self.window()
        self.ask_at(window, DOWNTOWN)
        window.see("#assigned .assigned-station")
        links = [one.get_attribute("href") for one in window.all("#assigned a.link")]
        self.assertTrue(any(link.startswith("https://www.google.com/maps/dir/") for link in links))
        self.assertTrue(any(link.startswith("https://maps.apple.com/") for link in links))
        self.assertTrue(any("openstreetmap.org/directions" in link for link in links))
        self.assertTrue(any(link.startswith("geo:") for link in links))

    def test_the_way_to_the_voters_station_is_drawn_and_told_step_by_step(self):
        window = self.window()
        self.ask_at(window, DOWNTOWN)
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

    def test_the_way_from_an_address_begins_there_however_it_is_written(self):
        window = self.window()
        for words in ("917 Bobolink Cir, Bluestem, NE 69701", "24774 S Bison Ave, Bluestem"):
            known = self.service.ask("GET", "/v1/vote?" + urllib.parse.urlencode({"address": words}))
            at, station = known["location"], known["assignment"]["station"]
            way = self.service.ask("GET", "/v1/directions?" + urllib.parse.urlencode({
                "from": f"{at['lat']},{at['lon']}", "to_station": station["id"], "mode": "walk"}))
            window.open(self.service, tab="vote", at=DOWNTOWN)
            field = window.see("#vote-place")
            field.send_keys(words)
            field.send_keys(Keys.ENTER)
            window.see("#assigned .matched-address", known["matched_addresses"][0])
            window.see("#route .route-sum", f"{way['distance_m'] / 1000:.0f}"[:1])
            self.assertEqual(
                [one.text for one in window.all("#assigned h3")], [station["properties"]["name"]])
            self.assertGreater(len(window.all("#stations .station-row")), 3)
            self.assertNotIn("not known where", window.see("#panel-vote").text)
            links = [one.get_attribute("href") for one in window.all("#route a.link")]
            self.assertTrue(any(f"{at['lat']:.5f}"[:7] in one for one in links), links)

    def test_the_way_to_a_station_that_is_only_near_says_that_it_is_not_assigned(self):
        window = self.window()
        self.ask_at(window, DOWNTOWN)
        window.click("#stations .station-row")
        window.click(".station-bubble [data-action=route]")
        window.see("#route .not-assigned", "not assigned")
        window.see("#route .route-sum")

    def test_where_no_road_is_near_the_line_says_that_it_is_straight(self):
        window = self.window()
        self.ask_at(window, OUTSIDE)
        # The map moves to the station, and the place stays.
        window.click("#stations .station-row")
        window.click(".station-bubble [data-action=route]")
        window.see("#route .caution", "straight line")
        window.see("path.route-line.is-straight")

    def test_before_a_question_there_is_a_field_and_no_answer(self):
        window = self.window()
        window.open(self.service, tab="vote", at=DOWNTOWN)
        window.see("#origin-hint", "Write your address")
        time.sleep(1)
        self.assertEqual(window.all("#assigned *"), [])
        for part in ["#nearby-part", "#ballot-part", ".station-marker"]:
            self.assertFalse(any(one.is_displayed() for one in window.all(part)), part)

    def test_a_question_without_an_answer_leaves_nothing_of_the_one_before(self):
        window = self.window()
        self.ask_at(window, DOWNTOWN)
        window.see("#assigned .assigned-station")
        window.see(".station-marker")
        window.see("#vote-place").send_keys("90210", Keys.ENTER)
        window.see("#assigned h2", "“90210” is not known")
        for part in ["#nearby-part", "#ballot-part", ".station-marker", ".origin-marker",
                     ".district-line"]:
            self.assertFalse(any(one.is_displayed() for one in window.all(part)), part)
        self.assertFalse(window.see("#panel-vote").get_attribute("aria-busy") == "true")
        self.assertNotIn("undefined", window.run("return document.body.innerText"))

    def test_a_postcode_of_many_addresses_asks_for_the_street(self):
        window = self.window()
        window.open(self.service, tab="vote", at=DOWNTOWN)
        window.see("#vote-place").send_keys("69701-1234", Keys.ENTER)
        window.see("#assigned", "Your street and house number decide")
        self.assertLess(window.run("return document.getElementById('panel-vote').scrollHeight"), 4000)
        window.see("#street-field").send_keys("917 bobol")
        window.wait(
            lambda: "917 Bobolink Cir, Bluestem, 69701"
            in [one.get_attribute("value") for one in window.all("#street-places option")],
            "the address was not suggested")
        window.run("document.getElementById('street-field').value = ''")
        window.see("#street-field").send_keys("917 Bobolink Cir", Keys.ENTER)
        window.see("#assigned .why", "list of addresses")

    def test_of_misspelt_streets_the_one_that_has_the_house_is_offered(self):
        window = self.window()
        window.open(self.service, tab="vote", at=DOWNTOWN)
        window.see("#vote-place").send_keys("1712 Foxtial Ave", Keys.ENTER)
        window.see("#assigned .place-choices button", "1712 N Foxtail Ave")
        self.assertEqual(len(window.all("#assigned [data-action=address]")), 1)

    def test_the_address_that_may_be_meant_stands_before_the_stations(self):
        window = self.window()
        window.open(self.service, tab="vote", at=DOWNTOWN)
        window.see("#vote-place").send_keys("1712 Foxtial Ave", Keys.ENTER)
        choice = window.see("#assigned .choice")
        links = [one.text for one in choice.find_elements("css selector", ".link")]
        self.assertEqual(links[0], "1712 N Foxtail Ave, Bluestem, 69701")
        self.assertGreater(len(links), 1)

    def test_stations_of_other_elections_stand_apart(self):
        known = self.voting(DOWNTOWN)
        apart = known["other_elections"]["features"]
        self.assertGreater(len(apart), 0)
        window = self.window()
        self.ask_at(window, DOWNTOWN)
        window.click('#assigned [data-sites="other_elections"] summary', "Not in this election")
        for one in apart:
            window.see('#assigned [data-sites="other_elections"] li', one["properties"]["name"])
        assigned = {one.text for one in window.all("#assigned .assigned-station h3")}
        self.assertEqual(assigned & {one["properties"]["name"] for one in apart}, set())

    def test_links_are_large_enough_and_told_apart(self):
        window = self.window(language="es")
        self.ask_at(window, DOWNTOWN)
        window.see("#assigned .assigned-station")
        small = window.run("""
            return [...document.querySelectorAll("#panel-vote .link")]
                .filter((one) => one.offsetParent !== null)
                .filter((one) => one.getBoundingClientRect().height < 43.5)
                .map((one) => one.textContent);""")
        self.assertEqual(small, [])
        labels = [one.get_attribute("aria-label") for one in window.all("#assigned a.link")]
        self.assertEqual(len(labels), len(set(labels)))
        shown = window.run("return document.getElementById('panel-vote').innerText")
        for raw in ["07:00-19:00", "undefined", "opens in", "ended on"]:
            self.assertNotIn(raw, shown)


class BallotTest(BrowserTestCase):
    """A voter's ballot in an election that is always to come."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        vote = cls.service.ask("GET", f"/v1/vote?lat={DOWNTOWN['lat']}&lon={DOWNTOWN['lon']}")
        precinct = next(one["code"] for one in vote["districts"] if one["type"] == "precinct")
        cls.load("elections", "id,name,date,time_zone\n"
                 f"next,The Next Election,{NEXT},America/Denver\n")
        cls.load("contests", "election,contest_id,contest,district_type,district_code,candidate,"
                 "party\nnext,sheriff,County Sheriff,county,990,Ada Alpha,Left\n"
                 "next,sheriff,County Sheriff,county,990,Bo Beta,Right\n")
        cls.load("measures", "election,measure_id,district_type,district_code,language,title,"
                 "summary,text,yes_means,no_means\n"
                 "next,m,county,990,en,A Levy,A levy.,The levy.,It rises.,It stays.\n"
                 "next,m,county,990,es,Un impuesto,Impuesto.,El impuesto.,Sube.,Queda.\n")
        cls.load("stations", "id,name,lat,lon,precinct,hours\n"
                 f"one,Hall of the Next Election,{DOWNTOWN['lat']},{DOWNTOWN['lon']},{precinct},"
                 f"{NEXT} 07:00-19:00\n")
        end = time.monotonic() + PATIENCE_SECONDS
        while [one["key"] for one in cls.vote()["elections"]] != ["next"]:
            if time.monotonic() > end:
                raise RuntimeError("what was imported is not served")
            time.sleep(0.1)

    @classmethod
    def load(cls, kind, rows):
        file = pathlib.Path(cls.service.folder.name) / f"{kind}.csv"
        file.write_text(rows)
        subprocess.run([AMBIT, "import", kind, str(file), "--dataset", f"curlew-next-{kind}",
                        "--database", cls.service.database],
                       check=True, stdout=subprocess.DEVNULL)

    @classmethod
    def vote(cls):
        return cls.service.ask("GET", f"/v1/vote?lat={DOWNTOWN['lat']}&lon={DOWNTOWN['lon']}")

    def voting(self, at):
        return self.service.ask("GET", f"/v1/vote?lat={at['lat']}&lon={at['lon']}")

    def ask_at(self, window, at):
        window.open(self.service, tab="vote", at=at)
        window.click("#origin-center")

    def test_early_voting_and_drop_boxes_stand_beside_the_station_of_the_day(self):
        district = self.voting(DOWNTOWN)["assignment"]["district"]
        sites = pathlib.Path(self.service.folder.name) / "sites.csv"
        sites.write_text("id,name,lat,lon,precinct,hours,station_type\n" + "".join(
            f"{sort},{name},{DOWNTOWN['lat']},{DOWNTOWN['lon'] + 0.2},{district['code']},"
            f"{EARLY} 08:00-16:00,{sort}\n"
            for sort, name in [("early_voting", "Early Hall"), ("drop_box", "Slot in a Wall")]))
        subprocess.run([AMBIT, "import", "stations", str(sites), "--dataset", "sites",
                        "--database", self.service.database],
                       check=True, stdout=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE_SECONDS
        while not self.voting(DOWNTOWN)["early_voting"]["features"]:
            self.assertLess(time.monotonic(), end, "what was imported is not served")
            time.sleep(0.1)
        window = self.window()
        self.ask_at(window, DOWNTOWN)
        window.click('#assigned [data-sites="early"] summary', "one place to vote early")
        window.see('#assigned [data-sites="early"] li', "Early Hall")
        window.see('#assigned [data-sites="early"] li', "8:00 AM – 4:00 PM")
        window.click('#assigned [data-sites="drop_off"] summary', "one place to drop off")
        window.see('#assigned [data-sites="drop_off"] li', "Drop box")
        names = {one.text for one in window.all("#assigned .assigned-station h3")}
        self.assertEqual(names & {"Early Hall", "Slot in a Wall"}, set())

    def test_the_ballot_lists_contests_candidates_and_measures(self):
        known = self.voting(DOWNTOWN)
        self.assertGreater(len(known["contests"]), 0)
        window = self.window()
        self.ask_at(window, DOWNTOWN)
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

    def test_spanish_voters_read_the_measures_in_spanish(self):
        known = self.service.ask(
            "GET", f"/v1/vote?lat={DOWNTOWN['lat']}&lon={DOWNTOWN['lon']}&lang=es")
        window = self.window(language="es")
        self.ask_at(window, DOWNTOWN)
        window.see("#assigned h2", "Su centro de votación")
        window.see("#ballot summary", known["measures"][0]["title"])
        self.assertNotEqual(
            known["measures"][0]["title"], self.voting(DOWNTOWN)["measures"][0]["title"])

    def test_a_print_holds_the_station_and_the_ballot_without_the_map(self):
        window = self.window()
        self.ask_at(window, DOWNTOWN)
        window.see("#ballot details")
        window.run("window.print = () => {}")
        window.click("#vote-print")
        window.devtools("Emulation.setEmulatedMedia", media="print")
        self.assertFalse(window.all("#map")[0].is_displayed())
        window.see("#assigned .assigned-station")
        window.see("#ballot .candidate")


if __name__ == "__main__":
    unittest.main()
