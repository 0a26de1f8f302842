internal import Datasets
internal import Foundation
internal import Geodesy

/// The decisions on repairs of an earlier upload: a JSON file that Ambit writes, a person looks
/// through, and the next import replays.
public struct RepairDecisions: Sendable, Hashable {
    /// Each with its decision, in the file's order.
    public let repairs: [RepairProposal]
    /// The dataset whose import proposed the repairs; nil where that is not known.
    public private(set) var dataset: String?
    /// The file that they were read from.
    private(set) var fileName: String?

    /// Decisions made elsewhere than in a file.
    public init(_ repairs: [RepairProposal]) { self.repairs = repairs }

    private struct Document: Codable {
        var format: String
        var about: String?
        var file: String?
        var dataset: String
        /// Whether those that are likely count as accepted where nothing is said of them.
        var acceptLikely: Bool?
        var repairs: [RepairProposal]

        enum CodingKeys: String, CodingKey {
            case format, about, file, dataset, repairs
            case acceptLikely = "accept_likely"
        }
    }

    static let format = "ambit-repairs-1"
    private static let about =
        "Repairs that Ambit proposes. Nothing is accepted where accept is null: set it to true to put "
        + "the station at becomes (correct that where you know better; null keeps the station without "
        + "a place), or to false to leave the place as the file gives it. To accept all that are "
        + "marked likely and say null, set accept_likely to true. A repair with a member whole is one for "
        + "all rows that lie outside that box as they are written, and in it when they are read as "
        + "it says; its becomes only shows what comes of its first row. A repair with a member "
        + "text is one for all rows that say was in that field: they are read as its becomes, which you "
        + "may correct. Then import with --accept and this file."

    /// Reads a file of decisions.
    ///
    /// - Parameter name: The file's name, for the error.
    /// - Throws: ``ImportError/unreadableRepairs(name:reason:)``.
    public init(json bytes: [UInt8], name: String) throws(ImportError) {
        // Editors put a mark in front of UTF-8.
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        if let mistake = RepairFile.mistake(in: bytes) {
            throw .unreadableRepairs(name: name, reason: mistake)
        }
        let document: Document
        do {
            document = try JSONDecoder().decode(Document.self, from: Data(bytes))
        } catch {
            throw .unreadableRepairs(name: name, reason: "it is no JSON")
        }
        for (index, repair) in document.repairs.enumerated() {
            guard let mistake = repair.mistake else { continue }
            throw .unreadableRepairs(
                name: name,
                reason: "repair \(index + 1) (\"\(repair.name)\"): \(mistake)"
            )
        }
        if let reason = Self.contradiction(in: document.repairs) {
            throw .unreadableRepairs(name: name, reason: reason)
        }
        let decisions = RepairDecisions(document.repairs)
        dataset = document.dataset
        fileName = name
        repairs =
            document.acceptLikely == true ? decisions.acceptingLikely.repairs : document.repairs
    }

    /// Two decisions about one place or text, which contradict each other or say the same twice; nil where there are
    /// none.
    private static func contradiction(in repairs: [RepairProposal]) -> String? {
        struct Subject: Hashable {
            let station: String
            let was: RepairProposal.Numbers?
        }
        var first: [Subject: Int] = [:]
        for (index, repair) in repairs.enumerated() where repair.accept != nil {
            let subject = Subject(station: repair.station, was: repair.was)
            guard let earlier = first[subject] else {
                first[subject] = index
                continue
            }
            let other = repairs[earlier]
            let both = "repairs \(earlier + 1) and \(index + 1)"
            guard other.accept == repair.accept else {
                return "\(both) are about \(repair.subject), and one is accepted (true), the other "
                    + "refused (false); leave one of them"
            }
            guard repair.accept == false || other.text == repair.text else {
                return "\(both) read \"\(repair.name)\" as two texts; leave one of them"
            }
            guard repair.accept == false || other.becomes == repair.becomes else {
                return "\(both) put \"\(repair.name)\" at two places; leave one of them"
            }
            return "\(both) decide the same about \(repair.subject); leave one of them"
        }
        return nil
    }

