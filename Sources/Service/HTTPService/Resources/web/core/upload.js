// Sends a file to the service and tells how far it has come; otherwise like `ask`.

import { Refusal, Unreachable, address, parsed } from "./api.js";

/**
 * @param {string} path Such as "/v1/imports".
 * @param {object} how
 * @param {object} how.query Parameters; those that are null are left out.
 * @param {Blob} how.file The body.
 * @param {string} how.token A staff token.
 * @param {object} [how.headers] Further fields of the request.
 * @param {AbortSignal} how.signal Gives up early; the promise then fails with its reason.
 * @param {function(number): void} how.onProgress Called with the share that was sent, 0 to 1.
 * @returns {Promise<object>} The JSON of the answer.
 * @throws {Refusal|Unreachable}
 */
export function upload(path, { query, file, token, headers = {}, signal, onProgress }) {
    return new Promise((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.open("POST", address(path, query));
        request.setRequestHeader("Accept", "application/json");
        request.setRequestHeader("Authorization", `Bearer ${token}`);
        request.setRequestHeader("Content-Type", "application/octet-stream");
        for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
        request.upload.addEventListener("progress", ({ loaded, total }) => {
            onProgress(total > 0 ? loaded / total : 1);
        });
        request.addEventListener("load", () => {
            const answer = parsed(request.responseText);
            if (request.status >= 200 && request.status < 300) {
                resolve(answer);
            } else {
                reject(new Refusal(
                    request.status, answer?.detail ?? request.statusText, answer?.errors ?? [],
                    answer));
            }
        });
        request.addEventListener("error", () => reject(new Unreachable("upload")));
        request.addEventListener("abort", () => reject(signal.reason));
        signal.addEventListener("abort", () => request.abort(), { once: true });
        request.send(file);
    });
}
