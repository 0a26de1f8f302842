// The part of the address after "#": which tab, and where the map is. It never leaves the browser.

/** `#radar/42.1/-101.5/13`, read: what of it is missing or wrong is null. */
export function readAddress() {
    const [tab, ...numbers] = location.hash.slice(1).split("/");
    const [lat, lon, zoom] = numbers.map(Number);
    const isPlace = numbers.length === 3 && numbers.every((number) => number !== "")
        && Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && zoom >= 0 && zoom <= 19;
    return { tab: tab || null, view: isPlace ? { lat, lon, zoom } : null };
}

/** Writes it, without a step in the browser's history. */
export function writeAddress(tab, { lat, lon }, zoom) {
    const hash = `#${tab}/${lat.toFixed(5)}/${lon.toFixed(5)}/${Number(zoom.toFixed(2))}`;
    if (hash !== location.hash) history.replaceState(null, "", hash);
}
