"""The map below everything: Ambit's own, pixel by pixel, and another server's tiles."""

import http.server
import struct
import threading
import unittest
import zlib

from support import BrowserTestCase, Service


# The colour so many pixels from the map's middle, as the tile there has it: red, green, blue,
# opacity.
PIXEL = """
const area = document.getElementById("map").getBoundingClientRect();
const [dx, dy] = arguments;
const [x, y] = [area.left + area.width / 2 + dx, area.top + area.height / 2 + dy];
for (const tile of document.querySelectorAll(".base-map canvas.leaflet-tile-loaded")) {
    const box = tile.getBoundingClientRect();
    if (x < box.left || x >= box.right || y < box.top || y >= box.bottom) continue;
    const scale = tile.width / box.width;
    const at = [Math.floor((x - box.left) * scale), Math.floor((y - box.top) * scale)];
    return [...tile.getContext("2d").getImageData(...at, 1, 1).data];
}
return null;
"""

COLOR = """
const probe = document.createElement("span");
probe.style.color = `var(${arguments[0]})`;
document.body.append(probe);
const color = getComputedStyle(probe).color;
probe.remove();
return color.match(/\\d+/g).slice(0, 3).map(Number);
"""

GROUND_ASKED = """
return performance.getEntriesByType("resource").map((one) => one.name)
    .filter((name) => name.includes("/v1/ground"));
"""


def lake_of(service, name="Curlew Lake"):
    """A lake of the county: the middle of its box, and how wide it is in degrees."""
    sheet = service.ask("GET", "/v1/ground?bbox=-101.9,41.9,-101.1,42.4&zoom=12")
    [lake] = [one for one in sheet["features"] if one["properties"].get("name") == name]
    ring = lake["geometry"]["coordinates"][0]
    west, east = min(x for x, _ in ring), max(x for x, _ in ring)
    south, north = min(y for _, y in ring), max(y for _, y in ring)
    return {"lat": (south + north) / 2, "lon": (west + east) / 2}, east - west


class BaseMapTest(BrowserTestCase):
    def drawn(self, window):
        window.see("#map[data-ground=drawn]")

    def test_a_lake_is_drawn_in_the_colour_of_water_in_light_and_dark(self):
        at, width = lake_of(self.service)
        colors = []
        for dark in [False, True]:
            window = self.window(dark=dark)
            window.open(self.service, at=at)
            self.drawn(window)
            water = window.run(COLOR, "--map-water")
            window.wait(lambda: (window.run(PIXEL, 12, 45) or [])[:3] == water, "the lake is not blue")
            colors.append(water)
            # Dry land is not painted: the map's ground shows through.
            shore = -int(width * 256 * 2 ** 15 / 360) // 2 - 40
            window.wait(lambda: window.run(PIXEL, shore, 0) in (None, [0, 0, 0, 0]),
                        "beside the lake something is drawn")
        self.assertNotEqual(*colors)

    def test_the_map_changes_its_colours_with_the_theme_and_asks_for_nothing(self):
        at, _ = lake_of(self.service)
        window = self.window()
        window.open(self.service, at=at)
        self.drawn(window)
        light = window.run(COLOR, "--map-water")
        window.wait(lambda: (window.run(PIXEL, 12, 45) or [])[:3] == light, "the lake is not blue")
        asked = len(window.run(GROUND_ASKED))
        window.click("#theme")  # light
        window.click("#theme")  # dark
        dark = window.run(COLOR, "--map-water")
        self.assertNotEqual(light, dark)
        window.wait(lambda: (window.run(PIXEL, 12, 45) or [])[:3] == dark, "the lake is not dark")
        self.assertEqual(len(window.run(GROUND_ASKED)), asked)

    def test_no_tile_is_asked_for_twice_while_the_map_moves(self):
        at, _ = lake_of(self.service)
        window = self.window()
        window.open(self.service, at=at)
        self.drawn(window)
        window.run("document.getElementById('map').focus()")
        for key in ["\ue014", "\ue014", "\ue015", "\ue012", "\ue012", "\ue013"]:
            window.press(key)
        window.wait(lambda: not window.run(
            "return document.querySelector('.base-map canvas:not(.leaflet-tile-loaded)')"),
            "tiles are missing")
        # What the browser kept it did not send for: only then has an entry a size.
        asked = window.run("""
            return performance.getEntriesByType("resource")
                .filter((one) => one.name.includes("/v1/ground") && one.transferSize > 0)
                .map((one) => one.name);""")
        self.assertGreater(len(asked), 3)
        self.assertEqual(len(asked), len(set(asked)))

    def test_where_nothing_is_loaded_the_lines_of_the_globe_stay(self):
        window = self.window()
        window.open(self.service, at={"lat": -35.5, "lon": 19.5})
        window.see("#map[data-ground=empty]")
        window.see(".edge-label")
        self.assertEqual(window.complaints(), [])

    def test_the_map_waits_for_a_service_that_is_away_without_complaining(self):
        at, _ = lake_of(self.service)
        window = self.window()
        window.open(self.service, at=at)
        self.drawn(window)
        missing = "return document.querySelector('.base-map canvas:not(.leaflet-tile-loaded)')"
        self.service.stop()
        try:
            window.run("document.getElementById('map').focus()")
            window.press(*["\ue014"] * 14)
            window.wait(lambda: window.run(missing), "no tile was asked for")
        finally:
            self.service.start()
        window.wait(lambda: not window.run(missing), "tiles were not asked for again")
        # That a request failed the browser says by itself; nothing else may be said.
        self.assertEqual(
            [one for one in window.complaints() if "Failed to load resource" not in one], [])


