import Analysis
import ArgumentParser
import DomainModules
import Foundation
import GeoJSON
import Geodesy
import Roads
import SpatiaLiteStore

/// `ambit siting`: which of some places should open as stations.
struct Siting: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "siting",
        abstract: "Tells which of some places should open, so that people have the shortest ways.",
        discussion: """
            Of the candidates (stations, or a file of places) as many are chosen as --open says, so \
            that the mean distance of the people is as small as it can be (the p-median), or, with \
            --objective farthest, the distance of whoever has it farthest (the p-centre). What no \
            choice of as many could fall below is told too, so that one knows how good the choice \
            is: mostly it is the best there is. Distances are geodesics, or with --by those of the \
            quickest ways along the roads that are loaded (ambit import roads); everybody goes to \
            the nearest of the open ones, and people at one place count together. Whoever no way \
            leads from is left out, and that is told.

            Columns: those of the candidates, then decision (keep, open or leave), people, mean_m \
            and farthest_m of those who go there, and mean_otherwise_m and farthest_otherwise_m of \
            all people if that candidate alone changed: closed where it is open, opened where it is \
            not. The mean, the median and the farthest of the choice go to standard error.

            At most \(SitingCosts.mostPairs / 1_000_000) million pairs of homes and candidates are \
            held, 4 bytes each.

            EXAMPLES
              ambit siting halls.csv --people homes.csv --open 12
              ambit siting stations --people homes.csv --open 12 --keep 'wheelchair=yes'
              ambit siting halls.csv --people blocks.csv --weight voters --open 12 \\
                --objective farthest --assignments who-goes-where.csv -o plan.geojson
            """
    )

    @OptionGroup var layer: LayerOptions

    @Option(
        help: ArgumentHelp(
            "Where people live: a file of places (CSV, GeoJSON or NDJSON).",
            valueName: "file"
        ),
        completion: .file()
    )
    var people: String

    @Option(
        help: ArgumentHelp(
            "How many people a row of --people stands for, by a column of it (default: one).",
            valueName: "column"
        )
    )
    var weight: String?

    @Option(
        help: ArgumentHelp(
            "How many candidates shall be open, those of --keep among them.",
            valueName: "number"
        )
    )
    var open: Int

    @Option(
        help: ArgumentHelp(
            "Candidates that stay open in any case: those for which this holds, as in --where; may be repeated.",
            valueName: "condition"
        )
    )
    var keep: [String] = []

    @Option(
        help: ArgumentHelp(
            "What is to be as small as it can be.",
            valueName: SitingObjective.allCases.map(\.rawValue).joined(separator: "|")
        )
    )
    var objective = SitingObjective.mean

    @Option(
        help: ArgumentHelp(
            "How far it is by the quickest way along the roads (default: by geodesics).",
            valueName: WayMode.allCases.map(\.rawValue).joined(separator: "|")
        )
    )
    var by: WayMode?

    @Flag(help: "Only rows of the candidates that are open.")
    var onlyOpen = false

    @Option(
        help: ArgumentHelp(
            "Write who goes where into this CSV file: the rows of --people with station and distance_m.",
            valueName: "file"
        ),
        completion: .file()
    )
    var assignments: String?

    @OptionGroup var conditions: ConditionOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var database: ReadingOptions

    func validate() throws {
        guard open > 0 else {
            throw ValidationError("--open is \(open); open 1 candidate or more")
        }
        for condition in keep {
            _ = try WrittenCondition(parsing: condition, option: "--keep")
        }
        try layer.requireDistrictsForDay()
    }

    func run() async throws {
        try output.requireOwnFile(
            reading: [(nil, layer.file), ("--people", people)],
            writing: [("--assignments", assignments)],
            database.file
        )
        let homes = try SitingHomes(path: people, weight: weight, skipsBadRows: layer.skipBadRows)
        let candidates = try await candidates()
        let kept = candidates.rows.indices.filter { candidates.isKept[$0] }
        let costs = try await costs(of: homes, candidates.rows.map(\.place))
        let plan = try await SitingPlan.find(
            costs,
            opening: open,
            keeping: kept,
            objective: objective.planned
        )
        try await write(plan, candidates)
        if let assignments {
            try await write(plan, candidates.rows.map(\.row.id), of: homes, to: assignments)
        }
        StandardError.print(summary(of: plan))
        sayWhoIsLeftOut(plan, costs)
    }

    /// By geodesics, or along the roads.
    private func costs(of homes: SitingHomes, _ candidates: [Coordinate]) async throws
        -> SitingCosts
    {
        guard let by else {
            return try await SitingCosts(
                people: homes.places,
                weights: homes.weights,
                candidates: candidates
            )
        }
        let network = try await WayRun.network(database, Timings())
        return try await SitingCosts(
            people: homes.places,
            weights: homes.weights,
            candidates: candidates
        ) { places in
            let matrix = await RoadMatrix(network, from: places, by: by.travelMode)
            return { matrix.ways(to: candidates[$0]).meters }
        }
    }

    private func sayWhoIsLeftOut(_ plan: SitingPlan, _ costs: SitingCosts) {
        let lost = costs.homeOfPerson.count { $0 == nil }
        if lost > 0 {
            StandardError.print(
                "\(counted(lost, "rows")) of --people \(lost == 1 ? "was" : "were") left out: no way "
                    + "along the roads that are loaded leads from there to any candidate."
            )
        }
        if plan.peopleWithoutWay > 0 {
            StandardError.print(
                "\(Value.number(plan.peopleWithoutWay).text) people have no way to any of those that "
                    + "are open, and count in no figure."
            )
        }
    }

    /// The rows that could open, and which of them stay.
    private struct Candidates {
        let columns: [String]
        let rows: [(row: Row, place: Coordinate)]
        let isKept: [Bool]
    }

    private func candidates() async throws -> Candidates {
        let timings = Timings()
        return try await layer.withSource(database, timings) { source in
            guard source.isLoadable else { throw LayerError.areas(source.noun) }
            let rows = try await LayerPlaces.rows(of: source, where: conditions)
            guard !rows.isEmpty else {
                throw ValidationError("there are no \(source.noun) that could open")
            }
            let filter = try await source.resolving { shape in
                try RowFilter(keep, shape, option: "--keep")
            }
            let isKept = rows.map { !keep.isEmpty && filter.keeps($0.row) }
            if !keep.isEmpty, !isKept.contains(true) {
                throw ValidationError(
                    "--keep: none of \(counted(rows.count, source.noun)) is as it says"
                )
            }
            return Candidates(columns: source.columns, rows: rows, isKept: isKept)
        }
    }

    private static let columns = [
        "decision", "people", "mean_m", "farthest_m", "mean_otherwise_m", "farthest_otherwise_m",
    ]

    private func write(_ plan: SitingPlan, _ candidates: Candidates) async throws {
        // A column of the candidates that is called alike keeps its values under another name.
        let own = candidates.columns.map { Self.columns.contains($0) ? $0 + "_before" : $0 }
        let writer = try output.openWriter(columns: own + Self.columns)
        for (site, candidate) in zip(plan.sites, candidates.rows) {
            if onlyOpen, site.decision == .leave { continue }
            var row = candidate.row
            row.geometry = .point(candidate.place)
            row.values += [
                .text(site.decision.rawValue), .number(site.people), meters(site.meanMeters),
                meters(site.farthestMeters), meters(site.otherwise?.meanMeters),
                meters(site.otherwise?.farthestMeters),
            ]
            try writer.write(row)
        }
        try await writer.finish()
    }

    private func meters(_ meters: Double?) -> Value {
        meters.map { .meters(Distance(uncheckedMeters: $0)) } ?? .missing
    }

    private func write(
        _ plan: SitingPlan,
        _ ids: [Value],
        of homes: SitingHomes,
        to path: String
    ) async throws {
        let added = ["station", "distance_m"]
        let columns = homes.columns.map { added.contains($0) ? $0 + "_before" : $0 } + added
        let writer = RowWriter(
            columns: columns,
            encoder: CSVEncoder(columns: columns),
            output: try OutputStream.open(path)
        )
        for (person, row) in homes.rows.enumerated() {
            var row = row
            row.values += [
                plan.candidateOfPerson[person].map { ids[$0] } ?? .missing,
                meters(plan.metersOfPerson[person]),
            ]
            try writer.write(row)
        }
        try await writer.finish()
    }

    private func summary(of plan: SitingPlan) -> String {
        func length(_ meters: Double) -> String {
            Distance(uncheckedMeters: meters).textToTheMillimeter
        }
        let reached = objective == .mean ? plan.meanMeters : plan.farthestMeters
        let least = plan.leastMeters.map { min($0, reached) }
        let share = least.map { reached > 0 ? (reached - $0) / reached * 100 : 0 }
        var quality = ""
        if let least, let share {
            quality =
                share < 0.000_5
                ? " No choice of as many is better."
                : " No choice of as many falls below \(length(least)) m: this one is at most "
                    + "\(String(format: "%.3f", share)) % of its \(objective.rawValue) above the best."
        }
        let opened = plan.sites.count { $0.decision != .leave }
        return
            "\(opened) of \(plan.sites.count) open for \(Value.number(plan.people).text) people: "
            + "mean \(length(plan.meanMeters)) m, median \(length(plan.medianMeters)) m, farthest "
            + "\(length(plan.farthestMeters)) m.\(quality)"
    }
}

