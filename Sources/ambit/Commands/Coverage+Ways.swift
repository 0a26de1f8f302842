import Analysis
import ArgumentParser
import DomainModules
import Geodesy
import SpatialIndex

extension Coverage {
    /// What the people of each district have to go, along the roads that are loaded.
    func runByWays(_ mode: WayMode) async throws {
        let limits = try wayLimits()
        let timings = Timings()
        let network = try await WayRun.network(database, timings)
        let areas = try await CoveredAreas.read(districts, database, on: try layer.day())
        let stations = try await layer.withSource(database, timings) { source in
            guard source.isLoadable else { throw LayerError.areas(source.noun) }
            return try await LayerPlaces.all(of: source, in: nil, where: conditions, timings)
        }
        guard !stations.isEmpty, let people else {
            throw ValidationError(
                "there are no \(try Layer(parsing: layer.layer).noun) to go to"
            )
        }
        let homes = try FileSource(path: people, skipsBadRows: layer.skipBadRows).places
        let findings = try await WaySearch(
            network: network,
            mode: mode.travelMode,
            places: homes,
            rows: stations,
            count: 1,
            limit: nil
        ).run()
        let columns =
            ["district", "people", "unreached", "mean_m", "farthest_m", "farthest_s"]
            + limits.map { "people_within_\($0.text)" }
        let writer = try output.openWriter(columns: columns)
        var isWhole = true
        var insides: [[Int]] = []
        for entry in areas {
            if let note = entry.note { StandardError.print(note) }
            var values = [Value.text(entry.name)]
            if let area = entry.area {
                let inside = Self.inside(area, homes)
                insides.append(inside)
                values += Self.values(
                    of: inside,
                    findings.hits,
                    limits.map(\.limit)
                )
            } else {
                isWhole = false
                values += Array(repeating: .missing, count: columns.count - 1)
            }
            try writer.write(Row(values: values, geometry: nil, id: .text(entry.name)))
        }
        try await writer.finish()
        Self.tellShared(insides, of: homes.count)
        if findings.placesOffRoads > 0 {
            StandardError.print(
                "\(counted(findings.placesOffRoads, "rows")) of --people \(findings.placesOffRoads == 1 ? "is" : "are") "
                    + "too far from every road that is loaded, and count as unreached."
            )
        }
        // What could be measured is written; that something could not is a failure all the same.
        if !isWhole { throw ExitCode.failure }
    }

    /// The homes in an area, edges included.
    static func inside(_ area: Area, _ homes: [Coordinate]) -> [Int] {
        let boxes = area.boxes
        let grid = GridArea(area)
        return homes.indices.filter { home in
            boxes.contains { $0.contains(homes[home]) } && grid.holds(homes[home])
        }
    }

    /// Tells of people who are counted more than once, as they live where districts overlap or on an edge of two.
    static func tellShared(_ insides: [[Int]], of homeCount: Int) {
        var counts = [UInt8](repeating: 0, count: homeCount)
        for home in insides.joined() where counts[home] < 2 { counts[home] += 1 }
        let shared = counts.count { $0 > 1 }
        guard shared > 0 else { return }
        StandardError.print(
            "\(counted(shared, "rows")) of --people \(shared == 1 ? "lies" : "lie") in more than one of the "
                + "districts, or on an edge that they share, and \(shared == 1 ? "counts" : "count") in each."
        )
    }

    private static func values(
        of homes: [Int],
        _ hits: [[WaySearch.Hit]],
        _ limits: [WayLimit]
    ) -> [Value] {
        let ways = homes.compactMap { hits[$0].first }
        let farthest = ways.max { $0.seconds < $1.seconds }
        let sum = ways.reduce(0.0) { $0 + Double($1.meters) }
        let mean = sum / Double(ways.count)
        return [
            .integer(Int64(homes.count)), .integer(Int64(homes.count - ways.count)),
            ways.isEmpty ? .missing : .meters(Distance(uncheckedMeters: mean)),
        ] + (farthest?.values ?? [.missing, .missing])
            + limits.map { limit in
                guard !homes.isEmpty else { return .missing }
                let near = ways.count(where: limit.holds)
                return .number((Double(near) / Double(homes.count) * 1e4).rounded() / 1e4)
            }
    }
}
