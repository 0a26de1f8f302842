// A fair as the service tells of it, and what this visitor has done there.

import { ask, nextPage } from "../core/api.js";
import { recall, remember } from "../core/preferences.js";

/** All fairs. */
export async function fairs() {
    const { fairs: all } = await ask("/v1/fairs");
    return all;
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

export class Fair {
    /** @param {object} about As `GET /v1/fairs` has it. */
    constructor(about) {
        this.about = about;
        this.exhibitors = [];
        this.places = [];
        this.maps = [];
        this.sessions = null;
        this.total = 0;
        /** By exhibitor: the stars, when they were given, and whether the service has them. */
        this.ratings = new Map();
    }

    get visitedCount() {
        return this.exhibitors.filter(({ id }) => this.ratings.has(id)).length;
    }

    /** Asks for everything that is shown at once. */
    async load(visitor) {
        const event = this.about.event;
        const [exhibitors, places, { site_maps: maps }] = await Promise.all([
            all("/v1/exhibitors", { query: { event, limit: 1000 } }),
            all("/v1/places", { query: { event, limit: 1000 } }),
            ask("/v1/site-maps", { query: { event } }),
        ]);
        this.exhibitors = exhibitors.map(flat);
        this.places = places.map(flat);
        this.maps = maps;
        // Stands are looked up where there is no network; who visited them is no part of that.
        remember("fair_kept", {
            about: this.about, exhibitors: this.exhibitors, places: this.places, maps,
        });
        await this.loadPassport(visitor);
    }

    /** Takes what was kept of the last visit. @returns {boolean} Whether there was anything. */
    restore() {
        const kept = recall("fair_kept");
        if (kept?.about.event !== this.about.event) return false;
        ({ exhibitors: this.exhibitors, places: this.places, maps: this.maps } = kept);
        return true;
    }

    async loadPassport(visitor) {
        const passport = await visitor.asKnown((token) => ask("/v1/me/passport", {
            query: { event: this.about.event }, token,
        }));
        if (!passport) return;
        this.total = passport.total;
        this.passport = passport;
        for (const { exhibitor, stars, rated_at: at } of passport.visited) {
            const own = this.ratings.get(exhibitor);
            // What was given here since is newer than what the service knows.
            if (!own || own.isSent) this.ratings.set(exhibitor, { stars, at, isSent: true });
        }
    }

    async loadSessions() {
        if (this.sessions) return;
        const event = this.about.event;
        try {
            this.sessions = (await all("/v1/sessions", { query: { event, limit: 1000 } })).map(flat);
        } catch (error) {
            // A fair may have exhibitors before its event is published.
            if (error.status !== 404) throw error;
            this.sessions = [];
        }
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
        this.ratings.set(id, { stars, at, isSent: false });
    }

    /** Takes a rating back that the service refused. */
    forget(id) {
        this.ratings.delete(id);
    }

    confirm({ exhibitor, rated_at: at }, answer) {
        this.total = answer.total;
        this.ratings.set(exhibitor, { stars: answer.stars, at, isSent: true });
    }

    /** The visitor went: what they did is no longer shown here. */
    leave() {
        this.ratings.clear();
        this.total = 0;
        this.passport = null;
    }
}

/** Without case and accents. */
export function fold(words) {
    return words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
