#!/usr/bin/env python3
"""What others take for the questions of scripts/bench-analysts/run.

usage: peers.py PEER TASK FIRST.csv SECOND OUT.csv [RADIUS_M|COUNT]

TASK is pairs (of FIRST and SECOND within a radius), nearest (COUNT of SECOND for each of FIRST) or polygons (for each of
FIRST the polygons of SECOND, a GeoJSON file, that hold it). FIRST and SECOND are CSVs with id, lat and lon. OUT gets first
id, second id and, but for polygons, metres with three decimals. A peer that cannot do a task ends with 3.
"""
import sys

import numpy

EARTH_M = 6371008.8


def need(*_):
    sys.exit(3)


def frames(first, second):
    import pyarrow.csv
    read = [pyarrow.csv.read_csv(path) for path in (first, second)]
    return [[table[name].to_numpy() for name in ("id", "lat", "lon")] for table in read]


def write(path, first, second, meters=None):
    import pyarrow
    import pyarrow.csv
    columns = {"a": first, "b": second}
    if meters is not None:
        columns["m"] = numpy.round(meters, 3)
    pyarrow.csv.write_csv(pyarrow.table(columns), path)


def geodesics(at, to):
    import pyproj
    return pyproj.Geod(ellps="WGS84").inv(at[1], at[0], to[1], to[0])[2]


def vectors(lat, lon):
    lat, lon = numpy.radians(lat), numpy.radians(lon)
    return numpy.column_stack([numpy.cos(lat) * numpy.cos(lon), numpy.cos(lat) * numpy.sin(lon), numpy.sin(lat)])


def shapely_pairs(first, second, out, radius):
    import shapely
    (ids, lat, lon), (ids2, lat2, lon2) = frames(first, second)
    tall = radius * 1.01 / 110500
    wide = tall * 1.01 / numpy.cos(numpy.radians(lat))
    boxes = shapely.box(lon - wide, lat - tall, lon + wide, lat + tall)
    a, b = shapely.STRtree(shapely.points(lon2, lat2)).query(boxes)
    meters = geodesics((lat[a], lon[a]), (lat2[b], lon2[b]))
    near = meters <= radius
    write(out, ids[a[near]], ids2[b[near]], meters[near])


def geopandas_polygons(first, second, out, _):
    import geopandas
    import pandas
    import shapely
    areas = geopandas.read_file(second)
    parts = []
    for chunk in pandas.read_csv(first, engine="c", chunksize=2_000_000):
        points = geopandas.GeoDataFrame(
            chunk[["id"]], geometry=shapely.points(chunk["lon"], chunk["lat"]), crs="EPSG:4326")
        parts.append(points.sjoin(areas[["id", "geometry"]], predicate="intersects", lsuffix="a", rsuffix="b"))
    joined = pandas.concat(parts)
    write(out, joined["id_a"].to_numpy(), joined["id_b"].to_numpy())


def scipy_pairs(first, second, out, radius):
    import scipy.spatial
    (ids, lat, lon), (ids2, lat2, lon2) = frames(first, second)
    tree, other = (scipy.spatial.cKDTree(vectors(*place)) for place in ((lat, lon), (lat2, lon2)))
    found = tree.sparse_distance_matrix(other, radius * 1.01 / EARTH_M, output_type="ndarray")
    a, b = found["i"], found["j"]
    meters = geodesics((lat[a], lon[a]), (lat2[b], lon2[b]))
    near = meters <= radius
    write(out, ids[a[near]], ids2[b[near]], meters[near])


def scipy_nearest(first, second, out, count):
    import scipy.spatial
    (ids, lat, lon), (ids2, lat2, lon2) = frames(first, second)
    count = int(count)
    # A few more, as the order on a sphere is not that on the ellipsoid.
    _, found = scipy.spatial.cKDTree(vectors(lat2, lon2)).query(vectors(lat, lon), count + 4, workers=-1)
    a = numpy.repeat(numpy.arange(len(ids)), count + 4)
    b = found.ravel()
    meters = geodesics((lat[a], lon[a]), (lat2[b], lon2[b])).reshape(found.shape)
    order = numpy.argsort(meters, axis=1, kind="stable")[:, :count]
    b = numpy.take_along_axis(found, order, 1).ravel()
    write(out, ids[numpy.repeat(numpy.arange(len(ids)), count)], ids2[b],
          numpy.take_along_axis(meters, order, 1).ravel())


