// A fair as the service tells of it, and what this visitor has done there.

import { ask, nextPage } from "../core/api.js";
import { recall, remember } from "../core/preferences.js";

/** All fairs. */
export async function fairs() {
    const { fairs: known } = await ask("/v1/fairs");
    return known;
}

/** All features of a list, page after page. */
async function all(path, how) {
    const first = await ask(path, how);
    const features = [...first.features];
    for (let next = nextPage(first); next;) {
        const page = await ask(next, { token: how.token });
        features.push(...page.features);
        next = nextPage(page);
    }
    return features;
}

function flat({ id, geometry, properties }) {
    const [lon, lat] = geometry?.coordinates ?? [];
    return { id, at: geometry ? { lat, lon } : null, ...properties };
}

/** What is shown of a session, and kept. */
function shown({ id, day, starts_local: starts, title, room, status, moved_from: from }) {
    return { id, day, starts_local: starts, title, room, status, moved_from: from };
}

export class Fair {
    /** Whether the programme is that of an earlier visit. */
    #isOld = false;

    /** @param {object} about As `GET /v1/fairs` has it. */
    constructor(about) {
        this.about = about;
        this.exhibitors = [];
        this.places = [];
        this.maps = [];
        this.sessions = null;
        this.total = 0;
        /** The ids of the activities that the visitor took part in. */
        this.activities = new Set();
        /** By exhibitor: the stars, when they were given, and whether the service has them. */
        this.ratings = new Map();
    }

    get visitedCount() {
        return this.exhibitors.filter(({ id }) => this.ratings.has(id)).length;
    }

    /** Asks for everything that is shown at once. */
    async load(visitor) {
        const event = this.about.event;
        this.#restoreSessions();
        const [exhibitors, places, { site_maps: maps }] = await Promise.all([
            all("/v1/exhibitors", { query: { event, limit: 1000 } }),
            all("/v1/places", { query: { event, limit: 1000 } }),
            ask("/v1/site-maps", { query: { event } }),
        ]);
        this.exhibitors = exhibitors.map(flat);
        this.places = places.map(flat);
        this.maps = maps;
        this.#keep();
        await this.loadPassport(visitor);
        // Nobody waits for the programme, which is wanted where there is no network.
        this.loadSessions().catch((error) => console.warn(error));
    }

    /** Stands and programme are looked up where there is no network; who visited them is no part of that. */
    #keep() {
        const { about, exhibitors, places, maps, sessions } = this;
        remember("fair_kept", { about, exhibitors, places, maps, sessions });
    }

    #restoreSessions() {
        const kept = recall("fair_kept");
        if (this.sessions || kept?.about.event !== this.about.event || !kept.sessions) return;
        this.sessions = kept.sessions;
        this.#isOld = true;
    }

    /** Takes what was kept of the last visit. @returns {boolean} Whether there was anything. */
    restore() {
        const kept = recall("fair_kept");
        if (kept?.about.event !== this.about.event) return false;
        ({ exhibitors: this.exhibitors, places: this.places, maps: this.maps } = kept);
        this.#restoreSessions();
        return true;
    }

    async loadPassport(visitor) {
        const passport = await visitor.asKnown((token) => ask("/v1/me/passport", {
            query: { event: this.about.event }, token,
        }));
        if (!passport) return;
        this.total = passport.total;
        this.passport = passport;
        this.activities = new Set((passport.activities ?? []).map(({ place }) => place));
        for (const { exhibitor, stars, rated_at: at, proof } of passport.visited) {
            const own = this.ratings.get(exhibitor);
            // What was given here since is newer than what the service knows.
            if (!own || own.isSent) this.ratings.set(exhibitor, { stars, at, proof, isSent: true });
        }
    }

    async loadSessions() {
        if (this.sessions && !this.#isOld) return;
        const event = this.about.event;
        try {
            const found = await all("/v1/sessions", { query: { event, limit: 1000 } });
            this.sessions = found.map(flat).map(shown);
        } catch (error) {
            // A fair may have exhibitors before its event is published.
            if (error.status === 404) this.sessions = [];
            // What was kept is better than nothing.
            else if (!this.sessions) throw error;
            else return;
        }
        this.#isOld = false;
        this.#keep();
    }

    /** The exhibitors that fit what was typed, best first; by the service, or by what is here. */
    async find(words) {
        const event = this.about.event;
        const found = await all("/v1/exhibitors", { query: { event, q: words, limit: 1000 } });
        return found.map(({ id }) => id);
    }

    /** The same without the service. */
    findHere(words) {
        const plain = fold(words);
        return this.exhibitors.filter(({ name, booth }) =>
            fold(name).split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(plain))
            || fold(name).includes(plain) || fold(booth ?? "").startsWith(plain))
            .map(({ id }) => id);
    }

    note(id, stars, at) {
        const proof = this.ratings.get(id)?.proof;
        this.ratings.set(id, { stars, at, proof, isSent: false });
    }

    /** Notes that the visitor took part in an activity. */
    tookPart(place, { total }) {
        this.activities.add(place);
        this.total = total;
    }

    /** Takes a rating back that the service refused. */
    forget(id) {
        this.ratings.delete(id);
    }

    confirm({ exhibitor, rated_at: at, code }, answer) {
        this.total = answer.total;
        const proof = code ? "code" : this.ratings.get(exhibitor)?.proof;
        this.ratings.set(exhibitor, { stars: answer.stars, at, proof, isSent: true });
    }

    /** The visitor went: what they did is no longer shown here. */
    leave() {
        this.ratings.clear();
        this.activities.clear();
        this.total = 0;
        this.passport = null;
    }
}

/** Without case and accents. */
export function fold(words) {
    return words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
