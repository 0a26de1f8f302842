// How the tab looks, beside what all tabs share.

const rules = `
.esports-card {
    display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.125rem 0.5rem;
    margin-block-end: 0.5rem; padding: 0.625rem 0.75rem; border: 1px solid var(--line);
    border-radius: var(--radius); background: var(--surface);
}
.esports-card > h3 { overflow-wrap: anywhere; }
.esports-card > h3 > button, .esports-row > button {
    padding: 0; border: 0; background: none; color: inherit; font-weight: 600; text-align: start;
    cursor: pointer; min-block-size: 1.75rem;
}
.esports-card > h3 > button:hover, .esports-row > button:hover { text-decoration: underline; }
.esports-card .marks { grid-row: 1 / span 3; grid-column: 2; display: flex; align-items: start; }
.esports-card p { grid-column: 1; overflow-wrap: anywhere; }
.esports-when { font-weight: 600; }
.esports-section { margin-block: 1rem; }
.esports-section > h2 { margin-block-end: 0.5rem; }
.esports-row {
    display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center;
    gap: 0.5rem; min-block-size: 3rem; border-block-end: 1px solid var(--line);
}
.esports-row-end { display: flex; align-items: center; gap: 0.25rem; }
.esports-rounds { display: flex; gap: 0.75rem; overflow-x: auto; padding-block-end: 0.5rem; }
.esports-round { flex: 0 0 13rem; }
.esports-round > h3, .esports-round > summary { margin-block-end: 0.25rem; min-block-size: 1.75rem; font-weight: 600; }
.esports-calendars { margin-block: 0.75rem; }
.esports-calendars > summary { min-block-size: 2.75rem; align-content: center; cursor: pointer; font-weight: 600; }
.esports-calendar { margin-block: 0.5rem; }
.esports-calendar input {
    inline-size: 100%; min-block-size: 2.75rem; padding: 0.375rem 0.625rem; border: 1px solid var(--line-strong);
    border-radius: var(--radius); background: var(--surface);
}
.esports-mark {
    display: grid; place-items: center; inline-size: 2.75rem; block-size: 2.75rem; padding: 0;
    border: 0; border-radius: var(--radius); background: none; cursor: pointer;
    color: light-dark(#6b7680, #9aa7b1);
}
.esports-mark:hover { background: var(--surface-pressed); }
.esports-mark svg { inline-size: 1.5rem; block-size: 1.5rem; fill: none; stroke: currentColor; stroke-width: 1.8; }
.esports-mark[aria-pressed="true"] { color: light-dark(#1f7fc4, #7cc4f5); }
.esports-mark[aria-pressed="true"] svg { fill: currentColor; }
.esports-notices { display: flex; align-items: center; justify-content: center; gap: 0.5rem; margin-block: 0.5rem; }
#esports-read-all { margin-block-end: 0.5rem; }
.esports-notices[hidden] { display: none; }
.esports-notices svg { inline-size: 1.25rem; block-size: 1.25rem; fill: none; stroke: currentColor; stroke-width: 1.8; }
.esports-new {
    padding: 0 0.375rem; border: 1px solid currentColor; border-radius: var(--radius); font-size: 0.75rem;
}
.esports-read { justify-self: start; min-block-size: 2.75rem; }
.esports-carousel { display: flex; gap: 0.5rem; overflow-x: auto; padding-block: 0.25rem 0.5rem; }
.esports-carousel > li { flex: 0 0 11rem; }
.esports-product {
    display: block; inline-size: 100%; block-size: 100%; padding: 0.5rem; border: 1px solid var(--line);
    border-radius: var(--radius); background: var(--surface); text-align: start; cursor: pointer;
}
.esports-product:hover { background: var(--surface-pressed); }
.esports-products { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 0.5rem; }
.esports-picture {
    display: grid; place-items: center; inline-size: 100%; aspect-ratio: 4 / 3; margin-block-end: 0.375rem;
    border-radius: 0.375rem; background: var(--accent-soft); color: var(--ink-quiet); font-size: 0.75rem;
    text-align: center; object-fit: contain; overflow: hidden;
}
.esports-logo {
    inline-size: 2rem; block-size: 2rem; margin-inline-end: 0.5rem; border-radius: 0.25rem; object-fit: contain;
    vertical-align: middle;
}
.esports-price { font-weight: 700; }
.esports-sheet {
    position: fixed; inset: 0; z-index: 1200; display: grid; place-items: center; margin: 0;
    background: #0008; padding: 0.75rem;
}
.esports-sheet > form {
    display: flex; flex-direction: column; inline-size: min(26rem, 100%); max-block-size: 100%;
    overflow: auto; scroll-padding-block-end: 5rem; padding: 1rem; border-radius: var(--radius);
    background: var(--paper); box-shadow: var(--shadow);
}
.esports-sheet .actions {
    grid-template-columns: 1fr 1fr; position: sticky; inset-block-end: -1rem; margin-block: auto -1rem;
    padding-block: 0.5rem 1rem; background: var(--paper);
}
.esports-sheet input:not([type="radio"]):not([type="checkbox"]), .esports-sheet select {
    inline-size: 100%; min-block-size: 2.75rem; padding: 0.375rem 0.625rem;
    border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--surface);
}
.esports-section > .button[id^="esports-filter-"] { margin-block-end: 0.5rem; }
.esports-head { display: flex; align-items: center; gap: 0.5rem; flex-wrap: wrap; margin-block-end: 0.5rem; }
.esports-head h2 { flex: 1; min-inline-size: 8rem; overflow-wrap: anywhere; }
.esports-facts { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 0.75rem; }
.esports-facts dt { color: var(--ink-quiet); }
.esports-facts dd { overflow-wrap: anywhere; }
.esports-radius { fill: var(--accent); fill-opacity: 0.06; stroke: var(--accent); stroke-width: 1.5; stroke-opacity: 0.8; }
.esports-marker {
    border: 2px solid var(--surface); border-radius: 50%; background: var(--accent); box-shadow: var(--shadow);
}
`;

let isApplied = false;

/** Adds the rules to the page, once. */
export function applyStyles() {
    if (isApplied) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    isApplied = true;
}
