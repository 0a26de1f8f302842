// What the service knows of voting at a place: the assigned station, and the ballot there.

import { ask } from "../core/api.js";
import { currentLanguage } from "../core/texts.js";
import { stationOf } from "../stations/station.js";

/**
 * @param {{lat: number, lon: number, accuracyMeters: ?number, postcode: ?string,
 *   address: ?string}} place A postcode or an address goes before the place where it lies.
 * @param {AbortSignal} signal
 * @returns {Promise<object>} `stations` are those that are assigned, in the order in which to
 *   offer them; `why` is how that is known, null when it is not.
 */
export async function votingAt({ lat, lon, accuracyMeters, postcode, address }, signal) {
    const where = postcode ? { postcode } : address ? { address } : {
        lat, lon, accuracy_m: accuracyMeters ? Math.round(accuracyMeters) : null,
    };
    const answer = await ask("/v1/vote", { query: { ...where, lang: currentLanguage() }, signal });
    const { assignment } = answer;
    return {
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
            addresses: choice.addresses,
        })),
        centers: answer.vote_centers.features.map(stationOf),
        districts: answer.districts,
        warnings: answer.warnings,
        ballot: {
            elections: answer.elections, contests: answer.contests, measures: answer.measures,
        },
        data: answer.data,
    };
}
