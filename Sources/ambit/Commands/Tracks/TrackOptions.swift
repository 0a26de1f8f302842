import ArgumentParser
import Foundation
import Geodesy
import Importing
import RowFiles
import Timekeeping
import TrackFiles
import Trajectories

/// Whose tracks are one person's.
enum TrackPerson: String, CaseIterable, ExpressibleByArgument {
    case track, file, folder
}

/// The tracks that a question is about, at all times.
struct TrackFiles: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "An archive of ambit tracks pack, or files that ambit match reads.",
            valueName: "track"
        ),
        completion: .file()
    )
    var tracks: [String]

    /// The tracks as an archive: the one that was given, or one of the files that ends with the command.
    ///
    /// - Parameter person: Whose tracks are one person's; of an archive that was decided when it was packed.
    /// - Throws: ``TrackArchiveError``, ``TrackError``.
    func open(_ person: TrackPerson = .track) throws -> OpenTracks {
        if tracks.count == 1, TrackPacking.isArchive(tracks[0]) {
            return OpenTracks(archive: try TrackArchive(path: tracks[0]), folder: nil)
        }
        let folder = try importing(TemporaryFolder())
        let path = folder.path("tracks.ambit")
        try TrackPacking.pack(tracks, to: path, person)
        return OpenTracks(archive: try TrackArchive(path: path), folder: folder)
    }
}

/// The tracks that a question is about, and the time.
struct TrackOptions: ParsableArguments {
    @OptionGroup var files: TrackFiles

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only fixes from this moment on: 2026-11-03T08:00:00Z.",
            valueName: "moment"
        )
    )
    var from: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only fixes up to this moment.", valueName: "moment")
    )
    var to: String?

    /// The time that is asked about, ends included.
    ///
    /// - Throws: `ValidationError` that names the option at fault.
    func period() throws -> ClosedRange<Timestamp> {
        let ever = Timestamp(millisecondsSince1970: .min)...Timestamp(millisecondsSince1970: .max)
        let first = try from.map { try Timestamp.parse($0, option: "--from") } ?? ever.lowerBound
        let last = try to.map { try Timestamp.parse($0, option: "--to") } ?? ever.upperBound
        guard first <= last else {
            throw ValidationError("--from is \(from ?? ""), later than --to, which is \(to ?? "")")
        }
        return first...last
    }

    /// The files that were named.
    var tracks: [String] { files.tracks }

    /// The tracks as an archive; see ``TrackFiles/open(_:)``.
    func open(_ person: TrackPerson = .track) throws -> OpenTracks { try files.open(person) }
}

/// An archive, and the folder that it ends with where it is of this command alone.
struct OpenTracks {
    let archive: TrackArchive
    let folder: TemporaryFolder?
}

/// Makes archives of files.
enum TrackPacking {
    /// Whether a file begins as an archive does.
    static func isArchive(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? file.close() }
        return (try? file.read(upToCount: 6)) == Data("AMBTRK".utf8)
    }

    /// Packs files, one after the other.
    ///
    /// - Returns: How many people there are.
    @discardableResult
    static func pack(
        _ paths: [String],
        to archive: String,
        _ person: TrackPerson
    ) throws -> Int {
        var writer = try TrackArchiveWriter(path: archive)
        var people: [String: UInt32] = [:]
        var number = 0
        for path in paths {
            for named in try NamedTrack.read([path]) {
                number += 1
                let key =
                    switch person {
                    case .track: String(number)
                    case .file: path
                    case .folder:
                        URL(fileURLWithPath: path).standardizedFileURL
                            .deletingLastPathComponent().path
                    }
                let next = UInt32(people.count)
                let owner = people[key] ?? next
                people[key] = owner
                try writer.add(named.name, person: owner, named.fixes)
            }
        }
        try writer.finish()
        return people.count
    }
}

/// Rows of tracks that passed a place.
enum PassageRow {
    static let columns = [
        "track", "distance_m", "nearest_at", "lat", "lon", "first_at", "last_at", "fixes",
    ]

    static func row(_ passage: TrackArchive.Passage, of archive: TrackArchive) throws -> Row {
        let name = try archive.track(passage.track).name
        return Row(
            values: [
                .text(name), .meters(passage.nearest), .text(passage.nearestAt.rfc3339),
                .number(passage.place.latitude), .number(passage.place.longitude),
                .text(passage.first.rfc3339), .text(passage.last.rfc3339),
                .integer(Int64(passage.fixes)),
            ],
            coordinate: passage.place,
            id: .text(name)
        )
    }
}
