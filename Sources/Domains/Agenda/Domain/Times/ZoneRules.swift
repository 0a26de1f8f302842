internal import Foundation
internal import Synchronization
package import Timekeeping

/// The clocks of a time zone of the IANA list, or of a fixed offset from UTC.
///
/// The rules are those of the system's time zone data.
package struct ZoneRules: Sendable, Hashable {
    /// `Europe/Berlin`, `UTC` or an offset such as `+02:00`.
    package let name: String
    private let zone: TimeZone

    private static let known = Mutex<[String: TimeZone?]>([:])
    private static let knownLimit = 1000

    /// The zone of a name.
    ///
    /// What merely abbreviates a clock, such as `EST`, is none: it leaves open whether summers have another.
    ///
    /// - Returns: nil for a name that is not on the list.
    /// - Complexity: O(1) for a name that was asked for lately.
    package init?(named name: String) {
        if let seconds = WrittenTime.offsetSeconds(of: name) {
            guard let zone = TimeZone(secondsFromGMT: seconds) else { return nil }
            self.init(name: name, zone: zone)
            return
        }
        let isListed = name == "UTC" || name.contains("/") && !name.contains(" ")
        guard isListed, name.utf8.count <= 64, let zone = Self.zone(name) else { return nil }
        self.init(name: name, zone: zone)
    }

    private init(name: String, zone: TimeZone) { (self.name, self.zone) = (name, zone) }

    private static func zone(_ name: String) -> TimeZone? {
        known.withLock { known in
            if let zone = known[name] { return zone }
            if known.count >= knownLimit { known.removeAll() }
            let zone = TimeZone(identifier: name)
            known[name] = .some(zone)
            return zone
        }
    }

    /// The name that another probably stands for: `US/Eastern` for `US / Eastern`, `America/New_York` for
    /// `America/New York`; nil where none is near.
    package static func meant(by name: String) -> String? {
        let joined = name.split(separator: "/").map { part in
            part.split(separator: " ").joined(separator: "_")
        }.joined(separator: "/")
        return joined != name && ZoneRules(named: joined) != nil ? joined : nil
    }

    /// How many seconds the zone's clocks are ahead of UTC at a moment.
    package func offsetSeconds(at moment: Timestamp) -> Int {
        let seconds = Double(moment.millisecondsSince1970) / 1000
        return zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
    }

    /// What the zone's clocks show at a moment.
    package func wallTime(at moment: Timestamp) -> WallTime {
        WallTime(
            secondsSince1970: moment.wholeSeconds + Int64(offsetSeconds(at: moment))
        )
    }

    /// How often the zone's clocks show a time.
    package enum Occurrence: Sendable, Hashable {
        /// Once, as most times.
        case once
        /// Never: they were set forward past it.
        case skipped
        /// Twice: they were set back.
        case twice
    }

    /// The moment at which the zone's clocks show a time: of two the first; of a time that was skipped the
    /// moment by the offset of before.
    ///
    /// Source: RFC 5545, section 3.3.5, on local times that do not occur or occur twice.
    package func moment(of wall: WallTime) -> (moment: Timestamp, occurrence: Occurrence) {
        let wallSeconds = wall.secondsSince1970
        // Clocks are never further from UTC than a day.
        let before = offsetSeconds(at: .seconds(wallSeconds - 86_400))
        let after = offsetSeconds(at: .seconds(wallSeconds + 86_400))
        let moments = Set([before, after]).map { Timestamp.seconds(wallSeconds - Int64($0)) }
            .filter { $0.wholeSeconds + Int64(offsetSeconds(at: $0)) == wallSeconds }.sorted()
        guard let first = moments.first else {
            return (.seconds(wallSeconds - Int64(before)), .skipped)
        }
        return (first, moments.count > 1 ? .twice : .once)
    }
}

extension Timestamp {
    /// A whole second.
    package static func seconds(_ seconds: Int64) -> Timestamp {
        Timestamp(millisecondsSince1970: seconds * 1000)
    }

    /// Seconds since 1970, rounded down.
    package var wholeSeconds: Int64 {
        let (quotient, remainder) = millisecondsSince1970.quotientAndRemainder(dividingBy: 1000)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
