// Making and arranging elements. Text always goes in as text; nothing here parses HTML.

const svgNamespace = "http://www.w3.org/2000/svg";

/** An HTML element with attributes, listeners (`on: {click: ...}`) and children. */
export function element(name, attributes = {}, ...children) {
    return furnish(document.createElement(name), attributes, children);
}

/** An SVG element, likewise. */
export function shape(name, attributes = {}, ...children) {
    return furnish(document.createElementNS(svgNamespace, name), attributes, children);
}

/**
 * The element that the page is known to have.
 *
 * @returns {any} Of the type that index.html gives it.
 */
export function part(id) {
    const found = document.getElementById(id);
    if (!found) throw new Error(`The page has no element with the id "${id}".`);
    return found;
}

/**
 * Makes `children` the children of `parent`, in this order. What is in place already is not
 * touched, so that it keeps its focus and the place where it is scrolled to.
 */
export function arrange(parent, children) {
    const wanted = new Set(children);
    for (const child of [...parent.children]) {
        if (!wanted.has(child)) child.remove();
    }
    let next = parent.firstElementChild;
    for (const child of children) {
        if (child === next) {
            next = next.nextElementSibling;
        } else {
            parent.insertBefore(child, next);
        }
    }
}

function furnish(made, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (name === "on") {
            for (const [event, listener] of Object.entries(value)) {
                made.addEventListener(event, listener);
            }
        } else if (value === true) {
            made.setAttribute(name, "");
        } else if (value !== false && value !== null && value !== undefined) {
            made.setAttribute(name, value);
        }
    }
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
}
