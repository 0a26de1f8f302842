"""How soon the page is there on a slow line: told as a table when it is run.

usage: first_view.py [RUNS]
"""

import statistics
import sys

from support import ROOT, Service, Window  # noqa: F401
from slow_line import SlowLine

# What is looked for in each tab: a part of it with words, and seen.
MARKS = {
    "radar": ["#radar-views span", "textContent"],
    "vote": ["#vote-place", "placeholder"],
}

# Notes when the words of a tab are seen, and when what it has can be used.
WATCH = """
(() => {
    const [selector, property] = %s;
    const seen = window.seen = {};
    const look = () => {
        const mark = document.querySelector(selector);
        const isSeen = mark?.[property] && mark.checkVisibility({ visibilityProperty: true });
        if (isSeen) {
            seen.text ??= performance.now();
            if (!mark.closest(".panel[aria-busy=true]")) seen.usable ??= performance.now();
        }
        if (!seen.usable) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
})();
"""


def watch(window, tab):
    """Has every page that is opened from now on note when the tab is there."""
    return window.devtools("Page.addScriptToEvaluateOnNewDocument",
                           source=WATCH % MARKS[tab])["identifier"]


def visit(window, url, tab):
    """Opens the page, and gives the seconds until its text and until its use."""
    window.driver.get("about:blank")
    window.driver.get(f"{url}/#{tab}")
    seen = window.wait(lambda: window.run("return window.seen.usable && window.seen"), "no text")
    return seen["text"] / 1000, seen["usable"] / 1000


def rest(window, line):
    """Waits until nothing more comes."""
    looks = []

    def rests():
        looks.append(line.received_bytes)
        return len(looks) > 25 and looks[-20:] == 20 * [looks[-1]]
    window.wait(rests, "the page keeps fetching")


def measured(service, tab, runs=3):
    """Medians of a first and a second visit."""
    rows = []
    for _ in range(runs):
        line = SlowLine(service.port)
        window = Window(width=390, height=844)
        watch(window, tab)
        text, usable = visit(window, line.url, tab)
        requests = window.run("return performance.getEntriesByType('resource').length") + 1
        rest(window, line)
        row = [text, usable, requests, line.requests, line.received_bytes / 1000]
        line.forget_counts()
        again = visit(window, line.url, tab)
        rest(window, line)
        rows.append(row + [*again, line.requests, line.received_bytes / 1000])
        window.close()
        line.close()
    return [statistics.median(column) for column in zip(*rows)]


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    service = Service()
    try:
        print("| tab | text, s | usable, s | requests until then, and in all | kB in all | second visit: text, s | usable, s | requests | kB |")
        print("|---|---|---|---|---|---|---|---|---|")
        for tab in MARKS:
            text, usable, before, requests, size, *again = measured(service, tab, runs)
            print(f"| {tab} | {text:.1f} | {usable:.1f} | {before:.0f}, {requests:.0f} | {size:.0f} | "
                  f"{again[0]:.2f} | {again[1]:.2f} | {again[2]:.0f} | {again[3]:.0f} |")
    finally:
        service.close()


if __name__ == "__main__":
    main()
