// What the page takes from the map library and from browsers newer than the compiler.

declare const L: any;
declare namespace L {
    type LatLngBounds = any;
    type Map = any;
}

/** A tile of the base map carries what is drawn in it. */
interface HTMLCanvasElement {
    at: any;
    leaving: AbortController;
    sheet: any;
}

interface AbortSignal {
    throwIfAborted(): void;
}

interface Array<T> {
    findLast(predicate: (value: T) => boolean): T | undefined;
}

interface RequestInit {
    priority?: "auto" | "high" | "low";
}
