// Where the map opens: where the address says, else where there are stations.

import { ask } from "../core/api.js";

const sampleSize = 40;
const anywhere = { lat: 0, lon: 0 };

/**
 * The place and the extent of the stations that are loaded: those around the one that is first
 * found from anywhere.
 *
 * @returns {Promise<L.LatLngBounds|null>} Null when no station is loaded.
 */
export async function extentOfStations() {
    const [first] = await stationsNear(anywhere, 1);
    if (!first) return null;
    const all = (await stationsNear(placeOf(first), sampleSize)).map(placeOf);
    const middle = { lat: median(all.map((at) => at.lat)), lon: median(all.map((at) => at.lon)) };
    // Half of them lie closer to the middle than this: where most people live, whatever is remote.
    const spread = {
        lat: median(all.map((at) => Math.abs(at.lat - middle.lat))) || 0.01,
        lon: median(all.map((at) => Math.abs(at.lon - middle.lon))) || 0.01,
    };
    return L.latLngBounds(
        [middle.lat - spread.lat, middle.lon - spread.lon],
        [middle.lat + spread.lat, middle.lon + spread.lon]);
}

async function stationsNear({ lat, lon }, limit) {
    const { features } = await ask("/v1/stations", { query: { lat, lon, limit } });
    return features.filter((station) => station.geometry !== null);
}

function placeOf({ geometry: { coordinates: [lon, lat] } }) {
    return { lat, lon };
}

function median(numbers) {
    return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
