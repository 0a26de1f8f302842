import Analysis
import ArgumentParser
import Geodesy

/// `ambit stats`: a layer in numbers.
struct Stats: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Describes a layer: counts, extent, and how far its points lie from one another.",
        discussion: """
            For each point the distance to the nearest other one is measured. In a pipe, or with \
            --format, there is a row for each number: statistic and value.

            EXAMPLES
              ambit stats stations
              ambit stats messages --visible-at 2016-07-15T12:00:00Z
              ambit stats libraries.csv --where 'city=Washington' --format json
            """
    )

    @OptionGroup var layer: LayerOptions
    @OptionGroup var conditions: ConditionOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let timings = Timings()
        let places = try await layer.withSource(database, timings) { source in
            try await LayerPlaces.all(of: source, in: nil, where: conditions, timings)
        }
        let distances = await NearestNeighbors.distancesMeters(places)
        let summary = Summary(distances)
        let histogram = Histogram(distances)
        let noun = try Layer(parsing: layer.layer).noun
        if output.isForPeople {
            print(text(noun, places, summary, histogram))
            return
        }
        let writer = try output.openWriter(columns: ["statistic", "value"])
        for (name, value) in numbers(places, summary, histogram) {
            try writer.write(Row(values: [.text(name), value], geometry: nil, id: .missing))
        }
        try await writer.finish()
    }

    private static let quantiles = [("p10", 0.1), ("p50", 0.5), ("p90", 0.9), ("p99", 0.99)]

    private func numbers(
        _ places: [Coordinate],
        _ summary: Summary?,
        _ histogram: Histogram
    ) -> [(String, Value)] {
        var numbers: [(String, Value)] = [
            ("count", .integer(Int64(places.count))),
            ("distinct_places", .integer(Int64(Set(places).count))),
        ]
        if let box = BoundingBox.extent(of: places) {
            numbers += [
                ("west", .number(box.west)), ("south", .number(box.south)),
                ("east", .number(box.east)), ("north", .number(box.north)),
            ]
        }
        guard let summary else { return numbers }
        numbers.append(("nearest_min_m", Self.meters(summary.minimum)))
        for (name, share) in Self.quantiles {
            numbers.append(("nearest_\(name)_m", Self.meters(summary.quantile(share))))
        }
        numbers.append(("nearest_max_m", Self.meters(summary.maximum)))
        numbers.append(("nearest_mean_m", Self.meters(summary.mean)))
        for bar in histogram.bars {
            numbers.append(
                (
                    "nearest_from_\(bar.from.plainText)_to_\(bar.to.plainText)_m",
                    .integer(Int64(bar.count))
                )
            )
        }
        return numbers
    }

    private static func meters(_ meters: Double) -> Value {
        (try? Distance.meters(meters)).map(Value.meters) ?? .missing
    }

    private func text(
        _ noun: String,
        _ places: [Coordinate],
        _ summary: Summary?,
        _ histogram: Histogram
    ) -> String {
        var lines = [
            "\(grouped(places.count)) \(noun) with a place, at \(grouped(Set(places).count)) distinct places"
        ]
        if let box = BoundingBox.extent(of: places) {
            let edges = [box.west, box.south, box.east, box.north]
                .map { (($0 * 1e7).rounded() / 1e7).plainText }
            lines.append("west,south,east,north  \(edges.joined(separator: ","))")
        }
        guard let summary else { return lines.joined(separator: "\n") }
        lines += ["", "distance to the nearest other one"]
        var numbers = [("least", summary.minimum)]
        numbers += Self.quantiles.map { ("\(Int($0.1 * 100)) %", summary.quantile($0.1)) }
        numbers += [("greatest", summary.maximum), ("mean", summary.mean)]
        for (name, meters) in numbers {
            lines.append(
                "  \(name.padding(to: 10))\(Self.people(meters).leftPadding(to: 12))"
            )
        }
        lines.append("")
        let widest = histogram.bars.map(\.count).max() ?? 1
        for bar in histogram.bars {
            let limits = "\(Self.people(bar.from)) to \(Self.people(bar.to))".leftPadding(to: 22)
            // A bar that holds anything can be seen.
            let length = bar.count == 0 ? 0 : max(1, bar.count * 40 / max(1, widest))
            let drawn = String(repeating: "█", count: length)
            lines.append("  \(limits)  \(drawn) \(grouped(bar.count))")
        }
        return lines.joined(separator: "\n")
    }

    /// A length as people say it.
    private static func people(_ meters: Double) -> String {
        if meters >= 10_000 { return "\(((meters / 100).rounded() / 10).plainText) km" }
        return "\(((meters * 10).rounded() / 10).plainText) m"
    }
}
