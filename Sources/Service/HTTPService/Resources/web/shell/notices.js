// Short words to the reader: seen at the edge of the map, and said by a screen reader.

import { element, part } from "../core/dom.js";
import { text } from "../core/texts.js";

const shownMilliseconds = { success: 5_000, warning: 9_000 };

/** Shows `words` for a while. @param {"success"|"warning"} kind */
export function notify(words, kind = "success") {
    const close = element("button", {
        type: "button", class: "notice-close", "aria-label": text("close"),
        on: { click: () => notice.remove() },
    }, "×");
    const notice = element("div", { class: `notice notice-${kind}` }, words, close);
    part("notices").replaceChildren(notice);
    setTimeout(() => notice.remove(), shownMilliseconds[kind]);
}

/** Says a few words to who hears the page: that an answer has come, and the gist of it. */
export function announce(words) {
    part("said").textContent = words;
}

/** Covers the map with words about something that keeps the page from working. */
export function obstruct(title, ...paragraphs) {
    const message = part("obstruction");
    message.replaceChildren(
        element("h2", {}, title), ...paragraphs.map((words) => element("p", {}, words)));
    message.hidden = false;
}
