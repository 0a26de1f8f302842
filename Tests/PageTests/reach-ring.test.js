import assert from "node:assert/strict";
import { test } from "node:test";

import { reachRing } from "./web/esports/reach-ring.js";

const radians = Math.PI / 180;

/** The distance of two places on a sphere of the Earth's size, by haversines. */
function distance([lat, lon], other) {
    const [north, east] = [(other.lat - lat) * radians, (other.lon - lon) * radians];
    const part = Math.sin(north / 2) ** 2
        + Math.cos(lat * radians) * Math.cos(other.lat * radians) * Math.sin(east / 2) ** 2;
    return 2 * 6_371_008.8 * Math.asin(Math.sqrt(part));
}

test("every corner of the ring is as far away as the search reaches", () => {
    for (const center of [{ lat: 42.1, lon: -101.5 }, { lat: 0, lon: 179.9 }, { lat: -70, lon: 10 }]) {
        for (const meters of [50_000, 500_000, 2_000_000]) {
            const ring = reachRing(center, meters);
            assert.equal(ring.length, 180);
            for (const corner of ring) assert.ok(Math.abs(distance(corner, center) - meters) < 1);
        }
    }
});

test("a ring across the antimeridian goes on beyond 180 degrees", () => {
    const lons = reachRing({ lat: 10, lon: 179 }, 500_000).map(([, lon]) => lon);
    assert.ok(Math.max(...lons) > 183 && Math.min(...lons) > 174);
});

test("a ring around a pole is closed along the edge of the map", () => {
    for (const [lat, edge] of [[60, 85.06], [-60, -85.06]]) {
        const ring = reachRing({ lat, lon: 20 }, 5_000_000);
        assert.deepEqual(ring[0], [edge, -160]);
        assert.deepEqual(ring.at(-1), [edge, 200]);
        const lons = ring.map(([, lon]) => lon);
        assert.deepEqual(lons, [...lons].sort((one, other) => one - other));
        // Behind the pole it reaches as far as over it: 5,000 km are 45 degrees, 30 up and 15 down.
        const far = ring[2][0];
        assert.ok(Math.abs(Math.abs(far) - 75) < 0.2, `${far}`);
    }
});

test("a ring of 5,000 km that has no pole is no ellipse of the map", () => {
    const ring = reachRing({ lat: 42, lon: 0 }, 5_000_000);
    const lats = ring.map(([lat]) => lat);
    assert.ok(Math.abs(Math.max(...lats) - 86.97) < 0.1);
    assert.ok(Math.abs(Math.min(...lats) - -2.97) < 0.1);
});
