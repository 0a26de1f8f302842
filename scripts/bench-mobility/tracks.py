#!/usr/bin/env python3
"""Questions about many tracks: Ambit beside MovingPandas, trackintel and geopandas, on the same fixes.

usage: tracks.py AMBIT [--fixes 1000000] [--questions 20] [--alike 8] [--seed 28]

Called by scripts/bench tracks peers. Makes tracks of 1,440 fixes in a city of 40 km over thirty days, and asks

1. which tracks have a fix within 50 m of a place in an hour: `ambit tracks within` on an archive, from start to exit;
   MovingPandas with get_segments_between, get_intersecting and the fixes of what is left; trackintel with the fixes of the
   hour and spatial_filter; geopandas with a spatial index of all fixes, then the hour. These have the fixes in memory, in
   metres (UTM), as that is what they take. All have to name the same tracks, but for those that are within 10 cm of the
   radius, where a plane and a geodesic may differ.
2. the dynamic time warping and the discrete Frechet distance of every two of some tracks: `ambit tracks distance`, from start
   to exit, by geodesics; MovingPandas's dtw_distance and frechet_distance, and trackintel's calculate_distance_matrix, in a
   plane. The largest difference to Ambit's is told.

Prints medians of a question. Making what each needs is told apart: Ambit's archive, the others' frames.
"""
import argparse
import csv
import datetime
import io
import itertools
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import warnings

import geopandas
import movingpandas
import numpy
import pandas
import shapely
import trackintel

warnings.filterwarnings("ignore")

UTM = 32615
BEGIN = 1_790_000_000
FIXES_OF_TRACK = 1_440
RADIUS = 50.0


