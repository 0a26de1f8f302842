internal import ReferenceSystems
internal import RowFiles

/// The precincts of a feed that have a boundary in a shapefile beside it, as rows.
final class FeedDistrictSource: RowSource {
    let columns = ["code", "name", "type"]
    let blankRows = 0
    let referenceSystem: CoordinateReferenceSystem?
    private let feed: VIPFeed
    private let precincts: [FeedElement]
    private let withoutBoundary: [FeedElement]
    private let shapefiles: [String: Shapefile]
    private var next = 0
    private var unused: Int

    /// - Throws: ``RowFileError/badShapefile(name:reason:)``.
    init(_ feed: VIPFeed) throws(ImportError) {
        self.feed = feed
        let all = feed.all("Precinct")
        precincts = all.filter { $0["SpatialBoundary"] != nil }
        withoutBoundary = all.filter { $0["SpatialBoundary"] == nil }
        var shapefiles: [String: Shapefile] = [:]
        var systems: Set<CoordinateReferenceSystem> = []
        for external in feed.all("ExternalFile") {
            guard let parts = feed.shapefile(external) else { continue }
            shapefiles[external.id] = try importing(Shapefile(parts))
            if let system = parts.referenceSystem { systems.insert(system) }
        }
        guard systems.count <= 1 else {
            throw .badFeed(
                name: feed.name,
                reason: "its shapefiles are in different systems: "
                    + systems.map(\.description).sorted().joined(separator: ", ")
            )
        }
        self.shapefiles = shapefiles
        referenceSystem = systems.first
        var used: Set<String> = []
        for precinct in precincts {
            for (file, number) in Self.features(of: precinct) { used.insert("\(file) \(number)") }
        }
        unused = shapefiles.values.reduce(0) { $0 + $1.count } - used.count
    }

    var bytesRead: Int64 { Int64(next) }

    /// The shapes that a precinct is made of: a shapefile's id and a record's number, from 0.
    private static func features(of precinct: FeedElement) -> [(file: String, number: Int)] {
        guard let boundary = precinct["SpatialBoundary"] else { return [] }
        return boundary.all("ExternalGeospatialFeature").flatMap { feature in
            feature.all("FeatureIdentifier").compactMap { identifier in
                guard let file = feature.value("ExternalFileId"),
                    let number = identifier.value("Index").flatMap({ Int($0) })
                else { return nil }
                return (file, number)
            }
        }
    }

    func next(_ row: inout Row) throws(ImportError) -> Bool {
        guard next < precincts.count else { return false }
        let precinct = precincts[next]
        next += 1
        row.begin(line: precinct.line)
        row.number = next
        for cell in [feed.code(of: precinct), precinct.value("Name"), "precinct"] {
            row.append((cell ?? "").utf8)
            row.endCell()
        }
        var polygons: [[[GeoJSONGeometry.Position]]] = []
        for (file, number) in Self.features(of: precinct) {
            guard let shapefile = shapefiles[file] else {
                row.fault = RowFault(
                    cause: .missingCoordinate,
                    reason: Finding(.boundaryNotPacked, ["file": .text(file)])
                )
                return true
            }
            switch try importing(shapefile.record(number)) {
            case .shape(_, .polygon(let rings)?): polygons.append(rings)
            case .shape(_, .multiPolygon(let parts)?): polygons += parts
            case .shape, .deleted:
                row.fault = RowFault(
                    cause: .missingCoordinate,
                    reason: Finding(.recordNoPolygon, ["record": .number(number)])
                )
                return true
            case .unreadable(let reason):
                row.fault = RowFault(
                    cause: .missingCoordinate,
                    reason: Finding(
                        .recordOfShapefile,
                        ["record": .number(number), "finding": .finding(Finding(of: reason))]
                    )
                )
                return true
            }
        }
        row.geometry = polygons.isEmpty ? .missing : .some(.multiPolygon(polygons))
        return true
    }

    var notes: [ImportNote] {
        var notes: [ImportNote] = []
        if !withoutBoundary.isEmpty {
            let names = withoutBoundary.prefix(10).compactMap { feed.code(of: $0) }
            notes.append(
                ImportNote(
                    .warning,
                    Finding(
                        .precinctsWithoutBoundary,
                        ["precincts": .count(withoutBoundary.count), "names": .texts(names)]
                    ),
                    lines: withoutBoundary.prefix(5).map(\.line)
                )
            )
        }
        if unused > 0 {
            notes.append(
                ImportNote(.note, Finding(.recordsWithoutPrecinct, ["records": .count(unused)]))
            )
        }
        return notes
    }
}
