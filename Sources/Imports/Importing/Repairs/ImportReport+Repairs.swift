extension ImportReport {
    /// Repairs for the report on a terminal: what is proposed and how to accept it, what was applied,
    /// what no longer fits.
    func addRepairs(_ page: inout TextPage) {
        guard !repairs.isEmpty else { return }
        page.blank()
        addProposed(repairs.proposed, &page)
        if !repairs.applied.isEmpty {
            page.add(
                "Repairs accepted and applied: "
                    + Self.subjects(of: repairs.applied)
                    + ", "
                    + counted(repairs.applied.reduce(0) { $0 + $1.rows }, "row")
            )
        }
        if !repairs.refused.isEmpty {
            page.add(
                "Repairs refused, as decided: " + Self.subjects(of: repairs.refused)
            )
        }
        if !repairs.stale.isEmpty {
            page.add("Decisions that no longer fit, and were not applied")
            for stale in repairs.stale.prefix(Self.shownRepairs) {
                page.add("\"\(stale.name)\": \(stale.reason)", indent: 2)
            }
            addRest(repairs.stale.count, &page)
        }
    }

    private func addProposed(_ proposed: [RepairProposal], _ page: inout TextPage) {
        guard !proposed.isEmpty else { return }
        page.add("Repairs proposed (nothing is repaired until you accept it)")
        for whole in proposed where whole.whole != nil { addWhole(whole, &page) }
        for proposal in proposed { addText(proposal, &page) }
        for kind in RepairProposal.Kind.allCases {
            let some = proposed.filter { $0.kind == kind && $0.whole == nil && $0.text == nil }
            if !some.isEmpty { addProposals(some, kind, &page) }
        }
        if repairs.furtherProposals > 0 {
            page.add("... and \(grouped(repairs.furtherProposals)) more", indent: 2)
        }
        if repairs.withheld > 0 {
            page.add(
                "Until that is decided, \(counted(repairs.withheld, "station")) of these "
                    + (repairs.withheld == 1 ? "has" : "have")
                    + " no place: found by district or postcode, never by distance.",
                indent: 2
            )
        }
        if repairs.keptPlaces > 0 {
            page.add(
                "Until that is decided, \(counted(repairs.keptPlaces, "station")) of these "
                    + (repairs.keptPlaces == 1 ? "stays" : "stay")
                    + " at the place that is published.",
                indent: 2
            )
        }
        let decided = proposed.count { $0.earlier != nil }
        if decided > 0 {
            page.add(
                "\(grouped(decided)) of them \(decided == 1 ? "was" : "were") decided in an "
                    + "earlier import: --accept earlier decides them the same again.",
                indent: 2
            )
        }
        page.add(
            "To accept them: write them down with --save-repairs FILE, set accept to true (or "
                + "accept_likely, for all that are likely) in the file, then import with "
                + "--accept FILE.",
            indent: 2
        )
    }

    private static let shownRepairs = 5

    /// How many places and texts repairs are about: a repair of all is about each of its rows.
    private static func subjects(of repairs: [RepairProposal]) -> String {
        let texts = repairs.count { $0.text != nil }
        let places = repairs.reduce(0) {
            $0 + ($1.text != nil ? 0 : $1.whole == nil ? 1 : $1.rows)
        }
        return [(places, "place"), (texts, "text")].filter { $0.0 > 0 }
            .map { counted($0.0, $0.1) }.joined(separator: ", ")
    }

    /// One repair for all rows that have a text.
    private func addText(_ proposal: RepairProposal, _ page: inout TextPage) {
        guard let text = proposal.text else { return }
        page.add(
            "\(proposal.kind.title): \(counted(proposal.rows, "row")), "
                + "\(Int((proposal.confidence * 100).rounded())) % sure: one repair for all of them",
            indent: 2
        )
        page.add(
            "line \(proposal.line) \"\(text.was)\" would become \"\(text.becomes)\"; \(proposal.reason)"
                + (proposal.earlier.map { "; \($0.words)" } ?? ""),
            indent: 4
        )
    }

    /// One repair for all rows that need it.
    private func addWhole(_ proposal: RepairProposal, _ page: inout TextPage) {
        page.add(
            "\(proposal.kind.title) in \(proposal.name), \(Int((proposal.confidence * 100).rounded()))"
                + " % sure: one repair for all of them",
            indent: 2
        )
        page.add(proposal.reason, indent: 4)
        if let place = proposal.becomes, let was = proposal.was {
            page.add(
                "the first, line \(proposal.line): \(shown(was.y)), \(shown(was.x)) would become "
                    + "\(place.latitude), \(place.longitude)"
                    + (proposal.earlier.map { "; \($0.words)" } ?? ""),
                indent: 4
            )
        }
    }

    private func addProposals(
        _ proposals: [RepairProposal],
        _ kind: RepairProposal.Kind,
        _ page: inout TextPage
    ) {
        let rows = proposals.reduce(0) { $0 + $1.rows }
        let least = proposals.map(\.confidence).min() ?? 0
        page.add(
            "\(kind.title): \(counted(rows, "row")), \(Int((least * 100).rounded())) % sure",
            indent: 2
        )
        for proposal in proposals.prefix(Self.shownRepairs) {
            let fate =
                proposal.becomes.map { "would become \($0.latitude), \($0.longitude)" }
                ?? "would be kept without a place"
            let numbers = kind == .missingPlace ? nil : proposal.was
            let was = numbers.map { "\(shown($0.y)), \(shown($0.x))" } ?? "no place"
            page.add(
                "line \(proposal.line) \"\(proposal.name)\": \(was) \(fate); \(proposal.reason)"
                    + (proposal.earlier.map { "; \($0.words)" } ?? ""),
                indent: 4
            )
        }
        addRest(proposals.count, &page)
    }

    private func addRest(_ count: Int, _ page: inout TextPage) {
        if count > Self.shownRepairs {
            page.add("... and \(grouped(count - Self.shownRepairs)) more", indent: 4)
        }
    }
}
