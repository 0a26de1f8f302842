// Matches: one after the other, or as the rounds of a tournament.

import { element } from "../core/dom.js";
import { text } from "../core/texts.js";
import { matchRow, section } from "./cards.js";

/** Matches in the order in which they are played; null for none. */
export function matchList(tab, matches, title = text("esports.matches")) {
    if (matches.length === 0) return null;
    return section(title, element("ol", {}, ...matches.map((match) => row(tab, match, true))));
}

/**
 * The matches of a tournament by their rounds, that which begins first, first; null for none. Who plays in a later
 * round tells who won before: where results are hidden, later rounds are opened one by one.
 */
export function rounds(tab, matches) {
    const stages = new Map();
    for (const match of matches) {
        const { stage } = match.properties;
        stages.set(stage ?? "", [...(stages.get(stage ?? "") ?? []), match]);
    }
    if (stages.size < 2) return matchList(tab, matches);
    return section(text("esports.rounds"),
        element("div", { class: "esports-rounds", role: "group", tabindex: "0", "aria-label": text("esports.rounds") },
            ...[...stages].map(([stage, own], number) => {
                const name = stage === "" ? text("esports.no_stage") : stage;
                const list = element("ol", {}, ...own.map((match) => row(tab, match, false)));
                if (!tab.hidesResults || number === 0) {
                    return element("section", { class: "esports-round" }, element("h3", {}, name), list);
                }
                return element("details", { class: "esports-round" },
                    element("summary", {}, text("esports.round_hidden", { stage: name })), list);
            })));
}

function row(tab, match, hasStage) {
    return matchRow(match, { hasStage, onTeam: (id) => tab.go("team", id) });
}
