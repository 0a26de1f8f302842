// What is clicked in a panel before it can answer.

/**
 * Holds back clicks on the buttons of a panel. What is typed meanwhile stays in its field.
 *
 * @param {HTMLElement} panel
 * @returns {function(): void} Lets clicks through from now on, and repeats the last one.
 */
export function rememberEarlyClicks(panel) {
    let clicked = null;
    const hold = (event) => {
        const button = event.target.closest("button");
        if (!button) return;
        event.preventDefault();
        event.stopPropagation();
        clicked = button;
    };
    panel.setAttribute("aria-busy", "true");
    panel.addEventListener("click", hold, { capture: true });
    return () => {
        panel.removeEventListener("click", hold, { capture: true });
        panel.removeAttribute("aria-busy");
        // Once the tab is active, which it becomes as soon as it is made.
        setTimeout(() => clicked?.click());
    };
}
