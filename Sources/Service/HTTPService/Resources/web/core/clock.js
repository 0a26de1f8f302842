// The service's clock, as well as this browser can tell it: what is on screen expires when the
// service says so, even where the browser's own clock is wrong.

let aheadMilliseconds = 0;

/** Takes the `timeStamp` of an answer that has just come. */
export function setByService(timeStamp) {
    const moment = Date.parse(timeStamp);
    if (Number.isFinite(moment)) aheadMilliseconds = moment - Date.now();
}

/** The moment, in milliseconds since 1970. */
export function now() {
    return Date.now() + aheadMilliseconds;
}
