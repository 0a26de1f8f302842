"""Other threads of Python run while a question is answered, and memory is given back."""

import gc
import pathlib
import subprocess
import sys
import threading
import time
import unittest

import numpy

import ambit


def resident_bytes():
    """The memory that this process has in use."""
    gc.collect()
    words = pathlib.Path("/proc/self/statm").read_text().split()
    return int(words[1]) * 4096


class ThreadTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        source = numpy.random.default_rng(20261103)
        cls.lat = source.normal(40, 1, 400_000)
        cls.lon = source.normal(-100, 1, 400_000)
        cls.tree = ambit.QuadTree(lat=cls.lat, lon=cls.lon)

    def calls(self):
        """Questions that take their time, each on one thread of its own."""
        far = numpy.full(400_000, 179.0)
        return {
            "tree": lambda: ambit.QuadTree(lat=self.lat, lon=self.lon, ids=numpy.arange(400_000)[::-1]),
            "within": lambda: self.tree.within(lat=self.lat, lon=self.lon, radius_m=1000, threads=1),
            "nearest": lambda: self.tree.nearest(lat=self.lat, lon=self.lon, k=5, threads=1),
            "join": lambda: ambit.join(self.tree, self.tree, within_m=500, threads=1),
            "distance": lambda: ambit.distance(lat1=self.lat, lon1=self.lon, lat2=self.lat, lon2=far, threads=1),
        }

    def test_python_goes_on_while_a_question_is_answered(self):
        for name, call in self.calls().items():
            with self.subTest(question=name):
                begun, ended = threading.Event(), threading.Event()
                times = []

                def ask(call=call, begun=begun, ended=ended, times=times):
                    begun.set()
                    start = time.perf_counter()
                    call()
                    times.append(time.perf_counter() - start)
                    ended.set()

                thread = threading.Thread(target=ask)
                thread.start()
                begun.wait()
                turns = 0
                while not ended.is_set():
                    time.sleep(0.001)
                    turns += 1
                thread.join()
                # One that kept the others waiting would let this loop turn a handful of times around it.
                self.assertGreater(turns, 10, f"{times[0]:.3f} s")

    def test_many_threads_ask_one_tree_at_once(self):
        expected = self.tree.nearest(lat=self.lat[:3000], lon=self.lon[:3000], k=3)
        wrong = []

        def ask():
            for _ in range(5):
                found = self.tree.nearest(lat=self.lat[:3000], lon=self.lon[:3000], k=3, threads=2)
                if found.ids != expected.ids or found.distances_m != expected.distances_m:
                    wrong.append(found)

        threads = [threading.Thread(target=ask) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_a_column_that_is_written_to_meanwhile_does_no_harm(self):
        lat, stop = self.lat.copy(), threading.Event()

        def spoil():
            while not stop.is_set():
                lat[::1000] = numpy.nan
                lat[::1000] = 40.0

        thread = threading.Thread(target=spoil)
        thread.start()
        try:
            for _ in range(10):
                try:
                    self.tree.nearest(lat=lat[:50_000], lon=self.lon[:50_000], k=1)
                    ambit.QuadTree(lat=lat[:50_000], lon=self.lon[:50_000])
                except ValueError as error:
                    self.assertIn("is nan; a latitude lies between -90 and 90", str(error))
        finally:
            stop.set()
            thread.join()

    def test_more_than_there_is_memory_for_is_an_error(self):
        code = """
import resource
import numpy
import ambit
tree = ambit.QuadTree(lat=numpy.zeros(2000), lon=numpy.zeros(2000))
resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31))
for threads in (1, 2):
    try:
        tree.within(lat=numpy.zeros(200_000), lon=numpy.zeros(200_000), radius_m=1, threads=threads)
    except MemoryError:
        print("refused", len(tree.within(lat=numpy.zeros(200), lon=numpy.zeros(200), radius_m=1).ids))
"""
        said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        self.assertEqual(said.stdout, "refused 400000\nrefused 400000\n", said.stderr[-2000:])

    def test_a_thousand_calls_keep_no_memory(self):
        lat, lon = self.lat[:2000], self.lon[:2000]

        def refuse(call):
            try:
                call()
            except ValueError:
                return
            self.fail("nothing was refused")

        bad = lat.copy()
        bad[-1] = 100
        # Each gives, or prepares, some hundred kilobytes.
        calls = {
            "within": lambda: self.tree.within(lat=lat, lon=lon, radius_m=1000),
            "nearest": lambda: self.tree.nearest(lat=lat, lon=lon, k=10).pairs(),
            "join": lambda: ambit.join(ambit.QuadTree(lat=lat, lon=lon), self.tree, within_m=500),
            "tree": lambda: ambit.QuadTree(lat=lat, lon=lon, ids=range(2000, 0, -1), reach_m=lat + 100).lat,
            "distance": lambda: ambit.distance(lat1=lat, lon1=lon, lat2=lon * 0, lon2=lon),
            "refused": lambda: refuse(lambda: self.tree.nearest(lat=bad, lon=lon, k=10)),
            "refused tree": lambda: refuse(lambda: ambit.QuadTree(lat=bad, lon=lon, ids=range(2000))),
            "converted": lambda: self.tree.nearest(lat=lat.tolist(), lon=lon.astype("float32")),
        }
        for name, call in calls.items():
            with self.subTest(call=name):
                for _ in range(100):
                    call()
                before = resident_bytes()
                for _ in range(1000):
                    call()
                self.assertLess(resident_bytes() - before, 8 << 20)


if __name__ == "__main__":
    unittest.main()
