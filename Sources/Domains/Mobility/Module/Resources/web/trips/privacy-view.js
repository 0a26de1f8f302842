// What is kept, until when, and how to get it and to be rid of it.

import { element } from "../core/dom.js";
import { text } from "../core/texts.js";
import { accountView } from "./account-view.js";
import { check } from "./controls.js";
import { phoneView } from "./phone-view.js";
import { agreesToTracking, askOwn, keepToken } from "./travel.js";

/** @returns {Promise<Node[]>} */
export async function privacyView(tab) {
    const [settings, consents, me] = await Promise.all([
        askOwn("/v1/me/travel-settings"), askOwn("/v1/me/consents"), askOwn("/v1/me"),
    ]);
    const agrees = agreesToTracking(consents.consents);
    const days = element("select", {
        id: "trips-days",
        on: {
            change: (event) => tab.act("/v1/me/travel-settings", "PUT", {
                keep_fixes_days: event.target.value === "" ? null : Number(event.target.value),
            }),
        },
    }, ...[0, 30, 365, null].map((number) => element("option", {
        value: number ?? "", selected: number === settings.keep_fixes_days,
    }, number === null ? text("trips.for_ever") : text("trips.days", { count: number }))));
    return [
        element("p", {}, text("trips.kept")),
        check("trips-consent", text("trips.consent"), agrees, (isOn) => tab.consent("auto_track", isOn)),
        check("trips-auto", text("trips.auto"), settings.auto_track,
            (isOn) => tab.act("/v1/me/travel-settings", "PUT", { auto_track: isOn })),
        agrees ? null : element("p", { class: "quiet", id: "trips-off" }, text("trips.off")),
        check("trips-alerts", text("trips.alerts"), settings.alerts,
            (isOn) => tab.act("/v1/me/travel-settings", "PUT", { alerts: isOn })),
        element("div", { class: "field" }, element("label", { for: "trips-days" }, text("trips.keep")), days),
        phoneView(),
        accountView(tab, me),
        element("div", { class: "actions" },
            element("button", { type: "button", class: "button", on: { click: () => save(tab) } },
                text("trips.export")),
            element("button", {
                type: "button", class: "button is-danger",
                on: { click: () => tab.act("/v1/fixes", "DELETE") },
            }, text("trips.erase_fixes")),
            element("button", {
                type: "button", class: "button is-danger", on: { click: () => erase(tab) },
            }, text("trips.erase_all")),
            element("button", {
                type: "button", class: "button",
                on: { click: () => { keepToken(null); tab.show(); } },
            }, text("trips.sign_out"))),
    ].filter(Boolean);
}

async function save(tab) {
    const data = await askOwn("/v1/me/export").catch((error) => tab.failed(error));
    if (!data) return;
    const url = URL.createObjectURL(new Blob([JSON.stringify(data)], { type: "application/json" }));
    element("a", { href: url, download: "ambit-account.json" }).click();
    URL.revokeObjectURL(url);
}

async function erase(tab) {
    if (!window.confirm(text("trips.erase_sure"))) return;
    await tab.act("/v1/me", "DELETE");
    keepToken(null);
    tab.show();
}
