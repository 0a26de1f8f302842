#!/usr/bin/env python3
"""Vector tiles and collections of many stations: see run, which calls this.

usage: run.py AMBIT WORK POSTGRES_PROGRAMS STATIONS SECONDS
"""
import collections
import gzip
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import time
import urllib.request

ambit, work, programs = sys.argv[1:4]
station_count, seconds = int(sys.argv[4]), int(sys.argv[5])
here = pathlib.Path(__file__).resolve().parent
database = f"{work}/stations-{station_count}.sqlite"
PATH = "/ogc/collections/stations/tiles/WebMercatorQuad/{z}/{y}/{x}"
TILES_AT_MOST = 6000


def stations():
    """Towns of very different sizes all over a continent."""
    source = random.Random(20261103)
    towns = [(source.uniform(30, 48), source.uniform(-120, -75), source.uniform(0.02, 0.3), source.paretovariate(1.1))
             for _ in range(2000)]
    for lat, lon, spread, _ in source.choices(towns, [town[3] for town in towns], k=station_count):
        yield source.gauss(lat, spread), source.gauss(lon, spread)


def make_stations():
    path = f"{work}/stations-{station_count}.csv"
    if not os.path.exists(path):
        with open(path + ".new", "w") as file:
            file.write("id,name,address,latitude,longitude\n")
            for number, (lat, lon) in enumerate(stations()):
                file.write(f"{number},Hall {number},{number % 997} Main Street,{lat:.7f},{lon:.7f}\n")
        os.replace(path + ".new", path)
    if not os.path.exists(database):
        subprocess.run([ambit, "import", "stations", path, "--dataset", "bench", "--quiet", "--database", database + ".new"],
                       check=True)
        os.replace(database + ".new", database)
    return path


def tiles_of(path, zoom):
    """How many stations each tile of a zoom has."""
    counts = collections.Counter()
    side = 1 << zoom
    with open(path) as file:
        next(file)
        for line in file:
            *_, lat, lon = line.split(",")
            x = int((float(lon) / 360 + 0.5) * side)
            y = int((0.5 - math.asinh(math.tan(math.radians(float(lat)))) / (2 * math.pi)) * side)
            counts[x, y] += 1
    return counts


def some_tiles(path):
    """Tiles of 150 to 250 stations at several zooms, in no order."""
    found = [(zoom, x, y) for zoom in (9, 10, 11, 12, 13)
             for (x, y), count in tiles_of(path, zoom).items() if 150 <= count <= 250]
    random.Random(1).shuffle(found)
    return found[:TILES_AT_MOST]


