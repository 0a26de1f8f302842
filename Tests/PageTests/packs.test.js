import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const source = readFileSync(new URL("./web/shell/packs.js", import.meta.url), "utf8");
const packs = async (modules) => await import(
    `data:text/javascript,${encodeURIComponent(`${source}\n${modules}\nexport { use, load };`)}`);

test("a module runs once, when it is first wanted", async () => {
    const { use, load } = await packs(`
        globalThis.runs = [];
        define("a/one.js", async (use) => { runs.push("one"); return { one: 1 }; });
        define("a/two.js", async (use) => {
            const { one } = await use("a/one.js");
            runs.push("two");
            return { two: one + 1 };
        });
        define("a/never.js", async () => { runs.push("never"); return {}; });`);
    assert.deepEqual(globalThis.runs, []);
    const [first, second] = await Promise.all([use("a/two.js"), load("b/x.js", "../a/two.js")]);
    assert.equal(first.two, 2);
    assert.equal(first, second);
    assert.deepEqual(globalThis.runs, ["one", "two"]);
});

test("a module that failed is tried again", async () => {
    const { use } = await packs(`
        let isThere = false;
        define("a/words.js", async () => {
            if (!isThere) { isThere = true; throw new Error("no connection"); }
            return { words: "here" };
        }); // once more`);
    await assert.rejects(use("a/words.js"), /no connection/);
    assert.equal((await use("a/words.js")).words, "here");
});
