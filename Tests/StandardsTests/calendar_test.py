"""Calendars that Ambit writes, read by another program: Python's icalendar.

What goes in is read by that program, too, so that both sides of a comparison are its own.
"""

import datetime
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request
import xml.etree.ElementTree
import zoneinfo

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "PythonSupport"))

from served import AMBIT, PATIENCE_SECONDS, ROOT, Service  # noqa: E402

import icalendar  # noqa: E402
from dateutil import rrule  # noqa: E402

REAL = pathlib.Path(os.environ.get("AMBIT_SHARED_DATA", ROOT.parent / "shared/data"))
UTC = datetime.timezone.utc


def real(name):
    """The path of a real file; the test is skipped where it is absent."""
    path = REAL / name
    if not path.exists():
        raise unittest.SkipTest(f"{name} is not among the real files ({REAL})")
    return path


def instant(value):
    """A moment; of a day the day itself."""
    return value.astimezone(UTC) if isinstance(value, datetime.datetime) else value


def told(event):
    """What a calendar says of an event that no program may change."""
    start = event.decoded("DTSTART")
    end = event.decoded("DTEND") if "DTEND" in event else start + event.decoded(
        "DURATION", datetime.timedelta())
    return {
        "from": instant(start),
        "to": instant(end),
        "title": str(event.get("SUMMARY", "")),
        "text": str(event.get("DESCRIPTION", "")).strip(),
        "cancelled": str(event.get("STATUS", "")) == "CANCELLED",
    }


def events(calendar):
    """Every event of a calendar by its UID, none twice."""
    found = {}
    for event in icalendar.Calendar.from_ical(calendar).walk("VEVENT"):
        assert str(event["UID"]) not in found, event["UID"]
        found[str(event["UID"])] = told(event)
    return found


class CalendarTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ambit-calendar-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def ambit(self, *arguments, status=(0, 2)):
        done = subprocess.run(
            [AMBIT, *map(str, arguments), "--database", str(self.folder / "a.sqlite")],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertIn(done.returncode, status, done.stderr.decode())
        return done.stdout

    def through(self, path, *more):
        """The calendar of a dataset of events that a file becomes."""
        self.ambit("import", "events", path, "--dataset", "tour", "--quiet", *more)
        return self.ambit("calendar", "--dataset", "tour")

    def written(self, name, *lines):
        path = self.folder / name
        path.write_bytes("\r\n".join(lines + ("",)).encode())
        return path

    def test_a_real_calendar_keeps_its_moments_ids_and_texts(self):
        path = real("esports/lol_matches.ics")
        before, after = events(path.read_bytes()), events(self.through(path))
        self.assertEqual(len(before), 87)
        self.assertEqual(before, after)

    def test_the_matches_of_a_real_calendar_are_subscribed_to_as_they_were(self):
        path = real("esports/lol_matches.ics")
        service = Service(county=False)
        self.addCleanup(service.close)
        subprocess.run(
            [AMBIT, "import", "matches", path, "--dataset", "tour", "--quiet", "--database", service.database],
            check=True, stdout=subprocess.DEVNULL)
        end = time.monotonic() + PATIENCE_SECONDS
        after = {}
        while not after and time.monotonic() < end:
            with urllib.request.urlopen(f"{service.url}/v1/matches.ics", timeout=30) as answer:
                after = events(answer.read())
        before = events(path.read_bytes())
        self.assertEqual(len(before), 87)
        self.assertEqual(before, after)

    def test_what_was_written_is_read_again_as_it_was(self):
        path = real("esports/lol_matches.ics")
        first = self.through(path)
        again = self.folder / "again.ics"
        again.write_bytes(first)
        self.ambit("import", "events", again, "--dataset", "again", "--quiet")
        second = self.ambit("calendar", "--dataset", "again")
        self.assertEqual(events(first), events(second))

    def test_lines_are_short_and_characters_whole(self):
        written = self.through(real("esports/lol_matches.ics"))
        self.assertTrue(written.endswith(b"END:VCALENDAR\r\n"))
        for line in written.split(b"\r\n"):
            self.assertLessEqual(len(line), 75)
            line.decode()

    def test_a_schedule_s_sessions_are_at_their_moments(self):
        path = real("agenda/31c3_schedule.xml")
        self.ambit("import", "sessions", path, "--dataset", "talks", "--quiet")
        found = events(self.ambit("calendar", "--event", "31c3"))
        wanted = {}
        for event in xml.etree.ElementTree.parse(path).iter("event"):
            start = datetime.datetime.fromisoformat(event.findtext("date"))
            hours, minutes = map(int, event.findtext("duration").split(":"))
            length = datetime.timedelta(hours=hours, minutes=minutes)
            wanted[f"talks.{event.get('guid')}@ambit"] = (instant(start), instant(start + length))
        self.assertEqual(len(wanted), 138)
        self.assertEqual({uid: (one["from"], one["to"]) for uid, one in found.items()}, wanted)

    def test_days_and_zones_are_those_of_another_program(self):
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x"]
        zones = ["Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia"]
        for number, zone in enumerate(zones):
            for hour in range(0, 24 * 365, 37):
                wall = datetime.datetime(2026, 1, 1) + datetime.timedelta(hours=hour)
                lines += ["BEGIN:VEVENT", f"UID:{number}-{hour}@x", "DTSTAMP:20260101T000000Z",
                          f"DTSTART;TZID={zone}:{wall:%Y%m%dT%H%M%S}", "DURATION:PT45M",
                          f"SUMMARY:{zone} {wall}", "END:VEVENT"]
        lines += ["BEGIN:VEVENT", "UID:days@x", "DTSTAMP:20260101T000000Z",
                  "DTSTART;VALUE=DATE:20260228", "DTEND;VALUE=DATE:20260302", "SUMMARY:days",
                  "END:VEVENT", "END:VCALENDAR"]
        path = self.written("zones.ics", *lines)
        found = events(self.through(path))
        for event in icalendar.Calendar.from_ical(path.read_bytes()).walk("VEVENT"):
            one, start = found[str(event["UID"])], event.decoded("DTSTART")
            if not isinstance(start, datetime.datetime):
                self.assertEqual((one["from"], one["to"]),
                                 (datetime.date(2026, 2, 28), datetime.date(2026, 3, 2)))
                continue
            # Of two moments the first; what clocks skip is read by the offset of before (RFC 5545).
            zone = zoneinfo.ZoneInfo(str(start.tzinfo))
            wanted = start.replace(tzinfo=zone, fold=0).astimezone(UTC)
            self.assertEqual(one["from"], wanted, event["SUMMARY"])
            self.assertEqual(one["to"], wanted + datetime.timedelta(minutes=45))

    def test_repeated_events_have_the_dates_of_another_program(self):
        zone = zoneinfo.ZoneInfo("America/New_York")
        start = datetime.datetime(2026, 2, 2, 9)
        rules = ["FREQ=DAILY;COUNT=40", "FREQ=DAILY;INTERVAL=3;UNTIL=20260501T130000Z",
                 "FREQ=WEEKLY;COUNT=12", "FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=30",
                 "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU;COUNT=9",
                 "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;COUNT=9",
                 "FREQ=DAILY;BYDAY=MO,TU;UNTIL=20260331T130000Z"]
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x"]
        for number, rule in enumerate(rules):
            lines += ["BEGIN:VEVENT", f"UID:{number}@x", "DTSTAMP:20260101T000000Z",
                      f"DTSTART;TZID=America/New_York:{start:%Y%m%dT%H%M%S}", f"SUMMARY:{number}",
                      f"RRULE:{rule}", "DURATION:PT1H", "END:VEVENT"]
        found = events(self.through(self.written("rules.ics", *lines, "END:VCALENDAR")))
        for number, rule in enumerate(rules):
            dates = rrule.rrulestr(rule, dtstart=start.replace(tzinfo=zone))
            self.assertEqual(
                sorted(one["from"] for one in found.values() if one["title"] == str(number)),
                [date.astimezone(UTC) for date in dates], rule)

    def test_a_moved_event_has_a_later_revision(self):
        def revision(hour):
            path = self.folder / "e.csv"
            path.write_text(f"id,title,starts,time_zone\n1,Cup,2026-06-01T{hour}:00,UTC\n")
            calendar = icalendar.Calendar.from_ical(self.through(path, "--force"))
            (event,) = calendar.walk("VEVENT")
            return int(event["SEQUENCE"]), str(event["UID"]), event.decoded("DTSTART").hour

        first, second = revision("10"), revision("11")
        self.assertEqual(first[1], second[1])
        self.assertLess(first[0], second[0])
        self.assertEqual((first[2], second[2]), (10, 11))


if __name__ == "__main__":
    unittest.main()