    /// Why they are not those of a dataset; nil where they may be.
    func mismatch(with other: DatasetName) -> ImportError? {
        guard let dataset, dataset != other.text else { return nil }
        return .unreadableRepairs(
            name: fileName ?? "repairs",
            reason: "they were made for the dataset \"\(dataset)\", and this import is into "
                + "\"\(other)\"; write them down anew with --save-repairs"
        )
    }

    /// What is worth a warning: a file in which nothing is decided.
    var idleNote: ImportNote? {
        guard let fileName, !repairs.contains(where: { $0.accept != nil }) else { return nil }
        let finding =
            repairs.isEmpty
            ? Finding(.noRepairs, ["file": .text(fileName)])
            : Finding(
                .repairsUndecided,
                ["file": .text(fileName), "repairs": .count(repairs.count)]
            )
        return ImportNote(.warning, finding)
    }

    /// The same, where those that are likely are accepted of which nothing is said.
    public var acceptingLikely: RepairDecisions {
        RepairDecisions(
            repairs.map { repair in
                var repair = repair
                if repair.accept == nil, repair.likely { repair.accept = true }
                return repair
            }
        )
    }

    /// The file: pretty-printed JSON with sorted members, UTF-8.
    ///
    /// - Parameters:
    ///   - file: The name of the file that the repairs are about.
    ///   - dataset: The dataset that it is imported into, and no other.
    public func json(file: String, dataset: String) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let document = Document(
            format: Self.format,
            about: Self.about,
            file: file,
            dataset: dataset,
            acceptLikely: false,
            repairs: repairs
        )
        return Array(try encoder.encode(document))
    }
}

extension RepairProposal {
    /// What a person who looked through it cannot have meant; nil where all may be so.
    fileprivate var mistake: String? {
        if let mistake = mistakeOfText { return mistake }
        if let becomes {
            do {
                _ = try Coordinate(latitude: becomes.latitude, longitude: becomes.longitude)
            } catch { return error.description }
        }
        guard let whole else { return nil }
        if let mistake = whole.within.mistake { return mistake }
        guard accept == true else { return nil }
        guard let becomes,
            whole.within.contains(latitude: becomes.latitude, longitude: becomes.longitude)
        else {
            return "it is one for all rows that need it, and becomes only shows what comes of the "
                + "first: leave it as it was written, or refuse the repair with false"
        }
        return nil
    }
}

extension RepairProposal {
    /// What it is about, for people: `one place of "Odd"`.
    fileprivate var subject: String { text == nil ? "one place of \"\(name)\"" : "\"\(name)\"" }

    /// What a repair of a text cannot have, and one of a place has to have; nil where all may be so.
    private var mistakeOfText: String? {
        guard let text else {
            return was == nil ? "was is missing; it must be an object of the numbers x and y" : nil
        }
        if was != nil || becomes != nil || whole != nil {
            return "it has the member text, which goes without was, becomes and whole beside it"
        }
        if station != text.subject {
            return
                "station does not fit text.field and text.was; leave these as they were written, or "
                + "write the repairs down anew with --save-repairs"
        }
        return text.becomes.isEmpty
            ? "text.becomes is empty; write what \"\(text.was)\" is read as, or refuse the repair "
                + "with false" : nil
    }
}

extension RepairProposal.Box {
    /// What makes it no box; nil where it is one.
    fileprivate var mistake: String? {
        for (name, edge, most) in [
            ("west", west, 180.0), ("east", east, 180), ("south", south, 90), ("north", north, 90),
        ] where !(-most...most).contains(edge) {
            return "within: \(name) is \(edge); it must be between \(-most) and \(most)"
        }
        if south > north { return "within: south is \(south), which is more than north, \(north)" }
        // No file's places take up half of the Earth on both sides of the antimeridian alone.
        if west > east, width > 180 {
            return "within: west is \(west), which is more than east, \(east), and across the "
                + "antimeridian it would be more than 180 degrees wide"
        }
        return nil
    }
}

extension RepairReport {
    /// All decisions as they stand: those applied and refused, and what is newly proposed.
    public var decisions: RepairDecisions { RepairDecisions(applied + refused + proposed) }
}
