internal import RowFiles

/// What stands in a file of decisions, so that one that somebody has changed is refused with the member,
/// the value and what is allowed.
enum RepairFile {
    /// What keeps a file from being one of decisions; nil where nothing does.
    static func mistake(in bytes: [UInt8]) -> String? {
        var parser = StrictJSONParser(bytes, in: bytes.indices)
        let document: StrictJSONValue
        do {
            document = try parser.parseWhole()
        } catch {
            let line = 1 + bytes[..<min(error.index, bytes.count)].count { $0 == lineFeed }
            return "it is no JSON that can be read: \(error.reason), in line \(line)"
        }
        guard document.isObject else {
            return "it is \(document.kind); it must be an object as --save-repairs writes it"
        }
        return mistake(in: document, as: .object(members), at: Path())
    }

    // MARK: What may stand where

    private indirect enum Shape: Sendable {
        case text
        /// What is not looked at.
        case anything
        case flag
        case number
        case wholeNumber
        /// One of some texts.
        case word([String])
        case object([Member])
        case list(of: Shape)
        /// Or null.
        case optional(Shape)

        /// For people: `it must be ...`.
        var allowed: String {
            switch self {
            case .text: "a text"
            case .anything: "anything"
            case .flag: "true or false"
            case .number: "a number"
            case .wholeNumber: "a whole number"
            case .word(let words):
                words.count == 1 ? "\"\(words[0])\"" : "one of " + words.joined(separator: ", ")
            case .object: "an object"
            case .list: "a list"
            case .optional(.flag): "true, false or null"
            case .optional(let shape): "\(shape.allowed), or null"
            }
        }
    }

    private struct Member: Sendable {
        let name: String
        let shape: Shape
        /// Whether it has to be there.
        var isNeeded = true
    }

    private static let members = [
        Member(name: "format", shape: .word([RepairDecisions.format])),
        Member(name: "dataset", shape: .text),
        Member(name: "repairs", shape: .list(of: .object(repair))),
        Member(name: "accept_likely", shape: .optional(.flag), isNeeded: false),
        Member(name: "about", shape: .optional(.text), isNeeded: false),
        Member(name: "file", shape: .optional(.text), isNeeded: false),
    ]

    private static let repair = [
        Member(name: "accept", shape: .optional(.flag), isNeeded: false),
        Member(name: "becomes", shape: .optional(.object(position)), isNeeded: false),
        Member(name: "likely", shape: .optional(.flag), isNeeded: false),
        Member(name: "kind", shape: .word(RepairProposal.Kind.allCases.map(\.rawValue))),
        Member(name: "confidence", shape: .number),
        Member(name: "line", shape: .wholeNumber),
        Member(name: "rows", shape: .wholeNumber),
        Member(name: "name", shape: .text),
        Member(name: "was", shape: .object(numbers(["x", "y"])), isNeeded: false),
        Member(name: "reason", shape: .text),
        Member(name: "station", shape: .text),
        Member(name: "earlier", shape: .optional(.object(earlier)), isNeeded: false),
        Member(name: "whole", shape: .optional(.object(whole)), isNeeded: false),
        Member(name: "text", shape: .optional(.object(text)), isNeeded: false),
        Member(name: "code", shape: .text, isNeeded: false),
        Member(name: "values", shape: .anything, isNeeded: false),
    ]

    private static let position = numbers(["latitude", "longitude"])

    private static let text = ["field", "was", "becomes"].map { Member(name: $0, shape: .text) }

    private static let earlier = [
        Member(name: "accept", shape: .flag),
        Member(name: "becomes", shape: .optional(.object(position)), isNeeded: false),
        Member(name: "text", shape: .optional(.text), isNeeded: false),
        Member(name: "version", shape: .optional(.wholeNumber), isNeeded: false),
        Member(name: "at", shape: .text),
        Member(name: "by", shape: .optional(.text), isNeeded: false),
    ]

    private static let whole = [
        Member(name: "reading", shape: .word(RepairProposal.Reading.allCases.map(\.rawValue))),
        Member(
            name: "within",
            shape: .object(numbers(["west", "south", "east", "north"]))
        ),
    ]

    private static func numbers(_ names: [String]) -> [Member] {
        names.map { Member(name: $0, shape: .number) }
    }

    // MARK: Looking

    /// Where a value stands.
    private struct Path {
        var members: [String] = []
        /// Which of the repairs, from 1.
        var repair: Int?

        func appending(_ member: String) -> Path {
            var path = self
            path.members.append(member)
            return path
        }

        /// For people: `"was.x" in repair 2`.
        var text: String {
            let place = repair.map { "repair \($0)" }
            if members.isEmpty { return place ?? "it" }
            return "\"\(members.joined(separator: "."))\"" + (place.map { " in \($0)" } ?? "")
        }
    }

    private static func mistake(in value: StrictJSONValue, as shape: Shape, at path: Path)
        -> String?
    {
        switch (shape, value) {
        case (.text, .string), (.flag, .bool), (.number, .integer), (.number, .number),
            (.wholeNumber, .integer), (.optional, .null), (.anything, _):
            return nil
        case (.word(let words), .string(let text)) where words.contains(text): return nil
        case (.optional(let shape), _) where !isOf(shape, value):
            return wrong(value, as: .optional(shape), at: path)
        case (.optional(let shape), _): return mistake(in: value, as: shape, at: path)
        case (.list(let shape), .array(let values)):
            for (index, value) in values.enumerated() {
                let place = Path(repair: index + 1)
                if let mistake = mistake(in: value, as: shape, at: place) { return mistake }
            }
            return nil
        case (.object(let members), .object(let found)):
            return mistake(in: found, as: members, at: path)
        default: return wrong(value, as: shape, at: path)
        }
    }

    /// Whether a value is of a sort, whatever stands in it.
    private static func isOf(_ shape: Shape, _ value: StrictJSONValue) -> Bool {
        switch (shape, value) {
        case (.object, .object), (.list, .array): true
        default: mistake(in: value, as: shape, at: Path()) == nil
        }
    }

    private static func mistake(
        in found: [(name: String, value: StrictJSONValue)],
        as members: [Member],
        at path: Path
    ) -> String? {
        let names = members.map(\.name)
        for (name, value) in found {
            let place = path.appending(name)
            guard let member = members.first(where: { $0.name == name }) else {
                return "\(place.text) is no member that it may have; these are "
                    + names.joined(separator: ", ")
            }
            if let mistake = mistake(in: value, as: member.shape, at: place) { return mistake }
        }
        for member in members
        where member.isNeeded && !found.contains(where: { $0.name == member.name }) {
            return "\(path.appending(member.name).text) is missing; it must be "
                + member.shape.allowed
        }
        return nil
    }

    private static func wrong(_ value: StrictJSONValue, as shape: Shape, at path: Path) -> String {
        "\(path.text) is \(shown(value)); it must be \(shape.allowed)"
    }

    private static func shown(_ value: StrictJSONValue) -> String {
        switch value {
        case .array, .object, .null: return value.kind
        case .string(let text):
            return "\"\(text.count > 60 ? text.prefix(59) + "…" : text[...])\""
        default: return value.cellText
        }
    }
}
