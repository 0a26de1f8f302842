import ArgumentParser
import DomainModules
import Foundation
import HTTPService
import Roads
import SpatiaLiteStore
import Timekeeping
import TrackFiles
import Trajectories

/// `ambit match`: the way along roads that a track tells.
struct MatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Finds the roads that tracks went along.",
        discussion: """
            Over the roads that are loaded (ambit import roads). A track is a file of GPX, TCX, KML, \
            GeoJSON (points with a time, lines with times), OwnTracks (.rec), PLT, one of Google's \
            histories, or CSV with columns for latitude, longitude and time; its content tells \
            which, and it may be packed by gzip or zip. Nothing is stored.

            The answer has the way in parts, with its streets; the breaks between them, each with \
            its reason (off_road, gap, no_way); and for each fix its place on a road, or why it \
            has none (off_road, outlier, inaccurate). What the fixes do not tell is not guessed.

            In csv and ndjson each fix is a row; geojson has parts, breaks and fixes as features; \
            json is as POST /v1/match has it.

            EXAMPLES
              ambit match ride.gpx --mode drive
              ambit match ride.gpx walk.tcx --mode walk -o matched.geojson
              ambit match Records.json --mode drive --format csv > fixes.csv
            """
    )

    @Argument(
        help: ArgumentHelp("Files with tracks.", valueName: "track"),
        completion: .file()
    )
    var tracks: [String]

    @Option(help: ArgumentHelp("How one went: walk or drive.", valueName: "mode"))
    var mode: WayMode

    @OptionGroup var output: OutputOptions
    @OptionGroup var database: ReadingOptions

    func validate() throws {
        try output.requireText(what: "a match")
    }

    func run() async throws {
        try output.requireOwnFile(reading: tracks.map { (option: nil, path: $0) }, database.file)
        let read = try NamedTrack.read(tracks)
        try await database.withStore { store in
            let ways = WayFinder(store: store)
            try await ways.load()
            guard let matcher = ways.matcher(for: mode.travelMode) else { return }
            var matches: [MatchedTrack] = []
            for track in read {
                matches.append(
                    MatchedTrack(
                        name: track.name,
                        fixes: track.fixes,
                        match: try matcher.match(track.fixes),
                        matcher: matcher
                    )
                )
            }
            for matched in matches {
                guard let shortfall = matcher.shortfall(of: matched.match, matched.fixes) else {
                    continue
                }
                let text = "\(matched.name): nothing is matched. \(shortfall.message)"
                guard matches.count > 1 else { throw TrackFailure(text) }
                StandardError.print("note: \(text)")
            }
            guard matches.contains(where: { !$0.match.parts.isEmpty }) else {
                throw TrackFailure("nothing is matched of any track; see the notes")
            }
            show(matches)
        }
    }

    private func show(_ matches: [MatchedTrack]) {
        if output.chosenFormat == .geojson {
            output.writeWhole(MatchedTrack.geoJSON(of: matches) + [UInt8(ascii: "\n")])
        } else if output.chosenFormat == .json {
            output.writeWhole(MatchedTrack.json(of: matches) + [UInt8(ascii: "\n")])
        } else if output.isForPeople || output.chosenFormat == .table {
            output.writeWhole(Array((matches.map(\.page).joined(separator: "\n\n") + "\n").utf8))
        } else {
            let writer = output.makeWriter(columns: MatchedTrack.columns)
            for matched in matches { matched.forEachRow { writer.write($0) } }
            writer.finish()
        }
    }
}

extension TrackFile.Remarks {
    /// What was left out or read otherwise than it stands there, in sentences.
    var sentences: [String] {
        let counts = [
            (untimed, "place has no time and is left out", "places have no time and are left out"),
            (
                placeless, "record has no place and is left out",
                "records have no place and are left out"
            ),
            (repeated, "fix stands there twice", "fixes stand there twice"),
            (single, "track has one fix and is left out", "tracks have one fix and are left out"),
            (
                disordered, "fix stands behind a later one; all are sorted by time",
                "fixes stand behind a later one; all are sorted by time"
            ),
            (
                zoneless, "time has no zone and is taken as UTC",
                "times have no zone and are taken as UTC"
            ),
        ]
        return counts.filter { $0.0 > 0 }
            .map { count, one, many in count == 1 ? "1 \(one)" : "\(count) \(many)" }
    }
}