class TileServer:
    """Answers every address with a red picture, and remembers who asked for what."""

    def __init__(self):
        asked = self.asked = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                asked.append((self.path, self.headers.get("Referer")))
                self.send_response(200)
                self.send_header("Content-Type", "image/png")
                self.end_headers()
                self.wfile.write(red_picture())

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def red_picture():
    """A PNG of 256 by 256 pixels (ISO/IEC 15948)."""
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
    rows = (b"\0" + b"\xc0\x20\x20" * 256) * 256
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 256, 256, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


class ForeignTilesTest(BrowserTestCase):
    @classmethod
    def setUpClass(cls):
        cls.tiles = TileServer()
        cls.addClassCleanup(cls.tiles.close)
        cls.service = Service(
            "--tiles", cls.tiles.url + "/red/{z}/{x}/{y}.png",
            "--tiles-attribution", "Red & <b>bold</b> makers")
        cls.addClassCleanup(cls.service.close)

    def test_the_tiles_are_shown_with_their_makers_and_nothing_else_is_let_in(self):
        window = self.window()
        window.open(self.service, at={"lat": 42.1, "lon": -101.5})
        window.see("#map[data-ground=foreign]")
        loaded = "img.leaflet-tile-loaded"
        window.wait(lambda: len(window.all(loaded)) > 5, "no tiles were shown")
        widths = window.run(
            f"return [...document.querySelectorAll('{loaded}')].map((one) => one.naturalWidth)")
        self.assertEqual(set(widths), {256})
        window.see(".leaflet-control-attribution", "Red & <b>bold</b> makers")
        self.assertEqual(window.all(".base-map"), [])
        self.assertEqual(window.complaints(), [])
        path, referrer = self.tiles.asked[0]
        self.assertRegex(path, r"^/red/15/\d+/\d+\.png$")
        self.assertEqual(referrer, self.service.url + "/")
        # The policy lets in pictures of that server, and nothing else of it.
        refused = window.run("""
            return fetch(arguments[0]).then(() => "let in", () => "refused");""",
            self.tiles.url + "/data")
        self.assertEqual(refused, "refused")


if __name__ == "__main__":
    unittest.main()
