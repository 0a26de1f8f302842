// One field for an address, a postcode or degrees, with suggestions as one types.

import { Refusal, Unreachable, ask } from "../core/api.js";
import { element, part } from "../core/dom.js";
import { refusalWords } from "../core/refusals.js";
import { notify } from "../shell/notices.js";

const quietMilliseconds = 250;
const shortestText = 2;
const mostSuggestions = 6;
// Stations and districts stand among what is found, and nobody lives in one.
const mostFound = 40;

const homeKinds = new Set(["address", "postcode"]);

const degrees = String.raw`([-+]?\d+(?:\.\d+)?)\s*°?\s*`;
const writtenDegrees = new RegExp(
    String.raw`^${degrees}([NS]?)(\s*[,;]\s*|\s+)${degrees}([EW]?)$`, "i");

export class PlaceField {
    /**
     * @param {object} listener
     * @param {function(): void} listener.onSearch Called when a question has been asked.
     * @param {function(object): void} listener.onChoose Called with what was found: `at`, its
     *   `accuracyMeters`, and the `postcode` or `address` by which to ask; neither for a mere place.
     * @param {function(string, HTMLElement[], string=): void} listener.onUnsure Called with what was written
     *   when that is not known, with buttons for what it may have meant, and with the key of a text
     *   that says why, where that is known.
     */
    constructor(listener) {
        this.listener = listener;
        this.field = part("vote-place");
        this.found = new Map();
        let timer = 0;
        this.field.addEventListener("input", () => {
            clearTimeout(timer);
            if (this.found.has(this.field.value)) return;
            timer = setTimeout(() => this.suggest(), quietMilliseconds);
        });
        part("vote-search").addEventListener("submit", (event) => {
            event.preventDefault();
            clearTimeout(timer);
            this.choose();
        });
    }

    /** What is written. */
    get words() {
        return this.field.value.trim();
    }

    clear() {
        this.field.value = "";
    }

    /** Asks for an address as if it had been written. */
    ask(address) {
        this.field.value = address;
        this.choose();
    }

    async suggest() {
        const features = await this.search().catch(() => []);
        part("vote-places").replaceChildren(...features.map(
            ({ properties: { label } }) => element("option", { value: label })));
    }

    /**
     * The homes that the service knows under the words in the field, the best first: addresses and
     * postcodes. A station is no home, and neither is the whole street of a house that no list has.
     */
    async search() {
        const words = this.field.value.trim();
        if (words.length < shortestText || degreesIn(words)) return [];
        const { features } = await ask(
            "/v1/geocode", { query: { q: words, limit: mostFound } });
        const homes = features.filter(({ properties: { kind } }) => homeKinds.has(kind))
            .slice(0, mostSuggestions);
        for (const feature of homes) this.found.set(feature.properties.label, feature);
        return homes;
    }

    async choose() {
        const words = this.field.value.trim();
        if (words === "") return;
        const at = degreesIn(words);
        this.listener.onSearch();
        if (at) {
            if (Math.abs(at.lat) <= 90 && Math.abs(at.lon) <= 180) this.listener.onChoose({ at });
            else this.listener.onUnsure(words, [], "vote.place_off_earth");
            return;
        }
        try {
            const chosen = this.found.get(words);
            const features = chosen ? [chosen] : await this.search();
            const [best] = features;
            if (chosen || best && isMeant(words, features)) this.take(chosen ?? best);
            else if (await isListed(words)) this.listener.onChoose({ at: null, address: words });
            else this.listener.onUnsure(words, features.map((feature) => this.button(feature)));
        } catch (error) {
            if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
            this.listener.onUnsure(words, [], "vote.search_failed");
            notify(refusalWords(error), "warning");
        }
    }

    take(feature) {
        this.field.value = feature.properties.label;
        this.listener.onChoose(choiceOf(feature));
    }

    button(feature) {
        return element("button", {
            type: "button", class: "link", on: { click: () => this.take(feature) },
        }, feature.properties.label);
    }
}

/**
 * The latitude and longitude that somebody wrote, as maps give them to be copied: "38.9072, -77.0369",
 * "(38.9072 -77.0369)" or "38.9072° N, 77.0369° W"; null where it is anything else. Two whole numbers
 * with nothing but a space between them may be a house and a postcode.
 */
function degreesIn(words) {
    const bare = words.replace(/^\((.*)\)$/, "$1").replaceAll("\u2212", "-").trim();
    const found = writtenDegrees.exec(bare);
    if (!found) return null;
    const [, lat, pole, between, lon, side] = found;
    const isPair = between.trim() !== "" || lat.includes(".") && lon.includes(".");
    if (!isPair || (pole === "") !== (side === "")) return null;
    if (pole !== "" && /[-+]/.test(lat + lon)) return null;
    return {
        lat: /S/i.test(pole) ? -Number(lat) : Number(lat),
        lon: /W/i.test(side) ? -Number(lon) : Number(lon),
    };
}

/**
 * Whether the best place may be taken for what was written without asking: a postcode or an address in
 * which every word and every number stands that was written, but for those of a flat, and no other has
 * them all. Another house or another street is another voter's.
 */
function isMeant(words, [{ properties: { kind, label, score, unit } }, second]) {
    if (kind !== "postcode" && kind !== "address" || score < 1) return false;
    if (kind === "address" && second?.properties.score === 1
        && second.properties.kind === "address") return false;
    const numbers = (written) => withoutPlusFour(written).toLowerCase().match(/\d+\w*/g) ?? [];
    const known = new Set([...numbers(label), ...numbers(unit ?? "")]);
    return numbers(words).every((number) => known.has(number) || kind === "postcode"
        && [...known].some((code) => number.startsWith(code)));
}

/** What was written, with the first five digits of each ZIP+4, whatever its dash. */
function withoutPlusFour(words) {
    return words.replace(/\b(\d{5})(?:\s*[-\u2010-\u2015\u2212]\s*)?\d{4}\b/gu, "$1");
}

/** That lists have the street, and not the house. */
const houseWordings = new Set([
    "ambiguous_address.unknown_house", "ambiguous_address.similar_house",
    "ambiguous_address.unread_number",
]);

/**
 * Whether lists of addresses have one that was written, or that is nearly the same, or its street: lists
 * of ranges of houses have it in other words. Whatever they say of it is the service's answer, the question what
 * was meant included.
 */
async function isListed(words) {
    if (!/\p{L}{3}/u.test(words)) return false;
    try {
        const { assignment, warnings } = await ask("/v1/vote", { query: { address: words } });
        return assignment !== null
            || warnings.some(({ code, wording }) => code === "misspelt_address"
                || houseWordings.has(wording));
    } catch (error) {
        if (error instanceof Refusal && !error.isPassing) return false;
        throw error;
    }
}

function choiceOf({ geometry, properties: { kind, label, accuracy_m: accuracyMeters } }) {
    const at = geometry && { lat: geometry.coordinates[1], lon: geometry.coordinates[0] };
    if (kind === "postcode") return { at, accuracyMeters, postcode: label.split(",")[0] };
    if (kind === "address") return { at, accuracyMeters, address: label };
    return { at, accuracyMeters };
}
