// The voter's street and house, where a postcode has more addresses than anybody reads.

import { Refusal, Unreachable, ask } from "../core/api.js";
import { element } from "../core/dom.js";
import { text } from "../core/texts.js";

const quietMilliseconds = 250;
const shortestText = 2;
const mostSuggestions = 6;
const places = "street-places";

/**
 * A field that suggests addresses of the postcode as one types.
 *
 * @param {{postcode: ?string}} narrow What the service says of the addresses.
 * @param {function(string): void} onAddress Called with the address that was chosen or written.
 */
export function streetField({ postcode }, onAddress) {
    const list = element("datalist", { id: places });
    const field = element("input", {
        id: "street-field", type: "text", list: places, autocomplete: "off", required: true,
        maxlength: 150,
    });
    let timer = 0;
    let asked = 0;
    field.addEventListener("input", () => {
        clearTimeout(timer);
        timer = setTimeout(suggest, quietMilliseconds);
    });

    async function suggest() {
        const words = field.value.trim();
        if (words.length < shortestText) return;
        const turn = ++asked;
        let features = [];
        try {
            ({ features } = await ask("/v1/geocode", {
                // The last word may be a beginning; the postcode is whole.
                query: { q: `${postcode} ${words}`, limit: mostSuggestions },
            }));
        } catch (error) {
            if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
        }
        if (turn !== asked) return;
        list.replaceChildren(...features
            .filter(({ properties }) => properties.kind === "address")
            .map(({ properties: { label } }) => element("option", { value: label })));
    }

    return element("form", {
        class: "street-field",
        on: {
            submit: (event) => {
                event.preventDefault();
                clearTimeout(timer);
                const words = field.value.trim();
                if (words === "") return;
                onAddress(words.includes(postcode) ? words : `${words}, ${postcode}`);
            },
        },
    },
    element("label", { for: "street-field" }, text("vote.street", { postcode })),
    element("div", { class: "field-row" }, field, list,
        element("button", { type: "submit", class: "button" }, text("vote.find"))));
}
