// Where an organizer chooses the logo of a stand, on its card.

import { Refusal, Unreachable, ask } from "../core/api.js";
import { element } from "../core/dom.js";
import { refusalWords } from "../core/refusals.js";
import { text } from "../core/texts.js";
import { upload } from "../core/upload.js";
import { asStaff } from "../staff/staff-token.js";

/** As wide and high as logos are kept, in pixels: twice what is shown, for fine screens. */
const logoPixels = 192;

/** @param {object} tab The tab. @param {object} exhibitor Whose logo it is. */
export function logoForm(tab, exhibitor) {
    const { id, name } = exhibitor;
    const path = `/v1/exhibitors/${encodeURIComponent(id)}/logo`;
    const field = `expo-logo-${id}`;
    const error = element("p", { class: "error", id: `${field}-error`, role: "alert" });
    const attempt = async (action) => {
        error.textContent = "";
        try {
            await asStaff(action);
        } catch (problem) {
            if (!(problem instanceof Refusal || problem instanceof Unreachable)) throw problem;
            error.textContent = problem instanceof Unreachable ? text("expo.away") : refusalWords(problem);
            return;
        }
        await tab.fair.load(tab.visitor);
        tab.redraw();
    };
    const file = element("input", {
        id: field, type: "file", accept: "image/png,image/jpeg,image/webp", "aria-describedby": error.id,
        on: {
            change: () => attempt(async (token) => {
                const picture = await small(file.files[0]);
                const { hash } = await upload("/v1/media", {
                    query: { alt: name }, file: picture, token,
                    signal: new AbortController().signal, onProgress: () => {},
                });
                await ask(path, { method: "PUT", token, body: { media: hash } });
            }),
        },
    });
    return element("div", { class: "field fair-logo-form" },
        element("label", { for: field }, text("expo.logo")), file,
        exhibitor.logo ? element("button", {
            type: "button", class: "fair-button is-quiet",
            on: { click: () => attempt((token) => ask(path, { method: "DELETE", token })) },
        }, text("expo.no_logo")) : null,
        error);
}

/** The picture at the size of a logo; the file itself where it is small already, or is no picture. */
async function small(file) {
    let picture;
    try {
        picture = await createImageBitmap(file);
    } catch {
        // The service says what it is.
        return file;
    }
    const scale = logoPixels / Math.max(picture.width, picture.height);
    if (scale >= 1) return file;
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => {
        // Where the browser cannot write one, the file is sent as it is.
        canvas.toBlob((blob) => resolve(blob ?? file), "image/png");
    });
}
