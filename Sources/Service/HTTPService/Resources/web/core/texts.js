// The words of the page, in the reader's language. Each language is one file in texts/, and one more for
// each tab that is fetched when it is first shown.

import { recall, remember } from "./preferences.js";

/** The languages that there are, each by its own name. */
export const languages = { en: "English", es: "Español" };

let language = "en";
let texts = {};
/** What was loaded beside the first words: the names of parts, such as "staff". */
const parts = new Set();
let plurals = new Intl.PluralRules(language);
const listeners = new Set();

/** The language that is shown, such as "es". */
export function currentLanguage() {
    return language;
}

/** Calls `listener` whenever the language has changed. */
export function onLanguageChange(listener) {
    listeners.add(listener);
}

/** Loads the words of the language that was chosen, or that the browser prefers. */
export async function loadTexts() {
    const preferred = [recall("language"), ...navigator.languages.map((tag) => tag.slice(0, 2))];
    await load(preferred.find((tag) => tag in languages) ?? "en");
}

/** Shows another language and remembers the choice. */
export async function chooseLanguage(tag) {
    await load(tag);
    remember("language", tag);
    for (const listener of listeners) listener();
}

/**
 * The words under a key, with `{name}` replaced by `values.name`. Where the words depend on a
 * number, `values.count` chooses them.
 */
export function text(key, values = {}) {
    let words = texts[key];
    if (typeof words === "object") {
        words = words[plurals.select(values.count)] ?? words.other;
    }
    if (words === undefined) return key;
    return words.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Loads the words of a part of the page, such as "staff", in every language that is shown from now on. */
export async function loadPart(part) {
    if (parts.has(part)) return;
    const words = await fetchWords(`${part}-${language}`);
    parts.add(part);
    texts = { ...texts, ...words };
}

/** The words under a key as they are written, with names in place of values; undefined where there are none. */
export function template(key) {
    return texts[key];
}

/** Whether a number is one, as the language has it. */
export function isOne(number) {
    return plurals.select(number) === "one";
}

/** Whether there are words under a key. */
export function hasText(key) {
    return key in texts;
}

/**
 * Fills in the words of all elements within `root`: `data-text` names those of its content,
 * `data-label` those of its accessible name, `data-title` and `data-placeholder` likewise. The words of
 * a tab are left for when they have come.
 */
export function fillTexts(root) {
    for (const found of root.querySelectorAll("[data-text]")) {
        if (hasText(found.dataset.text)) found.textContent = text(found.dataset.text);
    }
    for (const [data, attribute] of [
        ["label", "aria-label"], ["title", "title"], ["placeholder", "placeholder"],
    ]) {
        for (const found of root.querySelectorAll(`[data-${data}]`)) {
            if (hasText(found.dataset[data])) found.setAttribute(attribute, text(found.dataset[data]));
        }
    }
}

async function load(tag) {
    const names = [tag, ...[...parts].map((part) => `${part}-${tag}`)];
    texts = Object.assign({}, ...await Promise.all(names.map(fetchWords)));
    language = tag;
    plurals = new Intl.PluralRules(tag);
    document.documentElement.lang = tag;
}

async function fetchWords(name) {
    const response = await fetch(new URL(`../texts/${name}.json`, import.meta.url));
    if (!response.ok) throw new Error(`The words of the page are missing: texts/${name}.json`);
    return response.json();
}
