// The messages as a list, a page at a time.

import { arrange } from "../core/dom.js";
import { MessageRow } from "./message-card.js";

const pageSize = 40;

export class MessageList {
    /**
     * @param {HTMLOListElement} root
     * @param {HTMLButtonElement} more Shows another page.
     * @param {function(string): void} onSelect Called with the id of the message that was clicked.
     */
    constructor(root, more, onSelect) {
        this.root = root;
        this.more = more;
        this.onSelect = onSelect;
        this.rows = new Map();
        this.pages = 1;
        more.addEventListener("click", () => {
            this.pages += 1;
            this.draw();
        });
        this.drawn = { messages: new Map(), moment: 0, selected: null };
    }

    /**
     * Shows messages.
     *
     * @param {object} what
     * @param {Map} what.messages In the order in which they are to stand.
     * @param {number} what.moment Now.
     * @param {?string} what.selected The id of the one that is open on the map.
     */
    show(what) {
        this.drawn = what;
        this.draw();
    }

    /** Makes all rows anew: they speak another language now. */
    forgetRows() {
        this.rows.clear();
    }

    draw() {
        const { messages, moment, selected } = this.drawn;
        const page = [...messages.values()].slice(0, this.pages * pageSize);
        const rows = new Map();
        for (const message of page) {
            const row = this.rows.get(message.id) ?? new MessageRow(message, this.onSelect);
            row.update(message, moment, message.id === selected);
            rows.set(message.id, row);
        }
        this.rows = rows;
        arrange(this.root, [...rows.values()].map((row) => row.root));
        this.more.hidden = page.length === messages.size;
    }
}
