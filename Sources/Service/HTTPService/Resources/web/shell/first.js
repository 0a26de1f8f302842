// Runs before anything is drawn, so that a page that was chosen to be dark never flashes white.
(() => {
    try {
        const theme = JSON.parse(localStorage.getItem("ambit.theme"));
        if (theme) document.documentElement.dataset.theme = theme;
    } catch {
        // Nothing is remembered, or it cannot be read: the browser's own preference holds.
    }
})();
