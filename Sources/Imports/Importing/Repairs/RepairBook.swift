internal import Geodesy

/// What is known of repairs in one import: the decisions that were given, and what is proposed.
///
/// Used by one reader, on one thread.
final class RepairBook {
    private var decisions: [String: [Decision]] = [:]
    /// What was decided about all rows that need it.
    private var wholeDecisions: [Decision] = []
    /// What is proposed for all rows that need it, by the reading.
    private var wholeProposals: [RepairProposal.Reading: RepairProposal] = [:]
    private var proposals: [Subject: Int] = [:]
    /// Those of the proposals that do not follow from the file's other rows.
    private var witnessed: Set<Int> = []
    private var report = RepairReport()
    /// Rows of the pass, and those of them for which a repair is proposed because of the others.
    private var rows = (all: 0, proposed: 0)

    private struct Subject: Hashable {
        let station: String
        let numbers: RepairProposal.Numbers
    }

    private struct Decision {
        let repair: RepairProposal
        /// How many rows it was applied to, or was refused for, in this pass.
        var fits = 0
        /// What a row of the station says where it says something else.
        var found: RepairProposal.Numbers?
    }

    init(_ decisions: RepairDecisions?) {
        for repair in decisions?.repairs ?? [] where repair.accept != nil {
            if repair.whole != nil {
                wholeDecisions.append(Decision(repair: repair))
                continue
            }
            self.decisions[repair.station, default: []].append(Decision(repair: repair))
        }
    }

    /// Whether there are decisions to look up.
    var hasDecisions: Bool { !decisions.isEmpty || !wholeDecisions.isEmpty }

    /// Begins a pass over the file.
    func restart() {
        proposals = [:]
        witnessed = []
        wholeProposals = [:]
        for index in wholeDecisions.indices { wholeDecisions[index].fits = 0 }
        report = RepairReport()
        rows = (0, 0)
        for station in decisions.keys {
            for index in decisions[station, default: []].indices {
                decisions[station]?[index].fits = 0
                decisions[station]?[index].found = nil
            }
        }
    }

    /// Counts a row of the pass.
    func countRow() { rows.all += 1 }

    // MARK: Decisions

    enum Outcome {
        /// Nobody has decided anything.
        case undecided
        /// The place is to stay as it is.
        case refused
        /// The place is to be this; nil for none.
        case mended(Coordinate?)
    }

    /// What was decided of a station's numbers.
    ///
    /// - Parameter station: The digest of its name and address.
    func outcome(
        for numbers: PlaceReader.Numbers,
        of station: String,
        reader: PlaceReader
    ) -> Outcome {
        let given = RepairProposal.Numbers(x: numbers.x, y: numbers.y)
        guard let candidates = decisions[station] else { return wholeOutcome(numbers, reader) }
        guard let index = candidates.firstIndex(where: { $0.repair.was == given }) else {
            for index in candidates.indices { decisions[station]?[index].found = given }
            return wholeOutcome(numbers, reader)
        }
        decisions[station]?[index].fits += 1
        let repair = candidates[index].repair
        guard repair.accept == true else { return .refused }
        return .mended(
            repair.becomes.flatMap {
                try? Coordinate(latitude: $0.latitude, longitude: $0.longitude)
            }
        )
    }

    /// What was decided of a station without coordinates.
    ///
    /// - Parameter station: The digest of its name and address.
    func outcome(withoutPlaceOf station: String) -> Outcome {
        guard let candidates = decisions[station],
            let index = candidates.firstIndex(where: { $0.repair.kind == .missingPlace })
        else { return .undecided }
        decisions[station]?[index].fits += 1
        let repair = candidates[index].repair
        guard repair.accept == true else { return .refused }
        return .mended(
            repair.becomes.flatMap {
                try? Coordinate(latitude: $0.latitude, longitude: $0.longitude)
            }
        )
    }

    /// What was decided of all rows whose numbers are like these.
    private func wholeOutcome(_ numbers: PlaceReader.Numbers, _ reader: PlaceReader) -> Outcome {
        guard !wholeDecisions.isEmpty else { return .undecided }
        let place = try? reader.place(numbers)
        for index in wholeDecisions.indices {
            let repair = wholeDecisions[index].repair
            guard let mended = repair.whole?.mended(numbers, at: place, reader: reader) else {
                continue
            }
            wholeDecisions[index].fits += 1
            return repair.accept == true ? .mended(mended) : .refused
        }
        return .undecided
    }

