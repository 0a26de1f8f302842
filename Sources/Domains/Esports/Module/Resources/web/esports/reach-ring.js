// The line of all places that are as far from one as a search reaches, as the map draws it.

const earthRadiusMeters = 6_371_008.8;
const cornerCount = 180;
const radians = Math.PI / 180;
/** Where the map's drawing of the Earth ends. */
const lastLat = 85.06;

/**
 * The ring around a place, as corners `[lat, lon]` of an area. The map's own circle would do for some hundred kilometres;
 * of thousands, a drawing that has the poles at infinity makes no ellipse. Longitudes go on beyond 180 degrees rather
 * than leap, and a ring around a pole is closed along the edge of the drawing.
 *
 * The Earth is taken for a sphere here: the ring is off by at most half a hundredth of the radius, as a line on a map
 * may be. What is within it, the service says, by geodesics.
 *
 * @param {{lat: number, lon: number}} center In degrees.
 * @param {number} meters The radius, less than half of the Earth's girth.
 * @returns {[number, number][]}
 */
export function reachRing({ lat, lon }, meters) {
    const angle = meters / earthRadiusMeters;
    const [sinLat, cosLat] = [Math.sin(lat * radians), Math.cos(lat * radians)];
    const ring = Array.from({ length: cornerCount }, (_, number) => {
        // Between the directions of the poles, so that no corner is a pole, which has every longitude.
        const bearing = (number + 0.5) / cornerCount * 2 * Math.PI;
        const sine = sinLat * Math.cos(angle) + cosLat * Math.sin(angle) * Math.cos(bearing);
        const east = Math.atan2(
            Math.sin(bearing) * Math.sin(angle) * cosLat, Math.cos(angle) - sinLat * sine);
        return corner(Math.asin(Math.max(-1, Math.min(1, sine))) / radians, lon + east / radians);
    });
    const [hasNorth, hasSouth] = [90 - lat, 90 + lat].map((degrees) => degrees * radians < angle);
    if (!hasNorth && !hasSouth) return ring;
    // Around a pole the corners have all longitudes, each once.
    ring.sort(([, one], [, other]) => one - other);
    const edge = hasNorth ? lastLat : -lastLat;
    return [
        corner(edge, lon - 180), corner(ring[0][0], lon - 180), ...ring,
        corner(ring[ring.length - 1][0], lon + 180), corner(edge, lon + 180),
    ];
}

/** @returns {[number, number]} */
function corner(lat, lon) {
    return [lat, lon];
}
