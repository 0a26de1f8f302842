// Where the map opens, and what it is drawn on.

import { ask } from "../core/api.js";

let settings = null;

/** What the service draws its map on; asked once, and again only where no answer came. */
export async function mapSettings() {
    settings ??= ask("/v1/map");
    try {
        return await settings;
    } catch (error) {
        settings = null;
        throw error;
    }
}

/**
 * The part of the map where half of the stations are that are loaded.
 *
 * @returns {Promise<L.LatLngBounds|null>} Null when no station is loaded.
 */
export async function extentOfStations() {
    const { opens_at: box } = await mapSettings();
    if (!box) return null;
    const [west, south, east, north] = box;
    return L.latLngBounds([south, west], [north, east < west ? east + 360 : east]);
}
