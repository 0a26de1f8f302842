// Runs before anything is drawn, so that a page that was chosen to be dark never flashes white, and so that
// what the first tab takes is on its way as soon as anything is.
(() => {
    const { src, dataset } = /** @type {HTMLScriptElement} */ (document.currentScript);
    const [tabs, languages] = [dataset.tabs.split(" "), dataset.languages.split(" ")];

    /** What was remembered; null where it is nothing, or cannot be read: the browser's preference holds. */
    const recall = (name) => {
        try {
            return JSON.parse(localStorage.getItem(`ambit.${name}`));
        } catch {
            return null;
        }
    };

    const preload = (path, attributes) => {
        const link = document.createElement("link");
        Object.assign(link, { href: new URL(`../${path}`, src).href, ...attributes });
        document.head.append(link);
    };

    const theme = recall("theme");
    if (theme) document.documentElement.dataset.theme = theme;

    const wanted = location.hash.slice(1).split("/")[0];
    const tab = tabs.includes(wanted) ? wanted : tabs[0];
    const language = [recall("language"), ...navigator.languages.map((tag) => tag.slice(0, 2))]
        .find((tag) => languages.includes(tag)) ?? languages[0];
    document.documentElement.lang = language;
    preload(`packs/${tab}.js`, { rel: "modulepreload" });
    for (const part of [language, `${tab}-${language}`]) {
        preload(`texts/${part}.json`, { rel: "preload", as: "fetch", crossOrigin: "anonymous" });
    }
})();
