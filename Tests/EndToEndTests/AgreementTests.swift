import Foundation
import TestSupport
import Testing

/// Distances on real files, compared with GeographicLib's own Python package, which shares nothing
/// with Ambit, by looking at every station.
@Suite struct AgreementTests {
    /// Reads places (`lat,lon`) and stations (`id,lat,lon`), and prints for each place its stations
    /// by distance: `place,id,meters`.
    private static let oracle = """
        import csv, sys
        from geographiclib.geodesic import Geodesic
        stations = [(r["id"], float(r["lat"]), float(r["lon"])) for r in csv.DictReader(open(sys.argv[2]))]
        for n, row in enumerate(csv.DictReader(open(sys.argv[1]))):
            at = float(row["lat"]), float(row["lon"])
            found = sorted(
                (Geodesic.WGS84.Inverse(*at, lat, lon, Geodesic.DISTANCE)["s12"], i)
                for i, lat, lon in stations)
            for meters, i in found:
                print(n, i, repr(meters), sep=",")
        """

    private static let hasOracle = run(["python3", "-c", "import geographiclib"]) != nil

    private static func run(_ arguments: [String]) -> String? {
        guard let outcome = try? Program.run(arguments[0], Array(arguments.dropFirst())) else {
            return nil
        }
        return outcome.exitCode == 0 ? outcome.output : nil
    }

    @Test(
        "every answer agrees with GeographicLib on the polling places of Washington",
        .enabled(if: Checkout.hasRealFiles, Checkout.realFilesNotice),
        .enabled(
            if: hasOracle,
            "skipped: python3 has no geographiclib (pip install geographiclib)"
        ),
        arguments: [40, 120]
    )
    func agreement(placeCount: Int) async throws {
        let folder = try TemporaryFolder()
        let database = folder.path("dc.sqlite")
        let imported = try await AmbitCommand.run(
            "import",
            "stations",
            Checkout.real("dc/polling_places.csv"),
            "--dataset",
            "dc",
            "--database",
            database,
            "--quiet"
        )
        try #require(imported.exitCode == 0 || imported.exitCode == 2, "\(imported.errors)")
        let all = try await AmbitCommand.run(
            "within",
            "stations",
            "--bbox",
            "-180,-90,180,90",
            "--fields",
            "id,lat,lon",
            "-o",
            folder.path("stations.csv"),
            "--database",
            database
        )
        try #require(all.exitCode == 0, "\(all.errors)")
        // Half about the city; half far away, where other formulas fail first.
        var random = SplitMix(seed: 11)
        let places = (0..<placeCount).map { number in
            number % 2 == 0
                ? "\(38.8 + random.unit() * 0.2),\(-77.1 + random.unit() * 0.2)"
                : "\(-90 + random.unit() * 180),\(-180 + random.unit() * 360)"
        }
        let file = try folder.write(
            "lat,lon\n" + places.joined(separator: "\n") + "\n",
            to: "places.csv"
        )
        let script = try folder.write(Self.oracle, to: "oracle.py")
        let truth = try #require(Self.run(["python3", script, file, folder.path("stations.csv")]))
        var expected: [[(id: String, meters: Double)]] = Array(repeating: [], count: placeCount)
        for line in truth.split(separator: "\n") {
            let parts = line.split(separator: ",")
            expected[try #require(Int(parts[0]))].append(
                (String(parts[1]), try #require(Double(parts[2])))
            )
        }
        try #require(expected.allSatisfy { $0.count > 100 })

        // 40 places are answered by the R-tree and 120 by the quadtree.
        let nearest = try await answers(
            ["nearest", "stations", "--at", file, "-k", "7"],
            database,
            count: placeCount,
            places
        )
        for (found, truth) in zip(nearest, expected) { compare(found, Array(truth.prefix(7))) }
        let within = try await answers(
            ["within", "stations", "--at", file, "--radius", "4km"],
            database,
            count: placeCount,
            places
        )
        for (found, truth) in zip(within, expected) {
            compare(found, truth.filter { $0.meters <= 4000 })
        }
        #expect(within.contains { $0.count > 10 })
    }

    private func answers(
        _ arguments: [String],
        _ database: String,
        count: Int,
        _ places: [String]
    ) async throws -> [[(id: String, meters: Double)]] {
        let outcome = try await AmbitCommand.run(
            arguments + ["--fields", "id,distance_m", "--format", "csv", "--database", database]
        )
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        let numbers = Dictionary(uniqueKeysWithValues: places.enumerated().map { ($1, $0) })
        var found: [[(id: String, meters: Double)]] = Array(repeating: [], count: count)
        for line in outcome.lines.dropFirst() {
            let parts = line.split(separator: ",")
            let number = try #require(numbers["\(parts[0]),\(parts[1])"])
            found[number].append((String(parts[2]), try #require(Double(parts[3]))))
        }
        return found
    }

    /// Distances agree to a millimetre; ids wherever distances differ by more.
    private func compare(
        _ found: [(id: String, meters: Double)],
        _ truth: [(id: String, meters: Double)]
    ) {
        #expect(found.count == truth.count)
        for (index, (one, other)) in zip(found, truth).enumerated() {
            #expect(abs(one.meters - other.meters) < 0.001)
            let isAlone =
                (index == 0 || other.meters - truth[index - 1].meters > 0.002)
                && (index + 1 == truth.count || truth[index + 1].meters - other.meters > 0.002)
            // The last of the k may tie with one beyond.
            if isAlone, index + 1 < truth.count { #expect(one.id == other.id) }
        }
    }
}
