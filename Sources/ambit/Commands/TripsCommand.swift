import ArgumentParser
import DomainModules
import Foundation
import Geodesy
import Importing
import Roads
import SpatiaLiteStore
import Timekeeping
import Trajectories

/// `ambit trips`: the days of tracks as stays, trips, legs and gaps.
struct TripsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trips",
        abstract: "Tells the stays, trips, legs and gaps of tracks.",
        discussion: """
            A stay is a time within --radius for at least --stay. A trip leads from one to the \
            next, in legs: each is on foot (walk), by bicycle (bike), by car or bus (drive), on \
            rails (rail) or by aeroplane (plane), with how likely that is beside the others, from \
            0 to 1. Speeds, their changes, sharp turns and stops tell it; no roads are needed. \
            Where the database has roads, it counts too whether the fixes follow them, and a leg \
            on them has its length along them (road_m). Where no fix comes for longer than --gap, \
            nothing is known: a gap is no stay and no movement, and same_place says whether it \
            began and ended at one place. A device that drifts about one place makes no trip.

            The files are those that ambit match reads; the database is not changed. Fixes where \
            nobody gets in the time between are left out, and their number is said.

            Columns: track, day (on which it began), kind (stay, trip, leg, gap), trip (its number), from, to, \
            duration_s, distance_m (of a gap straight, from where it began to where it ended), mode, \
            confidence, road_m, lat and lon (of a stay its place, else where it began), end_lat, \
            end_lon, radius_m (nine in ten of a stay's fixes lie within), fixes, unseen_s (without \
            a fix for more than 2 minutes), same_place, reason (of a gap: dark, or unreachable \
            where the next fixes lie where nobody gets in the time). GeoJSON has stays as points, \
            legs as lines, trips and gaps without a shape; JSON has the legs in their trips, and \
            the rules.

            EXAMPLES
              ambit trips day.gpx
              ambit trips Records.json --time-zone Europe/Berlin --format csv > days.csv
              ambit trips *.plt --stay 10min --radius 150m -o days.geojson
            """
    )

    @Argument(
        help: ArgumentHelp("Files with tracks.", valueName: "track"),
        completion: .file()
    )
    var tracks: [String]

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long one is at a place for it to be a stay: 5min, 90s, 1h.",
            valueName: "duration"
        )
    )
    var stay = "5min"

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How far from its middle a stay reaches: 100m, 0.2km.",
            valueName: "distance"
        )
    )
    var radius = "100m"

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long no fix comes for it to be a gap: 30min, 2h.",
            valueName: "duration"
        )
    )
    var gap = "30min"

    @Option(
        help: ArgumentHelp(
            "In which zone times and days are told (default: UTC).",
            valueName: "Area/City"
        )
    )
    var timeZone: String?

    @Flag(help: "Leave roads out of account though the database has some.")
    var withoutRoads = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        try output.requireText(what: "a day of stays and trips")
        _ = try rules()
        _ = try zone()
    }

    private func rules() throws -> SegmentingRules {
        var rules = SegmentingRules()
        rules.staySeconds = try Self.seconds(stay, option: "--stay")
        rules.gapSeconds = try Self.seconds(gap, option: "--gap")
        rules.stayMeters = try Distance.parse(radius, option: "--radius").meters
        let allowed = SegmentingRules.meters
        guard allowed.contains(rules.stayMeters) else {
            throw ValidationError(
                "--radius is \(radius); it lies between \(Int(allowed.lowerBound)) m and "
                    + "\(Int(allowed.upperBound)) m"
            )
        }
        guard rules.gapSeconds >= rules.staySeconds else {
            throw ValidationError("--gap is \(gap), less than --stay, which is \(stay)")
        }
        return rules
    }

    private static func seconds(_ text: String, option: String) throws -> Double {
        let seconds = try Duration.parse(text, option: option)
        guard SegmentingRules.seconds.contains(seconds) else {
            throw ValidationError("\(option) is \(text); it lies between 1min and 24h")
        }
        return seconds
    }

    private func zone() throws -> TimeZone {
        guard let timeZone else { return .gmt }
        guard let zone = TimeZone(identifier: timeZone), timeZone.contains("/") || zone == .gmt
        else {
            throw ValidationError(
                "--time-zone is \"\(timeZone)\"; name one such as Europe/Berlin or UTC"
            )
        }
        return zone
    }

    func run() async throws {
        try output.requireOwnFile(reading: tracks.map { (option: nil, path: $0) }, database)
        let segmenter = Segmenter(try rules())
        let zone = try zone()
        var days: [TrackDays] = []
        for named in try NamedTrack.read(tracks) {
            do throws(SegmentingError) {
                days.append(
                    TrackDays(named, try segmenter.itinerary(of: named.fixes), zone)
                )
            } catch { throw TrackFailure("\(named.name): \(error)") }
        }
        for day in days {
            if let text = day.leftOut { StandardError.print("note: \(text)") }
        }
        if !withoutRoads, !database.isMissing {
            try await database.withStore(.readOnly) { store in
                let ways = WayFinder(store: store)
                try await ways.load()
                guard ways.count > 0, let matcher = ways.matcher(for: .drive) else { return }
                for index in days.indices { try days[index].weigh(by: matcher) }
            }
        }
        show(days)
    }

    private func show(_ days: [TrackDays]) {
        if output.chosenFormat == .geojson {
            output.writeWhole(TrackDays.geoJSON(of: days) + [UInt8(ascii: "\n")])
        } else if output.chosenFormat == .json {
            output.writeWhole(TrackDays.json(of: days) + [UInt8(ascii: "\n")])
        } else {
            let writer = output.makeWriter(columns: TrackDays.columns)
            for day in days { for row in day.rows { writer.write(row) } }
            writer.finish()
        }
    }
}