def made(count, seed):
    """Fixes as (track, second, latitude, longitude)."""
    chance = numpy.random.default_rng(seed)
    tracks = max(1, count // FIXES_OF_TRACK)
    steps = chance.integers(4, 7, (tracks, FIXES_OF_TRACK))
    seconds = BEGIN + chance.integers(0, 30, (tracks, 1)) * 86_400 + chance.integers(0, 80_000, (tracks, 1)) + numpy.cumsum(
        steps, axis=1)
    heading = chance.uniform(0, 2 * math.pi, (tracks, 1)) + numpy.cumsum(
        chance.uniform(-0.2, 0.2, steps.shape), axis=1)
    gone = chance.uniform(1, 15, (tracks, 1)) * steps
    north = chance.uniform(-20_000, 20_000, (tracks, 1)) + numpy.cumsum(numpy.cos(heading) * gone, axis=1)
    east = chance.uniform(-20_000, 20_000, (tracks, 1)) + numpy.cumsum(numpy.sin(heading) * gone, axis=1)
    return pandas.DataFrame({
        "track": numpy.repeat(numpy.arange(tracks), FIXES_OF_TRACK), "second": seconds.ravel(),
        "lat": numpy.round(29.76 + north.ravel() / 110_850, 7),
        "lon": numpy.round(-95.37 + east.ravel() / 96_700, 7)})


def moment(second):
    return f"{datetime.datetime.fromtimestamp(second, datetime.timezone.utc):%Y-%m-%dT%H:%M:%SZ}"


def write(table, path):
    table.assign(time=pandas.to_datetime(table.second, unit="s").dt.strftime("%Y-%m-%dT%H:%M:%SZ"))[
        ["track", "time", "lat", "lon"]].to_csv(path, index=False)


class Timer:
    def __enter__(self):
        self.start = time.perf_counter()
        return self

    def __exit__(self, *_):
        self.seconds = time.perf_counter() - self.start


def run(command):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def name(track):
    """The number of a track of a file of many, as the command names it."""
    return int("".join(letter for letter in track.split(".csv")[-1] if letter.isdigit()) or track)


def passages(arguments, table, folder):
    with Timer() as packing:
        run([arguments.ambit, "tracks", "pack", folder / "fixes.csv", "--person", "track", "-o", folder / "all.tracks"])
    with Timer() as framing:
        frame = geopandas.GeoDataFrame(
            table, geometry=geopandas.points_from_xy(table.lon, table.lat), crs=4326).to_crs(UTM)
        frame["t"] = pandas.to_datetime(frame.second, unit="s")
    with Timer() as collecting:
        collection = movingpandas.TrajectoryCollection(frame.set_index("t"), "track")
    with Timer() as positioning:
        positions = frame.assign(tracked_at=frame.t.dt.tz_localize("UTC"), user_id=frame.track)
        positions = trackintel.Positionfixes(positions[["user_id", "tracked_at", "geometry"]])
    with Timer() as indexing:
        frame.sindex
    made = [packing.seconds, framing.seconds + collecting.seconds, framing.seconds + positioning.seconds,
            framing.seconds + indexing.seconds]
    chance = numpy.random.default_rng(99)
    rules = ["Ambit (the whole command)", f"MovingPandas {movingpandas.__version__}",
             f"trackintel {trackintel.__version__}", f"geopandas {geopandas.__version__}"]
    waits, differing, found_in_all = [[] for _ in rules], [0 for _ in rules], 0
    for row in chance.integers(0, len(table), arguments.questions):
        fix = frame.iloc[row]
        begin = int(fix.second) // 3_600 * 3_600
        end = begin + 3_600
        disc = fix.geometry.buffer(RADIUS, quad_segs=256)
        start, stop = (pandas.Timestamp(second, unit="s") for second in (begin, end))
        answers = []
        with Timer() as timer:
            text = run([arguments.ambit, "tracks", "within", folder / "all.tracks", "--at", f"{fix.lat:.7f},{fix.lon:.7f}",
                        "--radius", f"{RADIUS:g}m", "--from", moment(begin), "--to", moment(end), "--format", "csv"])
        waits[0].append(timer.seconds)
        answers.append({name(row["track"]) for row in csv.DictReader(io.StringIO(text))})
        with Timer() as timer:
            near = collection.get_segments_between(start, stop).get_intersecting(disc)
            found = {track.id for track in near if track.df.within(disc).any()}
        waits[1].append(timer.seconds)
        answers.append({int(str(track).split("_")[0]) for track in found})
        with Timer() as timer:
            hour = positions[(positions.tracked_at >= start.tz_localize("UTC"))
                             & (positions.tracked_at <= stop.tz_localize("UTC"))]
            area = geopandas.GeoDataFrame(geometry=[disc], crs=UTM)
            found = set(trackintel.geogr.spatial_filter(hour, area, method="within").user_id)
        waits[2].append(timer.seconds)
        answers.append({int(track) for track in found})
        with Timer() as timer:
            inside = frame.iloc[frame.sindex.query(disc, predicate="contains")]
            found = set(inside[(inside.t >= start) & (inside.t <= stop)].track)
        waits[3].append(timer.seconds)
        answers.append({int(track) for track in found})
        found_in_all += len(answers[0])
        hour = frame[(frame.second >= begin) & (frame.second <= end)]
        off = numpy.abs(hour.distance(fix.geometry) - RADIUS)
        doubtful = set(hour.track[off < 0.1])
        for number, answer in enumerate(answers):
            differing[number] += bool((answer ^ answers[0]) - doubtful)
    starts = []
    for _ in range(10):
        with Timer() as timer:
            run([arguments.ambit, "tracks", "within", folder / "all.tracks", "--at", "0,0", "--radius", f"{RADIUS:g}m",
                 "--format", "csv"])
        starts.append(timer.seconds)
    print(f"{len(table):,} fixes of {table.track.nunique():,} tracks, {arguments.questions} questions, {found_in_all} tracks "
          f"found: within 50 m in an hour. Of Ambit's time {statistics.median(starts) * 1000:.1f} ms are starting the "
          "command.\n")
    print("| | median of a question | most | times Ambit's | made before | other tracks |")
    print("|---|---|---|---|---|---|")
    for rule, times, seconds, other in zip(rules, waits, made, differing):
        middle = statistics.median(times)
        print(f"| {rule} | {middle * 1000:.1f} ms | {max(times) * 1000:.1f} ms "
              f"| {middle / statistics.median(waits[0]):.1f} | {seconds:.1f} s | {other or 'none'} |")
    return not any(differing)


def distances(arguments, table, folder):
    table = table[(table.track < arguments.alike) & (table.index % FIXES_OF_TRACK < 300)]
    write(table, folder / "alike.csv")
    frame = geopandas.GeoDataFrame(
        table, geometry=geopandas.points_from_xy(table.lon, table.lat), crs=4326).to_crs(UTM)
    frame["t"] = pandas.to_datetime(frame.second, unit="s")
    pairs = list(itertools.combinations(range(arguments.alike), 2))
    with Timer() as ambit:
        text = run([arguments.ambit, "tracks", "distance", folder / "alike.csv", "--format", "csv"])
    own = {}
    for row in csv.DictReader(io.StringIO(text)):
        pair = tuple(sorted((name(row["track"]), name(row["other"]))))
        own[pair] = float(row["dtw_m"]), float(row["frechet_m"])
    tracks = {track.id: track for track in movingpandas.TrajectoryCollection(frame.set_index("t"), "track")}
    with Timer() as moving:
        by_moving = {(a, b): (tracks[a].dtw_distance(tracks[b]), tracks[a].frechet_distance(tracks[b])) for a, b in pairs}
    lines = geopandas.GeoDataFrame(geometry=[shapely.LineString(one.geometry) for _, one in frame.groupby("track")], crs=UTM)
    with Timer() as intel:
        matrices = [trackintel.geogr.calculate_distance_matrix(lines, dist_metric=metric) for metric in ("dtw", "frechet")]
    by_intel = {(a, b): tuple(matrix[a][b] for matrix in matrices) for a, b in pairs}
    print(f"\n{len(pairs)} pairs of tracks of 300 fixes: dynamic time warping and discrete Frechet distance\n")
    print("| | both of a pair | times Ambit's | DTW differs by at most | Frechet by at most |")
    print("|---|---|---|---|---|")
    for rule, timer, found in [("Ambit (the whole command)", ambit, own),
                               (f"MovingPandas {movingpandas.__version__}", moving, by_moving),
                               (f"trackintel {trackintel.__version__}", intel, by_intel)]:
        off = [max(abs(found[pair][which] / own[pair][which] - 1) for pair in pairs) for which in (0, 1)]
        print(f"| {rule} | {timer.seconds / len(pairs) * 1000:.1f} ms | {timer.seconds / ambit.seconds:.1f} "
              f"| {off[0]:.3%} | {off[1]:.3%} |")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][7:])
    parser.add_argument("ambit")
    parser.add_argument("--fixes", type=int, default=1_000_000)
    parser.add_argument("--questions", type=int, default=20)
    parser.add_argument("--alike", type=int, default=8)
    parser.add_argument("--seed", type=int, default=28)
    arguments = parser.parse_args()
    table = made(arguments.fixes, arguments.seed)
    with tempfile.TemporaryDirectory(prefix="ambit-tracks-") as folder:
        folder = pathlib.Path(folder)
        write(table, folder / "fixes.csv")
        agree = passages(arguments, table, folder)
        distances(arguments, table, folder)
    print(f"\nload {os.getloadavg()[0]:.1f}")
    sys.exit(0 if agree else 1)


if __name__ == "__main__":
    main()
