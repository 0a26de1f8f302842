// A button that asks: the first click changes its words, the second one acts.

const questionMilliseconds = 4_000;

/**
 * @param {HTMLButtonElement} button
 * @param {object} how
 * @param {function(): string} how.rest What it says at rest.
 * @param {function(): string} how.question What it says after the first click, for a while.
 * @param {function(): any} how.onAgree Called at the second click; what it returns is waited for.
 */
export function askTwice(button, { rest, question, onAgree }) {
    let timer = 0;
    const settle = () => {
        clearTimeout(timer);
        button.removeAttribute("aria-disabled");
        button.textContent = rest();
        button.onclick = ask;
    };
    const ask = () => {
        button.textContent = question();
        timer = setTimeout(settle, questionMilliseconds);
        button.onclick = async () => {
            clearTimeout(timer);
            button.setAttribute("aria-disabled", "true");
            button.onclick = null;
            try {
                await onAgree();
            } finally {
                settle();
            }
        };
    };
    settle();
}
