import Datasets
import Geodesy
import Radar
import Synchronization
import Timekeeping

let alice = Device.ID(rawValue: 1)
let bob = Device.ID(rawValue: 2)

/// 2026-11-03T07:00:00Z.
let electionMorning = Timestamp(millisecondsSince1970: 1_793_689_200_000)

/// A value that many tasks write to.
final class Kept<Value: Sendable>: Sendable {
    let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }
}

extension Timestamp {
    static func + (moment: Timestamp, milliseconds: Int64) -> Timestamp {
        Timestamp(millisecondsSince1970: moment.millisecondsSince1970 + milliseconds)
    }
}

func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try Coordinate(latitude: latitude, longitude: longitude)
}

extension MessageDraft {
    static func sample(
        _ text: String = "hello",
        at coordinate: Coordinate,
        category: Category = .news,
        visibleTo meters: Double = 1000,
        forSeconds seconds: Int64 = 60,
        precision: Precision = .exact
    ) throws -> MessageDraft {
        MessageDraft(
            text: text,
            category: category,
            coordinate: coordinate,
            visibleRadius: try .meters(meters),
            timeToLiveSeconds: seconds,
            precision: precision
        )
    }
}

extension ImportedMessage {
    static func sample(
        _ key: String,
        in dataset: DatasetName,
        at coordinate: Coordinate,
        text: String = "import",
        category: Category = .news,
        visibleTo meters: Double = 1000,
        expiresAt: Timestamp = electionMorning + 86_400_000,
        attributes: [String: String] = [:]
    ) throws -> ImportedMessage {
        ImportedMessage(
            origin: Message.Origin(dataset: dataset, key: key, attributes: attributes),
            text: text,
            category: category,
            coordinate: coordinate,
            visibleRadius: try .meters(meters),
            postedAt: electionMorning,
            expiresAt: expiresAt
        )
    }
}

extension RadarError {
    /// The parameters that were refused.
    var parameters: [String] {
        guard case .refused(let violations) = self else { return [] }
        return violations.map(\.parameter)
    }
}

extension MessageBoard {
    /// All pages of a query, each asked for with the text of the cursor before.
    func allPages(matching query: MessageQuery) throws -> [MessagePage] {
        var pages = [try messages(matching: query)]
        while let next = pages.last?.next {
            var query = query
            query.cursor = try MessageCursor(
                parsing: next.text(under: publicIDs),
                under: publicIDs
            )
            pages.append(try messages(matching: query))
        }
        return pages
    }

    func ids(
        around center: Coordinate,
        radius: Double = 50_000,
        order: MessageQuery.Order = .nearest
    ) throws -> [Int64] {
        try allPages(
            matching: MessageQuery(
                center: center,
                radius: .meters(radius),
                order: order,
                limit: 1000
            )
        ).flatMap(\.sightings).map(\.message.id.rawValue)
    }
}