/// What `--objective` may be.
enum SitingObjective: String, CaseIterable, ExpressibleByArgument {
    case mean, farthest

    var planned: SitingPlan.Objective {
        switch self {
        case .mean: .mean
        case .farthest: .farthest
        }
    }
}

/// Where people live, as a file has it.
private struct SitingHomes {
    let columns: [String]
    let rows: [Row]
    let places: [Coordinate]
    /// How many people live at each; empty for one each.
    let weights: [Double]

    init(path: String, weight: String?, skipsBadRows: Bool) throws {
        let source = try FileSource(path: path, skipsBadRows: skipsBadRows)
        columns = source.columns
        rows = source.allRows
        places = source.places
        guard !places.isEmpty else { throw ValidationError("--people: \(path) has no places") }
        guard let weight else {
            weights = []
            return
        }
        let extra = Set(rows.prefix(1000).flatMap(\.extra.keys)).sorted()
        let property = try RowShape(columns: columns, extra: extra)
            .property(weight, of: "--weight")
        weights = try rows.enumerated().map { index, row in
            let value = property.value(in: row)
            guard let number = value.number, number >= 0, number <= 1e12 else {
                throw ValidationError(
                    "--weight: \(weight) of row \(index + 1) of \(path) is \"\(value.text)\"; "
                        + "write how many people, 0 or more"
                )
            }
            return number
        }
        guard weights.contains(where: { $0 > 0 }) else {
            throw ValidationError("--weight: \(weight) is 0 in every row of \(path)")
        }
    }
}
