"""MapLibre draws our style and our tiles: GL JS in chromium, and Native without one."""

import functools
import http.server
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "PythonSupport"))

from served import DOWNTOWN, Service  # noqa: E402

from selenium import webdriver  # noqa: E402
from selenium.webdriver.support.wait import WebDriverWait  # noqa: E402

CHROMIUM = pathlib.Path("/usr/lib/chromium/chromium-headless-shell")

PAGE = """<!doctype html>
<meta charset=utf-8>
<link rel=stylesheet href=maplibre-gl.css>
<div id=map style="width:800px;height:600px"></div>
<script src=maplibre-gl.js></script>
<script>
window.said = [];
window.map = new maplibregl.Map({
    container: "map", style: "%s", center: [%f, %f], zoom: 12, fadeDuration: 0, attributionControl: false,
    canvasContextAttributes: { preserveDrawingBuffer: true },
});
map.on("error", (event) => said.push(String(event.error && event.error.message)));
window.idle = 0;
map.on("idle", () => { idle += 1; });
</script>
"""


def setUpModule():
    global SERVICE
    SERVICE = Service()
    unittest.addModuleCleanup(SERVICE.close)


def style():
    with urllib.request.urlopen(f"{SERVICE.url}/ogc/styles/ambit.json") as answer:
        return json.loads(answer.read())


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@unittest.skipUnless(CHROMIUM.exists(), "chromium is not installed (apt install chromium-headless-shell)")
class BrowserTests(unittest.TestCase):
    """A page of another host, as whoever embeds our map has it."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="ambit-test-")
        cls.addClassCleanup(folder.cleanup)
        package = pathlib.Path(importlib.util.find_spec("maplibre").origin).parent / "srcjs"
        for name in ("maplibre-gl.js", "maplibre-gl.css"):
            shutil.copy(package / name, folder.name)
        pathlib.Path(folder.name, "index.html").write_text(
            PAGE % (f"{SERVICE.url}/ogc/styles/ambit.json", DOWNTOWN["lon"], DOWNTOWN["lat"]), encoding="utf-8")
        host = http.server.ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Quiet, directory=folder.name))
        threading.Thread(target=host.serve_forever, daemon=True).start()
        cls.addClassCleanup(host.server_close)
        cls.addClassCleanup(host.shutdown)
        options = webdriver.ChromeOptions()
        for argument in ("--headless", "--no-sandbox", "--disable-dev-shm-usage", "--use-angle=swiftshader",
                         "--enable-unsafe-swiftshader", "--window-size=900,700"):
            options.add_argument(argument)
        options.binary_location = str(CHROMIUM)
        cls.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
        cls.addClassCleanup(cls.driver.quit)
        cls.driver.get(f"http://127.0.0.1:{host.server_address[1]}/index.html")
        cls.settle()

    @classmethod
    def settle(cls):
        WebDriverWait(cls.driver, 60).until(
            lambda driver: driver.execute_script("return window.idle > 0 || window.said.length > 0"))

    def look(self, longitude, latitude, zoom):
        self.driver.execute_script(
            "idle = 0; map.jumpTo({center: [arguments[0], arguments[1]], zoom: arguments[2]})",
            longitude, latitude, zoom)
        self.settle()
        self.assertEqual(self.driver.execute_script("return said"), [])

    def drawn(self, source_layer):
        return self.driver.execute_script(
            "return map.queryRenderedFeatures().filter((one) => one.sourceLayer === arguments[0]).length",
            source_layer)

    def test_every_layer_is_drawn_without_an_error(self):
        self.look(DOWNTOWN["lon"], DOWNTOWN["lat"], 12)
        for name in ("stations", "roads", "ground", "districts-precinct", "message-density", "events"):
            self.assertGreater(self.drawn(name), 0, name)
        colors = self.driver.execute_script("""
            const gl = map.getCanvas().getContext("webgl2");
            const pixels = new Uint8Array(gl.drawingBufferWidth * gl.drawingBufferHeight * 4);
            gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
            const seen = new Set();
            for (let at = 0; at < pixels.length; at += 4)
                seen.add(pixels[at] << 16 | pixels[at + 1] << 8 | pixels[at + 2]);
            return seen.size;
        """)
        self.assertGreater(colors, 20)

    def test_no_zoom_and_no_edge_of_the_world_has_an_error(self):
        for longitude, latitude in ((DOWNTOWN["lon"], DOWNTOWN["lat"]), (180, 0), (-180, -80), (0, 85)):
            for zoom in (0, 3, 6, 9, 14, 18):
                self.look(longitude, latitude, zoom)


NATIVE = """
import json, sys
import pymgl

style, longitude, latitude = sys.argv[1], *map(float, sys.argv[2:])
with pymgl.Map(style, 256, 256, 1, longitude, latitude, 11) as drawing:
    print(len(drawing.renderPNG()))
"""


class NativeTests(unittest.TestCase):
    def size(self, drawn):
        """How large the picture of a style is; in a program of its own, which a graphics library may end."""
        run = subprocess.run(
            [sys.executable, "-c", NATIVE, json.dumps(drawn), str(DOWNTOWN["lon"]), str(DOWNTOWN["lat"])],
            capture_output=True, text=True, timeout=60, check=False,
            env={**os.environ, "EGL_PLATFORM": "surfaceless"})
        if run.returncode and "eglInitialize" in run.stderr:
            self.skipTest("no graphics without a screen (apt install libegl-mesa0)")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(run.stderr, "")
        return int(run.stdout)

    def test_the_county_is_drawn(self):
        whole = style()
        bare = {**whole, "layers": [one for one in whole["layers"] if one["type"] == "background"]}
        self.assertGreater(self.size(whole), 4 * self.size(bare), "nothing was drawn over the background")
