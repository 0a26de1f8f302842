"""Kubicka's tracks: their networks, their fixes, the ways that were gone, and the judge of all matchers.

Each track is a folder NAME with NAME.nodes (longitude, latitude), NAME.arcs (from, to), NAME.track (longitude, latitude,
second) and NAME.route (arcs in their order), counted from 0.
"""
import math
import pathlib

import numpy

EARTH_METERS = 6_371_008.8


def meters_between(lon, lat, lon2, lat2):
    """Great circles of arrays of degrees."""
    lon, lat, lon2, lat2 = (numpy.radians(values) for values in (lon, lat, lon2, lat2))
    half = (numpy.sin((lat2 - lat) / 2) ** 2
            + numpy.cos(lat) * numpy.cos(lat2) * numpy.sin((lon2 - lon) / 2) ** 2)
    return 2 * EARTH_METERS * numpy.arcsin(numpy.sqrt(numpy.minimum(1, half)))


class Track:
    def __init__(self, folder):
        folder = pathlib.Path(folder)
        self.name = folder.name

        def rows(kind, width):
            return numpy.loadtxt(folder / f"{self.name}.{kind}", ndmin=2)[:, :width]
        self.nodes = rows("nodes", 2)
        self.arcs = rows("arcs", 2).astype(int)
        self.fixes = rows("track", 3)
        # Arcs between the same nodes are one.
        self.number = {}
        for number, (start, end) in enumerate(self.arcs.tolist()):
            if start != end:
                self.number.setdefault((start, end), number)
        pairs = self.arcs.tolist()
        self.truth = numpy.array([
            self.number.get(tuple(pairs[arc]), arc) for arc in rows("route", 1)[:, 0].astype(int)])
        start, end = self.nodes[self.arcs[:, 0]], self.nodes[self.arcs[:, 1]]
        self.meters = meters_between(start[:, 0], start[:, 1], end[:, 0], end[:, 1])
        self.ways = self._chains()

    def thinned(self, seconds):
        """The first fix, and each that is so much later than the last one taken."""
        if not seconds:
            return self.fixes
        taken = []
        for fix in self.fixes:
            if not taken or fix[2] >= taken[-1][2] + seconds:
                taken.append(fix)
        return numpy.array(taken)

    def _chains(self):
        """Streets between junctions, as a map has them: (nodes in order, whether only forward)."""
        neighbors = {}
        for start, end in self.number:
            neighbors.setdefault(start, set()).add(end)
            neighbors.setdefault(end, set()).add(start)

        def kind(start, end):
            return ((start, end) in self.number, (end, start) in self.number)

        def bends(node):
            """Whether a street only bends here: two neighbours, and both sides are open alike."""
            sides = neighbors[node]
            if len(sides) != 2:
                return False
            first, second = sides
            return kind(first, node) == kind(node, second)
        done, ways = set(), []
        ends = [node for node in neighbors if not bends(node)]
        for node in ends + list(neighbors):
            for other in neighbors[node]:
                if (node, other) in done:
                    continue
                chain = [node, other]
                while bends(chain[-1]) and chain[-1] != node:
                    chain.append(next(side for side in neighbors[chain[-1]] if side != chain[-2]))
                for start, end in zip(chain, chain[1:]):
                    done.update([(start, end), (end, start)])
                forward, backward = kind(chain[0], chain[1])
                ways.append((chain if forward else chain[::-1], not (forward and backward)))
        return ways

    def arcs_along(self, nodes):
        """The arcs from node to node; one that does not exist is left out."""
        found = []
        for pair in zip(nodes, nodes[1:]):
            arc = self.number.get(pair)
            if arc is not None and (not found or found[-1] != arc):
                found.append(arc)
        return found

    def write_osm(self, path):
        """The network as OpenStreetMap's data: a way for each street, all of one class.

        Two nodes at one place with an arc between them are one node: ways without a length are none.
        """
        import osmium
        one = list(range(len(self.nodes)))
        for (start, end), arc in self.number.items():
            if self.meters[arc] == 0:
                one[max(one[start], one[end])] = min(one[start], one[end])
        path = pathlib.Path(path)
        path.unlink(missing_ok=True)
        writer = osmium.SimpleWriter(str(path))
        for number, (lon, lat) in enumerate(self.nodes.tolist(), 1):
            writer.add_node(osmium.osm.mutable.Node(id=number, version=1, location=(lon, lat)))
        for number, (chain, is_one_way) in enumerate(self.ways, 1):
            chain = [one[node] for node in chain]
            chain = [node for node, before in zip(chain, [None] + chain) if node != before]
            if len(chain) < 2:
                continue
            tags = {"highway": "residential", "name": f"w{number}"}
            if is_one_way:
                tags["oneway"] = "yes"
            writer.add_way(osmium.osm.mutable.Way(
                id=number, version=1, nodes=[node + 1 for node in chain], tags=tags))
        writer.close()

    def score(self, found):
        """Metres of the truth, found of it in its order, and found beside it: whole arcs, the longest common chain."""
        found = numpy.array(found, dtype=int)
        row = numpy.zeros(len(found) + 1)
        for arc in self.truth[::-1]:
            taken = numpy.where(found == arc, row[1:] + self.meters[arc], row[:-1])
            row[:-1] = numpy.maximum.accumulate(taken[::-1])[::-1]
        right = row[0]
        return self.meters[self.truth].sum(), right, max(0, self.meters[found].sum() - right)


