import Analysis
import GeoJSON
import Geodesy

/// A layer in numbers, for people and for programs.
struct LayerStatistics {
    /// What is measured of each row.
    struct Measure: Sendable {
        /// What programs call it, between which its unit follows: `nearest_p50_m`.
        let name: String
        let unit: String
        /// What people call it.
        let title: String
        let value: @Sendable (Double) -> Value
        let people: @Sendable (Double) -> String
    }

    /// For people: how many there are of what.
    private let headline: String
    /// For programs.
    private let counts: [(name: String, value: Value)]
    private let extent: BoundingBox?
    private let measure: Measure
    private let summary: Summary?
    private let histogram: Histogram

    private static let quantiles = [("p10", 0.1), ("p50", 0.5), ("p90", 0.9), ("p99", 0.99)]

    /// Of points: how far each is from the nearest other one.
    init(ofPoints places: [Coordinate], noun: String) async {
        let distinct = Set(places.map(\.oneSpelling)).count
        headline =
            "\(counted(places.count, noun)) with a place, at \(counted(distinct, "distinct places"))"
        counts = [
            ("count", .integer(Int64(places.count))),
            ("distinct_places", .integer(Int64(distinct))),
        ]
        extent = BoundingBox.extent(of: places)
        measure = .nearest
        let distances = await NearestNeighbors.distancesMeters(places)
        summary = Summary(distances)
        histogram = Histogram(distances)
    }

    /// Of areas: how large each is.
    init(ofAreas areas: [Area], noun: String) {
        let polygons = areas.reduce(0) { $0 + $1.polygons.count }
        let corners = areas.reduce(0) { $0 + $1.outlines.reduce(0) { $0 + $1.count } }
        let sizes = areas.map { $0.squareMeters / 1e6 }
        let whole = sizes.reduce(0, +)
        headline =
            "\(counted(areas.count, noun)) of \(Measure.area.people(whole))"
            + (areas.count == 1 ? ", " : " together, ")
            + "\(counted(polygons, "polygons")) with \(counted(corners, "corners"))"
        counts = [
            ("count", .integer(Int64(areas.count))), ("polygons", .integer(Int64(polygons))),
            ("corners", .integer(Int64(corners))), ("area_sum_km2", Measure.area.value(whole)),
        ]
        extent = BoundingBox.extent(of: areas.flatMap(\.boxes))
        measure = .area
        summary = Summary(sizes)
        histogram = Histogram(sizes)
    }

    /// Each number under a name.
    var numbers: [(name: String, value: Value)] {
        var numbers = counts
        if let extent {
            numbers += [
                ("west", .number(extent.west)), ("south", .number(extent.south)),
                ("east", .number(extent.east)), ("north", .number(extent.north)),
            ]
        }
        guard let summary else { return numbers }
        func add(_ name: String, _ value: Value) {
            numbers.append(("\(measure.name)_\(name)_\(measure.unit)", value))
        }
        add("min", measure.value(summary.minimum))
        for (name, share) in Self.quantiles { add(name, measure.value(summary.quantile(share))) }
        add("max", measure.value(summary.maximum))
        add("mean", measure.value(summary.mean))
        for bar in histogram.bars {
            add("from_\(bar.from.plainText)_to_\(bar.to.plainText)", .integer(Int64(bar.count)))
        }
        return numbers
    }

    /// For a terminal, with a histogram.
    var text: String {
        var lines = [headline]
        if let extent {
            let edges = [extent.west, extent.south, extent.east, extent.north]
                .map { (($0 * 1e7).rounded() / 1e7).plainText }
            lines.append("west,south,east,north  \(edges.joined(separator: ","))")
        }
        guard let summary else { return lines.joined(separator: "\n") }
        lines += ["", measure.title]
        var numbers = [("least", summary.minimum)]
        numbers += Self.quantiles.map { ("\(Int($0.1 * 100)) %", summary.quantile($0.1)) }
        numbers += [("greatest", summary.maximum), ("mean", summary.mean)]
        for (name, number) in numbers {
            lines.append(
                "  \(name.padding(to: 10))\(measure.people(number).leftPadding(to: 14))"
            )
        }
        lines.append("")
        let widest = histogram.bars.map(\.count).max() ?? 1
        for bar in histogram.bars {
            let limits = "\(measure.people(bar.from)) to \(measure.people(bar.to))"
            // A bar that holds anything can be seen.
            let length = bar.count == 0 ? 0 : max(1, bar.count * 40 / max(1, widest))
            let drawn = String(repeating: "█", count: length)
            lines.append("  \(limits.leftPadding(to: 26))  \(drawn) \(grouped(bar.count))")
        }
        return lines.joined(separator: "\n")
    }
}

extension Coordinate {
    /// The same place in the one way that is counted: a pole has no longitude, and -180 is 180.
    fileprivate var oneSpelling: Coordinate {
        if latitude.magnitude == 90 { return Coordinate(uncheckedLatitude: latitude, longitude: 0) }
        return longitude == -180
            ? Coordinate(uncheckedLatitude: latitude, longitude: 180) : self
    }
}

extension LayerStatistics.Measure {
    /// The distance of a point to the nearest other one, in metres.
    static let nearest = Self(
        name: "nearest",
        unit: "m",
        title: "distance to the nearest other one",
        value: { meters in (try? Distance.meters(meters)).map(Value.meters) ?? .missing },
        people: { meters in
            meters >= 10_000
                ? "\(((meters / 100).rounded() / 10).plainText) km"
                : "\(((meters * 10).rounded() / 10).plainText) m"
        }
    )

    /// The size of an area in square kilometres.
    static let area = Self(
        name: "area",
        unit: "km2",
        title: "area",
        value: { .number(($0 * 1e6).rounded() / 1e6) },
        people: { squareKilometers in
            // Three digits say what people want to know; small areas are fields and buildings.
            if squareKilometers < 0.1 {
                return "\(((squareKilometers * 1e6).rounded()).plainText) m²"
            }
            let scale = squareKilometers < 10 ? 1000.0 : squareKilometers < 1000 ? 10 : 1
            return "\(((squareKilometers * scale).rounded() / scale).plainText) km²"
        }
    )
}
