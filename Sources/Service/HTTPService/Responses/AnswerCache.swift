internal import Datasets
internal import GeoJSON
internal import Polling
internal import Synchronization

/// Parts of answers that are the same for everybody, as the bytes that they are written in: what a
/// station or a contest says does not change until the next reading.
///
/// An entry counts only for a record that equals the one that it was made of. Records of one reading
/// share their texts, so that this is found out by comparing addresses, and those of a later one are
/// compared in full once and take the place of the others.
package final class AnswerCache: Sendable {
    /// So many entries of a sort are kept at most, some 1 KB each.
    private static let limit = 20_000

    private let stations = Mutex<[Station.ID: StationText]>([:])
    private let contests = Mutex<[Contest.ID: ContestText]>([:])

    /// An empty cache.
    package init() {}

    struct StationText: Sendable {
        let station: Station
        /// The members before and behind those that change from moment to moment.
        let head: [UInt8]
        let tail: [UInt8]
        let hours: OpeningHours?
        let timeZone: String?
    }

    private struct ContestText: Sendable {
        let contest: Contest
        let bytes: [UInt8]
    }

    /// A station's members, made when they are first asked for.
    func text(of station: Station) -> StationText {
        if let known = stations.withLock({ $0[station.id] }), known.station == station {
            return known
        }
        let fresh = StationText(
            station: station,
            head: JSONWriter.members { station.writeHead(to: &$0) },
            tail: JSONWriter.members { station.writeTail(to: &$0) },
            hours: station.hours.flatMap(OpeningHours.init),
            timeZone: station.timeZone
        )
        stations.withLock { texts in
            if texts.count >= Self.limit { texts.removeAll() }
            texts[station.id] = fresh
        }
        return fresh
    }

    /// A contest in its own languages, made when it is first asked for.
    func text(of contest: Contest) -> [UInt8] {
        if let known = contests.withLock({ $0[contest.id] }), known.contest == contest {
            return known.bytes
        }
        var json = JSONWriter(capacity: 1024)
        contest.write(to: &json, languages: [])
        let fresh = ContestText(contest: contest, bytes: json.takeBytes())
        contests.withLock { texts in
            if texts.count >= Self.limit { texts.removeAll() }
            texts[contest.id] = fresh
        }
        return fresh.bytes
    }
}

extension JSONWriter {
    /// Members of an object without its braces.
    fileprivate static func members(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter(capacity: 512)
        json.object(write)
        return Array(json.takeBytes().dropFirst().dropLast())
    }
}
