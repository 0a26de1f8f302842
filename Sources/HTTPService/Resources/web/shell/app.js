// The page: its words, its map and its tabs.

import { Refusal, Unreachable } from "../core/api.js";
import { element, part } from "../core/dom.js";
import {
    chooseLanguage, currentLanguage, fillTexts, languages, loadTexts, onLanguageChange, text,
} from "../core/texts.js";
import { loadCategories } from "../radar/categories.js";
import { readAddress, writeAddress } from "./address.js";
import { LazyTab } from "./lazy-tab.js";
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
    const [{ MapView }, { Position }, { extentOfStations }, { RadarTab }] = await Promise.all([
        import("../map/map-view.js"), import("../map/position.js"),
        import("../map/start.js"), import("../radar/radar-tab.js"),
    ]);
    const mapView = new MapView(part("map"));
    startTheme(part("theme"), () => mapView.refreshColors());
    const position = new Position(mapView);
    part("locate").addEventListener("click", async () => {
        const found = await position.find();
        if (found) mapView.goTo(found);
    });

    const { tab, view } = readAddress();
    const [offer, extent] = await withService(
        () => Promise.all([loadCategories(), view ? null : extentOfStations()]));
    if (view) mapView.map.setView([view.lat, view.lon], view.zoom, { animate: false });
    if (extent) mapView.map.fitBounds(extent, { animate: false });

    const sheet = new Sheet();
    const radar = new RadarTab(mapView, sheet, position, offer);
    const vote = new LazyTab(async () => {
        const { VoteTab } = await import("../vote/vote-tab.js");
        return new VoteTab(mapView, sheet, position);
    });
    const staff = new LazyTab(async () => {
        const { StaffTab } = await import("../staff/staff-tab.js");
        return new StaffTab(mapView, sheet);
    });
    const tabs = new Tabs({ radar, vote, staff }, () => write());
    const write = () => writeAddress(tabs.current, mapView.center, mapView.map.getZoom());
    if (extent) {
        mapView.map.invalidateSize({ animate: false });
        mapView.showCircle(radar.radiusMeters, { always: true });
    }
    tabs.show(tab);
    mapView.onRest(write);
    window.addEventListener("hashchange", () => follow(readAddress(), tabs, mapView));
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
