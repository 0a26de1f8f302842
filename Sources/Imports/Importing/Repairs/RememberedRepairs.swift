internal import Datasets
internal import Foundation
internal import Timekeeping

/// What earlier imports into a dataset decided about repairs: told beside the same proposal in a later
/// file, and never applied unless somebody says so.
struct RememberedRepairs {
    private let repairs: [RepairProposal]

    /// Reads what a dataset's imports have decided; what cannot be read any more is left out.
    init(of dataset: DatasetName, from memory: any DecisionMemory) async throws {
        repairs = try await memory.decisions(of: dataset).compactMap { kept in
            guard
                var repair = try? JSONDecoder().decode(
                    RepairProposal.self,
                    from: Data(kept.text.utf8)
                ), let accept = repair.accept
            else { return nil }
            repair.earlier = EarlierDecision(
                accept: accept,
                becomes: repair.becomes,
                text: repair.text?.becomes,
                version: kept.version,
                at: kept.at.rfc3339,
                by: kept.by
            )
            return repair
        }
    }

    /// All of them as decisions for a file that is imported now.
    var decisions: RepairDecisions { RepairDecisions(repairs) }

    /// Tells of each proposal what was decided about it before.
    func tell(_ report: inout RepairReport) {
        guard !repairs.isEmpty else { return }
        let earlier = Dictionary(
            repairs.map { (Self.subject(of: $0), $0.earlier) },
            uniquingKeysWith: { first, _ in first }
        )
        for index in report.proposed.indices {
            report.proposed[index].earlier =
                earlier[Self.subject(of: report.proposed[index])] ?? nil
        }
    }

    /// Remembers what an import has decided.
    static func keep(
        _ report: RepairReport,
        version: Int?,
        of dataset: DatasetName,
        in memory: any DecisionMemory,
        at moment: Timestamp,
        by who: String?
    ) async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let decisions = try (report.applied + report.refused).map { repair in
            var repair = repair
            repair.earlier = nil
            return KeptDecision(
                subject: subject(of: repair),
                text: String(decoding: try encoder.encode(repair), as: UTF8.self),
                version: version,
                at: moment,
                by: who
            )
        }
        guard !decisions.isEmpty else { return }
        try await memory.keep(decisions, of: dataset)
    }

    /// The station and the numbers, or the text, that a decision was made about.
    private static func subject(of repair: RepairProposal) -> String {
        // A repair of all rows, or of a text, is about no numbers of its own.
        guard repair.whole == nil, let was = repair.was else { return repair.station }
        return "\(repair.station) \(was.x) \(was.y)"
    }
}
