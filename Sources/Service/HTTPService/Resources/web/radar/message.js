// A message as the page knows it, made from a feature of the service.

/** @returns {{id: string, text: string, category: string, at: {lat: number, lon: number},
 *   visibleRadiusMeters: number, postedAt: number, expiresAt: number, distanceMeters: ?number}} */
export function messageOf({ id, geometry: { coordinates: [lon, lat] }, properties }) {
    return {
        id,
        text: properties.text,
        category: properties.category,
        at: { lat, lon },
        visibleRadiusMeters: properties.visible_radius_m,
        postedAt: Date.parse(properties.posted_at),
        expiresAt: Date.parse(properties.expires_at),
        distanceMeters: properties.distance_m ?? null,
    };
}

/** How much of its time a message has left, from 1 to 0. */
export function shareLeft({ postedAt, expiresAt }, moment) {
    const whole = expiresAt - postedAt;
    return whole <= 0 ? 0 : Math.max(0, Math.min(1, (expiresAt - moment) / whole));
}

/** How two messages stand to each other in a list: nearest or newest first, ties by age. */
export function inOrder(order) {
    return order === "nearest"
        ? (a, b) => a.distanceMeters - b.distanceMeters || a.postedAt - b.postedAt
        : (a, b) => b.postedAt - a.postedAt;
}
