import ArgumentParser
import Trajectories

/// `ambit tracks pack`: one archive of many files.
struct TracksPack: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack",
        abstract:
            "Packs files of tracks into one archive, which is mapped when questions are asked.",
        discussion: """
            Places are kept to 10^-7 degrees, times to the millisecond. --person says whose tracks are \
            one person's, for ambit tracks density, which counts people: each track is one's own, or \
            all tracks of a file are one person's, or all of a folder. It is kept in the archive, so it \
            has to be said once, and nothing is taken for granted.

            EXAMPLES
              ambit tracks pack */Trajectory/*.plt --person folder -o people.tracks
              ambit tracks pack *.gpx --person file -o walks.tracks
            """
    )

    @Argument(
        help: ArgumentHelp("Files with tracks.", valueName: "track"),
        completion: .file()
    )
    var tracks: [String]

    @Option(
        help: ArgumentHelp(
            "Whose tracks are one person's: track, file or folder.",
            valueName: "track|file|folder"
        )
    )
    var person: TrackPerson

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("The archive to write.", valueName: "file"),
        completion: .file()
    )
    var output: String

    func run() async throws {
        var files = OutputFiles(reading: tracks.map { (option: nil, path: $0) }, nil)
        try files.add(output, option: "--output")
        let people = try TrackPacking.pack(tracks, to: output, person)
        let archive = try TrackArchive(path: output)
        StandardError.print(
            "\(counted(archive.trackCount, "tracks")) of \(counted(people, "people")), "
                + "\(grouped(archive.fixCount)) fixes in \(grouped(archive.byteCount)) bytes."
        )
    }
}
