import Testing

@testable import Importing

/// Files of decisions that somebody has changed beyond what they may say.
@Suite struct RepairFileTests {
    private static let repair =
        #"{"accept": null, "becomes": {"latitude": 38.9, "longitude": -77.05}, "confidence": 0.99, "#
        + #""kind": "lost_sign", "likely": true, "line": 2, "name": "Odd", "reason": "", "rows": 1, "#
        + #""station": "x", "was": {"x": 77.05, "y": 38.9}}"#

    private static let file =
        #"{"format": "ambit-repairs-1", "dataset": "dc", "repairs": [\#(repair)]}"#

    private func error(of text: String) -> String? {
        #expect(throws: ImportError.self) {
            try RepairDecisions(json: Array(text.utf8), name: "r.json")
        }?.description
    }

    @Test("a file as it is written is read, with a mark in front too")
    func right() throws {
        for mark in ["", "\u{FEFF}"] {
            let decisions = try RepairDecisions(
                json: Array((mark + Self.file).utf8),
                name: "r.json"
            )
            #expect(decisions.repairs.map(\.name) == ["Odd"])
            #expect(decisions.dataset == "dc")
        }
    }

    @Test(
        "a file that is something else is refused with what it is",
        arguments: [
            ("", "it is no JSON that can be read: it ends too early, in line 1"),
            (
                "accept all",
                "it is no JSON that can be read: a value is missing or is no JSON, in line 1"
            ),
            (
                "{\n\"format\": \"ambit-repairs-1\"\n\"dataset\": \"dc\"}",
                "it is no JSON that can be read: a comma or a closing brace is missing, in line 3"
            ),
            ("[]", "it is an array; it must be an object as --save-repairs writes it"),
            ("3", "it is a number; it must be an object as --save-repairs writes it"),
            ("null", "it is null; it must be an object as --save-repairs writes it"),
            ("{}", #""format" is missing; it must be "ambit-repairs-1""#),
        ]
    )
    func somethingElse(text: String, reason: String) {
        #expect(error(of: text) == "\"r.json\" holds no decisions about repairs: \(reason)")
    }

    @Test(
        "a member that is missing, unknown, twice there or of another sort is named, with what it may be",
        arguments: [
            (#""ambit-repairs-1""#, #""x""#, #""format" is "x"; it must be "ambit-repairs-1""#),
            (#""dataset": "dc", "#, "", #""dataset" is missing; it must be a text"#),
            (#""dc""#, "7", #""dataset" is 7; it must be a text"#),
            (#""dc""#, "null", #""dataset" is null; it must be a text"#),
            (
                #""dataset""#, #""datasets""#,
                #""datasets" is no member that it may have; these are format, dataset, repairs, "#
                    + "accept_likely, about, file"
            ),
            (
                #""dataset": "dc""#, #""dataset": "dc", "accept_likely": 1"#,
                #""accept_likely" is 1; it must be true, false or null"#
            ),
            ("[", #"["Odd", "#, #"repair 1 is "Odd"; it must be an object"#),
            ("null", #""yes""#, #""accept" in repair 1 is "yes"; it must be true, false or null"#),
            (
                #""accept": null"#, #""accept": true, "accept": false"#,
                #"it is no JSON that can be read: it has "accept" twice, in line 1"#
            ),
            (
                #""accept""#, #""acept""#,
                #""acept" in repair 1 is no member that it may have; these are accept, becomes, "#
                    + "likely, kind, confidence, line, rows, name, was, reason, station, earlier, whole, "
                    + "text, code, values"
            ),
            (
                #""lost_sign""#, #""lost""#,
                #""kind" in repair 1 is "lost"; it must be one of swapped_axes, lost_sign, "#
                    + "web_mercator, degrees_on_grid, zero_island, in_water, outside_districts, "
                    + "far_from_neighbours, missing_place, unknown_zone"
            ),
            (
                #""line": 2"#, #""line": 2.5"#,
                #""line" in repair 1 is 2.5; it must be a whole number"#
            ),
            ("77.05,", #""77.05","#, #""was.x" in repair 1 is "77.05"; it must be a number"#),
            (
                #""latitude": 38.9, "#, "",
                #""becomes.latitude" in repair 1 is missing; it must be a number"#
            ),
            (
                #"{"latitude": 38.9, "longitude": -77.05}"#, "[38.9, -77.05]",
                #""becomes" in repair 1 is an array; it must be an object, or null"#
            ),
        ]
    )
    func members(usual: String, other: String, reason: String) {
        let text = Self.file.replacing(usual, with: other)
        #expect(text != Self.file)
        #expect(error(of: text) == "\"r.json\" holds no decisions about repairs: \(reason)")
    }

    // MARK: Texts

    /// A file with a repair of a text, as it is written.
    private func textFile(accept: Bool? = nil) throws -> String {
        let change = RepairProposal.TextChange(
            field: "time_zone",
            was: "US / Eastern",
            becomes: "US/Eastern"
        )
        let repair = RepairProposal(
            accept: accept,
            likely: true,
            kind: .unknownZone,
            confidence: 0.99,
            line: 2,
            rows: 3,
            name: change.was,
            was: nil,
            becomes: nil,
            reason: "",
            station: change.subject,
            text: change
        )
        let json = try RepairDecisions([repair]).json(file: "e.csv", dataset: "dc")
        return String(decoding: json, as: UTF8.self)
    }

    @Test("a repair of a text is read as it was written, without numbers and a place")
    func text() throws {
        let file = try textFile(accept: true)
        #expect(!file.contains("latitude") && !file.contains("\"x\""))
        let decisions = try RepairDecisions(json: Array(file.utf8), name: "r.json")
        #expect(decisions.repairs.map(\.text?.becomes) == ["US/Eastern"])
        #expect(decisions.repairs.map(\.accept) == [true])
    }

    @Test(
        "a repair of a text that names another text or is one of a place as well is refused",
        arguments: [
            (
                #""was" : "US / Eastern""#, #""was" : "US / Central""#,
                "station does not fit text.field"
            ),
            (#""becomes" : "US/Eastern""#, #""becomes" : """#, "text.becomes is empty"),
            (#""rows" : 3"#, #""rows" : 3, "was": {"x": 1, "y": 2}"#, "goes without was, becomes"),
            (#""field" : "time_zone","#, "", #""text.field" in repair 1 is missing"#),
        ]
    )
    func wrongText(usual: String, other: String, reason: String) throws {
        let file = try textFile()
        let text = file.replacing(usual, with: other)
        #expect(text != file)
        #expect(error(of: text)?.contains(reason) == true)
    }

    @Test("a repair of a place without the numbers that it is about is refused")
    func placeWithoutNumbers() {
        let text = Self.file.replacing(#", "was": {"x": 77.05, "y": 38.9}"#, with: "")
        #expect(error(of: text)?.contains("was is missing; it must be an object") == true)
    }
}
