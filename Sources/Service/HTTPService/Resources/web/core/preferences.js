// What this browser remembers between visits. Where it may not remember, it forgets at the end of
// the visit.

const prefix = "ambit.";
const forThisVisit = new Map();

/** What was remembered under a name, or `standard`. */
export function recall(name, standard = null) {
    if (forThisVisit.has(name)) return forThisVisit.get(name);
    try {
        const text = localStorage.getItem(prefix + name);
        return text === null ? standard : JSON.parse(text);
    } catch {
        return standard;
    }
}

/** Remembers a value that JSON can say; null forgets. */
export function remember(name, value) {
    try {
        if (value === null) {
            localStorage.removeItem(prefix + name);
        } else {
            localStorage.setItem(prefix + name, JSON.stringify(value));
        }
        forThisVisit.delete(name);
    } catch {
        forThisVisit.set(name, value);
    }
}
