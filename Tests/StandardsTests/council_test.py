"""What Ambit answers to pages of councils that ask as they ask Democracy Club."""

import csv
import json
import pathlib
import subprocess
import sys
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "PythonSupport"))

from served import AMBIT, Service  # noqa: E402

COUNTY = HERE.parent.parent / "data" / "county"


def setUpModule():
    global SERVICE
    SERVICE = Service()
    unittest.addModuleCleanup(SERVICE.close)


def get(path):
    """The status and the body of a path."""
    try:
        with urllib.request.urlopen(SERVICE.url + path) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def addresses():
    with open(COUNTY / "addresses.csv", newline="") as file:
        return list(csv.DictReader(file))


class CouncilTests(unittest.TestCase):
    def test_an_address_is_answered_as_a_voter_is(self):
        for row in addresses()[::400]:
            status, answer = get(f"/api/v1/address/{row['id']}/?auth_token=x")
            self.assertEqual(status, 200, answer)
            text = ", ".join([f"{row['house_number']} {row['street']}", row["city"], row["postcode"]])
            _, voter = get("/v1/vote?" + urllib.parse.urlencode({"address": text}))
            self.assertFalse(answer["address_picker"])
            self.assertEqual(answer["addresses"], [])
            self.assertTrue(answer["dates"])
            first = answer["dates"][0]
            place = first["polling_station"]
            if voter["assignment"] is None:
                self.assertFalse(place["polling_station_known"])
                self.assertIsNone(place["station"])
                continue
            station = voter["assignment"]["station"]
            self.assertTrue(place["polling_station_known"])
            self.assertEqual(place["station"]["id"], station["id"])
            self.assertEqual(place["station"]["type"], "Feature")
            self.assertEqual(place["station"]["geometry"], station["geometry"])
            self.assertEqual(
                place["station"]["properties"]["address"].split("\n")[0],
                station["properties"]["name"],
            )
            self.assertEqual(
                {ballot["ballot_paper_id"] for ballot in first["ballots"]},
                {contest["id"] for contest in voter["contests"]}
                | {measure["id"] for measure in voter["measures"]},
            )
            for ballot in first["ballots"]:
                self.assertEqual(ballot["poll_open_date"], first["date"])
                self.assertIs(ballot["cancelled"], False)
                for candidate in ballot["candidates"]:
                    self.assertTrue(candidate["person"]["name"])
                    self.assertIsNone(candidate["person"]["ynr_id"])

    def test_a_list_that_names_stations_alone_has_the_days_of_their_hours(self):
        folder = pathlib.Path(SERVICE.folder.name)
        (folder / "halls.csv").write_text(
            "id,name,address,postcode,lat,lon,hours\n"
            "1,St Mary's Hall,Church Lane,PR6 9AA,53.61,-2.60,2028-12-10 07:00-22:00\n")
        (folder / "houses.csv").write_text(
            "uprn,house_number,street,town,postcode,station\n100001,1,High Street,Adlington,PR6 9AA,1\n")
        for kind, file in [("stations", "halls"), ("addresses", "houses")]:
            subprocess.run([AMBIT, "import", kind, str(folder / f"{file}.csv"), "--dataset", file, "--database",
                            SERVICE.database, "--quiet"], check=True)
        end = time.monotonic() + 20
        while get("/api/v1/address/100001/")[0] != 200 and time.monotonic() < end:
            time.sleep(0.1)
        status, answer = get("/api/v1/address/100001/")
        self.assertEqual(status, 200, answer)
        self.assertEqual([day["date"] for day in answer["dates"]], ["2028-12-10"])
        self.assertEqual(answer["dates"][0]["polling_station"]["station"]["id"], "halls.1")
        self.assertEqual(answer["dates"][0]["ballots"], [])
        for dataset in ("houses", "halls"):
            subprocess.run([AMBIT, "datasets", "withdraw", dataset, "--force", "--database", SERVICE.database],
                           check=True, stdout=subprocess.DEVNULL)

    def test_a_divided_postcode_offers_its_addresses(self):
        rows = addresses()
        postcode = "69701"
        status, answer = get(f"/api/v1/postcode/{postcode}/")
        self.assertEqual(status, 200)
        self.assertTrue(answer["address_picker"])
        self.assertEqual(answer["dates"], [])
        self.assertEqual(
            {entry["slug"] for entry in answer["addresses"]},
            {row["id"] for row in rows if row["postcode"] == postcode},
        )
        chosen = answer["addresses"][17]
        status, one = get(chosen["url"])
        self.assertEqual(status, 200)
        self.assertFalse(one["address_picker"])
        self.assertEqual(answer["postcode_location"]["geometry"]["type"], "Point")

    def test_what_is_not_known_is_not_found(self):
        for path, parameter in [
            ("/api/v1/postcode/AA12AA/", "unknown_postcode"),
            ("/api/v1/address/10035187881/", "unknown_address"),
        ]:
            status, problem = get(path)
            self.assertEqual(status, 404)
            self.assertEqual(problem["code"], parameter)
        status, problem = get("/api/v1/postcode/" + "1" * 101)
        self.assertEqual(status, 400)
        self.assertEqual(problem["errors"][0]["parameter"], "postcode")
        self.assertEqual(get("/api/v1/postcode/69701?lat=1")[0], 400)


if __name__ == "__main__":
    unittest.main()
