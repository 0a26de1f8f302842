extension [Area.LongLatitude] {
    /// One side of a meridian or a parallel, itself included.
    enum Side {
        case west(of: Double)
        case east(of: Double)
        case south(of: Double)
        case north(of: Double)

        /// How far a corner lies within it, in degrees.
        fileprivate func depth(of corner: Area.LongLatitude) -> Double {
            switch self {
            case .west(let longitude): longitude - corner.longitude
            case .east(let longitude): corner.longitude - longitude
            case .south(let latitude): latitude - corner.latitude
            case .north(let latitude): corner.latitude - latitude
            }
        }

        /// Where the way between two corners crosses over.
        fileprivate func crossing(
            _ start: Area.LongLatitude,
            _ end: Area.LongLatitude
        ) -> Area.LongLatitude {
            let share = depth(of: start) / (depth(of: start) - depth(of: end))
            let across = share * (end.longitude - start.longitude)
            let up = share * (end.latitude - start.latitude)
            return switch self {
            case .west(let longitude), .east(let longitude):
                .init(longitude: longitude, latitude: start.latitude + up)
            case .south(let latitude), .north(let latitude):
                .init(longitude: start.longitude + across, latitude: latitude)
            }
        }
    }

    /// What of a ring lies on one side (I. E. Sutherland and G. W. Hodgman, "Reentrant polygon
    /// clipping", Comm. ACM 17, 1974).
    ///
    /// What falls into several pieces is still one ring, which runs to and fro along the cut between
    /// them: its size, as it winds, is that of the pieces.
    func clipped(to side: Side) -> Self {
        var kept: Self = []
        for (start, end) in zip(self, dropFirst() + prefix(1)) {
            let isKept = side.depth(of: start) >= 0
            if isKept { kept.append(start) }
            if isKept != (side.depth(of: end) >= 0) { kept.append(side.crossing(start, end)) }
        }
        return kept
    }

    /// The ring with further corners on its edges, so that none is longer in longitude or latitude
    /// than some degrees. No corner is there twice, also not at the end.
    package func inPieces(ofDegrees longest: Double) -> Self {
        var pieces: Self = []
        for (start, end) in zip(self, dropFirst() + prefix(1)) where start != end {
            let across = end.longitude - start.longitude
            let up = end.latitude - start.latitude
            let breadth = Swift.max(across.magnitude, up.magnitude)
            let count = Swift.max(1, Int((breadth / longest).rounded(.up)))
            for index in 0..<count {
                let share = Double(index) / Double(count)
                pieces.append(
                    Area.LongLatitude(
                        longitude: start.longitude + share * across,
                        latitude: start.latitude + share * up
                    )
                )
            }
        }
        return pieces
    }
}
