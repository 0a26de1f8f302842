internal import FeatureCollections
internal import FeatureFilters
internal import Geodesy
internal import HTTPService
internal import HTTPTypes
internal import ReferenceSystems
internal import Timekeeping

/// What is asked of the features of a collection.
struct ItemsQuery: Sendable {
    /// How many at most.
    let limit: Int
    /// The number of the first feature that may be in the answer.
    let start: Int
    /// Where they must have a place; nil for anywhere or nowhere.
    let box: BoxFilter?
    /// When they must hold; nil for any time.
    let time: FeatureTime?
    /// What they must tell, by the index of the field.
    let values: [Int: FieldValue]
    /// What else must be true of them; nil for nothing.
    let filter: FeatureFilter?
    /// In which system their coordinates are told.
    let system: OfferedSystem

    /// How many features an answer has that says nothing of it.
    static let standardLimit = 10
    /// How many features an answer has at most; who asks for more gets these.
    static let mostFeatures = 10_000

    /// Reads and checks the query of a request.
    ///
    /// - Throws: ``Problem`` of status 400 where something is wrong with it, and 410 where it goes on with a
    ///   list of which another version is published.
    init(
        _ query: inout QueryReader,
        _ collection: FeatureCollection,
        _ settings: StandardsSettings
    ) throws(Problem) {
        let systems = settings.systems
        let limit = query.clampedLimit()
        let boxSystem = query.system("bbox-crs", systems)
        let box = boxSystem.flatMap { query.boxFilter(in: $0) }
        let time = query.interval()
        let system = query.system("crs", systems)
        let cursor = query.cursor()
        let filter = query.filter(over: collection.fields, systems)
        var values: [Int: FieldValue] = [:]
        for (index, field) in collection.fields.enumerated() {
            values[index] = query.value(of: field)
        }
        (self.limit, self.system) = try query.checked(limit, system)
        start = cursor?.number ?? 0
        self.box = box
        self.time = time
        self.values = values
        self.filter = filter
        if let cursor, cursor.revision != collection.revisionTag { throw .listIsGone }
    }
}

extension FeatureCollection {
    /// Names the reading in addresses: the start of a digest of its revision.
    var revisionTag: String { StandardsTag.of(revision) }
}

extension Problem {
    /// The pages of a list would not fit together.
    fileprivate static let listIsGone = Problem(
        status: .gone,
        detail:
            "Another version has been published since the first page of this list; ask for the first "
            + "page again, without cursor"
    )
}

