/// A JavaScript module of the page: what it imports, what it exports, and its text as a function.
///
/// It reads modules as this house writes them: every import and export begins a line, imports and
/// exports names, and nothing is exported that is assigned to again. Anything else is refused.
struct PageModule: Sendable {
    /// Below `Resources/web`, such as `core/api.js`.
    let path: String
    /// The modules that it needs before it runs, by their paths.
    let imports: [String]
    /// The modules that it fetches when it first wants them, as far as they are written out.
    let fetches: [String]
    /// `define("core/api.js", async (use, load) => { ... });`: the module as a function that returns what
    /// it exports. `use` gives another module of the packs, `load` fetches its pack before.
    let definition: String

    /// - Throws: ``PageFault`` where it imports or exports in another manner.
    init(path: String, source: String) throws {
        var reader = ModuleReader(path: path)
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            try reader.read(String(line))
        }
        self.path = path
        imports = reader.imports
        fetches = reader.fetches
        definition = """
            define("\(path)", async (use, load) => {
            \(reader.lines.joined(separator: "\n"))
            return { \(reader.exports.joined(separator: ", ")) };
            });

            """
    }

    /// The path that an import in a module means: `../core/api.js` in `vote/guide.js`.
    static func resolve(_ specifier: String, in path: String) -> String {
        var parts = path.split(separator: "/").dropLast()
        for part in specifier.split(separator: "/") {
            switch part {
            case ".": break
            case "..": parts = parts.dropLast()
            default: parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }
}

/// A file of the page that cannot be put together with the others: a mistake of whoever wrote it.
struct PageFault: Error, CustomStringConvertible, Equatable {
    let path: String
    let problem: String

    var description: String { "\(path): \(problem)" }
}

/// Reads a module line by line.
private struct ModuleReader {
    let path: String
    private(set) var lines: [String] = []
    private(set) var imports: [String] = []
    private(set) var fetches: [String] = []
    private(set) var exports: [String] = []
    /// An import that goes on over several lines.
    private var pending: String?

    init(path: String) { self.path = path }

    mutating func read(_ line: String) throws {
        if let begun = pending {
            try readImport(begun + " " + line)
        } else if line.hasPrefix("import ") {
            try readImport(line)
        } else if line.hasPrefix("export ") {
            try readExport(line.dropFirst("export ".count))
        } else {
            lines.append(readFetches(line))
        }
    }

    /// `import { a, b as c } from "./x.js";`
    private mutating func readImport(_ statement: String) throws {
        guard statement.hasSuffix(";") else {
            pending = statement
            return
        }
        pending = nil
        let words = statement.split(separator: "\"", omittingEmptySubsequences: false)
        guard words.count == 3, words[0].hasPrefix("import {"), words[0].hasSuffix("} from "),
            words[1].hasPrefix(".")
        else {
            throw PageFault(path: path, problem: "imports otherwise than by names: \(statement)")
        }
        let names = words[0].dropFirst("import {".count).dropLast("} from ".count)
            .replacing(" as ", with: ": ")
        let target = PageModule.resolve(String(words[1]), in: path)
        imports.append(target)
        lines.append("const {\(names)} = await use(\"\(target)\");")
    }

    /// What stands behind `export `.
    private mutating func readExport(_ statement: Substring) throws {
        for keyword in ["async function ", "function ", "class ", "const "]
        where statement.hasPrefix(keyword) {
            let name = statement.dropFirst(keyword.count)
                .prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
            exports.append(String(name))
            lines.append(readFetches(String(statement)))
            return
        }
        throw PageFault(path: path, problem: "exports otherwise than by a name: \(statement)")
    }

    /// `import("./x.js")` becomes `load("own/path.js", "./x.js")`.
    private mutating func readFetches(_ line: String) -> String {
        let parts = line.split(separator: "import(", omittingEmptySubsequences: false)
        for part in parts.dropFirst() where part.hasPrefix("\"") {
            let specifier = part.dropFirst().prefix { $0 != "\"" }
            fetches.append(PageModule.resolve(String(specifier), in: path))
        }
        return parts.joined(separator: "load(\"\(path)\", ")
    }
}
