import ArgumentParser

/// `ambit tracks`: questions about many tracks at once.
struct TracksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tracks",
        abstract:
            "Tells which tracks passed a place, how alike they are, and how many people were where.",
        discussion: """
            Over files of tracks, or an archive that ambit tracks pack has made of them: one file of at \
            most some ten bytes a fix, which is mapped and not read, so that a question about a hundred \
            million fixes takes milliseconds. No database is needed, and nothing is stored.

            Fixes count, not what may lie between them: who was not seen there was not there. Only where \
            one was at a moment is told from the fixes before and after it.
            """,
        subcommands: [
            TracksPack.self, TracksAt.self, TracksWithin.self, TracksNearest.self,
            TracksDensity.self, TracksDistance.self,
        ]
    )
}
