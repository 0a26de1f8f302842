internal import Geodesy

/// Holds what a file's other rows say of a place against what its own row says in words: the country and
/// the city that it names.
struct RowWords {
    private let witnesses: PlaceWitnesses

    /// How sure a repair may be that contradicts its row, at most: an even chance.
    static let mostConfidence = 0.5
    /// So much farther off than its words allow for, a place contradicts them, in metres.
    private static let leastFarMeters = 50_000.0

    init(_ witnesses: PlaceWitnesses) { self.witnesses = witnesses }

    /// What is left of a finding.
    ///
    /// - Parameters:
    ///   - place: Where the numbers put the station; nil where that is no place.
    /// - Returns: nil where the row's words say that the place is right as it stands. Where they
    ///   contradict the repair, the place is merely far away, and nothing is proposed in its stead.
    func checked(
        _ finding: RepairFinder.Outcome,
        of clue: PlaceClue,
        at place: Coordinate?
    ) -> RepairFinder.Outcome? {
        guard let becomes = finding.becomes else { return finding }
        for witness in PlaceWitness.ownWords {
            guard let meters = witnesses.distance(by: witness, of: clue) else { continue }
            if let place, meters(place) <= witness.toleranceMeters { return nil }
            guard meters(becomes) > witness.toleranceMeters + Self.leastFarMeters else { continue }
            let land = witness == .country ? witnesses.country(of: clue)?.name : nil
            let before = Finding.Value.finding(finding.reason)
            return RepairFinder.Outcome(
                kind: place == nil ? finding.kind : .farFromNeighbours,
                becomes: nil,
                confidence: min(finding.confidence, Self.mostConfidence),
                reason: land.map {
                    Finding(.rowNamesOther, ["finding": before, "name": .text($0)])
                } ?? Finding(.rowNamesOtherCity, ["finding": before]),
                isWitnessed: true
            )
        }
        return finding
    }
}
