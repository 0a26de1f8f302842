"""Tests that hold Ambit to times: they run by themselves, when nothing else keeps the machine busy.

Run as a program it runs the tests of a folder that are marked so, or all but those:

    python held_to_time.py Tests/BrowserTests [--only | --without]
"""

import argparse
import sys
import unittest


def held_to_time(test):
    """Marks a test method."""
    test.is_held_to_time = True
    return test


def each(suite):
    """The tests of a suite, those of what it consists of too."""
    for one in suite:
        if isinstance(one, unittest.TestSuite):
            yield from each(one)
        else:
            yield one


def is_held(test):
    method = getattr(test, test._testMethodName, None)
    return getattr(method, "is_held_to_time", False)


def main():
    parser = argparse.ArgumentParser(description="Runs the tests of a folder, in files named *_test.py.")
    parser.add_argument("folder")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--only", action="store_true", help="those that are held to time")
    which.add_argument("--without", action="store_true", help="all others")
    options = parser.parse_args()
    tests = each(unittest.defaultTestLoader.discover(options.folder, "*_test.py"))
    if options.only:
        tests = filter(is_held, tests)
    elif options.without:
        tests = (test for test in tests if not is_held(test))
    chosen = unittest.TestSuite(tests)
    if not chosen.countTestCases():
        sys.exit(f"{options.folder} has no such tests")
    sys.exit(not unittest.TextTestRunner().run(chosen).wasSuccessful())


if __name__ == "__main__":
    main()
