#!/usr/bin/env python3
"""Map matchers on tracks whose way is known: Ambit beside Valhalla, leuvenmapmatching and mappymatch.

usage: match.py AMBIT VALHALLA TRACKS [--every SECONDS] [--cap SECONDS] [--tracks COUNT] [--only NAME,...] [--rows FILE]

Called by scripts/bench match peers. VALHALLA is the folder of the unpacked wheel of pyvalhalla. All get the same networks and
the same fixes, track by track and one after the other, on one core each, and one judge judges them all: what a matcher has
found is made arcs of the network, whole ones, and their longest chain that the truth has too counts as right.

Ambit: `ambit import roads` of the network as OpenStreetMap's data, then the whole command `ambit match`, from start to exit.
Valhalla: the same data through valhalla_build_tiles, then trace_attributes over HTTP on this machine, once as it is shipped and
once with a search radius of 100 m and an accuracy of 10 m. leuvenmapmatching: an InMemMap with an R-tree, where a path that
stops begins anew behind it, once with all fixes and once with those that are 20 m from the last one: Ambit and Valhalla
leave out close ones by themselves. mappymatch: an NxMap of the streets between junctions, with LCSSMatcher as it is
shipped; the first and the last street are cut where the track begins and ends. A matcher that takes longer than --cap
(default 30) for a track is stopped, and the track counts as not found, and is told.
"""
import argparse
import datetime
import json
import logging
import os
import pathlib
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import warnings

import networks

warnings.filterwarnings("ignore")
logging.disable(logging.WARNING)


class TooSlow(Exception):
    pass


