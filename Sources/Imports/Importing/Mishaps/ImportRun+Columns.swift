extension ImportRun {
    /// What is told of columns that went wrong against what is published, and of which no other guard tells.
    func columnFindings(
        _ comparison: Comparison<Reader.Record>,
        _ report: ImportReport
    ) -> (notes: [ImportNote], consents: [GuardFinding]) {
        let limits = Set(report.forceNeeded.map(\.limit))
        let told = SwappedParts.Part.allCases.filter { part in
            limits.contains(part.limit) || part.otherLimit.map(limits.contains) ?? false
        }
        return comparison.columns.findings(
            published: comparison.publishedCount,
            headings: report.columns,
            told: Set(told).union(comparison.swaps.partsNoted),
            watched: Reader.Record.guards.unswapped
        )
    }
}
