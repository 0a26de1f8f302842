public import Geodesy

/// How far from a point a reader may be and still find it.
///
/// Kept to 24 significant bits, which is exact for whole metres: whoever compares a distance with a
/// reach elsewhere takes ``meters`` from here and so decides alike.
public struct Reach: Sendable, Hashable {
    /// The reach in metres: not negative, infinity for no limit.
    public let meters: Double

    /// Found from anywhere, like a polling station.
    public static let unlimited = Reach(meters: .infinity)

    /// Found from at most that far away, inclusive, like a message.
    ///
    /// - Complexity: O(1).
    public static func upTo(_ distance: Distance) -> Reach {
        Reach(meters: Double(Float(distance.meters)))
    }

    private init(meters: Double) { self.meters = meters }
}
