"""The Fair tab: stars at once, ratings that wait for a network, and a child's way in."""

import datetime
import json
import pathlib
import subprocess
import tempfile
import time
import unittest
import urllib.request

from support import AMBIT, ROOT, BrowserTestCase

try:
    import axe_core_python
    AXE = next(pathlib.Path(axe_core_python.__file__).parent.rglob("axe.min.js"))
except ImportError:
    AXE = None

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

    @classmethod
    def load(cls, kind, text, *more):
        with tempfile.NamedTemporaryFile("w", suffix=".csv", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            subprocess.run(
                [AMBIT, "import", kind, file.name, "--dataset", f"today-{kind}", "--database",
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
        window.see(".fair-card")
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
        for dark in [False, True]:
            window = self.enter(dark=dark)
            window.run(AXE.read_text())
            self.check_axe(window, "title")
            window.click("#expo-enter")
            window.see(".fair-card")
            for view in ["list", "map", "programme", "passport", "profile"]:
                window.click(f"label:has(#expo-show-{view})")
                window.see(f"#expo-view-{view}")
                self.check_axe(window, view)
            window.click("label:has(#expo-show-list)")
            window.click(".fair-card .fair-star[data-stars='4']")
            window.see(".fair-age")
            self.check_axe(window, "age")

    def check_axe(self, window, view):
        found = window.driver.execute_async_script("""
            const done = arguments[arguments.length - 1];
            axe.run(document.querySelector("main")).then(({ violations }) => done(
                violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`)));
        """)
        self.assertEqual(found, [], view)

    def test_spanish(self):
        window = self.enter(language="es")
        window.see("#expo-enter", "Vamos")
        window.click("#expo-enter")
        window.see("#expo-progress", "0 de 31 visitados")
        bare = window.run("""
            return [...document.querySelectorAll("#panel-expo *")]
                .filter((one) => one.checkVisibility() && /\\bexpo\\.[a-z_]+/.test(one.textContent))
                .map((one) => one.outerHTML.slice(0, 90));
        """)
        self.assertEqual(bare, [])


if __name__ == "__main__":
    unittest.main()
