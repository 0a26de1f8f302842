// What was chosen on the map, whole: in a bubble beside it, or, where the map is too small for
// that, in the panel in place of the list.

import { element, part } from "../core/dom.js";
import { text } from "../core/texts.js";

const smallMap = matchMedia("(width <= 52rem)");

/**
 * Shows an element and moves the keyboard into it; Escape closes it and moves the keyboard back.
 * One is open at a time.
 *
 * @param {L.Map} map
 * @param {object} what
 * @param {{lat: number, lon: number}} what.at
 * @param {HTMLElement} what.content Must be able to take the focus.
 * @param {number} what.height How far above the place the bubble's tip is to end, in pixels.
 * @param {function(): any} what.onClose Called once, whoever closed it.
 * @returns {function(): any} Closes it.
 */
export function showDetail(map, { at, content, height, onClose }) {
    closeOpen();
    const before = /** @type {HTMLElement} */ (document.activeElement);
    const show = smallMap.matches ? showInPanel : showInBubble;
    let isOpen = true;
    const closed = () => {
        if (!isOpen) return;
        isOpen = false;
        closeOpen = () => {};
        map.getContainer().classList.remove("has-detail");
        const hadFocus = document.activeElement === document.body
            || content.contains(document.activeElement);
        if (hadFocus && before?.isConnected) before.focus({ preventScroll: true });
        onClose();
    };
    const remove = show(map, at, content, height, closed);
    closeOpen = () => {
        remove();
        closed();
    };
    map.getContainer().classList.add("has-detail");
    content.addEventListener("keydown", (event) => {
        if (event.key !== "Escape") return;
        // The map would look for the element that has the focus, which is about to go.
        event.stopPropagation();
        closeOpen();
    });
    content.focus({ preventScroll: true });
    return () => isOpen && closeOpen();
}

let closeOpen = () => {};

function showInBubble(map, { lat, lon }, content, height, closed) {
    const popup = L.popup({
        className: "bubble", maxWidth: 300, minWidth: 240, offset: [0, -height],
        autoPanPaddingTopLeft: [80, 32], autoPanPaddingBottomRight: [72, 16],
    });
    popup.on("remove", closed);
    popup.setLatLng([lat, lon]).setContent(content).openOn(map);
    return () => popup.remove();
}

function showInPanel(map, { lat, lon }, content, height, closed) {
    const halo = L.marker([lat, lon], {
        interactive: false, keyboard: false, zIndexOffset: 4_000,
        icon: L.divIcon({ className: "halo", iconSize: [44, 44], iconAnchor: [22, 10 + height] }),
    }).addTo(map);
    const detail = part("detail");
    const back = element("button", {
        type: "button", class: "button", on: { click: () => closeOpen() },
    }, `← ${text("detail.back")}`);
    detail.replaceChildren(content, back);
    detail.hidden = false;
    part("sheet-content").scrollTop = 0;
    return () => {
        halo.remove();
        detail.hidden = true;
        // The focus is still within when `closed` looks where it was.
        closed();
        detail.replaceChildren();
    };
}
