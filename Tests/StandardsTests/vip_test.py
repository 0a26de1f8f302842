"""Feeds of the Voting Information Project that Ambit writes: judged by the published schema, and read back."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
# The county alone: a league's tournaments are all over the world.
os.environ["AMBIT_SAMPLE"] = "county"
sys.path.insert(0, str(HERE.parent / "PythonSupport"))

from served import AMBIT, ROOT, load_county  # noqa: E402

from lxml import etree  # noqa: E402

REAL = pathlib.Path(os.environ.get("AMBIT_SHARED_DATA", ROOT.parent / "shared/data"))


def real(name):
    """The path of a real file; the test is skipped where it is absent."""
    path = REAL / name
    if not path.exists():
        raise unittest.SkipTest(f"{name} is not among the real files ({REAL})")
    return path


class FeedTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ambit-test-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def ambit(self, database, *arguments, status=0):
        """What a command prints, on both streams."""
        run = subprocess.run([AMBIT, *arguments, "--database", str(self.folder / database)],
                             text=True, capture_output=True)
        self.assertEqual(run.returncode, status, run.stderr + run.stdout)
        return run.stdout + run.stderr

    def export(self, database, name, *arguments):
        """The feed of a database, as a document; what was told besides."""
        path = self.folder / name
        told = self.ambit(database, "export", "vip", "-o", str(path), *arguments)
        return etree.parse(path), told

    def check(self, document):
        """Judges a feed by the schema where that is there, and by its ids and links in any case."""
        ids = document.xpath("//@id")
        self.assertEqual(len(ids), len(set(ids)))
        known = set(ids)
        for element in document.getroot().iter():
            if element.tag.endswith(("Id", "Ids")) and element.tag != "VipId":
                for name in (element.text or "").split():
                    self.assertIn(name, known, element.tag)
        schema = REAL / "vip/vip_spec.xsd"
        if schema.exists():
            judge = etree.XMLSchema(etree.parse(schema))
            self.assertTrue(judge.validate(document), judge.error_log)
        return bool(schema.exists())

    def read_back(self, database, feed, dataset):
        """Whether reading a feed would change what is published as it."""
        told = self.ambit(database, "import", "feed", str(feed), "--dataset", dataset, "--check",
                          "--force")
        for part in told.split("Compared with")[1:]:
            for line in part.splitlines():
                if line.strip().startswith(("added ", "removed ", "changed ")):
                    self.assertEqual(line.split()[1], "0", part)
        self.assertGreater(told.count("Compared with"), 2)

    def test_the_county_s_feed_is_valid_and_comes_out_of_itself_again(self):
        load_county(self.folder / "a.sqlite")
        feed, told = self.export("a.sqlite", "first.xml", "--state", "Nebraska", "--election",
                                 "2026-general")
        self.check(feed)
        self.assertIn("accessibility", told)
        stations = feed.xpath("/VipObject/PollingLocation")
        listed = self.ambit("a.sqlite", "within", "stations", "--bbox", "-180,-90,180,90",
                            "--format", "ndjson").count("\n")
        self.assertGreaterEqual(len(stations), listed)
        self.assertTrue(feed.xpath("/VipObject/CandidateContest"))
        self.assertTrue(feed.xpath("/VipObject/StreetSegment"))
        # Every precinct's voters know where to go, and every contest has voters.
        districts = set(" ".join(feed.xpath("//Precinct/ElectoralDistrictIds/text()")).split())
        for contest in feed.xpath("//CandidateContest | //BallotMeasureContest"):
            self.assertIn(contest.findtext("ElectoralDistrictId"), districts,
                          contest.findtext("Name"))
        self.ambit("b.sqlite", "import", "feed", str(self.folder / "first.xml"), "--dataset", "c",
                   "--force")
        second, _ = self.export("b.sqlite", "second.xml")
        self.check(second)
        self.read_back("b.sqlite", self.folder / "second.xml", "c")

    def test_the_database_is_no_place_for_a_feed(self):
        load_county(self.folder / "a.sqlite")
        before = (self.folder / "a.sqlite").stat().st_size
        told = self.ambit("a.sqlite", "export", "vip", "--state", "Nebraska", "-o",
                          str(self.folder / "." / "a.sqlite"), status=64)
        self.assertIn("belongs to the database", told)
        self.assertEqual((self.folder / "a.sqlite").stat().st_size, before)
        self.ambit("a.sqlite", "export", "vip", "--state", "Nebraska", "--election", "1999",
                   status=1)

    def test_the_project_s_sample_comes_out_as_it_went_in(self):
        self.ambit("a.sqlite", "import", "feed", str(real("vip/sample_feed_v5.xml")), "--dataset",
                   "va", "--force", status=2)
        feed, _ = self.export("a.sqlite", "va.xml")
        self.assertTrue(self.check(feed))
        self.read_back("a.sqlite", self.folder / "va.xml", "va")

    def test_a_sample_that_names_no_state_is_given_one_and_stays_so(self):
        path = real("vip/sample_feed_v6_maricopa.zip")
        self.ambit("a.sqlite", "import", "feed", str(path), "--dataset", "az", "--force")
        feed, _ = self.export("a.sqlite", "az.xml", "--state", "Arizona")
        self.assertTrue(self.check(feed))
        self.assertEqual(feed.xpath("string(/VipObject/State/Name)"), "Arizona")
        self.ambit("a.sqlite", "import", "feed", str(self.folder / "az.xml"), "--dataset", "az",
                   "--force")
        self.export("a.sqlite", "again.xml")
        self.read_back("a.sqlite", self.folder / "again.xml", "az")


if __name__ == "__main__":
    unittest.main()
