import Analysis
import ArgumentParser
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

            Columns: district, area_km2, farthest_m with farthest_lat and farthest_lon, \
            area_within_D for each distance (0 to 1), and with --people also people and \
            people_within_D.

            EXAMPLES
              ambit coverage stations --districts wards.geojson
              ambit coverage stations --districts precinct --where wheelchair=yes
              ambit coverage stations --districts wards.geojson --within 500m,1mi --people homes.csv
              ambit coverage stations --districts wards.geojson --png coverage.png
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

    @Option(help: ArgumentHelp("How far is near.", valueName: "distance,..."))
    var within = "1km,2km,5km"

    @Option(
        help: ArgumentHelp(
            "Where people live: a file of places (CSV, GeoJSON or NDJSON), one for each.",
            valueName: "file"
        ),
        completion: .file()
    )
    var people: String?

    @OptionGroup var picture: PictureOptions
    @OptionGroup var conditions: ConditionOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var database: DatabaseOptions

    func validate() throws { _ = try limits() }

    /// The distances as they were written, and as they are.
    private func limits() throws -> [(text: String, distance: Distance)] {
        try within.split(separator: ",", omittingEmptySubsequences: false).map { part in
            (part.trimmed, try Distance.parse(part.trimmed, option: "--within"))
        }
    }

    /// What was found of a district.
    private struct Finding: Sendable {
        let name: String
        let area: Area
        let result: CoverageMeasure.Result
        let people: Int
        let peopleWithin: [Int]
    }

    func run() async throws {
        let limits = try limits()
        let timings = Timings()
        let areas = try await areas()
        let stations = try await layer.withSource(database, timings) { source in
            guard source.isLoadable else { throw LayerError.areas(source.noun) }
            return try await LayerPlaces.all(of: source, in: nil, where: conditions, timings)
        }
        guard !stations.isEmpty else {
            throw ValidationError(
                "there are no \(try Layer(parsing: layer.layer).noun) to measure from"
            )
        }
        let homes = try people.map { try FileSource(path: $0).places } ?? []
        let measure = CoverageMeasure(
            stations: QuadTree(
                stations.enumerated().map {
                    IndexedPoint(id: UInt32(truncatingIfNeeded: $0), coordinate: $1)
                }
            ),
            limits: limits.map(\.distance)
        )
        let findings = try await findings(of: areas, homes: homes, measure)
        try await write(findings, limits.map(\.text))
        if let path = picture.png {
            try await makePicture(of: findings, stations).writePNG(to: path, width: picture.width)
            StandardError.print("The map was written to \(path).")
        }
    }

    /// The districts of a file in its order, or of a type by id.
    private func areas() async throws -> [(name: String, area: Area)] {
        let isFile = districts.contains("/") || districts.contains(".")
        guard !isFile, !FileManager.default.fileExists(atPath: districts) else {
            let shapes = try Region.shapes(of: districts, option: "--districts")
            let areas = shapes.filter { $0.area != nil }.enumerated().compactMap { index, shape in
                shape.area.map { (name: shape.name ?? "\(index + 1)", area: $0) }
            }
            guard areas.isEmpty else { return areas }
            throw RegionError(
                option: "--districts",
                path: districts,
                reason: "\(AnalysisError.noShape(wanted: "polygon"))"
            )
        }
        let all = try await database.withStore(.readOnly) { try await AreaSource.districts(in: $0) }
        let type = DistrictKey.canonicalType(districts)
        let areas = all.filter { DistrictKey.canonicalType($0.reference.type) == type }
        guard areas.isEmpty else {
            return areas.sorted { $0.id < $1.id }.map { ($0.name, Area($0.area)) }
        }
        let types = Set(all.map(\.reference.type)).sorted()
        throw ValidationError(
            "--districts is \"\(districts)\"; there is no such file, and the database has "
                + (types.isEmpty
                    ? "no districts" : "districts of type \(types.joined(separator: ", "))")
        )
    }

    /// In the order of the districts.
    private func findings(
        of areas: [(name: String, area: Area)],
        homes: [Coordinate],
        _ measure: CoverageMeasure
    ) async throws -> [Finding] {
        try await withThrowingTaskGroup(of: (Int, Finding?).self) { group in
            for (index, (name, area)) in areas.enumerated() {
                group.addTask {
                    guard let result = try measure.measure(area) else {
                        return (index, nil)
                    }
                    let inside = homes.filter { home in
                        area.boxes.contains { $0.contains(home) } && area.contains(home)
                    }
                    let distances = inside.compactMap { measure.distance(from: $0) }
                    return (
                        index,
                        Finding(
                            name: name,
                            area: area,
                            result: result,
                            people: inside.count,
                            peopleWithin: measure.limits.map { limit in
                                distances.count { $0 <= limit }
                            }
                        )
                    )
                }
            }
            var findings: [(Int, Finding)] = []
            for try await (index, finding) in group {
                if let finding { findings.append((index, finding)) }
            }
            return findings.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func write(_ findings: [Finding], _ limits: [String]) async throws {
        var columns = ["district", "area_km2", "farthest_m", "farthest_lat", "farthest_lon"]
        columns += limits.map { "area_within_\($0)" }
        if people != nil { columns += ["people"] + limits.map { "people_within_\($0)" } }
        let writer = try output.openWriter(columns: columns)
        func rounded(_ number: Double, _ scale: Double) -> Value {
            .number((number * scale).rounded() / scale)
        }
        for finding in findings {
            let result = finding.result
            var values: [Value] = [
                .text(finding.name), rounded(result.squareMeters / 1e6, 1e4),
                .meters(result.farthest), rounded(result.farthestPlace.latitude, 1e7),
                rounded(result.farthestPlace.longitude, 1e7),
            ]
            values += result.shares.map { rounded($0, 1e4) }
            if people != nil {
                values.append(.integer(Int64(finding.people)))
                values += finding.peopleWithin.map { count in
                    finding.people == 0
                        ? .missing : rounded(Double(count) / Double(finding.people), 1e4)
                }
            }
            try writer.write(
                Row(
                    values: values,
                    coordinate: result.farthestPlace,
                    id: .text(finding.name)
                )
            )
        }
        try await writer.finish()
    }

    private func makePicture(
        of findings: [Finding],
        _ stations: [Coordinate]
    ) async throws -> MapPicture {
        let area = Area(joining: findings.map(\.area))
        guard let box = area.boundingBox else { throw PictureError.noExtent }
        var backdrop = try await picture.backdrop(
            for: try Layer(parsing: layer.layer),
            in: box,
            database
        )
        // The districts are drawn for what was found of them.
        if picture.over.isEmpty { backdrop.areas = [] }
        let scale = ColorScale(findings.map { $0.result.farthest.meters / 1000 })
        let noun = try Layer(parsing: layer.layer).noun
        var legend = [MapPicture.Entry(nil, "farthest place, km")]
        legend += picture.entries(of: scale, \.plainText)
        legend.append(.init(Color(0x1F4E9E), noun))
        legend.append(.init(Color(0x000000), "× farthest place"))
        return MapPicture(
            of: box,
            title: "How far to the nearest of \(grouped(stations.count)) \(noun)",
            subtitle: "\(grouped(findings.count)) districts, coloured by their farthest place",
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
