"""Ambit with the sample county, and windows of a real browser to look at it with."""

import pathlib
import sys
import unittest

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "PythonSupport"))

from held_to_time import held_to_time  # noqa: E402,F401
from served import (  # noqa: E402,F401
    AMBIT, DOWNTOWN, NOWHERE, OUTSIDE, PATIENCE_SECONDS, ROOT, Service,
)

try:
    import axe_core_python
    AXE = next(pathlib.Path(axe_core_python.__file__).parent.rglob("axe.min.js"))
except ImportError:
    AXE = None


class Window:
    """A window of chromium with a memory of its own."""

    def __init__(self, width=1440, height=900, dark=False, language="en"):
        options = webdriver.ChromeOptions()
        for argument in ["--headless", "--no-sandbox", "--disable-dev-shm-usage",
                         f"--lang={language}", f"--accept-lang={language}"]:
            options.add_argument(argument)
        options.add_experimental_option("prefs", {"intl.accept_languages": language})
        options.add_experimental_option("mobileEmulation", {"deviceMetrics": {
            "width": width, "height": height, "pixelRatio": 1, "mobile": False, "touch": False}})
        options.set_capability("goog:loggingPrefs", {"browser": "SEVERE"})
        # Without a frame of its own it starts in half the time. The script in /usr/bin outlives it.
        options.binary_location = "/usr/lib/chromium/chromium-headless-shell"
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
        # Words are there before what they can be used with.
        self.see(".panel:not([aria-busy=true])")

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
        def clicked():
            # A list that is drawn anew meanwhile has another element there.
            element = self.see(selector, text)
            self.run("arguments[0].scrollIntoView({block: 'nearest'})", element)
            element.click()
            return True
        self.wait(clicked, f"{selector} with {text!r} could not be clicked")

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

    def check_axe(self, window, view):
        """What is shown is accessible as far as axe can tell; the window has loaded it."""
        found = window.driver.execute_async_script("""
            const done = arguments[arguments.length - 1];
            axe.run(document.querySelector("main")).then(({ violations }) => done(
                violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`)));
        """)
        self.assertEqual(found, [], view)
