import Datasets
import Foundation
import Geodesy
import Importing
import Polling
import SpatiaLiteStore
import TestSupport
import Testing
import Timekeeping

/// Washington, DC, from its real files in a store of its own: stations, precincts, wards,
/// single-member districts, ZIP codes, and the contests of 8 November 2016.
final class Washington: Sendable {
    let guide: VoterGuide
    let stations: StationDirectory
    /// The rows of the stations' file by column.
    let stationRows: [[String: String]]
    /// Where the city's files lie.
    private let data: String

    /// One city for all tests; nil, with a notice, where the files are absent.
    static let shared = Task { try await Washington() }

    private init?() async throws {
        guard Checkout.realFile("dc/polling_places.csv") != nil else { return nil }
        let data = Checkout.real("dc")
        self.data = data
        // Nobody is left at the process's end to remove what this city, which all tests share, would hold.
        let scratch = try await ScratchStore()
        let (store, clock) = (scratch.store, scratch.clock)
        let mender = try SpatiaLiteMender()
        // All at once: they are datasets of their own, and reading them takes most of the time.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (file, type) in [
                ("smd_2013", "single_member_district"), ("voting_precincts_2012", "precinct"),
                ("zip_codes", "postcode"), ("wards_2012", "ward"), ("boundary", "city"),
            ] {
                group.addTask {
                    let importer = DistrictImporter(
                        store: store.districts,
                        mender: mender,
                        clock: clock
                    )
                    _ = try await importer.run(
                        .file("\(data)/\(file).geojson.gz"),
                        options: ImportOptions(
                            dataset: try DatasetName("dc-" + type),
                            constants: [FieldConstant(field: "type", value: type)]
                        )
                    )
                }
            }
            group.addTask {
                _ = try await StationImporter(store: store.stations, clock: clock).run(
                    .file(data + "/polling_places.csv"),
                    options: ImportOptions(dataset: try DatasetName("dc"))
                )
            }
            group.addTask {
                _ = try await ContestImporter(store: store.contests, clock: clock).run(
                    .file(data + "/contests_20161108_precinct.csv"),
                    options: ImportOptions(dataset: try DatasetName("dc-contests"))
                )
            }
            try await group.waitForAll()
        }
        stations = StationDirectory(store: store)
        let voting = VotingDirectory(stations: stations, store: store, clock: clock)
        try await voting.load()
        guide = voting.guide
        try await scratch.store.close()
        let lines = try String(contentsOfFile: data + "/polling_places.csv", encoding: .utf8)
            .split(whereSeparator: \.isNewline).map { Self.cells(String($0)) }
        stationRows = lines.dropFirst().map { cells in
            Dictionary(zip(lines[0], cells), uniquingKeysWith: { first, _ in first })
        }
    }

    /// The rows of the results of November 2016 by column.
    func resultRows() throws -> [[String: String]] {
        let path = data + "/contests_20161108_precinct.csv"
        let lines = try String(contentsOfFile: path, encoding: .utf8)
            .split(whereSeparator: \.isNewline).map { Self.cells(String($0)) }
        return lines.dropFirst().map { cells in
            Dictionary(zip(lines[0], cells), uniquingKeysWith: { first, _ in first })
        }
    }

    private static func cells(_ line: String) -> [String] {
        var cells = [""]
        var isQuoted = false
        for character in line {
            switch character {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: cells.append("")
            default: cells[cells.count - 1].append(character)
            }
        }
        return cells
    }

    func answer(_ place: Coordinate) -> VoterAnswer {
        guide.answer(at: VoterLocation(coordinate: place, source: .point))
    }

    /// Places that lie, by the closed test of polygons, in exactly one precinct: not on a boundary.
    func places(_ count: Int, seed: UInt64) throws -> [(place: Coordinate, precinct: District)] {
        let precincts = guide.districts.whole.districts.filter { $0.reference.type == "precinct" }
        var random = SeededRandom(seed: seed)
        var found: [(place: Coordinate, precinct: District)] = []
        while found.count < count {
            let place = try Coordinate(
                latitude: Double.random(in: 38.79...39.0, using: &random),
                longitude: Double.random(in: -77.12...(-76.9), using: &random)
            )
            let holders = precincts.filter { $0.area.contains(place) }
            if holders.count == 1 { found.append((place, holders[0])) }
        }
        return found
    }
}

/// SplitMix64 (G. L. Steele, D. Lea, C. H. Flood 2014): the same numbers for the same seed.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
