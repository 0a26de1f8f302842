// How the map is drawn: colours, widths and names of water, parks, roads and boundaries on a canvas.

import { resolvedColor } from "./colors.js";

const worldPixels = 256;
const font = 'system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif';

// Widths in pixels at zoom 10, 12, 14, 16 and 18; between them they grow evenly. The smallest come
// first and are drawn first.
const roads = {
    steps: { widths: [0, 0, 0.4, 1.2, 2.4], kind: "path" },
    path: { widths: [0, 0, 0.4, 1, 2], kind: "path" },
    cycleway: { widths: [0, 0, 0.4, 1, 2], kind: "path" },
    track: { widths: [0, 0, 0.5, 1.2, 2.4], kind: "path" },
    service: { widths: [0, 0, 0.8, 2.4, 6], kind: "road" },
    pedestrian: { widths: [0, 0.3, 1, 3.5, 8], kind: "road" },
    living_street: { widths: [0, 0.5, 1.7, 5, 11], kind: "road" },
    street: { widths: [0, 0.5, 1.7, 5, 11], kind: "road" },
    tertiary: { widths: [0.3, 0.8, 2.6, 6.5, 13], kind: "road" },
    ramp: { widths: [0.4, 0.9, 2.2, 4.5, 9], kind: "large" },
    secondary: { widths: [0.5, 1.2, 3.4, 8, 15], kind: "road" },
    primary: { widths: [0.8, 1.8, 4.2, 9, 17], kind: "large" },
    trunk: { widths: [1, 2.2, 5, 10, 18], kind: "large" },
    motorway: { widths: [1.2, 2.6, 5.6, 11, 20], kind: "large" },
};
const casedFromPixels = 2;
// A pixel of the screen, in pixels of the tile that is drawn.
let unit = 1;
const larger = ["tertiary", "secondary", "primary", "trunk", "motorway"];

/** The colours of the map as they are right now. */
export function colorsOfMap() {
    const names = [
        "ground", "water", "water-edge", "park", "road", "road-edge", "thin-road",
        "large-road", "large-road-edge", "path", "boundary", "label",
    ];
    return Object.fromEntries(names.map((name) => [name, resolvedColor(`--map-${name}`)]));
}

/**
 * Draws what /v1/ground answers into a tile.
 *
 * @param {CanvasRenderingContext2D} pen
 * @param {object[]} features
 * @param {object} how
 * @param {{x: number, y: number, z: number}} how.at Which tile.
 * @param {number} how.size The tile's width in pixels.
 * @param {object} how.colors From `colorsOfMap`.
 * @param {number} how.magnification How many times as large the tile is shown: strokes and letters
 *     are drawn so much smaller.
 */
export function drawSheet(pen, features, { at, size, colors, magnification }) {
    const zoom = at.z + Math.log2(magnification);
    unit = 1 / magnification;
    pen.clearRect(0, 0, size, size);
    pen.lineJoin = "round";
    pen.lineCap = "round";
    const project = projection(at, size);
    const shapes = features.map((feature) => ({
        ...feature.properties, path: pathOf(feature.geometry, project), geometry: feature.geometry,
    }));
    for (const shape of shapes) {
        if (shape.class === "park") fill(pen, shape, colors.park);
        else if (shape.class === "water") drawWater(pen, shape, zoom, colors);
    }
    drawRoads(pen, shapes.filter((shape) => shape.class in roads), zoom, colors);
    drawBoundaries(pen, shapes.filter((shape) => shape.class === "boundary"), colors);
    drawNames(pen, shapes, project, zoom, colors);
}

/** From degrees to the tile's pixels (EPSG:3857). */
function projection({ x, y, z }, size) {
    const world = worldPixels * 2 ** z;
    return ([longitude, latitude]) => [
        (longitude / 360 + 0.5) * world - x * size,
        (0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI)) * world - y * size,
    ];
}

function pathOf(geometry, project) {
    const path = new Path2D();
    const add = (line) => {
        line.forEach((place, index) => {
            const [x, y] = project(place);
            if (index === 0) path.moveTo(x, y);
            else path.lineTo(x, y);
        });
    };
    switch (geometry?.type) {
        case "LineString": add(geometry.coordinates); break;
        case "MultiLineString":
        case "Polygon": geometry.coordinates.forEach(add); break;
        case "MultiPolygon": geometry.coordinates.flat().forEach(add); break;
    }
    return path;
}

function fill(pen, { path, geometry }, color) {
    if (geometry?.type.endsWith("Polygon")) {
        pen.fillStyle = color;
        pen.fill(path, "evenodd");
    }
    // Half a pixel over the edge, so that neighbours leave no seam.
    stroke(pen, path, color, 1);
}

function stroke(pen, path, color, width) {
    pen.strokeStyle = color;
    pen.lineWidth = width * unit;
    pen.stroke(path);
}

