// What the service knows of voting at a place: the assigned station, and the ballot there.

import { ask } from "../core/api.js";
import { distanceText } from "../core/format.js";
import { currentLanguage, text } from "../core/texts.js";
import { stationOf } from "../stations/station.js";

/** How far away stations are shown, in metres: what is farther is another part of the country. */
export const nearbyMeters = 100_000;

/** As many vote centers as the service lists at once. */
export const allCenters = 1000;

/**
 * @param {{lat: number, lon: number, accuracyMeters: ?number, postcode: ?string,
 *   address: ?string}} place A postcode or an address goes before the place where it lies.
 * @param {AbortSignal} signal
 * @param {?number} centers How many vote centers are wanted; null for the first few.
 * @returns {Promise<object>} `stations` are those that are assigned, in the order in which to
 *   offer them; `why` is how that is known, null when it is not.
 */
export async function votingAt({ lat, lon, accuracyMeters, postcode, address }, signal, centers) {
    const where = postcode ? { postcode } : address ? { address } : {
        lat, lon, accuracy_m: accuracyMeters ? Math.round(accuracyMeters) : null,
    };
    const answer = await ask("/v1/vote", {
        query: {
            ...where, lang: currentLanguage(), nearby_m: nearbyMeters,
            vote_centers: centers ?? null,
        },
        signal,
    });
    const { assignment, location } = answer;
    return {
        at: location && { lat: location.lat, lon: location.lon },
        matchedAddresses: answer.matched_addresses,
        why: assignment && {
            method: assignment.method, district: assignment.district,
            boundaryMeters: assignment.boundary_distance_m,
        },
        stations: assignment
            ? (assignment.stations.length > 0 ? assignment.stations : [assignment.station])
                .map(stationOf)
            : [],
        choices: answer.choices.map((choice) => ({
            district: choice.district, stations: choice.stations.map(stationOf),
            also: choice.also.map(stationOf),
            otherElections: choice.other_elections.map(stationOf),
            addresses: choice.addresses, addressCount: choice.address_count,
            share: choice.share,
        })),
        narrow: answer.narrow && {
            by: answer.narrow.by, count: answer.narrow.address_count,
            postcode: answer.narrow.postcode,
        },
        early: sitesOf(answer.early_voting),
        dropOff: sitesOf(answer.drop_off),
        otherElections: sitesOf(answer.other_elections),
        centers: answer.vote_centers.features.map(stationOf),
        centerCount: answer.vote_centers.numberMatched,
        nearestMeters: answer.nearby.nearest_m,
        districts: answer.districts,
        warnings: answer.warnings,
        ballot: {
            elections: answer.elections, contests: answer.contests, measures: answer.measures,
        },
        data: answer.data,
    };
}

/** Stations of one sort that serve the voter, and how many there are of it. */
function sitesOf({ features, numberMatched }) {
    return { stations: features.map(stationOf), count: numberMatched };
}

/**
 * That no station is near.
 *
 * @param {boolean} isUnplaced Whether nobody knows where the place is.
 * @param {?number} nearestMeters How far away the nearest is, where there is one.
 */
export function noStationWords(isUnplaced, nearestMeters) {
    if (isUnplaced) return text("stations.unplaced");
    if (nearestMeters === null) return text("stations.empty");
    return text("stations.none_near", {
        limit: distanceText(nearbyMeters), distance: distanceText(nearestMeters),
    });
}
