import ArgumentParser
import DomainModules
import GeoJSON
import Geodesy
import HTTPService
import Polling
import Roads
import SpatiaLiteStore

/// `ambit route`: the way from one place to another.
struct RouteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "route",
        abstract: "Tells the way from one place to another, turn by turn.",
        discussion: """
            Along the roads that are loaded (ambit import roads), each end joined to the nearest \
            one. One drives along one-way streets alone and keeps to turn rules; one walks either \
            way. Where no roads are loaded, none leads there, or an end is more than 1 km from any, \
            the answer is a straight line that says so.

            EXAMPLES
              ambit route --from 38.9072,-77.0369 --to 38.8899,-77.0091
              ambit route --from 38.9072,-77.0369 --to-station dc.120 --mode drive
              ambit route --from 42.1,-101.5 --to 42.11,-101.49 --format geojson > way.geojson
            """
    )

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where it begins, in degrees.", valueName: "lat,lon")
    )
    var from: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where it ends, in degrees.", valueName: "lat,lon")
    )
    var to: String?

    @Option(help: ArgumentHelp("The station where it ends, instead of a place.", valueName: "id"))
    var toStation: String?

    @Option(help: ArgumentHelp("How one goes: walk or drive.", valueName: "mode"))
    var mode = WayMode.walk

    @OptionGroup var output: OutputOptions
    @OptionGroup var database: ReadingOptions

    func validate() throws {
        _ = try Coordinate(parsing: from, option: "--from")
        if let to { _ = try Coordinate(parsing: to, option: "--to") }
        guard [to, toStation].compactMap({ $0 }).count == 1 else {
            throw ValidationError("give one of --to and --to-station")
        }
    }

    func run() async throws {
        try output.requireOwnFile(database.file)
        let start = try Coordinate(parsing: from, option: "--from")
        try await database.withStore { store in
            let ways = WayFinder(store: store)
            try await ways.load()
            var name: String?
            let end: Coordinate
            if let toStation {
                let station = try await store.stationLayer.station(Station.ID(rawValue: toStation))
                guard let station else { throw RouteError.unknownStation(toStation) }
                guard let place = station.entrance ?? station.coordinate else {
                    throw RouteError.stationWithoutPlace(toStation, address: station.address)
                }
                end = place
                name = station.name
            } else {
                end = try Coordinate(parsing: to ?? "", option: "--to")
            }
            let way = ways.directions(
                from: start,
                to: end,
                mode: mode.travelMode,
                arrivingAt: name
            )
            try await show(way)
        }
    }

    private func show(_ way: Directions) async throws {
        if output.chosenFormat == .geojson || output.chosenFormat?.needsFile == true {
            let writer = try output.openWriter(columns: Self.wayColumns)
            try writer.write(Self.row(way))
            try await writer.finish()
        } else if output.chosenFormat == .json || output.chosenFormat == .ndjson {
            var json = JSONWriter(capacity: 16 * 1024)
            way.write(to: &json)
            output.writeWhole(json.takeBytes() + [UInt8(ascii: "\n")])
        } else if output.isForPeople {
            print(Self.page(way))
        } else {
            let writer = output.makeWriter(columns: Self.columns)
            for (index, step) in way.steps.enumerated() {
                writer.write(Self.row(index + 1, step))
            }
            writer.finish()
        }
        if let shortfall = way.shortfall { StandardError.print("note: \(shortfall.message)") }
        for caution in way.cautions where !output.isForPeople {
            StandardError.print("caution: \(caution.message)")
        }
    }

    private static let wayColumns = ["method", "mode", "distance_m", "duration_s"]

    /// The way as one row, whose geometry is its line.
    private static func row(_ way: Directions) -> Row {
        Row(
            values: [
                Value(way.method.rawValue), Value(way.mode.rawValue), .meters(way.distance),
                .integer(Int64(way.seconds.rounded())),
            ],
            geometry: .line(way.line),
            id: .missing
        )
    }

    private static let columns = [
        "step", "maneuver", "instruction", "street", "distance_m", "duration_s", "bearing",
        "lat", "lon",
    ]

    private static func row(_ number: Int, _ step: RouteStep) -> Row {
        Row(
            values: [
                .integer(Int64(number)), Value(step.maneuver.rawValue), Value(step.instruction),
                Value(step.street), .meters(step.distance),
                .integer(Int64(step.seconds.rounded())), .integer(Int64(step.bearing.rounded())),
                .number(step.place.latitude), .number(step.place.longitude),
            ],
            coordinate: step.place,
            id: .integer(Int64(number))
        )
    }

    /// The way as a page for people.
    private static func page(_ way: Directions) -> String {
        let minutes = max(1, Int((way.seconds / 60).rounded()))
        let time = minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
        let kilometers = (way.distance.meters / 100).rounded() / 10
        let length =
            way.distance.meters < 1000
            ? "\(Int(way.distance.meters.rounded())) m" : "\(kilometers) km"
        let verb = way.mode == .walk ? "on foot" : "by car"
        let head =
            way.method == .road ? "\(length), \(time) \(verb)" : "\(length) in a straight line"
        let links = MapLinks(from: way.start, to: way.end, mode: way.mode)
        let steps = way.steps.enumerated().map { "\($0 + 1). \($1.instruction)" }
        let cautions = way.cautions.map { "! \($0.message)" }
        return ([head] + cautions + steps + [links.openStreetMap]).joined(separator: "\n")
    }
}

/// Why a way cannot be told.
enum RouteError: Error, CustomStringConvertible {
    case unknownStation(String)
    case stationWithoutPlace(String, address: String?)

    var description: String {
        switch self {
        case .unknownStation(let id):
            "no station has the id \"\(id)\"; `ambit nearest stations` shows ids"
        case .stationWithoutPlace(let id, let address):
            "it is not known where station \"\(id)\" is"
                + (address.map { "; its address is \($0)" } ?? "")
        }
    }
}
