// The ranges and lifetimes that steppers offer.

const ranges = [
    10, 25, 50, 100, 250, 500, 1_000, 2_000, 3_000, 5_000, 10_000, 20_000, 30_000, 50_000,
];
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const durations = [
    1 * minute, 5 * minute, 15 * minute, 30 * minute, 1 * hour, 2 * hour, 4 * hour, 8 * hour,
    12 * hour, 1 * day, 2 * day, 3 * day, 7 * day, 14 * day, 30 * day,
];

/** A blurred place may lie this far from where somebody posts, in metres: seen from less far, the
 * message is not seen there, and the service refuses it. */
const leastBlurredRange = 150;

/** @returns {number} The range, or the least that a place of this precision may have. */
export function rangeFor(precision, meters) {
    return precision === "blurred" ? Math.max(meters, leastBlurredRange) : meters;
}

/**
 * How far a message may be seen, in metres, from the least to the most.
 *
 * @param {{minimum: number, maximum: number}} limits
 * @param {"blurred"|"exact"} precision How its place is kept.
 */
export function rangesWithin(limits, precision = "exact") {
    const all = [...new Set(ranges.map((meters) => rangeFor(precision, meters)))];
    return all.filter((meters) => isWithin(meters, limits));
}

/** How long a message may stay, in seconds, from the least to the most. */
export function durationsWithin(limits) {
    return durations.filter((seconds) => isWithin(seconds, limits));
}

function isWithin(value, { minimum, maximum }) {
    return value >= minimum && value <= maximum;
}
