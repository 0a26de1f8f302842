/// Rows of results that are no candidates and no offices.
struct PseudoRows {
    private(set) var counts: [String: Int] = [:]

    private static let candidates: Set<String> = [
        "overvotes", "overvote", "undervotes", "undervote", "writein", "writeins",
        "writeinvotes", "writeinscattered", "scattered", "scattering", "totalwritein",
        "totalwriteins", "blankvotes", "blanks", "blank", "voidvotes", "spoiled", "total",
        "totals", "totalvotes", "totalvotescast", "ballotscast", "registeredvoters",
    ]
    private static let offices: Set<String> = [
        "registeredvoters", "ballotscast", "ballotscasttotal", "ballotscastblank", "turnout",
        "voterturnout", "registeredvoterstotal", "totalballotscast",
    ]

    /// Whether a title is that of no office.
    static func isPseudoOffice(_ title: String) -> Bool {
        offices.contains(HeaderKey(title).text)
    }

    /// Whether a name is nobody's.
    static func isPseudoCandidate(_ name: String) -> Bool {
        candidates.contains(HeaderKey(name).text)
    }

    /// Whether a row is one, which is then counted.
    mutating func takes(office: String, candidate: String?) -> Bool {
        if Self.isPseudoOffice(office) {
            counts[office, default: 0] += 1
            return true
        }
        guard let candidate, Self.isPseudoCandidate(candidate) else { return false }
        counts[candidate, default: 0] += 1
        return true
    }

    /// How many rows there were, by what they are.
    var note: ImportNote? {
        guard !counts.isEmpty else { return nil }
        let kinds = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.key) (\(grouped($0.value)))" }
        return ImportNote(
            level: .note,
            text: "passed over \(counted(counts.values.reduce(0, +), "row")) that are neither "
                + "candidates nor offices: " + kinds.joined(separator: ", "),
            lines: []
        )
    }
}
