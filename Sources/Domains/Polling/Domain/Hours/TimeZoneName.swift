internal import Foundation
internal import Synchronization

/// Names of time zones, as files and elections give them.
public enum TimeZoneName {
    /// Whether a name is one of the IANA list that says where: `America/Denver`, or `UTC`. What merely
    /// abbreviates a clock, such as `EST`, is not, for it leaves open whether summers have another.
    ///
    /// - Complexity: O(1) for a name that was asked for lately.
    public static func isKnown(_ name: String) -> Bool {
        (name.contains("/") || name == "UTC") && zone(name) != nil
    }

    /// What is allowed, for people.
    public static let allowed =
        "the IANA name of a time zone is allowed, such as America/Denver or Europe/Berlin, or UTC"

    /// Whether a column of some name says in which zone the hours are.
    public static func isHeader(_ header: String) -> Bool {
        let name = header.lowercased().filter { $0.isLetter }
        return name == "timezone" || name == "tz" || name == "zeitzone"
    }

    /// How many hours a zone's clocks are ahead of UTC, without those of summer; nil where it is none.
    ///
    /// - Complexity: O(1) for a name that was asked for lately.
    public static func standardHours(of name: String) -> Double? {
        guard let zone = zone(name) else { return nil }
        // In January or in July, as it is winter in the north or in the south.
        return [winter, summer].map { Double(zone.secondsFromGMT(for: $0)) / 3600 }.min()
    }

    private static let winter = Date(timeIntervalSince1970: 1_800_000_000)
    private static let summer = Date(timeIntervalSince1970: 1_815_638_400)

    /// Zones by name, read from the system's files once.
    private static let known = Mutex<[String: TimeZone?]>([:])
    private static let limit = 1000

    /// The zone of a name that Foundation knows.
    static func zone(_ name: String) -> TimeZone? {
        known.withLock { known in
            if let zone = known[name] { return zone }
            if known.count >= limit { known.removeAll() }
            let zone = TimeZone(identifier: name)
            known[name] = .some(zone)
            return zone
        }
    }
}
