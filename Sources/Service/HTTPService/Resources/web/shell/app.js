// The page: its words, its map and its tabs. Each tab that index.html has, `tab-NAME`, is a folder
// NAME: its module NAME/NAME-tab.js exports `makeTab`, and its words are texts/NAME-LANGUAGE.json. Both
// are fetched when the tab is first shown; the words are seen before the map is there.

import { Refusal, Unreachable } from "../core/api.js";
import { element, part } from "../core/dom.js";
import {
    chooseLanguage, currentLanguage, fillTexts, languages, loadPart, loadTexts, onLanguageChange,
    text,
} from "../core/texts.js";
import { loadMapLibrary } from "../map/library.js";
import { readAddress, writeAddress } from "./address.js";
import { rememberEarlyClicks } from "./early-clicks.js";
import { LazyTab, fetched } from "./lazy-tab.js";
import { obstruct } from "./notices.js";
import { keepOffline } from "./offline.js";
import { Sheet } from "./sheet.js";
import { Tabs } from "./tabs.js";
import { startTheme } from "./theme.js";

const retryMilliseconds = 2_000;

/** @type {function(void): void} */
let wordsAreThere = () => {};
/** Kept when the first tab's words are shown. */
const firstWords = new Promise((resolve) => { wordsAreThere = resolve; });

await loadTexts();
startWords();
await startTabs();
keepOffline();

function startWords() {
    const choice = part("language");
    choice.replaceChildren(...Object.entries(languages).map(
        ([tag, name]) => element("option", { value: tag, lang: tag }, name)));
    choice.value = currentLanguage();
    choice.addEventListener("change", () => chooseLanguage(choice.value));
    onLanguageChange(() => fillTexts(document));
    fillTexts(document);
}

/** Shows the first tab, as far as it goes without the map, and then the map. */
async function startTabs() {
    const names = [...part("tabs").children].map(({ id }) => id.replace("tab-", ""));
    const address = readAddress();
    let refreshColors = () => {};
    startTheme(part("theme"), () => refreshColors());

    const page = startMap(address.view);
    const views = Object.fromEntries(names.map((name) => [name, lazyTab(name, page)]));
    let write = () => {};
    const tabs = new Tabs(views, () => write());
    tabs.show(address.tab);
    const { mapView, findPosition } = await page;

    refreshColors = mapView.refreshColors;
    write = () => writeAddress(tabs.current, mapView.center, mapView.map.getZoom());
    write();
    mapView.onRest(write);
    part("locate").addEventListener("click", async () => {
        const found = await findPosition();
        if (found) mapView.goTo(found);
    });
    window.addEventListener("hashchange", () => follow(readAddress(), tabs, mapView));
}

/**
 * Makes the map, and what tabs share.
 *
 * @param {?{lat: number, lon: number, zoom: number}} view Where to open it, where that is said.
 */
async function startMap(view) {
    await libraryIsThere();
    // Like the tabs, they take the library for granted.
    const [{ MapView }, { extentOfStations }] = await Promise.all([
        import("../map/map-view.js"), import("../map/start.js"),
    ]);
    const mapView = new MapView(part("map"));
    if (view) mapView.lookAt(view, { animate: false });
    return {
        mapView, sheet: new Sheet(), findPosition: positionFinder(mapView), withService,
        opened: view ? Promise.resolve() : withService(extentOfStations)
            .then((extent) => { if (extent) mapView.openAt(extent); }),
    };
}

async function libraryIsThere() {
    try {
        // The words go first over a slow line.
        await firstWords;
        await withService(loadMapLibrary);
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        obstruct(
            text("map.library_missing"), text("map.library_remedy"),
            "apt-get install libjs-leaflet libjs-leaflet.markercluster");
        await new Promise(() => {});
    }
}

/**
 * A tab by its name. Its words are shown when they have come; it can be used when the map is there, too.
 *
 * @param {Promise<object>} page What tabs share: the map, the sheet, and how to ask.
 */
function lazyTab(name, page) {
    return new LazyTab(async () => {
        const panel = part(`panel-${name}`);
        await loadPart(name).finally(wordsAreThere);
        fillTexts(panel);
        panel.classList.remove("is-coming");
        const replay = rememberEarlyClicks(panel);
        try {
            const shared = await page;
            const { makeTab } = await import(`../${name}/${name}-tab.js`);
            return await makeTab(shared);
        } finally {
            replay();
        }
    });
}

/** Finds the reader's position, by a module that is fetched when that is first wanted. */
function positionFinder(mapView) {
    let position = null;
    return async () => {
        const module = await fetched(() => import("../map/position.js"));
        if (!module) return null;
        position ??= new module.Position(mapView);
        return await position.find();
    };
}

function follow({ tab, view }, tabs, mapView) {
    if (view) mapView.lookAt(view);
    tabs.show(tab);
}

/** Asks until the service answers: it may still be starting. */
async function withService(action) {
    for (;;) {
        try {
            const answer = await action();
            part("obstruction").hidden = true;
            return answer;
        } catch (error) {
            if (error instanceof Refusal && !error.isPassing) throw error;
            if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
            obstruct(text(error instanceof Refusal ? "feed.loading" : "offline"));
            await new Promise((resolve) => setTimeout(resolve, retryMilliseconds));
        }
    }
}
