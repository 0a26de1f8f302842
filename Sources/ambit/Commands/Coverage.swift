import Analysis
import ArgumentParser
import DomainModules
import Foundation
import Geodesy
import Pictures
import Polling
import SpatiaLiteStore
import SpatialIndex

/// `ambit coverage`: how well districts are served.
struct Coverage: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage",
        abstract: "Tells how far the people of each district are from a station.",
        discussion: """
            For each polygon of a GeoJSON file, or each district of a type in the database: the \
            place that is farthest from its nearest station, to half a metre, and what share of \
            the area, and of given people, lives within given distances of a station. Stations \
            beyond the district's border count: people may walk there.

            Edges are straight in longitude and latitude, as GeoJSON means them, and area_km2 is \
            exact for such edges on the ellipsoid, anywhere on the Earth; shares are to 0.001. A \
            polygon that crosses itself is mended, and that is said. A feature that covers no \
            ground has a row of its name alone, the reason is said, and the exit code is 1.

            With --by, ways along the roads count and not straight lines: of the people of --people the \
            quickest way to a station of each. Columns are then district, people, unreached (from \
            whom no way leads to any), mean_m, farthest_m, farthest_s and people_within_D, of all \
            people.

            Columns: district, area_km2, farthest_m with farthest_lat and farthest_lon, \
            area_within_D for each distance (0 to 1), and with --people also people and \
            people_within_D.

            EXAMPLES
              ambit coverage stations --districts wards.geojson
              ambit coverage stations --districts precinct --where wheelchair=yes
              ambit coverage stations --districts wards.geojson --within 500m,1mi --people homes.csv
              ambit coverage stations --districts wards.geojson --png coverage.png
              ambit coverage stations --districts ward --people homes.csv --by walk --within 15min,30min
            """
    )

    @OptionGroup var layer: LayerOptions

    @Option(
        help: ArgumentHelp(
            "The districts: a GeoJSON file of polygons, or a type of the database's districts: ward.",
            valueName: "file|type"
        ),
        completion: .file()
    )
    var districts: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How far is near.", valueName: "distance,...")
    )
    var within = "1km,2km,5km"

    @Option(
        help: ArgumentHelp(
            "Where people live: a file of places (CSV, GeoJSON or NDJSON), one for each.",
            valueName: "file"
        ),
        completion: .file()
    )
    var people: String?

    @OptionGroup var way: WayOptions
    @OptionGroup var picture: PictureOptions
    @OptionGroup var conditions: ConditionOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var database: ReadingOptions

    func validate() throws {
        _ = try wayLimits()
        guard way.by != nil else { return }
        if people == nil {
            throw ValidationError(
                "--by measures the ways of people; name where they live by --people"
            )
        }
        if picture.png != nil {
            throw ValidationError("--png draws straight lines, and goes without --by")
        }
    }

    /// The limits as they were written, and as they are.
    func wayLimits() throws -> [(text: String, limit: WayLimit)] {
        try within.split(separator: ",", omittingEmptySubsequences: false).map { part in
            (part.trimmed, try WayLimit.parse(part.trimmed, option: "--within", by: way.by))
        }
    }

    /// The same where all are distances, as they are without --by.
    private func limits() throws -> [(text: String, distance: Distance)] {
        try wayLimits().compactMap { text, limit in limit.length.map { (text, $0) } }
    }

    func run() async throws {
        try output.requireOwnFile(
            reading: [(nil, layer.file), ("--districts", districts), ("--people", people)],
            picture: picture,
            database.file
        )
        if let mode = way.by { return try await runByWays(mode) }
        let shapes = try picture.shapes()
        let limits = try limits()
        if let people { try LayerOptions.requireReadTwice(people, option: "--people") }
        let timings = Timings()
        let areas = try await CoveredAreas.read(districts, database, on: try layer.day())
        let stations = try await layer.withSource(database, timings) { source in
            guard source.isLoadable else { throw LayerError.areas(source.noun) }
            return try await LayerPlaces.all(of: source, in: nil, where: conditions, timings)
        }
        guard !stations.isEmpty else {
            throw ValidationError(
                "there are no \(try Layer(parsing: layer.layer).noun) to measure from"
            )
        }
        let homes =
            try people.map {
                try FileSource(path: $0, skipsBadRows: layer.skipBadRows).places
            } ?? []
        let measure = CoverageMeasure(
            stations: NumberedQuadTree(
                stations.enumerated().map {
                    IndexedPoint(id: UInt32(truncatingIfNeeded: $0), coordinate: $1)
                }
            ),
            limits: limits.map(\.distance)
        )
        let findings = try await findings(of: areas, homes: homes, measure)
        try await write(findings, limits.map(\.text))
        for finding in findings {
            if let note = finding.note { StandardError.print(note) }
        }
        Self.tellShared(findings.map(\.people), of: homes.count)
        let measured = findings.compactMap { finding in
            finding.area.flatMap { area in finding.result.map { (area: area, result: $0) } }
        }
        if let path = picture.png {
            try await makePicture(of: measured, stations, over: shapes)
                .writePNG(to: path, width: picture.width)
            StandardError.print("The map was written to \(path).")
        }
        // What could be measured is written; that something could not is a failure all the same.
        if measured.count < findings.count { throw ExitCode.failure }
    }

    /// What was found of a district.
    private struct Finding: Sendable {
        let name: String
        let area: Area?
        /// Nil where it could not be measured.
        let result: CoverageMeasure.Result?
        /// What is to be said of it.
        let note: String?
        var people: [Int] = []
        var peopleWithin: [Int] = []
    }

    /// In the order of the districts.
    private func findings(
        of areas: [CoveredAreas.Entry],
        homes: [Coordinate],
        _ measure: CoverageMeasure
    ) async throws -> [Finding] {
        try await withThrowingTaskGroup(of: (Int, Finding).self) { group in
            for (index, entry) in areas.enumerated() {
                group.addTask { (index, try Self.finding(of: entry, homes: homes, measure)) }
            }
            var findings: [(Int, Finding)] = []
            for try await finding in group { findings.append(finding) }
            return findings.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private static func finding(
        of entry: CoveredAreas.Entry,
        homes: [Coordinate],
        _ measure: CoverageMeasure
    ) throws -> Finding {
        func unmeasured(_ note: String?) -> Finding {
            Finding(name: entry.name, area: nil, result: nil, note: note)
        }
        guard let area = entry.area else { return unmeasured(entry.note) }
        let result: CoverageMeasure.Result
        do {
            guard let found = try measure.measure(area) else {
                return unmeasured(entry.unmeasured("no stations"))
            }
            result = found
        } catch {
            return unmeasured(entry.unmeasured("\(error)"))
        }
        var finding = Finding(name: entry.name, area: area, result: result, note: entry.note)
        let inside = inside(area, homes)
        let distances = inside.compactMap { measure.distance(from: homes[$0]) }
        finding.people = inside
        finding.peopleWithin = measure.limits.map { limit in distances.count { $0 <= limit } }
        return finding
    }

    private func write(_ findings: [Finding], _ limits: [String]) async throws {
        var columns = ["district", "area_km2", "farthest_m", "farthest_lat", "farthest_lon"]
        columns += limits.map { "area_within_\($0)" }
        if people != nil { columns += ["people"] + limits.map { "people_within_\($0)" } }
        let writer = try output.openWriter(columns: columns)
        for finding in findings {
            var values = [Value.text(finding.name)]
            if let result = finding.result {
                values += Self.values(of: result)
                if people != nil { values += Self.values(ofPeople: finding) }
            }
            values += Array(repeating: .missing, count: columns.count - values.count)
            try writer.write(
                Row(
                    values: values,
                    coordinate: finding.result?.farthestPlace,
                    id: .text(finding.name)
                )
            )
        }
        try await writer.finish()
    }

    private static func rounded(_ number: Double, _ scale: Double) -> Value {
        .number((number * scale).rounded() / scale)
    }

    private static func values(of result: CoverageMeasure.Result) -> [Value] {
        [
            rounded(result.squareMeters / 1e6, 1e6), .meters(result.farthest),
            rounded(result.farthestPlace.latitude, 1e7),
            rounded(result.farthestPlace.longitude, 1e7),
        ] + result.shares.map { rounded($0, 1e4) }
    }

    private static func values(ofPeople finding: Finding) -> [Value] {
        [.integer(Int64(finding.people.count))]
            + finding.peopleWithin.map { count in
                finding.people.isEmpty
                    ? .missing : rounded(Double(count) / Double(finding.people.count), 1e4)
            }
    }

    private func makePicture(
        of findings: [(area: Area, result: CoverageMeasure.Result)],
        _ stations: [Coordinate],
        over shapes: [Shape]?
    ) async throws -> MapPicture {
        let area = Area(joining: findings.map(\.area))
        guard let box = area.boundingBox else { throw PictureError.noExtent }
        guard box.widthDegrees <= 180 || box.south >= 0 || box.north <= 0 else {
            throw PictureError.tooWide
        }
        var backdrop = try await picture.backdrop(
            of: shapes,
            for: try Layer(parsing: layer.layer),
            in: box,
            on: try layer.day(),
            database
        )
        // The districts are drawn for what was found of them.
        if shapes == nil { backdrop.areas = [] }
        let scale = ColorScale(findings.map { $0.result.farthest.meters / 1000 })
        let noun = try Layer(parsing: layer.layer).noun
        var legend = [MapPicture.Entry(nil, "farthest place, km")]
        legend += picture.entries(of: scale, \.plainText)
        legend.append(.init(Color(0x1F4E9E), noun))
        legend.append(.init(Color(0x000000), "× farthest place"))
        return MapPicture(
            of: box,
            title: "How far to the nearest of \(counted(stations.count, noun))",
            subtitle: "\(counted(findings.count, "districts")), coloured by the farthest place",
            layers: [
                .areas(
                    findings.map { finding in
                        (
                            area: finding.area,
                            fill: scale.color(of: finding.result.farthest.meters / 1000)
                                .opacity(0.7)
                        )
                    },
                    stroke: Color(0x444444),
                    width: 1
                )
            ] + backdrop.overlays + [
                .dots(stations, radius: 3, fill: Color(0x1F4E9E), stroke: Color(0xFFFFFF)),
                .crosses(findings.map(\.result.farthestPlace), size: 4, stroke: Color(0x000000)),
            ],
            legend: legend
        )
    }
}