def duckdb_connection():
    import os

    import duckdb
    import duckdb_extension_spatial
    connection = duckdb.connect()
    folder = os.path.dirname(duckdb_extension_spatial.__file__)
    for place, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".duckdb_extension"):
                connection.execute(f"LOAD '{os.path.join(place, name)}'")
                return connection
    need()


def duckdb_pairs(first, second, out, radius):
    duckdb_connection().execute(f"""
        COPY (SELECT a, b, round(m, 3) AS m FROM (
            SELECT q.id AS a, s.id AS b,
                ST_Distance_Spheroid(ST_Point2D(q.lat, q.lon), ST_Point2D(s.lat, s.lon)) AS m
            FROM (SELECT *, ST_MakeEnvelope(lon - w, lat - t, lon + w, lat + t) AS box FROM (
                SELECT *, {radius} * 1.01 / 110500 AS t,
                    {radius} * 1.0201 / 110500 / cos(radians(lat)) AS w FROM '{first}')) AS q
            JOIN (SELECT *, ST_Point(lon, lat) AS geom FROM '{second}') AS s
                ON ST_Intersects(s.geom, q.box))
        WHERE m <= {radius}) TO '{out}' (FORMAT csv, HEADER)""")


def duckdb_polygons(first, second, out, _):
    duckdb_connection().execute(f"""
        COPY (SELECT q.id AS a, s.id AS b
            FROM (SELECT id, ST_Point(lon, lat) AS geom FROM '{first}') AS q
            JOIN (SELECT * FROM ST_Read('{second}')) AS s ON ST_Intersects(q.geom, s.geom))
        TO '{out}' (FORMAT csv, HEADER)""")


def sedonadb_connection(first, second):
    import pyarrow.csv
    import sedonadb
    connection = sedonadb.connect()
    connection.create_data_frame(pyarrow.csv.read_csv(first)).to_view("q")
    if second.endswith(".csv"):
        connection.create_data_frame(pyarrow.csv.read_csv(second)).to_view("s")
    return connection


def sedonadb_pairs(first, second, out, radius):
    import pyarrow.csv
    connection = sedonadb_connection(first, second)
    table = connection.sql(f"""
        SELECT q.id AS a, s.id AS b, ST_Distance(q.g, s.g) AS m
        FROM (SELECT id, ST_GeogPoint(lon, lat) AS g FROM q) AS q
        JOIN (SELECT id, ST_GeogPoint(lon, lat) AS g FROM s) AS s ON ST_DWithin(q.g, s.g, {radius})
        """).to_arrow_table()
    pyarrow.csv.write_csv(table, out)


def sedonadb_nearest(first, second, out, count):
    import pyarrow.csv
    connection = sedonadb_connection(first, second)
    table = connection.sql(f"""
        SELECT q.id AS a, s.id AS b, ST_Distance(q.g, s.g) AS m
        FROM (SELECT id, ST_Point(lon, lat) AS g FROM q) AS q
        JOIN (SELECT id, ST_Point(lon, lat) AS g FROM s) AS s ON ST_KNN(q.g, s.g, {int(count)}, FALSE)
        """).to_arrow_table()
    pyarrow.csv.write_csv(table, out)


def sedonadb_polygons(first, second, out, _):
    import geopandas
    import pyarrow.csv
    connection = sedonadb_connection(first, second)
    connection.create_data_frame(geopandas.read_file(second)).to_view("p")
    table = connection.sql("""
        SELECT q.id AS a, p.id AS b
        FROM (SELECT id, ST_SetSRID(ST_Point(lon, lat), 4326) AS g FROM q) AS q JOIN p ON ST_Intersects(q.g, p.geometry)
        """).to_arrow_table()
    pyarrow.csv.write_csv(table, out)


if __name__ == "__main__":
    peer, task, *paths = sys.argv[1:]
    number = float(paths[3]) if len(paths) > 3 else None
    globals().get(f"{peer}_{task}", need)(*paths[:3], number)
