/// What an import may keep in memory of what grows with its file or with what is published, in bytes;
/// the rest lies on disk. What comes out is the same however little it is.
struct ImportMemory: Sendable {
    /// To tell which rows are one station.
    var surveyBytes: Int
    /// Stations of which more rows will come.
    var draftBytes: Int
    /// To compare the records with those that are published.
    var comparisonBytes: Int

    /// What an import takes that runs beside others.
    static let standard = ImportMemory(
        surveyBytes: StationSurvey.memoryBytes,
        draftBytes: WaitingDrafts.memoryBytes,
        comparisonBytes: 16 << 20
    )
}
