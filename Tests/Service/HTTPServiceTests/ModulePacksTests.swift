import Testing

@testable import HTTPService

/// Modules as the page's are, put together into packs.
@Suite struct ModulePacksTests {
    private static let sources = [
        "shell/packs.js": "// runtime\n",
        "shell/app.js": """
        import { ask } from "../core/api.js";
        import {
            one, two as other,
        } from "../core/dom.js";
        const tab = await import(`../${ask()}/vote-tab.js`);
        const late = () => import("../map/late.js");
        """,
        "core/api.js": "export async function ask() {}\n",
        "core/dom.js": "export const one = 1;\nexport class Two {}\nexport function two() {}\n",
        "core/both.js": "export const both = 1;",
        "map/late.js": "export const late = 1;",
        "vote/vote-tab.js": #"import { both } from "../core/both.js";"# + "\n"
            + #"import { own } from "./own.js";"#,
        "vote/own.js": "export const own = 1;",
        "staff/staff-tab.js": #"import { both } from "../core/both.js";"#,
        "shell/first.js": "(() => {})();",
    ]

    private func defined(in pack: String, of packs: ModulePacks) -> [String] {
        packs.files.filter { $0.name == pack }
            .flatMap { $0.source.matches(of: /define\("([^"]+)"/).map { String($0.output.1) } }
    }

    @Test("the first pack has what the page starts with and what tabs share")
    func division() throws {
        let packs = try ModulePacks(Self.sources)
        #expect(packs.files.map(\.name) == ["page", "staff", "vote"])
        #expect(
            defined(in: "page", of: packs)
                == ["core/api.js", "core/both.js", "core/dom.js", "map/late.js", "shell/app.js"]
        )
        #expect(defined(in: "vote", of: packs) == ["vote/own.js", "vote/vote-tab.js"])
        #expect(defined(in: "staff", of: packs) == ["staff/staff-tab.js"])
        #expect(packs.others == ["shell/first.js"])
        let page = try #require(packs.files.first?.source)
        #expect(page.hasPrefix("// runtime\n"))
        #expect(page.hasSuffix("start(\"shell/app.js\");\n"))
    }

    @Test("a module becomes a function that asks for what it imports and returns what it exports")
    func definition() throws {
        let app = try PageModule(
            path: "shell/app.js",
            source: try #require(Self.sources["shell/app.js"])
        )
        #expect(app.imports == ["core/api.js", "core/dom.js"])
        #expect(app.fetches == ["map/late.js"])
        #expect(
            app.definition == """
                define("shell/app.js", async (use, load) => {
                const { ask } = await use("core/api.js");
                const {     one, two: other, } = await use("core/dom.js");
                const tab = await load("shell/app.js", `../${ask()}/vote-tab.js`);
                const late = () => load("shell/app.js", "../map/late.js");
                return {  };
                });

                """
        )
        let dom = try PageModule(
            path: "core/dom.js",
            source: try #require(Self.sources["core/dom.js"])
        )
        #expect(dom.definition.contains("\nconst one = 1;\nclass Two {}\nfunction two() {}\n"))
        #expect(dom.definition.hasSuffix("return { one, Two, two };\n});\n"))
    }

    @Test(
        "what is written otherwise is refused",
        arguments: [
            #"import Leaflet from "./leaflet.js";"#, #"import "./leaflet.js";"#,
            #"import { a } from "leaflet";"#, "export default 1;", "export let count = 0;",
            "export { one };", #"export * from "./dom.js";"#,
        ]
    )
    func otherwise(source: String) {
        #expect(throws: PageFault.self) { try PageModule(path: "core/x.js", source: source) }
    }

    @Test("a module that is missing is refused, and a circle of imports")
    func faults() {
        var sources = Self.sources
        sources["core/dom.js"] = #"import { own } from "./gone.js";"#
        #expect(throws: PageFault(path: "core/gone.js", problem: "is imported, but is not there")) {
            try ModulePacks(sources)
        }
        sources["core/dom.js"] = #"import { ask } from "./api.js";"#
        sources["core/api.js"] = #"import { one } from "./dom.js";"#
        #expect(throws: PageFault.self) { try ModulePacks(sources) }
    }
}
