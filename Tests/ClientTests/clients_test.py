"""What others make of openapi.json: a client, models, and requests that try to find it wrong."""

import importlib
import json
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "PythonSupport"))

from served import DOWNTOWN, Service  # noqa: E402

# How many requests are made up for each operation, besides those for its parameters' bounds, and how
# long that may take altogether.
EXAMPLES = int(os.environ.get("AMBIT_TEST_EXAMPLES", "5"))
SECONDS = int(os.environ.get("AMBIT_TEST_SECONDS", "240"))


def run(tool, *arguments, **more):
    """Runs a tool that was installed beside this Python, and gives what it said."""
    return subprocess.run(
        [f"{sysconfig.get_path('scripts')}/{tool}", *arguments], text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, **more)


class ClientTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service()
        cls.addClassCleanup(cls.service.close)
        cls.folder = pathlib.Path(cls.service.folder.name)
        sys.path.insert(0, str(cls.folder))

    def test_a_generated_client_understands_the_answers(self):
        made = run(
            "openapi-python-client", "generate", "--url", f"{self.service.url}/openapi.json",
            "--meta", "none", "--output-path", str(self.folder / "ambit_client"),
            "--config", str(HERE / "client.yml"), "--fail-on-warning",
            env={**os.environ, "PATH": f"{sysconfig.get_path('scripts')}:{os.environ['PATH']}"})
        self.assertEqual(made.returncode, 0, made.stdout)
        self.assertNotIn("WARNING", made.stdout)

        part = lambda name: importlib.import_module(f"ambit_client.{name}")  # noqa: E731
        models = part("models")
        client = part("client").Client(self.service.url, raise_on_unexpected_status=True)
        signed = part("client").AuthenticatedClient(
            self.service.url, token=self.service.device(), raise_on_unexpected_status=True)

        stations = part("api.stations.list_stations").sync(client=client, **DOWNTOWN, limit=3)
        self.assertIsInstance(stations, models.StationList)
        self.assertEqual(len(stations.features), 3)
        station = stations.features[0]
        self.assertIsInstance(station, models.Station)
        self.assertEqual(stations.links[0].rel, "next")

        districts = part("api.voting.list_districts").sync(client=client, **DOWNTOWN).features
        kinds = {type(district.geometry) for district in districts}
        # The city is in several parts, its precincts are not.
        self.assertEqual(kinds, {models.Polygon, models.MultiPolygon})
        precinct = next(d for d in districts if isinstance(d.geometry, models.Polygon))
        self.assertEqual(len(precinct.geometry.coordinates[0][0]), 2)

        way = part("api.ways.directions").sync(
            client=client, from_=f"{DOWNTOWN['lat']},{DOWNTOWN['lon']}",
            end=models.End(to_station=station.id))
        self.assertIsInstance(way, models.Directions)
        self.assertEqual(way.method, "road")
        self.assertIsInstance(way.geometry, models.LineString)

        vote = part("api.voting.vote").sync(client=client, voter=models.Voter(**DOWNTOWN))
        self.assertIsInstance(vote, models.Vote)
        self.assertEqual(vote.location.lat, DOWNTOWN["lat"])

        posted = part("api.messages.post_message").sync(
            client=signed,
            body=models.NewMessage(
                text="Hello", category=models.Category("news"), **DOWNTOWN,
                visible_radius_m=1000, ttl_s=60))
        self.assertIsInstance(posted, models.Message)
        read = part("api.messages.get_message").sync(
            posted.id, client=client, reader=models.Reader(**DOWNTOWN))
        self.assertEqual(read.properties.text, "Hello")

    def test_generated_models_hold_the_answers(self):
        description = self.folder / "openapi.json"
        description.write_text(json.dumps(self.service.ask("GET", "/openapi.json")))
        made = run(
            "datamodel-codegen", "--input", str(description),
            "--input-file-type", "openapi", "--output-model-type", "pydantic_v2.BaseModel",
            "--formatters", "builtin", "--output", str(self.folder / "ambit_models.py"))
        self.assertEqual(made.returncode, 0, made.stdout)
        models = importlib.import_module("ambit_models")
        place = "lat={lat}&lon={lon}".format(**DOWNTOWN)
        for model, path in [
            ("StationList", f"/v1/stations?{place}"), ("Vote", f"/v1/vote?{place}"),
            ("DistrictList", f"/v1/districts?{place}"), ("ElectionList", "/v1/elections"),
            ("MessageList", f"/v1/messages?{place}&radius_m=5000"),
            ("GeocodedList", "/v1/geocode?q=School"), ("Categories", "/v1/categories"),
            ("RoadList", "/v1/roads?bbox=-101.49,42.1,-101.47,42.12"),
        ]:
            with self.subTest(path):
                answer = self.service.ask("GET", path)
                read = getattr(models, model).model_validate(answer)
                self.assertEqual(
                    read.model_dump(by_alias=True, exclude_unset=True, mode="json").keys(),
                    answer.keys())

    def test_no_made_up_request_finds_the_description_wrong(self):
        tokens = {
            "device": self.service.device(), "moderator": self.service.staff("moderator"),
            "staff": self.service.staff("staff"), "account": self.service.account("tried"),
        }
        settings = (HERE / "schemathesis.toml").read_text()
        for scheme, token in tokens.items():
            settings += f'\n[auth.openapi.{scheme}]\nbearer = "{token}"\n'
        # Who asks to be forgotten cannot ask anything else after that.
        settings += ('\n[[operations]]\ninclude-operation-id = "forgetMe"\n'
                     f'headers = {{ Authorization = "Bearer {self.service.device()}" }}\n')
        settings += ('\n[[operations]]\ninclude-operation-id = "signOut"\n'
                     f'headers = {{ Authorization = "Bearer {self.service.account("left")}" }}\n')
        (self.folder / "schemathesis.toml").write_text(settings)
        tried = run(
            "schemathesis", "run", f"{self.service.url}/openapi.json", "--checks", "all",
            "--phases", "examples,coverage,fuzzing,stateful", "--max-examples", str(EXAMPLES),
            "--max-time", str(SECONDS), "--seed", "1", "--workers", "1", "--continue-on-failure",
            "--warnings", "off", cwd=self.folder)
        self.assertEqual(tried.returncode, 0, tried.stdout[-20_000:])
        tested = re.search(r"Selected: (\d+)/(\d+)\s+Tested: (\d+)", tried.stdout)
        self.assertEqual(len(set(tested.groups())), 1, tried.stdout[-2000:])
        self.assertGreater(int(tested[3]), 40)


if __name__ == "__main__":
    unittest.main()
