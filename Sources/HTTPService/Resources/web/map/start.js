// Where the map opens: where the address says, else where most of the stations are.

import { ask } from "../core/api.js";

/**
 * The part of the map where half of the stations are that are loaded.
 *
 * @returns {Promise<L.LatLngBounds|null>} Null when no station is loaded.
 */
export async function extentOfStations() {
    const { opens_at: box } = await ask("/v1/map");
    if (!box) return null;
    const [west, south, east, north] = box;
    return L.latLngBounds([south, west], [north, east < west ? east + 360 : east]);
}