class Ambit:
    name = "Ambit (the whole command)"

    def __init__(self, arguments):
        self.ambit = arguments.ambit

    def prepare(self, track, folder):
        track.write_osm(folder / "network.osm.pbf")
        self.database = folder / "roads.sqlite"
        self.lines = networks.Lines(track)
        done = subprocess.run(
            [self.ambit, "import", "roads", folder / "network.osm.pbf", "--dataset", "roads", "--quiet",
             "--database", self.database], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        # 2: a road is left out, of which both ends lie at one place.
        if done.returncode not in (0, 2):
            raise RuntimeError(done.stderr)

    def match(self, fixes, folder):
        path = folder / "track.csv"
        with open(path, "w") as file:
            file.write("time,lat,lon\n")
            for lon, lat, second in fixes.tolist():
                moment = datetime.datetime.fromtimestamp(1_000_000_000 + second, datetime.timezone.utc)
                file.write(f"{moment:%Y-%m-%dT%H:%M:%S.%fZ},{lat},{lon}\n")
        start = time.perf_counter()
        text = subprocess.run(
            [self.ambit, "match", path, "--mode", "drive", "--format", "geojson", "--database", self.database],
            check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        seconds = time.perf_counter() - start
        found = []
        for feature in json.loads(text)["features"]:
            if feature["properties"]["kind"] == "part" and feature["geometry"]["type"] == "LineString":
                found += self.lines.arcs(feature["geometry"]["coordinates"])
        return found, seconds

    def end(self):
        pass


class Valhalla:
    name = "Valhalla 3.9.1, as shipped"
    options = {}

    def __init__(self, arguments):
        self.wheel = pathlib.Path(arguments.valhalla)

    def prepare(self, track, folder):
        track.write_osm(folder / "network.osm.pbf")
        self.serve(folder / "network.osm.pbf", folder)
        self.lines = networks.Lines(track)

    def serve(self, data, folder):
        """Builds the tiles of OpenStreetMap's data and serves them."""
        sys.path.insert(0, str(self.wheel / "valhalla"))
        import valhalla_build_config as given
        sys.path.pop(0)

        def told(values):
            return {key: told(value) if isinstance(value, dict) else value
                    for key, value in values.items() if not isinstance(value, given.Optional)}
        config = told(given.config)
        tiles = folder / f"tiles-{type(self).__name__}"
        tiles.mkdir()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        config["mjolnir"].update(tile_dir=str(tiles), concurrency=1)
        config["mjolnir"].pop("tile_extract", None)
        config["service_limits"]["trace"].update(max_shape=100_000, max_distance=5_000_000)
        config["service_limits"]["auto"].update(max_distance=50_000_000)
        config["httpd"]["service"].update(
            listen=f"tcp://127.0.0.1:{self.port}", drain_seconds=0, shutdown_seconds=0,
            loopback=f"ipc://{folder}/loopback", interrupt=f"ipc://{folder}/interrupt")
        for part in ("loki", "thor", "odin", "meili"):
            config[part]["service"]["proxy"] = f"ipc://{folder}/{part}"
        path = tiles / "config.json"
        path.write_text(json.dumps(config))
        subprocess.run([self.wheel / "valhalla/bin/valhalla_build_tiles", "-j", "1", "-c", path, data],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.service = subprocess.Popen([self.wheel / "valhalla/bin/valhalla_service", path, "1"],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/status", timeout=5).read()
                break
            except OSError:
                time.sleep(0.05)

    def match(self, fixes, folder):
        lines, seconds, *failure = self.trace(fixes)
        found = []
        for line in lines:
            found += self.lines.arcs(line)
        return found, seconds, *failure

    def trace(self, fixes):
        """The lines of a track, the seconds that it took, and what was refused, if anything."""
        body = json.dumps({
            "shape": [{"lat": lat, "lon": lon, "time": second} for lon, lat, second in fixes.tolist()],
            "costing": "auto", "shape_match": "map_snap", "trace_options": self.options,
            "filters": {"action": "include", "attributes": [
                "shape", "edge.way_id", "edge.begin_shape_index", "edge.end_shape_index"]}}).encode()
        start = time.perf_counter()
        try:
            text = urllib.request.urlopen(urllib.request.Request(
                f"http://127.0.0.1:{self.port}/trace_attributes", body,
                {"Content-Type": "application/json"}), timeout=600).read()
        except urllib.error.HTTPError as error:
            return [], time.perf_counter() - start, json.loads(error.read()).get("error")
        seconds = time.perf_counter() - start
        answer = json.loads(text)
        shape = decoded(answer["shape"])
        # Edges that follow each other are one line.
        lines, last = [], None
        for edge in answer["edges"]:
            first, end = edge["begin_shape_index"], edge["end_shape_index"]
            if lines and first == last:
                lines[-1] += shape[first + 1:end + 1]
            else:
                lines.append(shape[first:end + 1])
            last = end
        return lines, seconds

    def end(self):
        self.service.kill()
        self.service.wait()


class WideValhalla(Valhalla):
    name = "Valhalla 3.9.1, 100 m around, accuracy 10 m"
    options = {"search_radius": 100, "gps_accuracy": 10}


def decoded(text):
    """The places of Valhalla's polyline, with six digits."""
    places, value, shift, deltas, lat, lon = [], 0, 0, [], 0, 0
    for letter in text:
        byte = ord(letter) - 63
        value |= (byte & 31) << shift
        shift += 5
        if byte < 32:
            deltas.append(~(value >> 1) if value & 1 else value >> 1)
            value = shift = 0
            if len(deltas) == 2:
                lat, lon = lat + deltas[0], lon + deltas[1]
                places.append((lon / 1e6, lat / 1e6))
                deltas = []
    return places


class Leuven:
    name = "leuvenmapmatching 1.1.4"

    def __init__(self, arguments):
        pass

    def prepare(self, track, folder):
        from leuvenmapmatching.map.inmem import InMemMap
        self.track = track
        self.map = InMemMap("network", use_latlon=True, use_rtree=True, index_edges=True)
        for node, (lon, lat) in enumerate(track.nodes.tolist()):
            self.map.add_node(node, (lat, lon))
        for start, end in track.number:
            self.map.add_edge(start, end)
        self.map.purge()

    def match(self, fixes, folder):
        from leuvenmapmatching.matcher.distance import DistanceMatcher
        path = [(lat, lon) for lon, lat, _ in fixes.tolist()]
        start, first, found = time.perf_counter(), 0, []
        while len(path) - first > 1:
            matcher = DistanceMatcher(
                self.map, max_dist=200, max_dist_init=100, min_prob_norm=0.001, obs_noise=10, obs_noise_ne=20,
                dist_noise=20, non_emitting_states=True, non_emitting_length_factor=0.75, max_lattice_width=8)
            states, last = matcher.match(path[first:])
            if states:
                nodes = matcher.path_pred_onlynodes
                found += self.track.arcs_along(nodes)
            first += max(1, last + 1)
        return found, time.perf_counter() - start

    def end(self):
        self.map = None


class SpacedLeuven(Leuven):
    name = "leuvenmapmatching 1.1.4, fixes 20 m apart"
    METERS = 20.0

    def match(self, fixes, folder):
        taken = [0]
        for number in range(1, len(fixes)):
            (lon, lat), (lon2, lat2) = fixes[taken[-1]][:2], fixes[number][:2]
            if networks.meters_between(lon, lat, lon2, lat2) >= self.METERS:
                taken.append(number)
        return super().match(fixes[taken], folder)


class Mappymatch:
    name = "mappymatch 0.7.1"

    def __init__(self, arguments):
        pass

    def prepare(self, track, folder):
        import networkx
        import pyproj
        from mappymatch.maps.nx.nx_map import NxMap
        from mappymatch.utils.crs import XY_CRS
        from shapely.geometry import LineString
        self.track = track
        x, y = pyproj.Transformer.from_crs(4326, XY_CRS, always_xy=True).transform(
            track.nodes[:, 0], track.nodes[:, 1])
        graph = networkx.MultiDiGraph(crs=XY_CRS, distance_weight="kilometers", time_weight="minutes")
        self.chains = {}
        for chain, is_one_way in track.ways:
            for nodes in [chain] if is_one_way else [chain, chain[::-1]]:
                kilometers = sum(track.meters[track.number[pair]] for pair in zip(nodes, nodes[1:])) / 1000
                key = graph.add_edge(nodes[0], nodes[-1], kilometers=kilometers, minutes=kilometers,
                                     geometry=LineString([(x[node], y[node]) for node in nodes]))
                self.chains[nodes[0], nodes[-1], key] = nodes
        self.map = NxMap(graph)
        self.lines = networks.Lines(track)

    def match(self, fixes, folder):
        import pandas
        from mappymatch.constructs.trace import Trace
        from mappymatch.matchers.lcss.lcss import LCSSMatcher
        start = time.perf_counter()
        trace = Trace.from_dataframe(pandas.DataFrame(
            {"latitude": fixes[:, 1], "longitude": fixes[:, 0]}))
        roads = LCSSMatcher(self.map).match_trace(trace).path
        seconds = time.perf_counter() - start
        ids = [road.road_id for road in roads]
        chains = [self.chains[tuple(one)] for one, before in zip(ids, [None] + ids) if one != before]
        for at, fix in ((0, fixes[0]), (-1, fixes[-1])):
            if chains:
                nodes = chains[at]
                near = min(range(len(nodes) - 1),
                           key=lambda number: self.lines.off(fix[:2], nodes[number], nodes[number + 1]))
                chains[at] = nodes[near:] if at == 0 else nodes[:near + 2]
        found = []
        for nodes in chains:
            found += self.track.arcs_along(nodes)
        return found, seconds

    def end(self):
        self.map = None


def stopped_after(seconds, work):
    def stop(*_):
        raise TooSlow
    signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        return work()
    finally:
        signal.alarm(0)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("ambit")
    parser.add_argument("valhalla")
    parser.add_argument("tracks")
    parser.add_argument("--every", type=int, default=0)
    parser.add_argument("--cap", type=int, default=30)
    parser.add_argument("--count", "--tracks", type=int, dest="count")
    parser.add_argument("--only", default="Ambit,Valhalla,WideValhalla,Leuven,SpacedLeuven,Mappymatch")
    parser.add_argument("--rows")
    arguments = parser.parse_args()
    matchers = [globals()[name](arguments) for name in arguments.only.split(",")]
    rows = open(arguments.rows, "w") if arguments.rows else None
    results = {matcher.name: [] for matcher in matchers}
    fixes_in_all = 0
    folders = sorted(path for path in pathlib.Path(arguments.tracks).iterdir() if path.is_dir())
    for path in folders[:arguments.count]:
        track = networks.Track(path)
        fixes = track.thinned(arguments.every)
        fixes_in_all += len(fixes)
        for matcher in matchers:
            with tempfile.TemporaryDirectory(prefix="ambit-match-") as folder:
                folder = pathlib.Path(folder)
                begin, note, found, seconds = time.perf_counter(), "", [], float(arguments.cap)
                made = 0.0
                try:
                    matcher.prepare(track, folder)
                    made = time.perf_counter() - begin
                    found, seconds, *failure = stopped_after(arguments.cap, lambda: matcher.match(fixes, folder))
                    note = failure[0] if failure else ""
                except TooSlow:
                    note = f"stopped after {arguments.cap} s"
                except (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError,
                        subprocess.CalledProcessError) as error:
                    note = f"{type(error).__name__}: {error}"[:80]
                finally:
                    matcher.end()
            truth, right, false = track.score(found)
            results[matcher.name].append((truth, right, false, seconds, made, note))
            line = "\t".join([track.name, matcher.name, str(len(fixes)), f"{truth:.0f}", f"{right / truth:.4f}",
                              f"{false / truth:.4f}", f"{seconds:.2f}", f"{made:.2f}", note])
            print(line, file=sys.stderr, flush=True)
            if rows:
                print(line, file=rows, flush=True)
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"{len(folders[:arguments.count])} tracks, {fixes_in_all:,} fixes"
          + (f", one in {arguments.every} s" if arguments.every else "") + f"; load {load}\n")
    print("| matcher | found | false | correct | median of tracks | matching | making networks | not done |")
    print("|---|---|---|---|---|---|---|---|")
    for name, tracks in results.items():
        truth, right, false, seconds, made = (sum(track[column] for track in tracks) for column in range(5))
        middle = statistics.median((track[1] - track[2]) / track[0] for track in tracks)
        missing = sum(bool(track[5]) for track in tracks)
        print(f"| {name} | {right / truth:.2%} | {false / truth:.2%} | {(right - false) / truth:.2%} | {middle:.2%} "
              f"| {seconds:.1f} s | {made:.1f} s | {missing or ''} |")


if __name__ == "__main__":
    main()
