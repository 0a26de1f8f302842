"""The Fair tab: stars at once, ratings that wait for a network, and a child's way in."""

import datetime
import json
import pathlib
import subprocess
import tempfile
import time
import unittest
import urllib.request

from support import AMBIT, AXE, ROOT, BrowserTestCase

PHONE = {"width": 390, "height": 844}


class FairTest(BrowserTestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # A fair that is on now, with the county's stands.
        now = datetime.datetime.now(datetime.timezone.utc)
        times = [(now + datetime.timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")
                 for hours in (-1, 5)]
        cls.load("events", "id,title,kind,starts,ends,time_zone,venue\n"
                 f"today,Energy Day Today,fair,{times[0]},{times[1]},UTC,Courthouse Green\n")
        for kind in ["booths", "exhibitors", "places"]:
            cls.load(kind, (ROOT / f"data/fair/{kind}.csv").read_text(), "--event", "today")
        made = subprocess.run(
            [AMBIT, "token", "create", "--role", "expo.organizer", "--event", "today", "--label",
             "a test", "--database", cls.service.database],
            check=True, capture_output=True, text=True)
        cls.organizer = made.stdout.strip()
        cls.wait_for_stands()
        cls.ask("/v1/fairs/today", cls.organizer, "PUT", b'{"points_code": 5}')

    @classmethod
    def load(cls, kind, text, *more, dataset=None):
        with tempfile.NamedTemporaryFile("w", suffix=".csv", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            subprocess.run(
                [AMBIT, "import", kind, file.name, "--dataset", dataset or f"today-{kind}", "--database",
                 cls.service.database, "--quiet", *more], check=True, capture_output=True)

    @classmethod
    def wait_for_stands(cls):
        for _ in range(300):
            fair = cls.ask("/v1/fairs")["fairs"]
            if any(one["event"] == "today-events.today" and one["exhibitors"] == 31
                   and one["places"] == 10 for one in fair):
                return
            time.sleep(0.1)
        raise AssertionError("the fair did not come")

    @classmethod
    def ask(cls, path, token=None, method="GET", body=None, content_type="application/json"):
        request = urllib.request.Request(cls.service.url + path, method=method, data=body)
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        if body is not None:
            request.add_header("Content-Type", content_type)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def enter(self, **how):
        window = self.window(**{**PHONE, **how})
        window.open(self.service, tab="expo")
        window.see("#expo-title")
        return window

    def passport(self, window):
        token = json.loads(window.run("return localStorage.getItem('ambit.account')"))
        return self.ask("/v1/me/passport?event=today", token)

    def test_a_child_rates_with_few_taps(self):
        window = self.enter()
        self.assertEqual(len([one for one in window.all("#expo-title button")
                              if one.is_displayed()]), 1)
        taps = 0
        for selector in ["#expo-enter", ".fair-card .fair-star[data-stars='4']",
                         ".fair-age[data-age='8']"]:
            window.click(selector)
            taps += 1
        window.see(".fair-card.is-visited .fair-given", "+10")
        self.assertLessEqual(taps, 6)
        self.assertIn("1 of 31", window.see("#expo-progress").text)
        passport = self.passport(window)
        self.assertEqual((passport["visited_count"], passport["total"]), (1, 10))
        self.assertEqual(passport["visited"][0]["stars"], 4)
        token = json.loads(window.run("return localStorage.getItem('ambit.account')"))
        me = self.ask("/v1/me", token)
        self.assertEqual((me["kind"], me["age_band"]), ("child", "under_13"))
        # Stars may be changed, and earn nothing more.
        window.click(".fair-card.is-visited .fair-star[data-stars='2']")
        window.wait(lambda: self.passport(window)["visited"][0]["stars"] == 2, "not changed")
        self.assertEqual(self.passport(window)["total"], 10)
        self.assertEqual(window.complaints(), [])

    def test_ratings_wait_for_the_network(self):
        window = self.enter()
        window.click("#expo-enter")
        window.click(".fair-card .fair-star[data-stars='5']")
        window.click(".fair-age[data-age='9']")
        window.see(".fair-card.is-visited .fair-given", "+10")
        window.devtools("Network.enable")
        window.devtools("Network.emulateNetworkConditions", offline=True, latency=0,
                        downloadThroughput=0, uploadThroughput=0)
        before = datetime.datetime.now(datetime.timezone.utc)
        for number in [2, 3, 4]:
            window.click(f".fair-card:nth-child({number}) .fair-star[data-stars='3']")
        after = datetime.datetime.now(datetime.timezone.utc)
        window.see("#expo-outbox", "3 ratings are kept")
        window.devtools("Network.emulateNetworkConditions", offline=False, latency=0,
                        downloadThroughput=-1, uploadThroughput=-1)
        window.see_gone("#expo-outbox")
        window.wait(lambda: self.passport(window)["visited_count"] == 4, "not all were sent")
        passport = self.passport(window)
        self.assertEqual((passport["visited_count"], passport["total"]), (4, 40))
        given = [datetime.datetime.fromisoformat(one["rated_at"].replace("Z", "+00:00"))
                 for one in passport["visited"] if one["stars"] == 3]
        self.assertEqual(len(given), 3)
        slack = datetime.timedelta(seconds=1)
        for moment in given:
            self.assertTrue(before - slack <= moment <= after + slack)

    def test_a_phone_whose_clock_is_wrong_rates_all_the_same(self):
        for minutes in [20, -300]:
            window = self.window(**PHONE)
            window.devtools("Page.addScriptToEvaluateOnNewDocument", source=f"""
                const off = {minutes} * 60000, Real = Date, real = Date.now;
                globalThis.Date = class extends Real {{
                    constructor(...given) {{ given.length ? super(...given) : super(real() + off); }}
                    static now() {{ return real() + off; }}
                }};
            """)
            window.open(self.service, tab="expo")
            window.click("#expo-enter")
            window.click(".fair-card .fair-star[data-stars='5']")
            window.click(".fair-age[data-age='9']")
            window.see(".fair-card.is-visited .fair-given", "+10")
            window.click(".fair-card.is-visited .fair-star[data-stars='2']")
            window.wait(lambda: self.passport(window)["visited"][0]["stars"] == 2, "not changed")
            given = datetime.datetime.fromisoformat(
                self.passport(window)["visited"][0]["rated_at"].replace("Z", "+00:00"))
            now = datetime.datetime.now(datetime.timezone.utc)
            self.assertLess(abs(now - given), datetime.timedelta(seconds=30))

    def test_the_way_to_a_stand_begins_at_a_place_or_at_a_booth(self):
        window = self.enter()
        window.click("#expo-enter")
        window.click(".fair-card .fair-way-there")
        window.see("#expo-way-title", "Curlew Public Power")
        window.see("#expo-way-words", "Say where you are")
        choice = "document.getElementById('expo-way-from')"
        window.run(f"{choice}.value = 'booth:A3'; {choice}.dispatchEvent(new Event('change'))")
        # A3 stands two booths east of A1, some 28 m.
        window.see("#expo-way-words", "28 m to the west")
        self.assertTrue(window.all(".route-line"))
        window.run(f"{choice}.value = 'place:today-places.gate';"
                   f"{choice}.dispatchEvent(new Event('change'))")
        window.see("#expo-way-words", "northwest")
        window.click("#expo-way-end")
        window.see_gone("#expo-way")
        self.assertEqual(window.all(".route-line"), [])
        self.assertEqual(window.complaints(), [])

    def test_hearts_keep_stands_and_sessions(self):
        day = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")
        self.load("sessions", "id,event,title,starts,ends,time_zone,room\n"
                  f"one,today,How a blade is made,{day}T10:30,{day}T11:00,UTC,Bandstand\n"
                  f"two,today,Lemon batteries,{day}T11:00,{day}T11:45,UTC,Tent 1\n",
                  dataset="today-talks")
        window = self.enter()
        window.wait(lambda: len(self.ask("/v1/sessions?event=today")["features"]) >= 2,
                    "no session came")
        window.open(self.service, tab="expo")
        window.click("#expo-enter")
        window.click(".fair-card .fair-heart")
        window.click(".fair-age[data-age='9']")
        window.see(".fair-card .fair-heart[aria-pressed='true']")
        window.click("#expo-favorites")
        window.wait(lambda: len(window.all(".fair-card")) == 1, "not the one that is kept")
        window.click("label:has(#expo-show-programme)")
        window.click("[data-favorite='sessions today-talks.two']")
        window.see(".fair-session .fair-heart[aria-pressed='true']")
        window.click("#expo-own-sessions")
        window.wait(lambda: len(window.all(".fair-session")) == 1, "not the one that is kept")
        window.click("label:has(#expo-show-profile)")
        window.see("#expo-kept", "Curlew Public Power")
        window.see("#expo-kept", "Lemon batteries")
        token = json.loads(window.run("return localStorage.getItem('ambit.account')"))
        kept = self.ask("/v1/me/favorites", token)["favorites"]
        self.assertEqual({one["kind"] for one in kept}, {"exhibitors", "sessions"})
        self.assertEqual(window.complaints(), [])

    def be_offline(self, window, is_offline):
        window.devtools("Network.enable")
        speed = 0 if is_offline else -1
        window.devtools("Network.emulateNetworkConditions", offline=is_offline, latency=0,
                        downloadThroughput=speed, uploadThroughput=speed)

    def kept(self, window, name):
        return json.loads(window.run(f"return localStorage.getItem('ambit.{name}')") or "null")

    def test_leaving_with_ratings_that_were_not_sent_asks_first(self):
        window = self.enter()
        window.click("#expo-enter")
        window.click(".fair-card .fair-star[data-stars='5']")
        window.click(".fair-age[data-age='9']")
        window.see(".fair-card.is-visited .fair-given", "+10")
        self.be_offline(window, True)
        for number in [2, 3]:
            window.click(f".fair-card:nth-child({number}) .fair-star[data-stars='3']")
        window.see("#expo-outbox", "2 ratings are kept")
        window.click("label:has(#expo-show-profile)")
        window.click("#expo-sign-out")
        window.see("#expo-leaving", "2 ratings could not be sent")
        self.assertEqual(len(self.kept(window, "fair_outbox")), 2)
        window.click("#expo-stay")
        self.assertIsNotNone(self.kept(window, "account"))
        self.be_offline(window, False)
        window.wait(lambda: self.passport(window)["visited_count"] == 3, "not all were sent")
        # Where there is a network they are sent first, and nothing is asked.
        window.click("#expo-sign-out")
        window.see("#expo-profile", "Start")
        self.assertIsNone(self.kept(window, "account"))

    def test_who_leaves_all_the_same_loses_what_was_told(self):
        window = self.enter()
        window.click("#expo-enter")
        window.click(".fair-card .fair-star[data-stars='5']")
        window.click(".fair-age[data-age='9']")
        window.see(".fair-card.is-visited .fair-given", "+10")
        self.be_offline(window, True)
        window.click(".fair-card:nth-child(2) .fair-star[data-stars='3']")
        window.see("#expo-outbox", "1 rating is kept")
        window.click("label:has(#expo-show-profile)")
        window.click("#expo-sign-out")
        window.click("#expo-leave")
        window.see("#expo-profile", "Start")
        self.assertIsNone(self.kept(window, "fair_outbox"))

    def test_the_code_of_a_booth_earns_more(self):
        codes = {one["exhibitor"]: one["printed"] for one in
                 self.ask("/v1/fairs/today/codes", self.organizer)["booths"]}
        window = self.enter()
        window.click("#expo-enter")
        window.click(".fair-card:nth-child(1) .fair-more summary")
        window.see(".fair-card:nth-child(1) .fair-more-content", "5 more points")
        field = window.see(".fair-card:nth-child(1) .fair-code")
        field.send_keys("WRONG1")
        window.click(".fair-card:nth-child(1) .fair-code-form .fair-button")
        window.see(".fair-code-form [role=status]", "the code goes with them")
        # The views stay above the list when it is scrolled.
        window.run("document.querySelector('.fair-card').scrollIntoView({ block: 'center' })")
        window.click(".fair-card:nth-child(1) .fair-star[data-stars='4']")
        window.click(".fair-age[data-age='8']")
        # The stars count, and the code is told to be wrong.
        window.see(".fair-card:nth-child(1) .error", "not the one at the booth")
        window.wait(lambda: self.passport(window)["total"] == 10, "the stars were not given")
        card = window.see(".fair-card:nth-child(1)").get_attribute("data-id")
        window.see(".fair-card:nth-child(1) .fair-code").send_keys(codes[card])
        window.click(".fair-card:nth-child(1) .fair-code-form .fair-button")
        window.see(".fair-card:nth-child(1) .fair-more-content", "Code given")
        passport = self.passport(window)
        self.assertEqual((passport["visited_count"], passport["total"]), (1, 15))
        self.assertEqual((passport["visited"][0]["proof"], passport["visited"][0]["stars"]),
                         ("code", 4))

    def test_a_card_tells_what_is_shown(self):
        stand = self.ask("/v1/exhibitors?event=today&limit=1")["features"][0]["properties"]
        self.assertTrue(stand["summary"] and stand["topics"] and stand["links"])
        window = self.enter()
        window.click("#expo-enter")
        window.click(".fair-card:nth-child(1) .fair-more summary")
        content = window.see(".fair-card:nth-child(1) .fair-more-content")
        for words in [stand["summary"], *stand["topics"]]:
            self.assertIn(words, content.text)
        link = window.see(".fair-card:nth-child(1) .fair-link")
        self.assertEqual(link.get_attribute("href").rstrip("/"), stand["links"][0].rstrip("/"))
        self.assertIn("noopener", link.get_attribute("rel"))

    def test_recovery_codes_are_shown_once(self):
        window = self.enter()
        window.click("#expo-enter")
        window.click(".fair-card .fair-star[data-stars='5']")
        window.click(".fair-age[data-age='18']")
        window.click("#expo-choose-name")
        window.see("#expo-username").send_keys("codekeeper")
        window.see("#expo-password").send_keys("correct horse 9")
        window.click("#expo-dialog [type=submit]")
        window.see(".fair-codes li code")
        codes = [one.text for one in window.all(".fair-codes li code")]
        self.assertEqual(len(set(codes)), 6)
        window.click("#expo-have-codes")
        window.see(".fair-card.is-visited .fair-given", "+10")
        self.assertEqual(window.all(".fair-codes"), [])
        recovered = self.ask("/v1/accounts/recovery/confirm", method="POST", body=json.dumps(
            {"code": codes[0], "password": "another horse 9"}).encode())
        self.assertTrue(recovered["token"])

    def test_prizes_need_a_number(self):
        window = self.enter()
        window.click("#expo-enter")
        window.click(".fair-card .fair-star[data-stars='5']")
        window.click(".fair-age[data-age='15']")
        window.click("#expo-go-on")
        window.see(".fair-card.is-visited .fair-given", "+10")
        window.click("label:has(#expo-show-profile)")
        window.see(".fair-prizes", "60 days after the fair")
        window.click(".fair-prizes .fair-button")
        self.assertEqual(len(window.all("#expo-phone:invalid, #expo-adult:invalid")), 2)
        token = self.kept(window, "account")
        self.assertEqual(self.ask("/v1/me/consents", token)["consents"], [])
        window.see("#expo-phone").send_keys("+1 303 555 0100")
        window.click("#expo-adult")
        window.click(".fair-prizes .fair-button")
        window.see(".fair-eligible")
        me = self.ask("/v1/me", token)
        self.assertEqual(me["phone"], "+13035550100")
        self.assertTrue(me["adult_approval_at"])
        self.assertTrue(self.passport(window)["eligible"])

    def test_the_programme_is_there_without_a_network(self):
        now = datetime.datetime.now(datetime.timezone.utc)
        begin = (now + datetime.timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
        self.load("sessions", f"id,title,starts,time_zone\none,Wind for all,{begin},UTC\n",
                  "--event", "today")
        window = self.enter()
        window.wait(lambda: any(one["properties"]["title"] == "Wind for all" for one in
                                self.ask("/v1/sessions?event=today")["features"]),
                    "no session came")
        window.open(self.service, tab="expo")
        window.click("#expo-enter")
        window.wait(lambda: self.kept(window, "fair_kept")["sessions"], "no programme is kept")
        self.be_offline(window, True)
        window.click("label:has(#expo-show-programme)")
        window.see(".fair-session-title", "Wind for all")
        self.assertFalse(window.see("#expo-view-programme").find_elements("css selector", ".alert"))

    def test_names_of_places_are_no_markup(self):
        name = "<b id=pwn>Odd</b><img src=/v1/me>"
        self.load("places", f'id,kind,name,latitude,longitude\nodd,info,"{name}",41.9,-101.9\n',
                  "--event", "today", dataset="today-odd")
        window = self.window(width=1440, height=900)
        window.wait(lambda: any(one["properties"]["name"] == name for one in
                                self.ask("/v1/places?event=today")["features"]), "no place came")
        window.open(self.service, tab="expo")
        window.click("#expo-enter")
        window.click("label:has(#expo-show-map)")
        window.wait(lambda: window.all(".fair-place-pin[title*=pwn]"), "no pin came")
        window.run("""document.querySelector(".fair-place-pin[title*=pwn]")
            .dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));""")
        window.wait(lambda: name in window.run(
            "return document.querySelector('.leaflet-tooltip')?.textContent ?? ''"),
            "the name is not shown as it is")
        self.assertEqual(window.all("#pwn, .leaflet-tooltip img"), [])

    def test_search_answers_from_the_first_letter(self):
        window = self.enter()
        window.click("#expo-enter")
        field = window.see("#expo-search")
        field.send_keys("w")
        window.wait(lambda: 0 < len(window.all(".fair-card")) < 31, "one letter found all")
        window.see(".fair-card h3", "WattUp!")
        field.send_keys("zzz")
        window.see("#expo-empty-words", "wzzz")
        window.click("#expo-show-all")
        window.wait(lambda: len(window.all(".fair-card")) == 31, "not all are shown")
        field.send_keys("nobel")
        window.see(".fair-card h3", "noble prairie wind")

    def test_the_map_has_booths_food_and_restrooms(self):
        plan = (ROOT / "data/fair/plan.png").read_bytes()
        picture = self.ask("/v1/media?alt=Plan%20of%20the%20green", self.organizer, "POST", plan,
                           "image/png")
        points = json.loads((ROOT / "data/fair/plan.json").read_text())
        made = self.ask("/v1/site-maps", self.organizer, "POST", json.dumps(
            {**points, "event": "today", "media": picture["hash"]}).encode())
        self.assertLess(made["residual_m"], 0.5)
        window = self.enter()
        window.click("#expo-enter")
        window.click(".fair-card .fair-booth")
        window.see(".fair-pin.is-lit")
        window.click("label:has(#expo-show-map)")
        window.see(".fair-kind[data-kind='food']").click()
        window.wait(lambda: len(window.all(".fair-place-pin")) == 3, "not three places to eat")
        window.see(".fair-plan")
        window.click("#expo-to-list")
        window.see("#expo-list")

    def test_passport_profile_and_leaving(self):
        window = self.enter()
        window.click("#expo-enter")
        window.click(".fair-card .fair-star[data-stars='5']")
        window.click(".fair-age[data-age='15']")
        window.click("#expo-go-on")
        window.see(".fair-card.is-visited .fair-given", "+10")
        window.click("label:has(#expo-show-passport)")
        window.see("#expo-stamps-sum", "1 of 31")
        self.assertEqual(len(window.all(".fair-stamp.is-there")), 1)
        window.click("label:has(#expo-show-profile)")
        window.see("#expo-profile", "10 points")
        window.see(".fair-prizes")
        window.click("#expo-sign-out")
        window.see("#expo-profile", "Start")
        self.assertIsNone(window.run("return localStorage.getItem('ambit.account')"))

    def test_organizers_see_figures_and_draw(self):
        window = self.enter(width=1440, height=900)
        window.open(self.service, tab="staff")
        window.see("#staff-token").send_keys(self.organizer)
        window.click("#staff-enter")
        window.see("#staff-leave")
        window.see("#import-kind")
        window.click("#tab-expo")
        window.click("#expo-enter")
        window.click("label:has(#expo-show-profile)")
        window.see("#expo-organizer h3", "Leaders")
        window.see("#expo-prize").send_keys("A bicycle")
        window.click("#expo-organizer form .fair-button")
        window.see(".fair-draws strong", "A bicycle")
        window.click(".fair-draws .fair-button")
        window.see("#expo-organizer .error", "visitors may win")

    def test_targets_are_large_and_names_are_there(self):
        window = self.enter()
        window.click("#expo-enter")
        window.click(".fair-card .fair-more summary")
        window.see(".fair-more-content")
        for view in ["list", "map", "programme", "passport", "profile"]:
            window.click(f"label:has(#expo-show-{view})")
            window.see(f"#expo-view-{view}")
            small = window.run("""
                return [...document.querySelectorAll("#panel-expo button, #panel-expo select, \
#panel-expo input[type=search], #panel-expo a, .fair-views label")]
                    .filter((one) => one.checkVisibility())
                    .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
                    .filter(([, box]) => box.height < 47.5 || box.width < 47.5)
                    .map(([html, box]) => `${html} ${box.width} x ${box.height}`);
            """)
            self.assertEqual(small, [], view)
            wide = window.run("return document.documentElement.scrollWidth > innerWidth")
            self.assertFalse(wide, view)

    @unittest.skipIf(AXE is None, "axe-core-python is not installed")
    def test_axe_finds_nothing(self):
        for dark, size in [(False, {}), (True, {}), (False, {"width": 1440, "height": 900})]:
            window = self.enter(dark=dark, **size)
            window.run(AXE.read_text())
            self.check_axe(window, "title")
            window.click("#expo-enter")
            window.click(".fair-card .fair-more summary")
            window.see(".fair-more-content")
            for view in ["list", "map", "programme", "passport", "profile"]:
                window.click(f"label:has(#expo-show-{view})")
                window.see(f"#expo-view-{view}")
                self.check_axe(window, view)
            window.click("label:has(#expo-show-list)")
            window.click(".fair-card .fair-star[data-stars='4']")
            window.see(".fair-age")
            self.check_axe(window, "age")

    def test_spanish(self):
        window = self.enter(language="es")
        window.see("#expo-enter", "Vamos")
        window.click("#expo-enter")
        window.see("#expo-progress", "0 de 31 visitados")
        window.click(".fair-card .fair-more summary")
        window.see(".fair-more-content", "Código del puesto")
        bare = window.run("""
            return [...document.querySelectorAll("#panel-expo *")]
                .filter((one) => one.checkVisibility() && /\\bexpo\\.[a-z_]+/.test(one.textContent))
                .map((one) => one.outerHTML.slice(0, 90));
        """)
        self.assertEqual(bare, [])


if __name__ == "__main__":
    unittest.main()
