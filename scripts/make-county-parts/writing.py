"""Files: CSV and GeoJSON, the same bytes everywhere."""

import csv
import io
import json

from land import DEGREE

FICTION = (
    "Fictional: Curlew County and everybody in it were made up. "
    "Not for finding a real polling place."
)


def degrees(value):
    """Whole 1e-7 degrees as a decimal number, without superfluous zeros."""
    sign, value = ("-" if value < 0 else ""), abs(value)
    fraction = f"{value % DEGREE:07d}".rstrip("0")
    return f"{sign}{value // DEGREE}" + (f".{fraction}" if fraction else "")


def csv_bytes(header, rows, delimiter=",", encoding="utf-8", newline="\n"):
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator=newline)
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue().encode(encoding)


def _json(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _position(place):
    return f"[{degrees(place[0])},{degrees(place[1])}]"


def _ring(ring):
    return "[" + ",".join(_position(place) for place in ring) + "]"


def line(points):
    return '{"type":"LineString","coordinates":' + _ring(points) + "}"


def area(parts):
    bodies = ["[" + ",".join(_ring(ring) for ring in part) + "]" for part in parts]
    if len(bodies) == 1:
        return '{"type":"Polygon","coordinates":' + bodies[0] + "}"
    return '{"type":"MultiPolygon","coordinates":[' + ",".join(bodies) + "]}"


def geojson_bytes(name, features):
    """A FeatureCollection, a line for each feature: (id, geometry as JSON, properties)."""
    lines = [
        '{"type":"Feature","id":'
        + _json(key)
        + ',"geometry":'
        + geometry
        + ',"properties":'
        + _json(properties)
        + "}"
        for key, geometry, properties in features
    ]
    head = '{"type":"FeatureCollection","name":' + _json(name) + ',"description":' + _json(FICTION)
    return (head + ',"features":[\n' + ",\n".join(lines) + "\n]}\n").encode()


def district_bytes(kind, names, layer):
    """District polygons of one type, by code."""
    features = [
        (
            f"{kind}-{code}",
            area(layer.shapes[code]),
            {"code": code, "name": names[code], "type": kind},
        )
        for code in sorted(layer.shapes, key=lambda code: (len(code), code))
    ]
    return geojson_bytes(f"Curlew County: {kind}", features)
