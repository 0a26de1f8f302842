import FeatureFiles
import Geodesy
import Radar
import SpatiaLiteStore
import Timekeeping

/// The messages that are, or were, visible at a moment.
struct MessageSource: SiftedSource {
    let layer: MessageLayer
    let filter: MessageFilter
    /// Which of them the source has; nil for all.
    var test: MessageTest?

    init(layer: MessageLayer, filter: MessageFilter) {
        self.layer = layer
        self.filter = filter
    }

    let noun = "messages"
    let columns = [
        "id", "text", "category", "posted_at", "expires_at", "visible_radius_m", "lat", "lon",
    ]

    let kinds: [SpatialTable.Kind?] = [
        .text, .text, .text, .moment, .moment, .real, .real, .real,
    ]

    func extraNames() async throws -> [String] {
        var names: Set<String> = []
        let last = try await layer.lastID()
        guard last > 0 else { return [] }
        for message in try await layer.messages(ids: Array(max(1, last - 999)...last)) {
            if let origin = message.origin { names.formUnion(origin.attributes.keys) }
        }
        return names.sorted()
    }

    func rowLimit() async throws -> Int? { Int(try await layer.lastID()) }

    func nearest(to place: Coordinate, count: Int, within bound: Distance?) async throws
        -> [Found]
    {
        try await layer.nearest(to: place, count: count, within: bound, filter: filter, where: test)
            .map { Found(row: row($0.message), distance: $0.distance) }
    }

    func within(_ radius: Distance, of place: Coordinate) async throws -> [Found] {
        try await layer.within(radius, of: place, filter: filter, where: test)
            .map { Found(row: row($0.message), distance: $0.distance) }
    }

    func points() async throws -> PointSet {
        var set = PointSet()
        let pieces = try await RowRanges.inParallel(upTo: try await layer.lastID()) {
            try await layer.points(ids: $0, filter: filter, where: test)
        }
        for piece in pieces {
            set.append(
                table: 0,
                rows: piece.rows,
                places: piece.places,
                ranges: piece.rangesMeters
            )
        }
        return set
    }

    func points(in boxes: [BoundingBox]) async throws -> PointSet {
        var found: [Int64: (place: Coordinate, range: Double)] = [:]
        for box in boxes {
            let points = try await layer.points(in: box, filter: filter, where: test)
            for index in points.rows.indices {
                found[points.rows[index]] = (points.places[index], points.rangesMeters[index])
            }
        }
        let sorted = found.sorted { $0.key < $1.key }
        var set = PointSet()
        set.append(
            table: 0,
            rows: sorted.map(\.key),
            places: sorted.map(\.value.place),
            ranges: sorted.map(\.value.range)
        )
        return set
    }

    static func stored(extra name: String) -> MessageProperty { .attribute(name) }

    static func stored(column: String) -> MessageProperty? {
        switch column {
        case "id": .id
        case "text": .text
        case "category": .category
        case "posted_at": .postedAt
        case "expires_at": .expiresAt
        case "visible_radius_m": .visibleRadiusMeters
        case "lat": .latitude
        case "lon": .longitude
        default: nil
        }
    }

    func rows(of set: PointSet, _ indices: [Int]) async throws -> [Row?] {
        let ids = indices.map { set.rows[$0] }
        var rows: [Int64: Row] = [:]
        for message in try await layer.messages(ids: ids) {
            rows[message.id.rawValue] = row(message)
        }
        return ids.map { rows[$0] }
    }

    private func row(_ message: Message) -> Row {
        let id = Value.text(layer.publicIDs.publicID(of: message.id).description)
        return Row(
            values: [
                id, .text(message.text), .text(message.category.rawValue),
                .text(message.postedAt.rfc3339), .text(message.expiresAt.rfc3339),
                .number(message.visibleRadius.meters), .number(message.coordinate.latitude),
                .number(message.coordinate.longitude),
            ],
            coordinate: message.coordinate,
            id: id,
            extra: message.origin?.attributes ?? [:]
        )
    }
}
