// A polling station, as the page works with it.

/** What the service says of a station, read. */
export function stationOf({ id, geometry, properties }) {
    return {
        id,
        at: geometry && { lat: geometry.coordinates[1], lon: geometry.coordinates[0] },
        name: properties.name,
        type: properties.station_type ?? "polling_place",
        address: properties.address,
        postcode: properties.postcode,
        hours: properties.hours,
        times: properties.times ?? null,
        opening: properties.opening ?? null,
        districts: properties.districts,
        accessibility: properties.accessibility,
        notes: properties.notes ?? [],
        distanceMeters: properties.distance_m ?? null,
        electionPart: properties.election_part ?? "unknown",
        nextDay: properties.next_day ?? null,
        lastDay: properties.last_day ?? null,
        isOutsideDistrict: properties.outside_district ?? null,
    };
}
