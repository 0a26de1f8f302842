"""The Staff tab: importing a file, going back, and deciding on reports, in a real browser."""

import csv
import io
import json
import pathlib
import subprocess
import tempfile
import unittest

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from support import AMBIT, DOWNTOWN, ROOT, BrowserTestCase

STATIONS = ROOT / "data/county/stations.csv"


class StaffTest(BrowserTestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.tokens = {role: cls.token(role) for role in ["staff", "moderator"]}

    @classmethod
    def token(cls, role):
        made = subprocess.run(
            [AMBIT, "token", "create", "--role", role, "--label", "a test",
             "--database", cls.service.database], check=True, capture_output=True, text=True)
        return made.stdout.strip()

    def enter(self, role="staff", **how):
        window = self.window(**how)
        window.open(self.service, tab="staff", at=DOWNTOWN)
        window.see("#staff-token").send_keys(self.tokens[role], Keys.ENTER)
        window.see("#staff-leave")
        return window

    def file(self, change):
        """The county's stations, changed: a function is given their rows as dictionaries."""
        with open(STATIONS, encoding="utf-8", newline="") as lines:
            reader = csv.DictReader(lines)
            rows = list(reader)
            names = reader.fieldnames
        change(rows)
        text = io.StringIO()
        writer = csv.DictWriter(text, names)
        writer.writeheader()
        writer.writerows(rows)
        file = tempfile.NamedTemporaryFile("w", suffix=".csv", encoding="utf-8", newline="")
        self.addCleanup(file.close)
        file.write(text.getvalue())
        file.flush()
        return file.name

    def check(self, window, file, dataset):
        window.see("#import-check")
        window.driver.find_element(By.ID, "import-file").send_keys(file)
        field = window.see("#import-dataset")
        field.clear()
        field.send_keys(dataset)
        window.click("#import-check")
        window.see("#import-result h2", "What Ambit found")

    def publish(self, window):
        window.click("#import-publish")
        window.click("#import-publish", "Really")

    def published(self, dataset):
        versions = self.service.ask("GET", f"/v1/datasets/{dataset}/versions")["versions"]
        return next(one for one in versions if one["published"])

    def wards(self, west):
        """Four wards in a row, one hundredth of a degree each, from a longitude on."""
        features = [{
            "type": "Feature", "properties": {"code": f"W{number}"},
            "geometry": {"type": "Polygon", "coordinates": [[
                [left, 10], [left + 0.01, 10], [left + 0.01, 10.01], [left, 10.01], [left, 10]]]},
        } for number, left in enumerate(round(west + 0.01 * index, 4) for index in range(4))]
        file = tempfile.NamedTemporaryFile("w", suffix=".geojson", encoding="utf-8")
        self.addCleanup(file.close)
        json.dump({"type": "FeatureCollection", "features": features}, file)
        file.flush()
        return file.name

    def test_districts_on_those_of_another_dataset_take_their_place_or_have_their_days(self):
        window = self.enter()
        Select(window.see("#import-kind")).select_by_value("districts")
        window.see("#import-type").send_keys("borough")
        self.check(window, self.wards(20), "boroughs-2017")
        self.publish(window)
        window.see("#import-result .outcome", "Published: boroughs-2017, version 1")
        self.check(window, self.wards(20.005), "boroughs-2023")
        window.see("#import-result .alert", "lie where “boroughs-2017” has districts of the type")
        window.see("#import-publish", "Publish all the same")
        window.click("#import-days")
        window.see("#import-result .overlap")
        window.click(".import-replace", "boroughs-2017")
        window.see("#import-result .replaces", "It takes the place of “boroughs-2017” (4)")
        self.assertEqual(window.all("#import-result .alert"), [])
        self.publish(window)
        window.see("#import-result .outcome", "Published: boroughs-2023, version 1")
        names = [one["dataset"] for one in self.service.ask("GET", "/v1/datasets")["datasets"]]
        self.assertIn("boroughs-2023", names)
        self.assertNotIn("boroughs-2017", names)
        # What takes a word in an import takes it in a return.
        window.click("label:has(#staff-view-history)")
        window.wait(lambda: any("boroughs-2017" in one.text
                                for one in window.all("#history summary")), "no boroughs-2017")
        next(one for one in window.all("#history summary") if "boroughs-2017" in one.text).click()
        window.click("#history [data-version='1']", "Publish again")
        window.click("#history [data-version='1']", "Publish version 1 again?")
        window.see("#history .consent .alert",
                   "lie where “boroughs-2023” has districts of the type")
        names = [one["dataset"] for one in self.service.ask("GET", "/v1/datasets")["datasets"]]
        self.assertNotIn("boroughs-2017", names)
        window.click("#history [data-force='1']", "Publish it all the same")
        window.click("#history [data-force='1']", "Really publish version 1 all the same?")
        window.see("#notices", "boroughs-2017 is at version 1 again")
        names = [one["dataset"] for one in self.service.ask("GET", "/v1/datasets")["datasets"]]
        self.assertIn("boroughs-2017", names)
        self.service.ask("POST", "/v1/datasets/boroughs-2017/withdraw", {"force": True},
                         self.tokens["staff"])

    def test_a_report_is_worded_in_the_language_that_is_shown(self):
        window = self.enter()
        Select(window.see("#language")).select_by_value("es")
        window.see("#import-check", "Revisar")

        def change(rows):
            rows[0]["latitude"] = "142.1"
            rows[1]["hours"] = "ring bell"

        window.driver.find_element(By.ID, "import-file").send_keys(self.file(change))
        window.see("#import-dataset").send_keys("words")
        window.click("#import-check")
        window.click("#import-result .cause summary", "coordenadas")
        window.see("#import-result .cause .lines li", "la latitud es 142.1")
        window.see("#import-result .notes", "se muestran como están escritos")
        english = [" the ", " rows ", " is ", " are ", "--"]
        notes = " ".join(one.text for one in window.all("#import-result .notes li"))
        self.assertEqual([word for word in english if word in notes], [])

    def test_what_is_wrong_in_the_form_is_told_in_the_readers_language(self):
        wrong = {"crs": "moon", "header": "x", "profile": "none"}
        words = {
            "en": ["Reference system: “moon” is no reference system",
                   "Line of the columns’ names: “x” is no line",
                   "Profile: This is none of these: "],
            "es": ["Sistema de referencia: Ambit no conoce el sistema de referencia «moon»",
                   "Línea con los nombres de las columnas: «x» no es una línea",
                   "Perfil: No es ninguno de estos: "],
        }
        for language, sentences in words.items():
            window = self.enter(language=language)
            window.driver.find_element(By.ID, "import-file").send_keys(str(STATIONS))
            window.see("#import-dataset").send_keys("wrong")
            window.click(".import-form summary")
            for name, value in wrong.items():
                window.see(f"#import-{name}").send_keys(value)
            window.click(".import-form summary")
            window.click("#import-check")
            window.see("#import-result .alert")
            told = [one.text for one in window.all("#import-result .alert")]
            self.assertEqual(len(told), 3)
            for sentence in sentences:
                self.assertTrue(any(one.startswith(sentence) for one in told), told)
            # The options that are at fault are there to be mended.
            window.see("#import-crs")
            window.close()

    def test_a_file_of_which_nothing_can_be_used_says_why(self):
        window = self.enter(language="es")
        Select(window.see("#import-kind")).select_by_value("districts")
        window.see("#import-type").send_keys("ward")
        window.driver.find_element(By.ID, "import-file").send_keys(str(STATIONS))
        window.see("#import-dataset").send_keys("useless")
        window.click("#import-check")
        alert = window.see("#import-result .alert", "Se rechazaron las 120 filas: ")
        self.assertIn("Sin coordenadas", alert.text)

    def test_without_a_token_nothing_is_offered_and_a_wrong_one_is_refused(self):
        window = self.window()
        window.open(self.service, tab="staff", at=DOWNTOWN)
        window.click("#staff-enter")
        window.see("#staff-token-error", "Enter your token")
        self.assertEqual(window.focused.get_attribute("id"), "staff-token")
        window.press("nonsense", Keys.ENTER)
        window.see("#staff-token-error", "not known")
        self.assertEqual(window.all("#import-check"), [])

    def test_a_file_is_checked_then_published_then_rolled_back(self):
        dataset = "halls"
        window = self.enter()
        self.check(window, self.file(lambda rows: None), dataset)
        window.see("#import-result .headline", "120 rows: 120 stations")
        # One of them has no place.
        self.assertEqual(len(window.all(".change-marker .is-added")), 119)
        self.publish(window)
        window.see("#import-result .outcome", f"Published: {dataset}, version 1")

        def change(rows):
            rows[3]["latitude"] = str(float(rows[3]["latitude"]) + 0.01)
            rows[5]["name"] = "Renamed Hall"
            del rows[60:62]
            rows.append({**rows[0], "id": "S999", "name": "Brand New Hall",
                         "address": "1 New St", "latitude": "42.118", "longitude": "-101.47"})
            rows.append({**rows[1], "id": "S998", "name": "Far Hall", "latitude": "142.1"})

        file = self.file(change)
        self.check(window, file, dataset)
        # What is wrong with the file, by cause and line.
        window.click("#import-result .cause summary", "coordinates")
        window.see("#import-result .cause .lines li", "latitude is 142.1")
        # What would change, in the list and on the map.
        for kind, count in [("removed", 2), ("changed", 2), ("added", 1)]:
            window.see(f"#import-result .is-{kind} .folded-count", str(count))
        self.assertEqual(len(window.all(".change-marker .is-added")), 1)
        self.assertEqual(len(window.all(".change-marker .is-removed")), 2)
        self.assertEqual(len(window.all(".change-marker .is-moved")), 1)
        self.assertEqual(len(window.all("path.change-arrow")), 1)
        window.click("#import-result .is-changed summary")
        window.see("#import-result .is-changed .lines", "moved 1.1 km")
        # How the file was read.
        window.click("#import-result .understood summary")
        window.see("#import-result .understood th", "latitude")
        # A check changes nothing.
        self.assertEqual(self.published(dataset)["version"], 1)
        self.publish(window)
        window.see("#import-result .outcome", f"Published: {dataset}, version 2")
        self.assertEqual(self.published(dataset)["records"], 119)
        # The same file again changes nothing.
        self.check(window, file, dataset)
        window.see("#import-result .outcome", "Nothing to change")
        self.assertEqual(window.all("#import-publish"), [])

        window.click(".staff-views label", "History")
        window.click("#history summary", dataset)
        window.see("#history .is-published", "Version 2")
        window.click("#history [data-version='1']")
        window.click("#history [data-version='1']", "Really")
        window.see("#notices", "version 1 again")
        window.see("#history .is-published", "Version 1")
        self.assertEqual(self.published(dataset)["version"], 1)
        self.assertEqual(window.complaints(), [])

    def test_a_file_that_lost_a_third_of_the_stations_is_published_only_all_the_same(self):
        dataset = "short"
        window = self.enter()
        self.check(window, self.file(lambda rows: None), dataset)
        self.publish(window)
        window.see("#import-result .outcome", "version 1")
        self.check(window, self.file(lambda rows: rows.__delitem__(slice(0, 40))), dataset)
        window.see("#import-result .alert", "40 of the 120 published are not in the file")
        self.assertNotIn("nothing looks wrong", window.see("#import-result").text)
        window.see("#import-publish", "all the same")
        window.click("#import-discard")
        window.see_gone("#import-publish")
        self.assertEqual(self.published(dataset)["version"], 1)
        self.check(window, self.file(lambda rows: rows.__delitem__(slice(0, 40))), dataset)
        self.publish(window)
        window.see("#import-result .outcome", "version 2")
        self.assertEqual(self.published(dataset)["records"], 80)

    def test_places_that_look_wrong_are_repaired_as_chosen(self):
        dataset = "repaired"

        def change(rows):
            for row in rows[10:13]:
                row["latitude"], row["longitude"] = row["longitude"], row["latitude"]

        window = self.enter()
        self.check(window, self.file(change), dataset)
        boxes = window.all("#import-result .repairs input[type=checkbox]")
        # Nothing is chosen by itself.
        self.assertEqual([box.is_selected() for box in boxes], [False] * 3)
        window.click("#import-repair-likely")
        self.assertEqual([box.is_selected() for box in boxes], [True] * 3)
        window.run("arguments[0].scrollIntoView({ block: 'center' })", boxes[1])
        boxes[1].click()
        window.click("#import-repair")
        window.see("#import-result .applied .folded-count", "2")
        self.publish(window)
        window.see("#import-result .outcome", "version 1")
        # The two were put right and published so; the third was rejected as it stands.
        self.assertEqual(self.published(dataset)["records"], 119)

    def test_stations_whose_place_is_withheld_are_told_before_and_after_they_are_published(self):
        dataset = "signless"

        def change(rows):
            # The one without a place goes: whoever else has none lost it to its sign.
            rows[:] = [row for row in rows if row["latitude"]]
            for row in rows[10:13]:
                row["longitude"] = row["longitude"].removeprefix("-")

        fine = "nothing looks wrong"
        window = self.enter()
        file = self.file(change)
        self.check(window, file, dataset)
        window.see("#import-result .without-place", "Without a place: 3 of 119")
        window.see("#import-result .withheld", "3 stations have no place")
        self.assertNotIn(fine, window.see("#import-result").text)
        self.publish(window)
        window.see("#import-result .outcome", "version 1")
        window.see("#import-result .withheld", "3 stations have no place")
        self.assertNotIn(fine, window.see("#import-result").text)
        # Repaired, none of them is without its place.
        self.check(window, file, dataset)
        window.click("#import-repair-likely")
        window.click("#import-repair")
        window.see("#import-result .applied .folded-count", "3")
        self.assertEqual(window.all("#import-result .without-place, #import-result .withheld"), [])

    def test_refused_rows_are_saved_mended_and_added(self):
        dataset = "mended"
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)

        def change(rows):
            rows[7]["latitude"] = "142.1"

        window = self.enter()
        window.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {
            "behavior": "allow", "downloadPath": folder.name})
        self.check(window, self.file(change), dataset)
        self.publish(window)
        window.see("#import-result .outcome", "version 1")
        self.assertEqual(self.published(dataset)["records"], 119)
        window.click("#import-rejects")
        rejects = pathlib.Path(folder.name, f"{dataset}-rejects.csv")
        window.wait(rejects.exists, "the refused rows are saved")
        text = rejects.read_text(encoding="utf-8-sig")
        self.assertIn("latitude is 142.1", text)
        rejects.write_text(text.replace(",142.1,", ",42.1,", 1), encoding="utf-8")
        window.click(".import-form summary")
        window.click("#import-add")
        self.check(window, str(rejects), dataset)
        window.see("#import-result .is-added .folded-count", "1")
        self.assertEqual(window.all("#import-result .is-removed"), [])
        self.publish(window)
        window.see("#import-result .outcome", "version 2")
        self.assertEqual(self.published(dataset)["records"], 120)

    def test_a_feed_shows_a_report_for_each_kind_in_it(self):
        feed = ROOT.parent / "shared/data/vip/sample_feed_v5.xml"
        if not feed.exists():
            self.skipTest(f"{feed} is not there")
        window = self.enter()
        window.driver.find_element(
            By.CSS_SELECTOR, "#import-kind option[value=feed]").click()
        window.driver.find_element(By.ID, "import-file").send_keys(str(feed))
        window.see("#import-dataset").send_keys("va")
        window.click("#import-check")
        for kind in ["Stations", "Precincts", "Elections", "Contests", "Measures", "Addresses"]:
            window.see("#import-result", kind)
        self.assertEqual(len(window.all("#import-result .headline")), 6)
        self.publish(window)
        window.see("#notices", "Published: va")
        self.assertEqual(self.published("va-stations")["records"], 27)

    def test_what_is_missing_in_the_form_and_what_is_no_file_of_stations_are_said(self):
        window = self.enter()
        window.click("#import-check")
        window.see("#import-error", "Choose a file")
        file = tempfile.NamedTemporaryFile("w", suffix=".csv")
        self.addCleanup(file.close)
        file.write("nothing\nof use\n")
        file.flush()
        window.driver.find_element(By.ID, "import-file").send_keys(file.name)
        window.click("#import-check")
        window.see("#import-error", "Name the dataset")
        window.see("#import-dataset").send_keys("Big Halls")
        window.click("#import-check")
        window.see("#import-error", "small letters")
        window.see("#import-dataset").clear()
        window.see("#import-dataset").send_keys("halls-2")
        window.click("#import-check")
        window.see("#import-result .alert")
        window.see_gone("#import-publish")

    def test_columns_that_nobody_knows_are_said_in_the_form(self):
        file = tempfile.NamedTemporaryFile("w", suffix=".csv", encoding="utf-8")
        self.addCleanup(file.close)
        file.write("Code,Bezeichnung,Weg\n1,Old Mill,1 Mill St\n2,New Hall,2 Hall St\n")
        file.flush()
        window = self.enter()
        window.driver.find_element(By.ID, "import-file").send_keys(file.name)
        window.see("#import-dataset").send_keys("unheard-of")
        window.click("#import-check")
        # What each column is can be chosen.
        window.see("#import-result .alert", "no coordinates")
        for column, field in [("Bezeichnung", "name"), ("Weg", "address")]:
            label = window.see("#import-columns label", column)
            Select(window.see(f"#{label.get_attribute('for')}")).select_by_value(field)
        # So can what helps where no column has them.
        window.see("#import-set").send_keys("place=none")
        window.click("#import-check")
        window.see("#import-result .headline", "2 rows: 2 stations")
        window.see("#import-result .without-place", "2 of 2")

    def test_what_was_withdrawn_stays_in_the_history_with_the_way_back(self):
        path = "/v1/datasets/curlew-parks"
        self.service.ask("POST", f"{path}/withdraw", {"force": True}, self.tokens["staff"])
        self.assertNotIn("curlew-parks", json.dumps(self.service.ask("GET", "/v1/datasets")))
        window = self.enter()
        window.click("label:has(#staff-view-history)")
        # Others may have been withdrawn by what was published in their place.
        def is_withdrawn():
            return any("curlew-parks" in one.text and "withdrawn" in one.text
                       for one in window.all("#history summary"))
        window.wait(is_withdrawn, "curlew-parks is not said to be withdrawn")
        window.click("#history summary", "curlew-parks")
        window.click("#history [data-version='1']", "Publish again")
        window.click("#history [data-version='1']", "Publish version 1 again?")
        window.wait(lambda: not is_withdrawn(), "curlew-parks is still said to be withdrawn")
        self.assertIn("curlew-parks", json.dumps(self.service.ask("GET", "/v1/datasets")))

    def test_a_report_is_decided_on_in_the_queue(self):
        words = "Buy my pills <b>now</b>"
        message = self.service.post(words)
        for _ in range(2):
            self.service.report(message)
        window = self.enter("moderator")
        window.see("#reports .message-text", words)
        window.see("#reports .facts", "Advertising or spam (2)")
        window.click("#reports .report-row [data-action=show]")
        window.see(".origin-marker")
        window.click("#reports .report-row [data-action=hide]")
        window.see("#notices", "Hidden from everybody")
        window.see_gone("#reports .message-text", words)
        reader = self.window()
        reader.open(self.service, at=DOWNTOWN)
        reader.see("#messages .message-row")
        self.assertNotIn(words, reader.see("#messages").text)

    def test_a_message_that_was_hidden_wrongly_is_restored(self):
        words = "The library is open"
        message = self.service.post(words)
        for _ in range(5):
            self.service.report(message)
        reader = self.window()
        reader.open(self.service, at=DOWNTOWN)
        reader.see("#messages .message-row")
        self.assertNotIn(words, reader.see("#messages").text)
        window = self.enter("moderator")
        window.see("#reports .message-text", words)
        rows = [row for row in window.all("#reports .report-row") if words in row.text]
        rows[0].find_element(By.CSS_SELECTOR, "[data-action=restore]").click()
        window.see_gone("#reports .message-text", words)
        reader.open(self.service, at=DOWNTOWN)
        reader.see("#messages .message-row", words)

    def test_the_keyboard_alone_imports_and_leaves(self):
        window = self.enter(width=360, height=740)
        window.see("#import-file + strong, .drop-zone")
        window.run("document.getElementById('import-file').focus()")
        window.focused.send_keys(self.file(lambda rows: None))
        window.run("document.getElementById('import-dataset').focus()")
        window.press("by-keyboard", Keys.ENTER)
        window.see("#import-result h2", "What Ambit found")
        self.assertLessEqual(window.run("return document.documentElement.scrollWidth"), 360)
        window.run("document.getElementById('staff-leave').focus()")
        window.press(Keys.ENTER)
        window.see("#staff-token")
        window.open(self.service, tab="staff", at=DOWNTOWN)
        window.see("#staff-token")

    def test_in_spanish(self):
        window = self.enter(language="es")
        window.see("#import-check", "Revisar el archivo")
        self.check_spanish(window)

    def check_spanish(self, window):
        window.driver.find_element(By.ID, "import-file").send_keys(str(STATIONS))
        window.see("#import-dataset").send_keys("curlew")
        window.click("#import-check")
        window.see("#import-result .outcome", "Nada que cambiar")


if __name__ == "__main__":
    unittest.main()
