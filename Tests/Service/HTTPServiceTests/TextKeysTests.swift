import Datasets
import Foundation
import GeoJSON
import Polling
import Radar
import Roads
import TestSupport
import Testing

@testable import HTTPService
@testable import Importing

/// Every code of the interface and every key that the page asks for has its words in all languages.
@Suite struct TextKeysTests {
    private static let web = Checkout.root
        .appending(path: "Sources/Service/HTTPService/Resources/web")
    private static let languages = ["en", "es"]

    /// The parts of the words: those that all have, those of refusals, and those of each tab.
    private static let parts = ["", "refusals-", "radar-", "vote-", "staff-"]

    /// The parts that are there where a module of a folder of the page asks for words.
    private static func parts(forFolder folder: String) -> [String] {
        switch folder {
        case "radar": ["", "radar-"]
        case "staff": ["", "radar-", "staff-"]
        case "vote", "stations": ["", "vote-"]
        default: [""]
        }
    }

    /// The words of a language, by key; where they depend on a number, each of its forms.
    private static func texts(
        _ language: String,
        _ parts: [String] = parts
    ) throws -> [String: [String]] {
        var all: [String: [String]] = [:]
        for part in parts {
            let file = web.appendingPathComponent("texts/\(part)\(language).json")
            let data = try Data(contentsOf: file)
            let object = try #require(
                try JSONSerialization.jsonObject(with: data) as? [String: Any]
            )
            for (key, value) in object {
                #expect(all[key] == nil, "\(language): \(key) stands in two parts")
                if let forms = value as? [String: String] {
                    all[key] = Array(forms.values)
                } else {
                    all[key] = [value as? String ?? ""]
                }
            }
        }
        return all
    }

    /// The files of the page with an ending.
    private static func files(_ ending: String) throws -> [URL] {
        let all = try #require(
            FileManager.default.enumerator(at: web, includingPropertiesForKeys: nil)
        )
        let files = all.compactMap { $0 as? URL }.filter { $0.pathExtension == ending }
        #expect(!files.isEmpty)
        return files
    }

    /// What a file with columns may hold.
    private static let kindsWithFields = [
        "stations", "messages", "addresses", "postcodes", "contests", "measures", "elections",
        "roads",
        "districts", "ground",
    ]

    private static var codes: [String] {
        var codes = VoterWarning.Wording.allCases.map { "warning.\($0.rawValue)" }
        codes += ProblemCode.all.map { "problem.\($0.text)" }
        codes += ParameterFault.allCases.map { "fault.\($0.rawValue)" }
        codes += RowFault.Cause.allCases.map { "cause.\($0.rawValue)" }
        for kind in kindsWithFields {
            let names = ImportFields.names(of: kind)
            #expect(!names.isEmpty, "\(kind)")
            codes += names.filter { !$0.hasPrefix("district.") }.map { "import.field.\($0)" }
        }
        codes += GuardFinding.Limit.allCases.map { "guard.\($0.rawValue)" }
        codes += ImportProgress.Phase.allCases.map { "import.phase.\($0.rawValue)" }
        codes += OpeningState.Kind.allCases.map { "opening.\($0.rawValue)" }
        for kind in StationKind.allCases where kind != .pollingPlace {
            codes.append("stations.type_\(kind.rawValue)")
        }
        for part in ElectionPart.allCases where !part.isShown {
            codes.append("stations.part_\(part.rawValue)")
        }
        codes += Assignment.Method.allCases.map { "vote.by_\($0.rawValue)" }
        codes += AssignmentChoice.Share.Whole.allCases.map { "vote.share_\($0.rawValue)" }
        codes += Narrowing.Part.allCases.map { "vote.narrow_\($0.rawValue)" }
        codes += Accessibility.Answer.allCases.map { "stations.wheelchair_\($0.rawValue)" }
        codes += MessageState.allCases.map { "state.\($0.rawValue)" }
        codes += Directions.Shortfall.Code.allCases.map { "route.\($0.rawValue)" }
        codes += Directions.Caution.Code.allCases.map { "route.\($0.rawValue)" }
        return codes
    }

    @Test("every code has its words", arguments: languages)
    func codes(language: String) throws {
        let texts = try Self.texts(language)
        for code in Self.codes { #expect(texts[code] != nil, "\(language): \(code)") }
    }

    /// The names of all parameters, fields and members of bodies that the interface takes.
    private static func parameterNames() throws -> Set<String> {
        let url = web.deletingLastPathComponent().appendingPathComponent("openapi.json")
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any]
        )
        let components = document["components"] as? [String: Any]
        let schemas = components?["schemas"] as? [String: Any] ?? [:]
        var names: Set<String> = []
        func walk(_ value: Any, isBody: Bool) {
            switch value {
            case let list as [Any]: for one in list { walk(one, isBody: isBody) }
            case let object as [String: Any]:
                if let name = object["name"] as? String, object["in"] as? String == "query" {
                    let members = object["schema"].map { Self.members(of: $0, in: schemas) } ?? []
                    // Parameters that depend on each other are told as the members of one.
                    names.formUnion(members.isEmpty ? [name] : members)
                }
                if isBody, let members = object["properties"] as? [String: Any] {
                    names.formUnion(members.keys)
                }
                if isBody, let link = object["$ref"] as? String,
                    let schema = schemas[String(link.split(separator: "/").last ?? "")]
                {
                    walk(schema, isBody: true)
                }
                // What is answered is nobody's fault.
                for (key, inner) in object
                where !["responses", "schemas", "callbacks"].contains(key) {
                    walk(inner, isBody: isBody || key == "requestBody")
                }
            default: break
            }
        }
        walk(document, isBody: false)
        return names
    }

    /// The names of an object's members, wherever its schema tells them.
    private static func members(of schema: Any, in schemas: [String: Any]) -> Set<String> {
        guard let schema = schema as? [String: Any] else { return [] }
        var names = Set((schema["properties"] as? [String: Any] ?? [:]).keys)
        for key in ["anyOf", "oneOf", "allOf"] {
            for part in schema[key] as? [Any] ?? [] {
                names.formUnion(members(of: part, in: schemas))
            }
        }
        if let link = schema["$ref"] as? String,
            let linked = schemas[String(link.split(separator: "/").last ?? "")]
        {
            names.formUnion(members(of: linked, in: schemas))
        }
        return names
    }

    @Test("every parameter has its words", arguments: languages)
    func parameters(language: String) throws {
        let texts = try Self.texts(language, ["refusals-"])
        let names = try Self.parameterNames()
        #expect(names.count > 50)
        #expect(names.contains("visible_radius_m") && names.contains("to_station"))
        for name in names { #expect(texts["parameter.\(name)"] != nil, "\(language): \(name)") }
    }

    /// A report's sentences have words in every language but English, in which the service words them
    /// already; but where it speaks of the command's options the page has words of its own.
    @Test("every sentence of a report has its words", arguments: languages)
    func findings(language: String) throws {
        let texts = try Self.texts(language, ["staff-"])
        let keys = texts.keys.filter { $0.hasPrefix("finding.") }
        let wanted = Finding.english.filter { language != "en" || $0.value.contains("--") }
        #expect(wanted.count >= (language == "en" ? 10 : 390))
        #expect(Set(keys) == Set(wanted.keys.map { "finding.\($0)" }))
        for (code, english) in wanted {
            let words = texts["finding.\(code)"]?.first ?? ""
            #expect(!words.isEmpty && !words.contains(" --"), "\(language): \(code)")
            // What only English can say may be left out; nothing else is spoken of.
            let names = FindingTemplate.names(of: words)
            let all = FindingTemplate.names(of: english)
            #expect(names.isSubset(of: all), "\(language): \(code)")
            let unsaid = all.subtracting(names)
            #expect(unsaid.isSubset(of: Self.inEnglishAlone), "\(language): \(code) \(unsaid)")
        }
    }

    /// What a sentence speaks of in words of a library or of the file, which are English, or are of no use
    /// to the page: other languages say as much without it.
    private static let inEnglishAlone: Set<String> = [
        "detail", "details", "what", "type", "shape", "unit",
    ]

    @Test("every key that the page asks for has its words", arguments: languages)
    func keys(language: String) throws {
        var count = 0
        for file in try Self.files("js") {
            let folder = file.deletingLastPathComponent().lastPathComponent
            let texts = try Self.texts(language, Self.parts(forFolder: folder))
            let source = try String(contentsOf: file, encoding: .utf8)
            for match in source.matches(of: /[^.\w](?:text|words)\("([a-z0-9_.]+)"/) {
                let key = String(match.output.1)
                #expect(texts[key] != nil, "\(language): \(key) of \(file.lastPathComponent)")
                count += 1
            }
            // Of a key whose end is told by a value, some have that beginning.
            for match in source.matches(of: /\btext\(`([a-z0-9_.]+)\$\{/) {
                let start = String(match.output.1)
                #expect(
                    texts.keys.contains { $0.hasPrefix(start) },
                    "\(language): \(start)... of \(file.lastPathComponent)"
                )
                count += 1
            }
        }
        for file in try Self.files("html") {
            let source = try String(contentsOf: file, encoding: .utf8)
            // Each panel has the words of its tab; what stands around them is there before any tab.
            for piece in source.split(separator: "<section class=\"panel\" id=\"panel-") {
                let (panel, around) = Self.panel(piece)
                for (name, html) in [(panel.name, panel.html), ("", around)] {
                    let texts = try Self.texts(language, Self.parts(forFolder: name))
                    for match in html.matches(of: /data-(?:text|label|title|placeholder)="([^"]+)"/)
                    {
                        let key = String(match.output.1)
                        #expect(texts[key] != nil, "\(language): \(key) of \(name)")
                        count += 1
                    }
                }
            }
        }
        #expect(count > 200)
    }

    /// What begins in a panel, divided into the panel and what stands behind it; nothing of a panel
    /// where the piece stands before the first.
    private static func panel(
        _ piece: Substring
    ) -> (panel: (name: String, html: Substring), around: Substring) {
        guard let mark = piece.firstIndex(of: "\""), !piece.hasPrefix("<") else {
            return (("", ""), piece)
        }
        // Sections within a panel stand deeper.
        let end = piece.firstRange(of: "\n    </section>")?.lowerBound ?? piece.endIndex
        return ((String(piece[..<mark]), piece[mark..<end]), piece[end...])
    }

    @Test("all languages have the same keys, and speak of the same")
    func same() throws {
        let first = try Self.texts(Self.languages[0])
        #expect(first.count > 300)
        func names(_ forms: [String]) -> Set<String> {
            Set(forms.flatMap { $0.matches(of: /\{(\w+)\}/).map { String($0.output.1) } })
        }
        // Those of reports are compared with the service's.
        func isOfPage(_ key: String) -> Bool { !key.hasPrefix("finding.") }
        for language in Self.languages.dropFirst() {
            let texts = try Self.texts(language)
            let others = Set(texts.keys).symmetricDifference(first.keys)
            #expect(others.filter(isOfPage).sorted() == [])
            for (key, forms) in texts where isOfPage(key) {
                #expect(names(forms) == names(first[key] ?? []), "\(language): \(key)")
                #expect(forms.allSatisfy { !$0.isEmpty }, "\(language): \(key)")
            }
        }
    }
}
