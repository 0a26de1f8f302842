/// What is known of pieces of lines that follow each other: where they lie, by their ends.
struct PositionRun: Sendable {
    /// A box about the pieces' ends, in metres from the middle of the Earth.
    private var low = EarthCentered.Position(repeating: .infinity)
    private var high = EarthCentered.Position(repeating: -.infinity)
    /// No piece is farther than this from its chord.
    private(set) var sag = 0.0

    /// Takes in a piece by its ends.
    mutating func add(
        from start: EarthCentered.Position,
        to end: EarthCentered.Position,
        sag: Double
    ) {
        low = pointwiseMin(low, pointwiseMin(start, end))
        high = pointwiseMax(high, pointwiseMax(start, end))
        self.sag = max(self.sag, sag)
    }

    /// The square of how far a position is from the box.
    func square(from position: EarthCentered.Position) -> Double {
        let rest = pointwiseMax(pointwiseMax(low - position, position - high), .zero)
        return (rest * rest).sum()
    }

    /// The square of how far another box is from the box.
    func square(from other: PositionRun) -> Double {
        let rest = pointwiseMax(pointwiseMax(low - other.high, other.low - high), .zero)
        return (rest * rest).sum()
    }
}

extension RunTree where Bound == PositionRun {
    /// The items of one run: that which one comes to by always going to the nearest box.
    func likelyNearest(to position: EarthCentered.Position) -> Range<Int> {
        guard !nodes.isEmpty else { return 0..<0 }
        var index = 0
        while nodes[index].next > index + 1 {
            let end = nodes[index].next
            var child = index + 1
            var best = (square: Double.infinity, child: child)
            while child < end {
                let square = nodes[child].bound.square(from: position)
                if square < best.square { best = (square, child) }
                child = nodes[child].next
            }
            index = best.child
        }
        return nodes[index].items
    }
}
