/// What is known of repairs of texts in one import: the decisions that were given, and what is proposed.
///
/// Each is about all rows that have one text in one field.
struct TextRepairBook {
    private struct Subject: Hashable {
        let field: String
        let text: String
    }

    private struct Decision {
        let repair: RepairProposal
        /// How many rows have the text in this pass.
        var rows = 0
    }

    /// What rows say that cannot be used, and what that stands for in the first that tells.
    private struct Proposed {
        var meaning: TextProposal.Meaning?
        let line: Int
        var rows = 1
        /// Whether it stands for something else in other rows, or for nothing that is known.
        var isDisputed = false
    }

    private var decisions: [Subject: Decision] = [:]
    /// Decisions about places, which no row of such a file can fit.
    private let strangers: [RepairProposal]
    private var proposals: [Subject: Proposed] = [:]
    private var furtherProposals = 0

    init(_ decisions: RepairDecisions?) {
        let decided = (decisions?.repairs ?? []).filter { $0.accept != nil }
        strangers = decided.filter { $0.text == nil }
        for repair in decided {
            guard let text = repair.text else { continue }
            let subject = Subject(field: text.field, text: text.was)
            self.decisions[subject] = Decision(repair: repair)
        }
    }

    /// Begins a pass over the file.
    mutating func restart() {
        proposals = [:]
        furtherProposals = 0
        for subject in decisions.keys { decisions[subject]?.rows = 0 }
    }

    /// What a row's text is read as: itself where nothing else was accepted.
    mutating func mended(_ text: String, in field: String) -> String {
        guard !decisions.isEmpty else { return text }
        let subject = Subject(field: field, text: text)
        guard let decision = decisions[subject] else { return text }
        decisions[subject]?.rows += 1
        guard decision.repair.accept == true, let change = decision.repair.text else { return text }
        return change.becomes
    }

    /// Adds what is proposed for a row; nothing where somebody has decided about the text.
    mutating func propose(_ proposal: TextProposal, line: Int) {
        let subject = Subject(field: proposal.field, text: proposal.text)
        guard decisions[subject] == nil else { return }
        guard var known = proposals[subject] else {
            guard proposals.count < RepairReport.proposalLimit else {
                furtherProposals += proposal.meaning == nil ? 0 : 1
                return
            }
            proposals[subject] = Proposed(meaning: proposal.meaning, line: line)
            return
        }
        known.rows += 1
        if known.meaning?.becomes != proposal.meaning?.becomes { known.isDisputed = true }
        if known.meaning == nil { known.meaning = proposal.meaning }
        proposals[subject] = known
    }

    /// What is proposed for a text; nil where nothing tells what it stands for.
    private func proposal(_ subject: Subject, _ proposed: Proposed) -> RepairProposal? {
        guard let meaning = proposed.meaning else { return nil }
        let change = RepairProposal.TextChange(
            field: subject.field,
            was: subject.text,
            becomes: meaning.becomes
        )
        var (confidence, reason) = (meaning.confidence, meaning.reason)
        if proposed.isDisputed {
            confidence = min(confidence, RowWords.mostConfidence)
            reason = Finding(.textMeansMore, ["finding": .finding(reason)])
        }
        return RepairProposal(
            accept: nil,
            likely: confidence >= RepairProposal.likelyConfidence,
            kind: meaning.kind,
            confidence: confidence,
            line: proposed.line,
            rows: proposed.rows,
            name: subject.text,
            was: nil,
            becomes: nil,
            reason: reason.text,
            finding: reason,
            station: change.subject,
            text: change
        )
    }

    /// What the pass found.
    var findings: RepairReport {
        var report = RepairReport()
        report.proposed = proposals.compactMap { proposal($0.key, $0.value) }
            .sorted { ($0.line, $0.name) < ($1.line, $1.name) }
        report.furtherProposals = furtherProposals
        for decision in decisions.values.sorted(by: { $0.repair.line < $1.repair.line }) {
            var repair = decision.repair
            guard decision.rows > 0 else {
                report.stale.append(stale(repair))
                continue
            }
            repair.rows = decision.rows
            if repair.accept == true {
                report.applied.append(repair)
            } else {
                report.refused.append(repair)
            }
        }
        report.stale += strangers.map(stale)
        return report
    }

    private func stale(_ repair: RepairProposal) -> StaleRepair {
        let finding =
            repair.text.map {
                Finding(.textNotInFile, ["was": .text($0.was), "field": .text($0.field)])
            } ?? Finding(.stationNotInFile)
        return StaleRepair(name: repair.name, was: repair.was, finding: finding)
    }
}

/// A text for which a row is refused, and what it probably stands for.
struct TextProposal: Sendable {
    let field: String
    let text: String
    /// nil where nothing tells.
    let meaning: Meaning?

    /// What a text stands for, and how sure that is.
    struct Meaning: Sendable {
        let becomes: String
        let kind: RepairProposal.Kind
        /// 0 to 1.
        let confidence: Double
        let reason: Finding
    }
}

extension RepairDecisions {
    /// What a text of a field is read as by what was accepted: itself where nothing was.
    func mended(_ text: String, in field: String) -> String {
        let change = repairs.lazy.filter { $0.accept == true }.compactMap(\.text)
            .first { $0.field == field && $0.was == text }
        return change?.becomes ?? text
    }
}
