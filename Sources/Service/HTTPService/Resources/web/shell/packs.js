// What the modules of the page are put into when the service packs them into a few files. Each is a
// function that runs when it is first wanted, with `use` for modules that are here and `load` for those
// whose pack may still have to be fetched.

const makers = new Map();
const made = new Map();

/** Takes in a module. @param {string} path @param {function(): any} make Gives what it exports. */
export function define(path, make) {
    makers.set(path, make);
}

/** What a module exports. It runs once, and again only where it failed. */
function use(path) {
    if (!made.has(path)) {
        const exported = makers.get(path)(use, load);
        made.set(path, exported);
        exported.catch(() => made.delete(path));
    }
    return made.get(path);
}

/** What `specifier` means in the module `from`; the pack of a tab is called like its folder. */
async function load(from, specifier) {
    const path = new URL(specifier, `file:///${from}`).pathname.slice(1);
    if (!makers.has(path)) await import(`./${path.split("/")[0]}.js`);
    return await use(path);
}

/** Runs the module that the page starts with. */
function start(path) {
    use(path).catch((error) => console.error(error));
}
