// The page: its words, its map and its tabs. Each tab that index.html has, `tab-NAME`, is a folder
// NAME: its module NAME/NAME-tab.js exports `makeTab`, and its words are texts/NAME-LANGUAGE.json. Both
// are fetched when the tab is first shown.

import { Refusal, Unreachable } from "../core/api.js";
import { element, part } from "../core/dom.js";
import {
    chooseLanguage, currentLanguage, fillTexts, languages, loadPart, loadTexts, onLanguageChange,
    text,
} from "../core/texts.js";
import { readAddress, writeAddress } from "./address.js";
import { LazyTab, fetched } from "./lazy-tab.js";
import { obstruct } from "./notices.js";
import { Sheet } from "./sheet.js";
import { Tabs } from "./tabs.js";
import { startTheme } from "./theme.js";

const retryMilliseconds = 2_000;

await loadTexts();
startWords();
if (window.L?.MarkerClusterGroup) {
    await startMap();
} else {
    startTheme(part("theme"), () => {});
    obstruct(
        text("map.library_missing"), text("map.library_remedy"),
        "apt-get install libjs-leaflet libjs-leaflet.markercluster");
}

function startWords() {
    const choice = part("language");
    choice.replaceChildren(...Object.entries(languages).map(
        ([tag, name]) => element("option", { value: tag, lang: tag }, name)));
    choice.value = currentLanguage();
    choice.addEventListener("change", () => chooseLanguage(choice.value));
    onLanguageChange(() => fillTexts(document));
    fillTexts(document);
}

/** Starts everything that needs the map library, which the modules below take for granted. */
async function startMap() {
    const names = [...part("tabs").children].map(({ id }) => id.replace("tab-", ""));
    const { tab: wanted, view } = readAddress();
    const first = names.includes(wanted) ? wanted : names[0];
    // On its way while the map is made; where it cannot be had, whoever wants it is told.
    moduleOf(first).catch(() => {});
    const [{ MapView }, { extentOfStations }] = await Promise.all([
        import("../map/map-view.js"), import("../map/start.js"),
    ]);
    const mapView = new MapView(part("map"));
    startTheme(part("theme"), () => mapView.refreshColors());
    const findPosition = positionFinder(mapView);
    part("locate").addEventListener("click", async () => {
        const found = await findPosition();
        if (found) mapView.goTo(found);
    });

    const page = { mapView, sheet: new Sheet(), findPosition, withService };
    const views = Object.fromEntries(names.map((name) => [name, lazyTab(name, page)]));
    views[first].prepare();
    if (view) mapView.map.setView([view.lat, view.lon], view.zoom, { animate: false });
    const extent = view ? null : await withService(extentOfStations);
    if (extent) mapView.openAt(extent);

    const tabs = new Tabs(views, () => write());
    const write = () => writeAddress(tabs.current, mapView.center, mapView.map.getZoom());
    tabs.show(first);
    mapView.onRest(write);
    window.addEventListener("hashchange", () => follow(readAddress(), tabs, mapView));
}

/** A tab by its name. @param {object} page What tabs share: the map, the sheet, and how to ask. */
function lazyTab(name, page) {
    return new LazyTab(async () => {
        const [{ makeTab }] = await Promise.all([moduleOf(name), loadPart(name)]);
        fillTexts(part(`panel-${name}`));
        return await makeTab(page);
    });
}

function moduleOf(name) {
    return import(`../${name}/${name}-tab.js`);
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
    if (view) mapView.map.setView([view.lat, view.lon], view.zoom);
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
