// Friends: both have to agree, and then each sees the other's score, and nothing else.

import { Refusal } from "../core/api.js";
import { element } from "../core/dom.js";
import { text } from "../core/texts.js";
import { askOwn, scoreText } from "./travel.js";

/** @returns {Promise<Node[]>} */
export async function friendsView(tab) {
    const [{ friends }, consents] = await Promise.all([
        askOwn("/v1/friends"), askOwn("/v1/me/consents"),
    ]);
    const shares = (consents.consents ?? []).some(
        ({ purpose, withdrawn_at: ended }) => purpose === "share_score" && !ended);
    const scores = await Promise.all(friends.map(async ({ id, state }) => {
        if (state !== "friends") return null;
        try {
            return (await askOwn(`/v1/friends/${id}/score`)).total;
        } catch (error) {
            if (error instanceof Refusal) return null;
            throw error;
        }
    }));
    const name = element("input", {
        id: "trips-friend", type: "text", maxlength: 254, autocapitalize: "none", autocomplete: "off",
    });
    const form = element("form", { novalidate: true, class: "place-field", id: "trips-ask" }, name,
        element("button", { type: "submit", class: "button" }, text("trips.ask")));
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        const words = name.value.trim();
        if (words === "") return;
        tab.act("/v1/friends", "POST", words.includes("@") ? { email: words } : { username: words });
    });
    return [
        element("label", { class: "check" }, element("input", {
            type: "checkbox", id: "trips-share", checked: shares,
            on: { change: (event) => tab.consent("share_score", event.target.checked) },
        }), text("trips.share")),
        element("label", { for: "trips-friend" }, text("trips.ask_whom")),
        form,
        element("p", { class: "quiet" }, text("trips.ask_note")),
        friends.length === 0 ? element("p", { class: "quiet" }, text("trips.no_friends")) : null,
        element("ul", { id: "trips-friends" },
            ...friends.map((friend, index) => entry(tab, friend, scores[index]))),
    ].filter(Boolean);
}

function entry(tab, friend, score) {
    const words = {
        asked: text("trips.asked"), asking: text("trips.asking"),
        friends: score ? scoreText(score) : text("trips.no_score"),
    }[friend.state];
    return element("li", {},
        element("p", {}, element("strong", { dir: "auto" }, friend.name ?? friend.asked_for ?? ""), ` ${words}`),
        element("div", { class: "actions" },
            friend.state === "asking" ? element("button", {
                type: "button", class: "button is-primary",
                on: { click: () => tab.act(`/v1/friends/${friend.id}`, "PUT") },
            }, text("trips.agree")) : null,
            element("button", {
                type: "button", class: "button",
                on: { click: () => tab.act(`/v1/friends/${friend.id}`, "DELETE") },
            }, text(friend.state === "friends" ? "trips.end_friend" : "trips.refuse"))));
}
