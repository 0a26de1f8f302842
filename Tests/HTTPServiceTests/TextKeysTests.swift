import Foundation
import GeoJSON
import Polling
import Radar
import Testing
import Ways

@testable import HTTPService
@testable import Importing

/// Every code of the interface and every key that the page asks for has its words in all languages.
@Suite struct TextKeysTests {
    private static let web = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/HTTPService/Resources/web")
    private static let languages = ["en", "es"]

    /// The words of a language, by key; where they depend on a number, each of its forms.
    private static func texts(_ language: String) throws -> [String: [String]] {
        let data = try Data(contentsOf: web.appendingPathComponent("texts/\(language).json"))
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        return object.mapValues { value in
            if let forms = value as? [String: String] { return Array(forms.values) }
            return [value as? String ?? ""]
        }
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

    private static var codes: [String] {
        VoterWarning.Wording.allCases.map { "warning.\($0.rawValue)" }
            + ProblemCode.all.map { "problem.\($0.text)" }
            + RowFault.Cause.allCases.map { "cause.\($0.rawValue)" }
            + ImportProgress.Phase.allCases.map { "import.phase.\($0.rawValue)" }
            + OpeningState.Kind.allCases.map { "opening.\($0.rawValue)" }
            + StationKind.allCases.filter { $0 != .pollingPlace }
            .map { "stations.type_\($0.rawValue)" }
            + ElectionPart.allCases.filter { !$0.isShown }.map { "stations.part_\($0.rawValue)" }
            + Assignment.Method.allCases.map { "vote.by_\($0.rawValue)" }
            + AssignmentChoice.Share.Whole.allCases.map { "vote.share_\($0.rawValue)" }
            + Narrowing.Part.allCases.map { "vote.narrow_\($0.rawValue)" }
            + Accessibility.Answer.allCases.map { "stations.wheelchair_\($0.rawValue)" }
            + MessageState.allCases.map { "state.\($0.rawValue)" }
            + Directions.Shortfall.Code.allCases.map { "route.\($0.rawValue)" }
            + Directions.Caution.Code.allCases.map { "route.\($0.rawValue)" }
    }

    @Test("every code has its words", arguments: languages)
    func codes(language: String) throws {
        let texts = try Self.texts(language)
        for code in Self.codes { #expect(texts[code] != nil, "\(language): \(code)") }
    }

    @Test("every key that the page asks for has its words", arguments: languages)
    func keys(language: String) throws {
        let texts = try Self.texts(language)
        var count = 0
        for file in try Self.files("js") {
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
            for match in source.matches(of: /data-(?:text|label|title|placeholder)="([^"]+)"/) {
                let key = String(match.output.1)
                #expect(texts[key] != nil, "\(language): \(key) of \(file.lastPathComponent)")
                count += 1
            }
        }
        #expect(count > 200)
    }

    @Test("all languages have the same keys, and speak of the same")
    func same() throws {
        let first = try Self.texts(Self.languages[0])
        #expect(first.count > 300)
        func names(_ forms: [String]) -> Set<String> {
            Set(forms.flatMap { $0.matches(of: /\{(\w+)\}/).map { String($0.output.1) } })
        }
        for language in Self.languages.dropFirst() {
            let texts = try Self.texts(language)
            #expect(Set(texts.keys).symmetricDifference(first.keys).sorted() == [])
            for (key, forms) in texts {
                #expect(names(forms) == names(first[key] ?? []), "\(language): \(key)")
                #expect(forms.allSatisfy { !$0.isEmpty }, "\(language): \(key)")
            }
        }
    }
}
