// How trips look, beside the styles that all tabs share.

const sheet = `
#trips-line, #trips-friends, #trips-vehicles, #trips-places, #trips-models { display: grid; gap: 0.5rem; margin: 0.5rem 0; padding: 0; list-style: none; }
#trips-line > li, #trips-friends > li, #trips-vehicles > li, #trips-places > li, #trips-total {
    padding: 0.5rem 0.75rem;
    border-inline-start: 4px solid var(--line-strong);
    border-radius: var(--radius);
    background: var(--surface-pressed);
}
#trips-line > .is-trip { border-color: var(--accent); }
#trips-line > .is-gap { border-style: dashed; opacity: 0.85; }
#trips-content li > p, #trips-total p { margin: 0.125rem 0; }
#trips-content summary { min-block-size: 2.25rem; cursor: pointer; }
#trips-content .field > label { display: block; margin-block-end: 0.25rem; }
#trips-content .field > :is(input, select) { inline-size: 100%; }
#trips-content .why ul { padding-inline-start: 1.25rem; overflow-wrap: anywhere; }
#trips-running { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-block-end: 0.75rem; }
#trips-content input:is([type="date"], [type="datetime-local"]) {
    min-block-size: 2.75rem;
    padding-inline: 0.5rem;
    border: 1px solid var(--line-strong);
    border-radius: var(--radius);
    background: var(--surface);
    color: inherit;
    font: inherit;
}
#trips-content .button:disabled { opacity: 0.5; cursor: default; }
#trips-content { margin-block-start: 0.75rem; }
#trips-views label { flex: 1 0 33%; }
.is-drawing { cursor: crosshair; }
#trips-graph { margin: 0.75rem 0; }
#trips-graph svg { inline-size: 100%; block-size: auto; }
#trips-total strong { font-size: 1.5rem; }
#trips-content .qr { display: block; inline-size: min(100%, 20rem); margin-block: 0.5rem; }
#trips-content .actions { position: static; display: flex; flex-wrap: wrap; background: none; }
#trips-content .actions > .button { flex: 1; }
#trips-day-name { flex: 1; align-self: center; text-align: center; }
`;

let isApplied = false;

/** Applies them once. */
export function applyStyles() {
    if (isApplied) return;
    isApplied = true;
    const styles = new CSSStyleSheet();
    styles.replaceSync(sheet);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, styles];
}
