import assert from "node:assert/strict";
import { test } from "node:test";

import { ageText, areaText, dayText, distanceText, durationText, percentText } from "./web/core/format.js";

test("distances have the unit that people use for them", () => {
    assert.equal(distanceText(0), "0 m");
    assert.equal(distanceText(999.4), "999 m");
    assert.equal(distanceText(999.5), "1 km");
    assert.equal(distanceText(2_449), "2.4 km");
    assert.equal(distanceText(24_400), "24 km");
});

test("areas, days and shares", () => {
    assert.equal(areaText(350), "350 m²");
    assert.equal(areaText(2_400_000), "2.4 km²");
    assert.equal(dayText("2016-11-08"), "Nov 8, 2016");
    assert.equal(dayText("--11-08"), "Nov 8");
    assert.equal(percentText(0.34), "34%");
    assert.equal(percentText(0.004), "0.4%");
});

test("durations have their two largest units", () => {
    assert.equal(durationText(0), "0 sec");
    assert.equal(durationText(45.9), "45 sec");
    assert.equal(durationText(12_000), "3 hr 20 min");
    assert.equal(durationText(-5), "0 sec");
    assert.match(ageText(300), /^5 min\.? ago$/);
});
