"""The Trips tab: starting, ending, correcting, the score with its reasons, and what is kept, in a real browser."""

import base64
import datetime
import io
import json
import unittest
import urllib.parse

import PIL.Image
import zxingcpp

from support import AXE, BrowserTestCase


class TripsTest(BrowserTestCase):
    def signed_in(self, language="en"):
        """A window of somebody with an account of their own, and their token."""
        made = self.service.ask("POST", "/v1/accounts", {"age": 30})
        window = self.window(language=language)
        window.open(self.service)
        window.run("localStorage.setItem('ambit.account', JSON.stringify(arguments[0]));", made["token"])
        window.open(self.service, tab="trips")
        return window, made["token"]

    def past(self, token, hours_ago, mode="biking", meters=10000):
        """Adds a trip of half an hour of today."""
        end = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=hours_ago)
        return self.service.ask("POST", "/v1/trips", {
            "mode": mode, "distance_m": meters, "ended_at": end.isoformat(timespec="seconds"),
            "started_at": (end - datetime.timedelta(minutes=5)).isoformat(timespec="seconds"),
        }, token=token)

    def test_whoever_is_not_signed_in_is_told_what_this_is(self):
        window = self.window()
        window.open(self.service, tab="trips")
        window.see("#trips-account h2", "What your trips spare the air")
        window.see("#trips-sign_in input")
        window.see_gone("#trips-content")

    def test_start_and_stop_make_a_trip_with_a_score(self):
        window, _ = self.signed_in()
        window.see("#trips-none", "No trips on this day")
        window.click('#trips-running [data-pick="biking"]')
        window.see("#trips-live", "Bicycle")
        window.click("#trips-stop")
        window.see('#trips-running [data-pick="biking"]')
        window.see("#trips-line .is-trip", "Bicycle")

    def test_the_trip_that_goes_on_is_shown_however_many_there_are(self):
        window, token = self.signed_in()
        begin = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=300)
        for number in range(1005):
            start = begin + datetime.timedelta(minutes=10 * number)
            self.service.ask("POST", "/v1/trips", {
                "mode": "bus", "distance_m": 100, "started_at": start.isoformat(timespec="seconds"),
                "ended_at": (start + datetime.timedelta(minutes=5)).isoformat(timespec="seconds"),
            }, token=token)
        self.service.ask("POST", "/v1/trips", {"mode": "biking"}, token=token)
        window.open(self.service)
        window.open(self.service, tab="trips")
        window.see("#trips-live", "Bicycle")
        window.click("#trips-stop")
        window.see('#trips-running [data-pick="biking"]')

    def test_without_the_consent_it_says_that_no_place_is_kept(self):
        window, _ = self.signed_in()
        window.click('#trips-running [data-pick="biking"]')
        window.see("#trips-unkept", "not kept")

    def test_a_reload_goes_on_with_the_position_and_what_failed_is_sent_again(self):
        window, token = self.signed_in()
        self.service.ask("PUT", "/v1/me/consents", {
            "consents": [{"purpose": "auto_track", "given": True, "text_version": "t1"}],
        }, token=token)
        trip = self.service.ask("POST", "/v1/trips", {"mode": "biking"}, token=token)
        # As the page leaves it behind when it has started a trip.
        window.run("localStorage.setItem('ambit.watched_trip', JSON.stringify(arguments[0]));", trip["id"])
        window.open(self.service)
        # The service fails twice.
        window.run("""
            let failures = 2;
            const ask = window.fetch;
            window.fetch = (...how) => String(how[0]?.url ?? how[0]).includes("/v1/fixes") && failures-- > 0
                ? Promise.resolve(new Response("{}", { status: 503 })) : ask(...how);
            navigator.geolocation.watchPosition = (tell) => {
                window.tellPlace = (latitude) => tell({
                    coords: { latitude, longitude: 7.4, accuracy: 5 }, timestamp: Date.now(),
                });
                return 1;
            };""")
        window.click("#tab-trips")
        window.see("#trips-live", "Bicycle")
        window.wait(lambda: window.run("return typeof window.tellPlace === 'function';"),
                    "the position is not watched")
        for number in range(3):
            window.run("window.tellPlace(arguments[0]);", 43.7 + number / 1000)
            window.run("return new Promise((done) => setTimeout(done, 300));")
        window.wait(
            lambda: self.service.ask("GET", "/v1/fixes", token=token)["numberReturned"] == 3,
            "what failed was not sent again")

    def test_what_happens_elsewhere_is_shown_as_it_happens(self):
        window, token = self.signed_in()
        window.see("#trips-none")
        self.service.ask("PUT", "/v1/me/consents", {
            "consents": [{"purpose": "auto_track", "given": True, "text_version": "t1"}],
        }, token=token)
        trip = self.service.ask("POST", "/v1/trips", {"mode": "biking"}, token=token)
        window.see("#trips-live", "Bicycle")
        begin = datetime.datetime.fromisoformat(
            trip["properties"]["started_at"].replace("Z", "+00:00"))
        self.service.ask("POST", "/v1/fixes", {"device": "phone", "fixes": [{
            "at": (begin + datetime.timedelta(seconds=10 * number)).isoformat(timespec="seconds"),
            "lat": 43.7 + number / 2000, "lon": 7.4, "accuracy_m": 5,
        } for number in range(1, 20)]}, token=token)
        # 18 steps of 55.6 m.
        window.see("#trips-live", "Under way: 1 km")
        self.service.ask("POST", f"/v1/trips/{trip['id']}/end", {}, token=token)
        window.see('#trips-running [data-pick="biking"]')
        window.see("#trips-line .is-trip", "Bicycle")

    def test_a_trip_is_corrected_by_a_tap_and_says_why(self):
        window, token = self.signed_in()
        trip = self.past(token, 0)
        window.open(self.service)
        window.open(self.service, tab="trips")
        entry = f'#trips-line [data-trip="{trip["id"]}"]'
        window.see(entry, "Bicycle")
        window.click(f"{entry} details summary")
        window.click(f"{entry} .why summary")
        window.see(f"{entry} .why", "miles * g_per_gallon / person_mpg")
        window.see(f"{entry} .why", "True Cost")
        window.run("""
            const mode = document.querySelector(arguments[0] + " select");
            mode.value = "bus";
            mode.dispatchEvent(new Event("change", { bubbles: true }));""", entry)
        window.see(entry, "Bus")
        legs = self.service.ask("GET", f"/v1/trips/{trip['id']}", token=token)["properties"]["legs"]
        self.assertEqual([leg["mode_source"] for leg in legs], ["user"])

    def test_the_score_has_a_graph_and_a_unit(self):
        window, token = self.signed_in()
        self.past(token, 0)
        window.click('label:has(#trips-view-score)')
        window.see("#trips-total", "kg")
        window.see("#trips-graph figcaption", "kg")
        self.assertEqual(len(window.all("#trips-graph rect")), 31)
        window.run("""
            const unit = document.getElementById("trips-unit");
            unit.value = "polar_bear";
            unit.dispatchEvent(new Event("change", { bubbles: true }));""")
        window.see("#trips-total", "no science")

    def test_tracking_is_off_until_it_is_agreed_to(self):
        window, token = self.signed_in()
        window.click('label:has(#trips-view-privacy)')
        window.see("#trips-off", "Tracking is off")
        window.click("#trips-consent")
        window.see_gone("#trips-off")
        window.click("#trips-auto")
        window.wait(
            lambda: self.service.ask("GET", "/v1/me/travel-settings", token=token)["auto_track"],
            "the setting was not kept")

    def choose(self, window, selector, value):
        """Sets a field as a reader does who leaves it then."""
        window.see(selector)
        window.run("""
            const field = document.querySelector(arguments[0]);
            field.value = arguments[1];
            field.dispatchEvent(new Event("change", { bubbles: true }));""", selector, value)

    def test_a_vehicle_of_ones_own_counts_and_is_corrected(self):
        window, token = self.signed_in()
        window.click('label:has(#trips-view-vehicles)')
        window.click("#trips-content > details:has(#trips-own-vehicle) > summary")
        window.see("#trips-own-name").send_keys("Van")
        window.see("#trips-own-mpg").send_keys("20")
        self.choose(window, "#trips-own-fuel", "diesel")
        window.click("#trips-own-vehicle [type=submit]")
        window.see("#trips-vehicles li", "Car, 20 mpg")
        window.click("#trips-vehicles summary")
        self.choose(window, '#trips-vehicles input[id$="-mpg"]', "25")
        window.see("#trips-vehicles li", "Car, 25 mpg")
        vehicle = self.service.ask("GET", "/v1/vehicles", token=token)["vehicles"][0]
        self.assertEqual([vehicle["fuel"], vehicle["mpg"]], ["diesel", 25])
        self.choose(window, "#trips-baseline", vehicle["id"])
        self.choose(window, "#trips-usual-mode", "bus")
        window.click("#trips-picks summary")
        window.click(f'label[for="trips-pick-{vehicle["id"]}"]')
        window.see("#trips-running", "Start: Van")
        settings = self.service.ask("GET", "/v1/me/travel-settings", token=token)
        self.assertEqual([settings["baseline"], settings["default_mode"]], [vehicle["id"], "bus"])
        self.assertIn(vehicle["id"], settings["quick_picks"])
        window.click("#trips-content > details:has(#trips-find-model) > summary")
        window.see("#trips-model").send_keys("zzzz")
        window.click("#trips-find-model [type=submit]")
        window.see("#trips-find-model", "No such model")
        window.click("#trips-vehicles summary")
        window.click("#trips-vehicles .is-danger")
        window.see_gone("#trips-vehicles li")

    def test_places_are_drawn_as_circles_and_as_areas(self):
        window, token = self.signed_in()
        window.click('label:has(#trips-view-places)')
        window.see("#trips-no-places")
        window.run("location.hash = '#trips/42.1152/-101.4801/15';")
        window.click('[data-draw="circle"]')
        self.assertFalse(window.see("#trips-place-save").is_enabled())
        window.see("#trips-place-name").send_keys("<b>Home</b>")
        window.click("#trips-place-middle")
        window.click("#trips-place-save")
        window.see("#trips-places li", "<b>Home</b> 100 m")
        window.click('[data-draw="area"]')
        window.see("#trips-place-name").send_keys("Park")
        for x, y in [(-60, -60), (60, -60), (0, 60)]:
            window.run("""
                const map = document.querySelector(".leaflet-container");
                const { left, top, width, height } = map.getBoundingClientRect();
                const at = { clientX: left + width / 2 + arguments[0], clientY: top + height / 2 + arguments[1],
                             bubbles: true, view: window };
                for (const kind of ["mousedown", "mouseup", "click"]) map.dispatchEvent(new MouseEvent(kind, at));
                """, x, y)
        window.see("#trips-drawing", "3 corners")
        window.click("#trips-place-save")
        window.see("#trips-places li", "Park an area")
        fences = self.service.ask("GET", "/v1/geofences", token=token)["features"]
        self.assertEqual({fence["geometry"]["type"] for fence in fences}, {"Point", "Polygon"})
        window.click("#trips-places .is-danger")
        window.wait(lambda: len(window.all("#trips-places li")) == 1, "the place was not taken out")

    def test_times_company_and_what_it_replaced_are_corrected(self):
        window, token = self.signed_in()
        trip = self.past(token, 0, mode="car")
        window.open(self.service)
        window.open(self.service, tab="trips")
        entry = f'#trips-line [data-trip="{trip["id"]}"]'
        window.click(f"{entry} [data-leg] > summary")
        self.choose(window, f'{entry} input[id$="-occupants"]', "4")
        window.see(entry)
        window.click(f"{entry} [data-leg] > summary")
        self.choose(window, f'{entry} select[id$="-replaced"]', "bus")

        def leg():
            return self.service.ask("GET", f"/v1/trips/{trip['id']}", token=token)["properties"]["legs"][0]
        window.wait(lambda: leg()["replaced_mode"] == "bus" and leg()["occupants"] == 4, "not kept")
        window.click(f"{entry} .changes > summary")
        before = window.see(f"{entry} [id^=trips-from-]").get_attribute("value")
        earlier = datetime.datetime.fromisoformat(before) - datetime.timedelta(minutes=1)
        self.choose(window, f"{entry} [id^=trips-from-]", earlier.isoformat())
        window.click(f'{entry} [data-act="times"]')

        def times():
            own = self.service.ask("GET", f"/v1/trips/{trip['id']}", token=token)["properties"]
            return [datetime.datetime.fromisoformat(own[name].replace("Z", "+00:00"))
                    for name in ("started_at", "ended_at")]
        window.wait(lambda: times()[1] - times()[0] == datetime.timedelta(minutes=6), "not moved")
        self.assertIn("times", self.service.ask(
            "GET", f"/v1/trips/{trip['id']}", token=token)["properties"]["boundary_edits"])

    def test_the_graph_goes_from_day_to_day_and_a_unit_has_ones_own_mass(self):
        window, token = self.signed_in()
        self.past(token, 0)
        window.click('label:has(#trips-view-score)')
        today = window.run("return new Date(Date.now() - new Date().getTimezoneOffset() * 60000)"
                           ".toISOString().slice(0, 10);")
        first = datetime.date.fromisoformat(today) - datetime.timedelta(days=6)
        self.choose(window, "#trips-graph-from", first.isoformat())
        window.wait(lambda: len(window.all("#trips-graph rect")) == 7, "the first day does not count")
        self.choose(window, "#trips-graph-to", today)
        window.wait(lambda: len(window.all("#trips-graph rect")) == 7, "the last day does not count")
        self.choose(window, "#trips-unit", "tree")
        window.see("#trips-total", "EPA")
        window.click("#trips-unit-own > summary")
        name = window.see("#trips-unit-name")
        name.clear()
        name.send_keys("oaks")
        window.click("#trips-unit-own .button")
        window.see("#trips-total", "oaks")
        window.see("#trips-graph figcaption", "oaks")

    def test_name_and_address_are_changed(self):
        window = self.window()
        name = f"ana{int(datetime.datetime.now().timestamp() * 1000) % 10**9}"
        token = self.service.account(name)
        window.open(self.service)
        window.run("localStorage.setItem('ambit.account', JSON.stringify(arguments[0]));", token)
        window.open(self.service, tab="trips")
        window.click('label:has(#trips-view-privacy)')
        window.click("#trips-me > summary")
        window.see("#trips-me", name)
        window.see("#trips-me-name").send_keys("Ana B")
        window.see("#trips-me-email").send_keys(f"{name}@example.org")
        window.click("#trips-me [type=submit]")
        window.see("#trips-problem")
        self.assertIsNone(self.service.ask("GET", "/v1/me", token=token)["email"])
        window.see("#trips-me-password").send_keys("correct horse 9")
        window.click("#trips-me [type=submit]")
        window.wait(lambda: self.service.ask("GET", "/v1/me", token=token)["display_name"] == "Ana B",
                    "the name was not changed")
        self.assertEqual(self.service.ask("GET", "/v1/me", token=token)["email"], f"{name}@example.org")

    def scanned(self, window, program):
        """What a phone reads off the screen."""
        element = window.see(f'[data-program="{program}"] .qr')
        window.run("arguments[0].scrollIntoView({block: 'center'})", element)
        codes = zxingcpp.read_barcodes(PIL.Image.open(io.BytesIO(element.screenshot_as_png)))
        self.assertEqual([str(code.format) for code in codes if code.valid], ["QR Code"])
        return codes[0].text

    def test_a_phone_is_set_up_by_a_code_to_scan(self):
        window, token = self.signed_in()
        for theme in ["light", "dark"]:
            window.devtools("Emulation.setEmulatedMedia", features=[
                {"name": "prefers-color-scheme", "value": theme}])
            window.open(self.service, tab="trips")
            window.click('label:has(#trips-view-privacy)')
            window.click("#trips-phone > summary")
            window.see("#trips-phone-local", "this machine alone")
            self.assertEqual(window.all("#trips-phone .qr"), [])
            window.click('[data-program="OwnTracks"] > summary')
            link = self.scanned(window, "OwnTracks")
            self.assertEqual(
                link, window.see('[data-program="OwnTracks"] a').get_attribute("href"))
            self.assertEqual(link.split("?")[0], "owntracks:///config")
            query = urllib.parse.parse_qs(link.split("?")[1])
            setup = json.loads(base64.b64decode(query["inline"][0]))
            self.assertEqual(setup["url"], f"{self.service.url}/v1/ingest/owntracks")
            self.assertEqual([setup["_type"], setup["mode"], setup["auth"], setup["password"]],
                             ["configuration", 3, True, token])
            window.click('[data-program="Overland"] > summary')
            link = self.scanned(window, "Overland")
            self.assertFalse(window.all('[data-program="OwnTracks"] .qr')[0].is_displayed())
            self.assertEqual(link.split("?")[0], "overland://setup")
            query = urllib.parse.parse_qs(link.split("?")[1])
            self.assertEqual(query["url"], [f"{self.service.url}/v1/ingest/overland"])
            self.assertEqual(query["token"], [token])

    def test_friends_are_asked_and_nobody_is_told_who_is_there(self):
        window, _ = self.signed_in()
        window.click('label:has(#trips-view-friends)')
        window.see("#trips-friend").send_keys("nobody@example.org")
        window.click("#trips-ask button")
        window.see("#trips-friends", "nobody@example.org")

    def test_every_view_is_accessible_as_far_as_axe_can_tell(self):
        window, token = self.signed_in()
        self.past(token, 0)
        self.service.ask("POST", "/v1/vehicles", {"name": "Van", "mode": "car", "mpg": 20}, token=token)
        window.run(AXE.read_text())
        for view in ["day", "score", "vehicles", "places", "friends", "privacy"]:
            window.click(f"label:has(#trips-view-{view})")
            window.see_gone("#trips-busy")
            for summary in window.all("#trips-content > details > summary"):
                summary.click()
            self.check_axe(window, view)

    def test_it_speaks_spanish(self):
        window, _ = self.signed_in(language="es")
        window.see("#trips-none", "No hay viajes este día")
        window.see('#trips-running [data-pick="walking"]', "Empezar: A pie")


if __name__ == "__main__":
    unittest.main()
