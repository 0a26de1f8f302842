"""Ambit with the sample county, and windows of a real browser to look at it with."""

import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
AMBIT = os.environ.get("AMBIT_BINARY") or str(ROOT / ".build/debug/ambit")
PATIENCE_SECONDS = 30

# The courthouse of the sample county's largest city, where messages and stations are.
DOWNTOWN = {"lat": 42.1152, "lon": -101.4801}
# Far from everything: what a test posts here it sees alone.
NOWHERE = {"lat": -35.5, "lon": 19.5}
# Outside the county, near enough for its stations to be near.
OUTSIDE = {"lat": 42.1152, "lon": -100.75}


def drain(stream):
    """Reads what nobody needs until its end."""
    try:
        while stream.read(4096):
            pass
    except ValueError:  # it was closed
        pass


class Service:
    """An Ambit on a free port, with a database of its own and perhaps more arguments."""

    def __init__(self, *arguments):
        self.arguments = arguments
        self.folder = tempfile.TemporaryDirectory(prefix="ambit-browser-")
        self.database = f"{self.folder.name}/ambit.sqlite"
        self.port = 0
        self.process = None
        subprocess.run([str(ROOT / "scripts/load-county"), AMBIT, self.database], check=True,
                       stdout=subprocess.DEVNULL)
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [AMBIT, "serve", "--port", str(self.port), "--database", self.database,
             *self.arguments],
            text=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, env={**os.environ, "AMBIT_RATE_LIMIT": "off"})
        for line in self.process.stderr:
            if found := re.search(r"(http://[^/\s]+:(\d+))", line):
                self.url, self.port = found[1], int(found[2])
                break
        else:
            raise RuntimeError("ambit serve ended before it was ready")
        # Nobody may wait for a reader of the log.
        threading.Thread(target=drain, args=[self.process.stderr], daemon=True).start()
        end = time.monotonic() + PATIENCE_SECONDS
        while not self.is_ready():
            if time.monotonic() > end:
                raise RuntimeError("ambit serve did not become ready")
            time.sleep(0.05)

    def is_ready(self):
        try:
            return self.ask("GET", "/readyz") is not None
        except urllib.error.URLError:
            return False

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
        self.process.stderr.close()

    def close(self):
        self.stop()
        self.folder.cleanup()

    def ask(self, method, path, body=None, token=None):
        """An answer of the service, read; None where it has no body."""
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as response:
            text = response.read()
        return json.loads(text) if text else None

    def device(self):
        return self.ask("POST", "/v1/devices")["token"]

    def post(self, text, at=DOWNTOWN, seconds=600, token=None, category="news"):
        """Posts a message as somebody, and gives its id."""
        posted = self.ask("POST", "/v1/messages", {
            "text": text, "category": category, **at, "visible_radius_m": 1000,
            "ttl_s": seconds}, token or self.device())
        return posted["id"]

    def report(self, message, at=DOWNTOWN):
        """Reports a message as somebody who is where it was posted."""
        self.ask("POST", f"/v1/messages/{message}/reports", {"reason": "spam", **at},
                 self.device())


class Window:
    """A window of chromium with a memory of its own."""

    def __init__(self, width=1440, height=900, dark=False, language="en"):
        options = webdriver.ChromeOptions()
        for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
                         f"--lang={language}"]:
            options.add_argument(argument)
        options.add_experimental_option("prefs", {"intl.accept_languages": language})
        options.add_experimental_option("mobileEmulation", {"deviceMetrics": {
            "width": width, "height": height, "pixelRatio": 1, "mobile": False, "touch": False}})
        options.set_capability("goog:loggingPrefs", {"browser": "SEVERE"})
        options.binary_location = "/usr/bin/chromium"
        self.driver = webdriver.Chrome(
            options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
        self.devtools("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"}])

    def devtools(self, command, **parameters):
        return self.driver.execute_cdp_cmd(command, parameters)

    def open(self, service, tab="radar", at=None):
        """Opens the page on a tab, at a place or where most stations are."""
        view = f"/{at['lat']}/{at['lon']}/15" if at else ""
        self.driver.get("about:blank")
        self.driver.get(f"{service.url}/#{tab}{view}")
        self.see("[role=tab][aria-selected=true]")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, condition, message):
        """What a function gives once it is neither false nor raises."""
        def attempt(_):
            try:
                return condition()
            except StaleElementReferenceException:
                return False
        return WebDriverWait(self.driver, PATIENCE_SECONDS, 0.1).until(attempt, message)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def see(self, selector, text=None):
        """The first element that is shown, and has a text in it where one is given."""
        def found():
            for element in self.all(selector):
                if element.is_displayed() and (text is None or text in element.text):
                    return element
            return None
        return self.wait(found, f"{selector} with {text!r} was not seen")

    def see_gone(self, selector, text=None):
        """Waits until no element is shown that has the text."""
        self.wait(
            lambda: not any(element.is_displayed() and (text is None or text in element.text)
                            for element in self.all(selector)),
            f"{selector} with {text!r} was still seen")

    def click(self, selector, text=None):
        element = self.see(selector, text)
        self.run("arguments[0].scrollIntoView({block: 'nearest'})", element)
        element.click()

    def press(self, *keys):
        """Keys pressed one after the other, wherever the keyboard is."""
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    @property
    def focused(self):
        return self.driver.switch_to.active_element

    def allow_position(self, service, lat, lon, accuracy=10):
        self.devtools("Browser.grantPermissions", origin=service.url, permissions=["geolocation"])
        self.devtools("Emulation.setGeolocationOverride",
                      latitude=lat, longitude=lon, accuracy=accuracy)

    def deny_position(self, service):
        self.devtools("Browser.setPermission", origin=service.url,
                      permission={"name": "geolocation"}, setting="denied")

    def complaints(self):
        """What the console shows as errors, such as a breach of the page's policy."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def close(self):
        self.driver.quit()


class BrowserTestCase(unittest.TestCase):
    """One service for a class of tests; each opens the windows that it needs."""

    @classmethod
    def setUpClass(cls):
        cls.service = Service()
        cls.addClassCleanup(cls.service.close)

    def window(self, **how):
        window = Window(**how)
        self.addCleanup(window.close)
        return window
