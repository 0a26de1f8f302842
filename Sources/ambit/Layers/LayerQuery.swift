import ArgumentParser
import Datasets
import Geodesy
import Polling
import Radar
import SpatiaLiteStore
import Timekeeping

/// The options that choose a layer and what of it counts.
struct LayerOptions: ParsableArguments {
    @Argument(help: "What to ask about: stations or messages.")
    var layer: Layer

    @Option(
        help: ArgumentHelp(
            "Messages: only these categories, separated by commas.",
            valueName: "category,..."
        )
    )
    var category: String?

    @Option(
        name: .customLong("visible-at"),
        help: ArgumentHelp(
            "Messages: those that were visible at this moment (default: now).",
            discussion: "RFC 3339, such as 2016-07-15T12:00:00Z.",
            valueName: "time"
        )
    )
    var visibleAt: String?

    func validate() throws {
        if let visibleAt { _ = try Timestamp.parse(visibleAt, option: "--visible-at") }
        guard layer == .messages || (category == nil && visibleAt == nil) else {
            throw ValidationError("--category and --visible-at are for messages")
        }
        if let category, categories == nil || category.hasSuffix(",") {
            throw ValidationError(
                "--category is \"\(category)\"; write one or more words: funny,cute"
            )
        }
    }

    private var categories: Set<Radar.Category>? {
        guard let category else { return nil }
        let words = category.split(separator: ",", omittingEmptySubsequences: false)
        guard !words.contains(where: { $0.trimmed.isEmpty }) else { return nil }
        return Set(words.map { Radar.Category(rawValue: $0.trimmed) })
    }

    /// The questions that the chosen layer answers.
    func query(on store: SpatiaLiteStore, clock: any WallClock) throws -> any LayerQuery {
        switch layer {
        case .stations:
            return StationQuery(layer: store.stationLayer)
        case .messages:
            let past = try visibleAt.map { try Timestamp.parse($0, option: "--visible-at") }
            let filter = MessageFilter(
                liveAt: past ?? clock.now,
                postedAtOrBefore: past,
                categories: categories
            )
            return MessageQueries(layer: store.messageLayer, filter: filter)
        }
    }
}

/// Answers in rows, from the R-tree.
protocol LayerQuery {
    /// The columns of its rows, `distance_m` last.
    var columns: [String] { get }

    /// Nearest first; ties by id.
    func nearest(to place: Coordinate, count: Int, within: Distance?) async throws -> [Row]

    /// All within a radius, nearest first; ties by id.
    func within(_ radius: Distance, of place: Coordinate) async throws -> [Row]

    /// All in a box, by id, without a distance.
    func within(_ box: BoundingBox) async throws -> [Row]
}

/// Questions about stations.
struct StationQuery: LayerQuery {
    let layer: StationLayer

    let columns = [
        "id", "name", "address", "postcode", "districts", "hours", "wheelchair", "dataset", "lat",
        "lon", "distance_m",
    ]

    func nearest(to place: Coordinate, count: Int, within bound: Distance?) async throws -> [Row] {
        try await layer.nearest(to: place, count: count, within: bound, dataset: nil)
            .map { row($0.station, $0.distance) }
    }

    func within(_ radius: Distance, of place: Coordinate) async throws -> [Row] {
        try await layer.within(radius, of: place, dataset: nil)
            .map { row($0.station, $0.distance) }
    }

    func within(_ box: BoundingBox) async throws -> [Row] {
        try await layer.within(box, dataset: nil).map { row($0, nil) }
    }

    private func row(_ station: Station, _ distance: Distance?) -> Row {
        let id = Value.text(station.id.rawValue)
        let districts = station.districts.map { "\($0.type) \($0.code)" }.joined(separator: "; ")
        return Row(
            values: [
                id, .text(station.name), Value(station.address), Value(station.postcode),
                districts.isEmpty ? .missing : .text(districts), Value(station.hours),
                .text(station.accessibility.wheelchair.rawValue), .text(station.dataset.text),
                station.coordinate.map { .number($0.latitude) } ?? .missing,
                station.coordinate.map { .number($0.longitude) } ?? .missing,
                distance.map(Value.meters) ?? .missing,
            ],
            coordinate: station.coordinate,
            id: id
        )
    }
}

/// Questions about messages.
struct MessageQueries: LayerQuery {
    let layer: MessageLayer
    let filter: MessageFilter

    let columns = [
        "id", "text", "category", "posted_at", "expires_at", "visible_radius_m", "lat", "lon",
        "distance_m",
    ]

    func nearest(to place: Coordinate, count: Int, within bound: Distance?) async throws -> [Row] {
        try await layer.nearest(to: place, count: count, within: bound, filter: filter)
            .map { row($0.message, $0.distance) }
    }

    func within(_ radius: Distance, of place: Coordinate) async throws -> [Row] {
        try await layer.within(radius, of: place, filter: filter)
            .map { row($0.message, $0.distance) }
    }

    func within(_ box: BoundingBox) async throws -> [Row] {
        try await layer.within(box, filter: filter).map { row($0, nil) }
    }

    private func row(_ message: Message, _ distance: Distance?) -> Row {
        let id = Value.integer(message.id.rawValue)
        return Row(
            values: [
                id, .text(message.text), .text(message.category.rawValue),
                .text(message.postedAt.rfc3339), .text(message.expiresAt.rfc3339),
                .number(message.visibleRadius.meters), .number(message.coordinate.latitude),
                .number(message.coordinate.longitude), distance.map(Value.meters) ?? .missing,
            ],
            coordinate: message.coordinate,
            id: id
        )
    }
}
