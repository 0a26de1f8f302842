// What one account posted, under its name.

import { element } from "../core/dom.js";
import { text } from "../core/texts.js";
import { empty, postCard } from "./cards.js";

const postCount = 100;

/** The newest posts of an account. @param {string} account Its name, as posts have it. */
export async function timelineView(tab, query, account) {
    const { features } = await query("/v1/posts", { account, limit: postCount });
    return [
        element("div", { class: "esports-head" },
            element("h2", {}, text("esports.timeline_of", { account })), tab.backButton()),
        features.length === 0 ? empty(text("esports.no_posts"))
            : element("div", { id: "esports-timeline" }, ...features.map(postCard)),
    ];
}

/** A post, and a button that opens the timeline of its account. */
export function newestPost(tab, post) {
    const { account } = post.properties;
    return element("div", {}, postCard(post), element("p", {}, element("button", {
        type: "button", class: "link esports-see-more", on: { click: () => tab.go("timeline", account) },
    }, text("esports.see_more"),
    element("span", { class: "for-screen-readers" }, ` ${text("esports.timeline_of", { account })}`))));
}