class Server:
    def __init__(self):
        self.process = subprocess.Popen([ambit, "serve", "--port", "0", "--database", database], text=True,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                        env={**os.environ, "AMBIT_RATE_LIMIT": "off"})
        for line in self.process.stderr:
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                self.url = found[0]
                break
        else:
            sys.exit("error: the server did not start")
        self.process.stderr.close()
        deadline = time.monotonic() + 300
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(self.url + "/readyz").read()
                return
            except OSError:
                time.sleep(0.1)
        sys.exit("error: the server was not ready within 5 minutes")

    def get(self, path):
        return urllib.request.urlopen(self.url + path).read()

    def peak_megabytes(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024

    def forget_peak(self):
        pathlib.Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")

    def megabytes(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    def processor_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self):
        self.process.terminate()
        self.process.wait()


def wrk(server, paths, *words):
    """Requests a second, median and 99 % in ms, the server's processor time a request in us."""
    before = server.processor_seconds()
    said = subprocess.run(["wrk", "-t2", "-c16", f"-d{seconds if not words else 2 * seconds}s", "-s", here / "tiles.lua", server.url,
                           "--", paths, *words], capture_output=True, text=True, check=True).stdout
    requests, microseconds, median, most, wrong = map(int, re.search(r"RESULT (.*)", said)[1].split())
    if wrong:
        sys.exit(f"error: {wrong} of {requests} tiles were refused")
    spent = server.processor_seconds() - before
    return requests / microseconds * 1e6, median / 1000, most / 1000, spent / requests * 1e6


def features_in(tile):
    """How many features a tile has: fields 2 of its layers, which are its fields 3."""
    def fields(data):
        position = 0

        def number():
            nonlocal position
            value = shift = 0
            while True:
                byte = data[position]
                position += 1
                value |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    return value
        while position < len(data):
            key = number()
            if key & 7 == 0:
                number()
                continue
            if key & 7 != 2:
                position += 8 if key & 7 == 1 else 4
                continue
            length = number()
            yield key >> 3, data[position:position + length]
            position += length
    return sum(1 for field, layer in fields(tile) if field == 3 for inner, _ in fields(layer) if inner == 2)


def as_postgres(words, **options):
    runner = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    return subprocess.run([*runner, *words], cwd="/", check=True, text=True, capture_output=True, **options).stdout


def sql(text, **options):
    return as_postgres([f"{programs}/psql", "-h", f"{work}/postgres", "-d", "postgres", "-qAt", "-v", "ON_ERROR_STOP=1"],
                       input=text, **options)


TILE_SQL = """SELECT ST_AsMVT(t, 'stations', 4096, 'shape') FROM (
    SELECT s.id, s.name, s.address, ST_AsMVTGeom(s.shape, e.box, 4096, 64, true) AS shape
    FROM tiles, LATERAL (SELECT ST_TileEnvelope(z, x, y) AS box, ST_TileEnvelope(z, x, y, margin => 64.0 / 4096) AS wide) AS e
    JOIN s ON s.shape && e.wide WHERE tiles.n = {n}) AS t"""


def load_postgis(path, tiles):
    name = f"s_{station_count}"
    if sql(f"SELECT to_regclass('{name}') IS NULL").strip() == "t":
        sql(f"""SET client_min_messages = warning;
            CREATE EXTENSION IF NOT EXISTS postgis;
            CREATE TEMP TABLE raw (id text, name text, address text, latitude float8, longitude float8);
            COPY raw FROM '{path}' CSV HEADER;
            CREATE TABLE {name} AS SELECT id, name, address,
                ST_Transform(ST_SetSRID(ST_MakePoint(longitude, latitude), 4326), 3857) AS shape FROM raw;
            CREATE INDEX ON {name} USING gist (shape);
            VACUUM ANALYZE {name};""")
    values = ",".join(f"({n},{z},{x},{y})" for n, (z, x, y) in enumerate(tiles, 1))
    sql(f"""SET client_min_messages = warning;
        DROP VIEW IF EXISTS s; CREATE VIEW s AS SELECT * FROM {name};
        DROP TABLE IF EXISTS tiles; CREATE TABLE tiles (n int PRIMARY KEY, z int, x int, y int);
        INSERT INTO tiles VALUES {values}; VACUUM ANALYZE tiles;""")


def postgis_tiles_a_second(count):
    script = f"{work}/tiles.sql"
    pathlib.Path(script).write_text(f"\\set n random(1, {count})\n{TILE_SQL.format(n=':n')};\n")
    os.chmod(script, 0o644)
    said = as_postgres([f"{programs}/pgbench", "-h", f"{work}/postgres", "-n", "-M", "prepared", "-c16", "-j2", f"-T{seconds}",
                        "-f", script, "postgres"])
    return float(re.search(r"tps = ([\d.]+) \(without", said)[1])


path = make_stations()
tiles = some_tiles(path)
if not tiles:
    sys.exit("error: no tile has 150 to 250 stations; ask for more STATIONS")
paths = f"{work}/tiles.txt"
pathlib.Path(paths).write_text("".join(PATH.format(z=z, x=x, y=y) + "\n" for z, x, y in tiles))
load_postgis(path, tiles)

server = Server()
plain = wrk(server, paths, "once", "plain")
server.close()
server = Server()
cold = wrk(server, paths, "once")
postgis = postgis_tiles_a_second(len(tiles))
warm = wrk(server, paths)
counted = [(features_in(server.get(PATH.format(z=z, x=x, y=y))),
            int(sql("SELECT count(*) FROM tiles, s WHERE n = %d AND s.shape && ST_TileEnvelope(z, x, y, margin => 64.0 / 4096);"
                    % n))) for n, (z, x, y) in list(enumerate(tiles, 1))[:50]]
unlike = sum(1 for ours, theirs in counted if abs(ours - theirs) > 2)
server.close()

print(f"{station_count} stations, {len(tiles)} tiles of 150 to 250 of them")
print(f"{'':24}{'tiles/s':>10}{'median ms':>11}{'99 % ms':>9}{'us of the server a tile':>25}")
for name, row in ("Ambit, cold, not packed", plain), ("Ambit, cold, by gzip", cold), ("Ambit, warm, by gzip", warm):
    print(f"{name:24}{row[0]:10,.0f}{row[1]:11.2f}{row[2]:9.2f}{row[3]:25.0f}   x{row[0] / postgis:.1f}")
print(f"{'PostGIS, ST_AsMVT':24}{postgis:10,.0f}{'':11}{'':9}{'':25}   not packed")
print(f"{unlike} of {len(counted)} tiles have another number of stations than PostGIS finds")

times = []
for _ in range(5):
    server = Server()
    start = time.perf_counter()
    body = server.get(PATH.format(z=0, x=0, y=0))
    times.append((time.perf_counter() - start) * 1000)
    server.close()
times.sort()
print(f"the whole world, first time: median {times[2]:.0f} ms, most {times[-1]:.0f} ms, {len(body)} bytes")

server = Server()
server.get("/ogc/collections/stations/items?limit=10")
server.forget_peak()
before = server.megabytes()
target = f"{work}/stations.gpkg"
pathlib.Path(target).unlink(missing_ok=True)
start = time.perf_counter()
said = subprocess.run(["ogr2ogr", "-f", "GPKG", target, f"OAPIF:{server.url}/ogc", "stations", "-oo", "PAGE_SIZE=10000"],
                      capture_output=True, text=True)
took = time.perf_counter() - start
more = server.peak_megabytes() - before
server.close()
if said.returncode or said.stderr.strip():
    sys.exit(f"error: ogr2ogr ended with {said.returncode}: {said.stderr.strip()}")
listed = subprocess.run(["ogrinfo", "-so", "-al", target], capture_output=True, text=True, check=True).stdout
fetched = int(re.search(r"Feature Count: (\d+)", listed)[1])
print(f"ogr2ogr fetched {fetched} stations in {took:.1f} s; the server took {more:.0f} MB more")
if unlike or fetched != station_count:
    sys.exit(1)