function drawWater(pen, shape, zoom, colors) {
    if (shape.geometry?.type.endsWith("Polygon")) {
        fill(pen, shape, colors.water);
        stroke(pen, shape.path, colors["water-edge"], 1);
    } else if (shape.kind === "river" || shape.kind === "canal") {
        const width = Math.max(1.2, 1.5 * 2 ** ((zoom - 11) / 2));
        stroke(pen, shape.path, colors["water-edge"], Math.min(12, width) + 1.5);
        stroke(pen, shape.path, colors.water, Math.min(12, width));
    } else {
        stroke(pen, shape.path, colors["water-edge"], zoom < 13 ? 1 : 1.5);
    }
}

function widthOf(name, zoom) {
    const { widths } = roads[name];
    const step = Math.max(0, Math.min(widths.length - 1, (zoom - 10) / 2));
    const [low, high] = [Math.floor(step), Math.ceil(step)];
    return widths[low] + (widths[high] - widths[low]) * (step - low);
}

/** All edges first, then all surfaces: roads that meet run into each other. */
function drawRoads(pen, shapes, zoom, colors) {
    const ranks = Object.keys(roads);
    const sorted = shapes.map((shape) => ({ ...shape, width: widthOf(shape.class, zoom) }))
        .filter(({ width }) => width > 0)
        .sort((a, b) => ranks.indexOf(a.class) - ranks.indexOf(b.class));
    for (const { class: name, path, width } of sorted) {
        if (width < casedFromPixels || roads[name].kind === "path") continue;
        const edge = roads[name].kind === "large" ? "large-road-edge" : "road-edge";
        stroke(pen, path, colors[edge], width + 1.5);
    }
    for (const { class: name, path, width } of sorted) {
        const { kind } = roads[name];
        if (kind === "path") {
            pen.setLineDash(width > 0.9 ? [3 * unit, 3 * unit] : []);
            stroke(pen, path, colors.path, width);
            pen.setLineDash([]);
        } else {
            // Without an edge a road has to stand out from the ground by itself.
            const thin = kind === "large" ? "large-road-edge" : "thin-road";
            const wide = kind === "large" ? "large-road" : "road";
            stroke(pen, path, colors[width < casedFromPixels ? thin : wide], width);
        }
    }
}

function drawBoundaries(pen, shapes, colors) {
    pen.lineCap = "butt";
    pen.setLineDash([7 * unit, 4 * unit]);
    for (const { path } of shapes) stroke(pen, path, colors.boundary, 1);
    pen.setLineDash([]);
    pen.lineCap = "round";
}

/**
 * The names, but for those that would lie on a more important one, whether that is drawn or not: so
 * two tiles that share a name agree on it, without knowing what lies beyond its neighbours.
 */
function drawNames(pen, shapes, project, zoom, colors) {
    const names = shapes.filter(({ name, name_at: places }) => name && places)
        .flatMap((shape) => lettersOf(pen, shape, project))
        .sort((a, b) => b.rank - a.rank || (a.order < b.order ? -1 : 1));
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (const [index, { shape, x, y, radians, box, font: style }] of names.entries()) {
        if (names.slice(0, index).some((other) => overlap(box, other.box))) continue;
        pen.save();
        pen.translate(x, y);
        pen.rotate(radians);
        pen.font = style;
        pen.lineWidth = 3 * unit;
        pen.strokeStyle = haloOf(shape, zoom, colors);
        pen.strokeText(shape.name, 0, 0);
        pen.fillStyle = colors.label;
        pen.fillText(shape.name, 0, 0);
        pen.restore();
    }
}

/** A name at each of its places, with the room that it takes. */
function lettersOf(pen, shape, project) {
    const isRoad = shape.class in roads;
    const size = unit * (isRoad ? (larger.includes(shape.class) ? 11.5 : 10.5) : 12);
    pen.font = `${isRoad ? "" : "italic "}500 ${size}px ${font}`;
    const { width } = pen.measureText(shape.name);
    return shape.name_at.map(([longitude, latitude, degrees]) => {
        const [x, y] = project([longitude, latitude]);
        const radians = (degrees * Math.PI) / 180;
        return {
            shape, x, y, radians, font: pen.font,
            box: boxAround(x, y, width, size, radians),
            rank: isRoad ? larger.indexOf(shape.class) : larger.length,
            order: `${shape.name} ${longitude} ${latitude}`,
        };
    });
}

function haloOf(shape, zoom, colors) {
    if (shape.class in roads) {
        const isWide = widthOf(shape.class, zoom) >= 9;
        return isWide ? colors[roads[shape.class].kind === "large" ? "large-road" : "road"] : colors.ground;
    }
    return colors[shape.class];
}

function boxAround(x, y, width, height, radians) {
    const [sin, cos] = [Math.abs(Math.sin(radians)), Math.abs(Math.cos(radians))];
    const [dx, dy] = [(width * cos + height * sin) / 2 + 2, (width * sin + height * cos) / 2 + 2];
    return [x - dx, y - dy, x + dx, y + dy];
}

function overlap(a, b) {
    return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}