    /// Whether somebody has decided about a station's numbers.
    func isDecided(_ numbers: PlaceReader.Numbers, of station: String) -> Bool {
        decisions[station]?.contains { $0.repair.was == .init(x: numbers.x, y: numbers.y) } == true
    }

    // MARK: Proposals

    /// Adds a proposal for a row.
    func propose(
        _ finding: RepairFinder.Outcome,
        for numbers: PlaceReader.Numbers,
        of station: String,
        name: String,
        line: Int
    ) {
        if !finding.isWitnessed { rows.proposed += 1 }
        let was = RepairProposal.Numbers(x: numbers.x, y: numbers.y)
        let subject = Subject(station: station, numbers: was)
        if let known = proposals[subject] {
            report.proposed[known].rows += 1
            return
        }
        guard report.proposed.count < RepairReport.proposalLimit else {
            report.furtherProposals += 1
            return
        }
        proposals[subject] = report.proposed.count
        if finding.isWitnessed { witnessed.insert(report.proposed.count) }
        report.proposed.append(
            RepairProposal(
                accept: nil,
                likely: finding.becomes != nil
                    && finding.confidence >= RepairProposal.likelyConfidence,
                kind: finding.kind,
                confidence: finding.confidence,
                line: line,
                rows: 1,
                name: name,
                was: was,
                becomes: finding.becomes.map {
                    .init(latitude: $0.latitude, longitude: $0.longitude)
                },
                reason: finding.reason.text,
                finding: finding.reason,
                station: station
            )
        )
    }

    /// Adds a row to what is proposed for all that need it.
    func propose(
        _ whole: PlaceVerdict.Whole,
        for numbers: PlaceReader.Numbers,
        becoming place: Coordinate,
        line: Int
    ) {
        let reading = whole.rule.reading
        if wholeProposals[reading] != nil {
            wholeProposals[reading]?.rows += 1
            return
        }
        wholeProposals[reading] = RepairProposal(
            accept: nil,
            likely: whole.confidence >= RepairProposal.likelyConfidence,
            kind: reading.kind,
            confidence: whole.confidence,
            line: line,
            rows: 1,
            name: "",
            was: .init(x: numbers.x, y: numbers.y),
            becomes: .init(latitude: place.latitude, longitude: place.longitude),
            reason: whole.reason.text,
            finding: whole.reason,
            station: whole.rule.subject,
            whole: whole.rule
        )
    }

    /// Whether somebody has decided that rows stay as they are which a repair of all would mend.
    func hasRefused(_ whole: PlaceVerdict.Whole) -> Bool {
        wholeDecisions.contains {
            $0.repair.accept == false && $0.repair.whole?.reading == whole.rule.reading
        }
    }

    // MARK: Reporting

    /// What the pass found.
    var findings: RepairReport {
        var report = report
        // Where so many rows are amiss, the others may be the wrong ones.
        if rows.proposed * 4 > rows.all {
            for index in report.proposed.indices where !witnessed.contains(index) {
                report.proposed[index].likely = false
            }
        }
        let wholes = wholeProposals.values.sorted { ($1.rows, $0.line) < ($0.rows, $1.line) }
        report.proposed.insert(contentsOf: wholes.map(named), at: 0)
        let all = decisions.values.joined().sorted { $0.repair.line < $1.repair.line }
        for decision in wholeDecisions + all {
            var repair = decision.repair
            guard decision.fits > 0 else {
                report.stale.append(
                    StaleRepair(name: repair.name, was: repair.was, finding: reason(decision))
                )
                continue
            }
            repair.rows = decision.fits
            if repair.whole != nil { repair = named(repair) }
            if repair.accept == true {
                report.applied.append(repair)
            } else {
                report.refused.append(repair)
            }
        }
        return report
    }

    /// A repair of many rows under what it is called: `all 551 rows`, `235 of the 551 rows`.
    private func named(_ repair: RepairProposal) -> RepairProposal {
        var repair = repair
        repair.name =
            repair.rows == rows.all
            ? "all \(counted(rows.all, "row"))"
            : "\(grouped(repair.rows)) of the \(counted(rows.all, "row"))"
        return repair
    }

    private func reason(_ decision: Decision) -> Finding {
        if let whole = decision.repair.whole {
            return Finding(.noRowByReading, ["reading": .finding(whole.reading.words)])
        }
        guard let found = decision.found, let was = decision.repair.was else {
            return Finding(.stationNotInFile)
        }
        return Finding(
            .otherNumbersNow,
            [
                "found": .text("\(shown(found.y)), \(shown(found.x))"),
                "was": .text("\(shown(was.y)), \(shown(was.x))"),
            ]
        )
    }
}
