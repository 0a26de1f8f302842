internal import Geodesy

/// Places that are the published ones with fewer decimals, as where a spreadsheet shows and saves three: so
/// they lie a hundred metres off, which is no move that a limit would tell of.
struct CoarserPlaces: Sendable {
    private(set) var count = 0
    /// How far the farthest lies from where it is published, in metres.
    private(set) var farthestMeters = 0.0

    /// Places of so many decimals of a degree, 111 m of latitude, or fewer are coarse.
    static let coarseDecimals = 3
    /// So many decimals at least were lost.
    private static let lostDecimals = 2
    /// As many decimals are told apart; what has more has been computed.
    private static let decimalLimit = 7
    /// Of so many not even a warning tells.
    private static let few = 3

    /// Takes in a record that was moved.
    mutating func add(_ place: Coordinate, from published: Coordinate, meters: Double) {
        let decimals = max(Self.decimals(place.latitude), Self.decimals(place.longitude))
        guard decimals <= Self.coarseDecimals else { return }
        let were = min(Self.decimals(published.latitude), Self.decimals(published.longitude))
        let unit = Self.powers[decimals]
        // Cut off or rounded, either is within one unit; where one number has few decimals by chance, the
        // other one has not.
        guard were >= decimals + Self.lostDecimals,
            abs(place.latitude - published.latitude) * unit < 1,
            abs(place.longitude - published.longitude) * unit < 1
        else { return }
        count += 1
        farthestMeters = max(farthestMeters, meters)
    }

    /// What is told; nil where there are few.
    ///
    /// - Parameter published: How many records are.
    func note(published: Int) -> ImportNote? {
        guard count > Self.few else { return nil }
        return ImportNote(
            .warning,
            Finding(
                .placesCoarser,
                [
                    "count": .count(count), "published": .count(published),
                    "decimals": .count(Self.coarseDecimals),
                    "far": .text(lengthText(farthestMeters)),
                ]
            )
        )
    }

    private static let powers: [Double] = (0...decimalLimit).map {
        (0..<$0).reduce(1) { value, _ in value * 10 }
    }

    /// How many decimals a number of degrees has, up to ``decimalLimit``.
    static func decimals(_ degrees: Double) -> Int {
        powers.firstIndex { power in
            let scaled = degrees * power
            return abs(scaled - scaled.rounded()) < 1e-6
        } ?? decimalLimit
    }
}
