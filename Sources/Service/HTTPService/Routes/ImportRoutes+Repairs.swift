internal import Datasets
internal import Importing

/// What an import decides about repairs that an earlier one proposed.
extension ImportRoutes {
    /// What `repairs` says for the decisions of earlier imports into the dataset.
    static let earlierRepairs = "earlier"

    /// `accept=likely`: all repairs that the import was sure of.
    private static let likely = ["likely"]

    /// `repairs` names an earlier import, `accept` those of its repairs that are to be made, and
    /// `refuse` those whose places are to stay as they are: by the digest under which each names its
    /// station. `accept=likely` are all that the import was sure of, but for those that `refuse` names.
    /// Nothing is accepted unasked.
    ///
    /// - Parameters:
    ///   - kind: What the file holds, where that could be read.
    ///   - dataset: Which the file is imported into, likewise.
    func decisions(
        _ query: inout QueryReader,
        kind: ImportDesk.Kind?,
        dataset: DatasetName?
    ) -> RepairDecisions? {
        let answers = RepairAnswers(
            accepted: digests("accept", &query),
            refused: digests("refuse", &query)
        )
        guard let id = query.text("repairs") else {
            query.note(
                answers,
                .needsOther,
                "needs repairs, the id of the import that proposed them"
            )
            return nil
        }
        if let kind, !kind.hasRepairs {
            query.note(
                "repairs",
                .notOfKind,
                "is about places of stations and time zones; \(kind.name) have no repairs",
                .value(id)
            )
            return nil
        }
        if id == Self.earlierRepairs {
            query.note(
                answers,
                .notTogether,
                "goes with the id of an import in repairs; repairs=earlier decides the same as "
                    + "before, by itself"
            )
            return nil
        }
        guard answers.accepted != nil || answers.refused != nil else {
            query.require(
                "accept",
                "say which repairs are made: likely, or the digests in station, separated by commas"
            )
            return nil
        }
        guard let reports = reports(of: id, &query, kind: kind, dataset: dataset),
            isConsistent(answers, &query)
        else { return nil }
        let proposed = RepairDecisions(reports.flatMap(\.repairs.decisions.repairs))
        guard answers.accepted == Self.likely else {
            return decided(proposed, answers, &query)
        }
        return decided(
            proposed.acceptingLikely,
            RepairAnswers(accepted: nil, refused: answers.refused),
            &query
        )
    }

    /// The reports of an earlier import that are of the same dataset.
    private func reports(
        of id: String,
        _ query: inout QueryReader,
        kind: ImportDesk.Kind?,
        dataset: DatasetName?
    ) -> [ImportReport]? {
        guard let reports = jobs.reports(id) else {
            query.note(
                ParameterError(
                    parameter: "repairs",
                    fault: .unknownImport,
                    message: "is \(quoted(id)); no import of that id is remembered",
                    values: .value(id),
                    namesNothing: true
                )
            )
            return nil
        }
        guard let dataset else { return reports }
        // Each kind of record in a feed has a dataset of its own.
        let names = [dataset.text] + (kind?.repairedSuffix.map { ["\(dataset)\($0)"] } ?? [])
        let own = reports.filter { names.contains($0.dataset) }
        guard own.isEmpty, !reports.isEmpty else { return own }
        let datasets = Set(reports.map(\.dataset)).sorted().map { quoted($0) }
        query.note(
            "repairs",
            .unknownImport,
            "is \(quoted(id)), an import into \(datasets.joined(separator: ", ")); name one "
                + "into \(quoted(dataset.text))",
            .value(id)
        )
        return nil
    }

    private func isConsistent(_ answers: RepairAnswers, _ query: inout QueryReader) -> Bool {
        let both = Set(answers.accepted ?? []).intersection(answers.refused ?? [])
        guard !both.isEmpty else { return true }
        let names = both.sorted().map { quoted($0) }.joined(separator: ", ")
        query.note(
            "refuse",
            .notTogether,
            "names \(names), as accept does; a repair is made or it is refused",
            .other("accept")
        )
        return false
    }

    private func decided(
        _ proposed: RepairDecisions,
        _ answers: RepairAnswers,
        _ query: inout QueryReader
    ) -> RepairDecisions? {
        var repairs = proposed.repairs
        for (name, stations, answer) in answers.all {
            let unknown = Set(stations ?? []).subtracting(repairs.map(\.station))
            guard unknown.isEmpty else {
                let names = unknown.sorted().map { quoted($0) }.joined(separator: ", ")
                query.note(
                    name,
                    .unknownRepair,
                    "names \(names); that import proposed no such repair",
                    .value(names)
                )
                return nil
            }
            for index in repairs.indices where stations?.contains(repairs[index].station) == true {
                repairs[index].accept = answer
            }
        }
        return RepairDecisions(repairs)
    }

    private func digests(_ name: String, _ query: inout QueryReader) -> [String]? {
        guard let text = query.text(name) else { return nil }
        let digests = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if digests.contains("") {
            query.note(
                name,
                .notAPair,
                "is \(quoted(text)); a digest stands on both sides of each comma",
                .value(text)
            )
        }
        return digests
    }
}

/// The digests that `accept` and `refuse` list; nil where the parameter is not given.
private struct RepairAnswers {
    let accepted: [String]?
    let refused: [String]?

    /// By parameter, with what it says of those that it lists.
    var all: [(parameter: String, stations: [String]?, answer: Bool)] {
        [("accept", accepted, true), ("refuse", refused, false)]
    }
}

extension QueryReader {
    /// Notes the same of `accept` and `refuse`, as far as they are given.
    fileprivate mutating func note(
        _ answers: RepairAnswers,
        _ fault: ParameterFault,
        _ message: String
    ) {
        for (name, stations, _) in answers.all where stations != nil {
            note(name, fault, message, .other("repairs"))
        }
    }
}
