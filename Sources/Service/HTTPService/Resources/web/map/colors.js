// The style sheets' colours, for what is drawn on a canvas.

/** What a custom property such as "--map-line" stands for right now, as a canvas takes it. */
export function resolvedColor(name) {
    const probe = document.createElement("span");
    probe.hidden = true;
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const color = getComputedStyle(probe).color;
    probe.remove();
    return color;
}
