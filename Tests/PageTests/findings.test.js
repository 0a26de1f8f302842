import assert from "node:assert/strict";
import { test } from "node:test";

import { loadPart } from "./web/core/texts.js";
import { valueTexts } from "./web/staff/findings.js";

globalThis.fetch = async () => Response.json({ "import.more_rows": "and {number} more" });

test("examples of what takes consent are told with how many more there are, in the language of the page", async () => {
    await loadPart("staff");
    const examples = { code: "and_more", values: { names: ["\"Oak Hall\" (dc.1)", "b"], more: 1_200 } };
    assert.deepEqual(valueTexts({ examples, headings: ["A", "B"], line: 1_200, day: "2027-05-11" }), {
        examples: "\"Oak Hall\" (dc.1), b and 1,200 more", headings: "A, B", line: "1200", day: "2027-05-11",
    });
});