def all_tracks(folder):
    return [Track(path) for path in sorted(pathlib.Path(folder).iterdir()) if path.is_dir()]


class Lines:
    """Turns lines along a network, as matchers draw them, into arcs."""

    # A millionth of a degree is what Valhalla's shapes are rounded to.
    GRID = 1e6

    def __init__(self, track):
        self.track = track
        self.places = track.nodes.tolist()
        self.cells = {}
        for node, (lon, lat) in enumerate(self.places):
            self.cells.setdefault((round(lon * self.GRID), round(lat * self.GRID)), []).append(node)
        self.following, self.leading = {}, {}
        for start, end in track.number:
            self.following.setdefault(start, []).append(end)
            self.leading.setdefault(end, []).append(start)

    def nodes_at(self, lon, lat):
        x, y = round(lon * self.GRID), round(lat * self.GRID)
        return [node for dx in (0, -1, 1) for dy in (0, -1, 1)
                for node in self.cells.get((x + dx, y + dy), [])]

    def off(self, place, start, end):
        """How far a place is from the straight line between two nodes, in degrees of latitude."""
        nodes, shrink = self.places, math.cos(math.radians(place[1]))
        ax, ay = (nodes[start][0] - place[0]) * shrink, nodes[start][1] - place[1]
        bx, by = (nodes[end][0] - place[0]) * shrink, nodes[end][1] - place[1]
        length = (bx - ax) ** 2 + (by - ay) ** 2
        part = 0 if length == 0 else max(0, min(1, -(ax * (bx - ax) + ay * (by - ay)) / length))
        return math.hypot(ax + part * (bx - ax), ay + part * (by - ay))

    def arcs(self, line):
        """The arcs that a line touches: its places are nodes, but for its ends and where it turns within an arc."""
        number, found = self.track.number, []

        def add(start, end):
            arc = number.get((start, end))
            if arc is None:
                # Two nodes may lie at one place.
                pairs = ((a, b) for a in self.nodes_at(*self.places[start]) for b in self.nodes_at(*self.places[end]))
                arc = next((number[pair] for pair in pairs if pair in number), None)
            if arc is not None and (not found or found[-1] != arc):
                found.append(arc)
        before, between = None, None
        for place in line:
            nodes = self.nodes_at(*place)
            if not nodes:
                between = place
                continue
            node = nodes[0]
            if before is not None:
                node = next((one for one in nodes if (before, one) in number), node)
            if before == node and between is not None:
                # Out into an arc, and back.
                ways = self.following.get(node, [])
                if ways:
                    other = min(ways, key=lambda end: self.off(between, node, end))
                    add(node, other)
                    add(other, node)
            elif before is None and between is not None:
                node = max(nodes, key=lambda one: len(self.leading.get(one, [])))
                ways = self.leading.get(node, [])
                if ways:
                    add(min(ways, key=lambda start: self.off(between, start, node)), node)
            elif before is not None and before != node:
                add(before, node)
            before, between = node, None
        # An end that lies within an arc.
        if between is not None and before is not None:
            ways = self.following.get(before, [])
            if ways:
                add(before, min(ways, key=lambda end: self.off(between, before, end)))
        return found
