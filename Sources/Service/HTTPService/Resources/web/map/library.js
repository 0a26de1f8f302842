// Leaflet and its marker cluster, which come after the page's text: they are a third of all that is
// fetched, and nobody reads them.

import { Refusal, Unreachable } from "../core/api.js";

const scripts = ["leaflet.min.js", "leaflet.markercluster.min.js"];
const styles = ["leaflet.css", "MarkerCluster.css"];

let coming = null;

/**
 * Fetches the map library, once.
 *
 * @returns {Promise<void>}
 * @throws {Refusal} Where the service does not have it.
 * @throws {Unreachable} Where it cannot be had now.
 */
export async function loadMapLibrary() {
    coming ??= Promise.all([...styles.map(addStyle), ...scripts.map(addScript)]);
    try {
        await coming;
    } catch (error) {
        coming = null;
        throw error;
    }
}

/** Scripts that are added so run in their order, whichever is there first. */
function addScript(name) {
    const script = Object.assign(document.createElement("script"), { async: false });
    return added(script, "src", name, () => document.head.append(script));
}

/** The page's own styles come after the library's, and so have the last word. */
function addStyle(name) {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet" });
    return added(link, "href", name, () => document.querySelector("link[rel=stylesheet]").before(link));
}

async function added(element, attribute, name, insert) {
    const address = new URL(`../leaflet/${name}`, import.meta.url).pathname;
    const outcome = new Promise((resolve) => {
        element.addEventListener("load", () => resolve(true), { once: true });
        element.addEventListener("error", () => resolve(false), { once: true });
    });
    element[attribute] = address;
    insert();
    if (await outcome) return;
    element.remove();
    await explainFailure(address);
}

/** Whether it is the file or the service that is missing, which the browser does not tell. */
async function explainFailure(address) {
    let response;
    try {
        response = await fetch(address, { method: "HEAD", cache: "no-store" });
    } catch (error) {
        throw new Unreachable(error.message);
    }
    throw response.ok ? new Unreachable(address) : new Refusal(response.status, address, []);
}
