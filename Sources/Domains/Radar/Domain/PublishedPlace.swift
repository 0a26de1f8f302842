public import Geodesy

extension Coordinate {
    /// The place as Radar keeps and tells it: with five decimals, at most 0.8 m away.
    ///
    /// More decimals than a receiver can measure would tell nobody where something is, but who posted
    /// it: the sixteen digits of one fix are as good as a name. A place that is published is itself
    /// its published place.
    ///
    /// - Complexity: O(1).
    public var published: Coordinate {
        Coordinate(
            uncheckedLatitude: Self.published(latitude),
            longitude: Self.published(longitude)
        )
    }

    /// The nearest number with five decimals: a whole number divided by 100,000 is the one that its
    /// decimal digits mean. Zero has no sign.
    private static func published(_ degrees: Double) -> Double {
        (degrees * 100_000).rounded() / 100_000 + 0
    }
}

extension Message {
    /// The message at its published place: what leaves a board.
    var published: Message {
        let place = coordinate.published
        guard place != coordinate else { return self }
        return Message(
            id: id,
            text: text,
            category: category,
            coordinate: place,
            visibleRadius: visibleRadius,
            postedAt: postedAt,
            expiresAt: expiresAt,
            author: author,
            origin: origin
        )
    }
}