extension QueryReader {
    /// `limit`: a whole number from 1; what is too large is the largest (OGC API - Features, Part 1, section
    /// 7.15.2).
    fileprivate mutating func clampedLimit() -> Int? {
        guard has("limit") else {
            _ = text("limit")
            return ItemsQuery.standardLimit
        }
        guard let text = text("limit") else { return nil }
        let digits = text.drop { $0 == "0" }
        guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), !digits.isEmpty else {
            note(
                "limit",
                .outOfRange,
                "is \(quoted(text)); a limit is a whole number from 1 on, and from "
                    + "\(ItemsQuery.mostFeatures) on it is \(ItemsQuery.mostFeatures)",
                .range(text, 1, ItemsQuery.mostFeatures)
            )
            return nil
        }
        return min(Int(digits) ?? ItemsQuery.mostFeatures, ItemsQuery.mostFeatures)
    }

    /// A system by its URI; the first without one.
    mutating func system(_ name: String, _ systems: [OfferedSystem]) -> OfferedSystem? {
        guard has(name) else {
            _ = text(name)
            return systems.first
        }
        guard let text = text(name) else { return nil }
        guard let system = systems.first(where: { $0.uri == text }) else {
            note(
                name,
                .notASystem,
                "is \(quoted(text)); it is one of \(systems.map(\.uri).joined(separator: ", "))",
                .choices(text, systems.map(\.uri))
            )
            return nil
        }
        return system
    }

    /// `bbox` in a system; nil where there is none, or it is wrong and noted as such.
    mutating func boxFilter(in offered: OfferedSystem) -> BoxFilter? {
        guard let text = text("bbox") else { return nil }
        func refuse(_ reason: String) -> BoxFilter? {
            note("bbox", .notABox, "is \(quoted(text)); \(reason)", .value(text))
            return nil
        }
        let order =
            offered.isNorthingFirst ? "south,west,north,east" : "west,south,east,north"
        guard let all = Self.numbers(text) else {
            return refuse("in this system it is \(order), or six numbers with heights")
        }
        if all.count == 6, all[2] > all[5] {
            return refuse("its least height is above its greatest")
        }
        let half = all.count / 2
        let (first, second, third, fourth) = (all[0], all[1], all[half], all[half + 1])
        let edges =
            offered.isNorthingFirst
            ? (west: second, south: first, east: fourth, north: third)
            : (west: first, south: second, east: third, north: fourth)
        if offered.system.isWGS84 {
            do {
                return .degrees(
                    SearchBox(
                        try BoundingBox(
                            west: edges.west,
                            south: edges.south,
                            east: edges.east,
                            north: edges.north
                        )
                    )
                )
            } catch {
                return refuse("\(error)")
            }
        }
        guard edges.west <= edges.east, edges.south <= edges.north else {
            return refuse("it is \(order), the lesser numbers first")
        }
        let rectangle = Rectangle(
            west: edges.west,
            south: edges.south,
            east: edges.east,
            north: edges.north
        )
        do {
            return try .plane(rectangle, offered)
        } catch {
            return refuse("\(error)")
        }
    }

    private static func numbers(_ text: String) -> [Double]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { PlainNumber.read($0.drop { $0 == " " }) }
        return numbers.count == parts.count && [4, 6].contains(parts.count) ? numbers : nil
    }

    /// `cursor`: a revision and a number.
    fileprivate mutating func cursor() -> (revision: Substring, number: Int)? {
        guard let text = text("cursor") else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 16,
            parts[0].utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }),
            parts[1].utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            let number = Int(parts[1])
        else {
            note(
                "cursor",
                .unknownCursor,
                "is none that came with a list; take it from the link \"next\""
            )
            return nil
        }
        return (parts[0], number)
    }

    /// What a feature must tell under a field.
    fileprivate mutating func value(of field: FeatureField) -> FieldValue? {
        guard let text = text(field.name) else { return nil }
        let value: FieldValue?
        switch field.kind {
        case .text, .day: value = .text(text)
        case .integer: value = Int64(text).map(FieldValue.integer)
        case .number: value = PlainNumber.read(text[...]).map(FieldValue.number)
        case .boolean:
            value = text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : nil
        }
        guard let value else {
            note(
                field.name,
                .wrongType,
                "is \(quoted(text)); it is of the type \(field.kind.rawValue)",
                .value(text)
            )
            return nil
        }
        return value
    }

    /// `datetime`: a moment, or two with a slash between them, one of which may be `..` or nothing.
    fileprivate mutating func interval() -> FeatureTime? {
        guard let text = text("datetime") else { return nil }
        guard let interval = Self.interval(text) else {
            note(
                "datetime",
                .notADay,
                "is \(quoted(text)); it is a moment such as 2026-11-03T07:00:00Z, or two with a slash "
                    + "between them, the earlier first; one of the two may be .. for an open end",
                .value(text)
            )
            return nil
        }
        return interval
    }

    private static func interval(_ text: String) -> FeatureTime? {
        let ends = text.split(separator: "/", omittingEmptySubsequences: false)
        if ends.count == 1 { return moment(ends[0]) }
        guard ends.count == 2 else { return nil }
        let isOpen = ends.map { $0.isEmpty || $0 == ".." }
        let moments = ends.map(moment)
        // An interval without any end would be no question.
        guard isOpen != [true, true], isOpen[0] || moments[0] != nil, isOpen[1] || moments[1] != nil
        else { return nil }
        let time = FeatureTime(from: moments[0]?.from, to: moments[1]?.to)
        if let from = time.from, let to = time.to, from > to { return nil }
        return time
    }

    /// A moment, or all of a day in UTC.
    private static func moment(_ text: Substring) -> FeatureTime? {
        if let moment = Timestamp(rfc3339: text) {
            let milliseconds = moment.millisecondsSince1970
            return FeatureTime(from: milliseconds, to: milliseconds)
        }
        guard text.utf8.count == 10, let day = Timestamp(rfc3339: text + "T00:00:00Z") else {
            return nil
        }
        let start = day.millisecondsSince1970
        return FeatureTime(from: start, until: start + 86_400_000)
    }
}
