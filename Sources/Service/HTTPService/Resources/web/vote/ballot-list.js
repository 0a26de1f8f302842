// What is on the ballot at a place: contests with their candidates, and ballot measures.

import { element } from "../core/dom.js";
import { currentLanguage, text } from "../core/texts.js";
import { districtWords } from "../core/values.js";

/** @returns {HTMLElement[]} One section for each election; none when nothing is to be voted on. */
export function ballotSections({ elections, contests, measures }) {
    return elections.map((election) => {
        const own = ({ election: reference }) => reference.key === election.key;
        return element("section", { class: "election" },
            element("h3", { dir: "auto" }, election.name),
            election.date ? element("p", { class: "quiet" }, dayWords(election)) : null,
            election.is_past
                ? element("p", { class: "caution" }, text("vote.election_over")) : null,
            ...contests.filter(own).map(contestDetails),
            ...measures.filter(own).map(measureDetails));
    }).filter((section) => section.querySelector("details"));
}

/** The day of an election, and that it was then where it is over. */
function dayWords({ date, is_past: isPast }) {
    return isPast ? text("vote.held_on", { date: dateWords(date) }) : dateWords(date);
}

function contestDetails(contest) {
    return element("details", { class: "contest" },
        element("summary", {},
            element("span", { dir: "auto" }, contest.title),
            element("span", { class: "quiet" }, [
                contest.district && districtWords(contest.district),
                contest.votes_allowed > 1
                    ? text("vote.votes_allowed", { count: contest.votes_allowed }) : null,
            ].filter(Boolean).join(" · "))),
        contest.candidates.length > 0
            ? element("ul", { class: "candidates" }, ...contest.candidates.map(candidateRow))
            : element("p", { class: "quiet" }, text("vote.no_candidates")));
}

function candidateRow({ name, party, ticket, incumbent }) {
    const more = [party, ticket, incumbent ? text("vote.incumbent") : null].filter(Boolean);
    return element("li", {},
        element("span", { class: "candidate", dir: "auto" }, name),
        more.length > 0
            ? element("span", { class: "quiet", dir: "auto" }, more.join(" · ")) : null);
}

function measureDetails(measure) {
    return element("details", { class: "contest" },
        element("summary", {},
            element("span", { dir: "auto" }, measure.title),
            element("span", { class: "quiet" }, text("vote.measure"))),
        ...paragraph(null, measure.summary),
        ...paragraph("vote.yes_means", measure.yes_means),
        ...paragraph("vote.no_means", measure.no_means),
        ...paragraph("vote.for", measure.statement_for),
        ...paragraph("vote.against", measure.statement_against),
        ...(measure.text ? [element("details", {},
            element("summary", {}, text("vote.full_text")),
            element("p", { class: "full-text", dir: "auto" }, measure.text))] : []));
}

function paragraph(key, words) {
    if (!words) return [];
    const label = key ? [element("strong", {}, `${text(key)} `)] : [];
    return [element("p", { dir: "auto" }, ...label, words)];
}

/** "Tuesday, November 8, 2016": a day of the calendar, whatever the reader's time zone. */
function dateWords(date) {
    return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "full", timeZone: "UTC" })
        .format(new Date(`${date}T00:00:00Z`));
}
