internal import Datasets
internal import FeatureCollections
internal import Geodesy
internal import Polling

/// Elections as other programs see them: a list with days and clocks, without a place on the map. Where one votes
/// is told by the stations, and who votes together by the districts.
struct ElectionContent: FeatureContent {
    /// By the bytes of their ids.
    private let entries: [ElectionEntry]

    private init(_ book: BallotBook) {
        entries = book.entries.sorted {
            $0.election.id.rawValue.utf8.lexicographicallyPrecedes($1.election.id.rawValue.utf8)
        }
    }

    static func collection(of book: BallotBook, revision: String) -> FeatureCollection {
        let content = ElectionContent(book)
        return FeatureCollection(
            id: "elections",
            title: "Elections",
            description:
                "Days on which people vote, with the hours of the polls and how much is on the ballots. "
                + "They have no geometry: stations and districts tell where.",
            fields: fields,
            geometry: .any,
            revision: revision,
            extent: nil,
            hasTime: content.entries.contains { $0.election.date != nil },
            content: content
        )
    }

    private static let fields = [
        FeatureField("dataset", .text, "The dataset that it came with."),
        FeatureField("key", .text, "What contests and measures call it."),
        FeatureField("name", .text, "What it is called, in English where a file has that."),
        FeatureField("date", .day, "The day of the vote."),
        FeatureField("type", .text, "What sort of election it is, in the file's word."),
        FeatureField("time_zone", .text, "The zone of the hours."),
        FeatureField("polls_open", .text, "When the polls open, by local clocks."),
        FeatureField("polls_close", .text, "When they close."),
        FeatureField("contests", .integer, "How many contests are published, of all districts."),
        FeatureField("candidates", .integer, "How many candidates stand in them."),
        FeatureField("measures", .integer, "How many ballot measures are published."),
        FeatureField("note", .text, "What else the file says of it."),
    ]

    var count: Int { entries.count }

    func feature(_ number: Int) -> Feature {
        let entry = entries[number]
        let election = entry.election
        let candidates = entry.contests.reduce(0) { $0 + $1.candidates.count }
        return Feature(
            id: election.id.rawValue,
            shape: nil,
            values: [
                .text(election.dataset.text), .text(election.key), .text(election.name.text()),
                .of(election.date?.description), .of(election.type?.text()),
                .of(election.timeZone), .of(election.pollsOpen), .of(election.pollsClose),
                .integer(Int64(entry.contests.count)), .integer(Int64(candidates)),
                .integer(Int64(entry.measures.count)), .of(election.note),
            ]
        )
    }

    func shape(_ number: Int) -> FeatureShape? { nil }

    func time(_ number: Int) -> FeatureTime? {
        entries[number].election.date.map { FeatureTime(fromDay: $0, toDay: $0) }
    }

    func number(of id: String) -> Int? {
        number(of: id, orderedBy: { entries[$0].election.id.rawValue })
    }

    func numbers(near box: BoundingBox) -> [Int] { [] }
}
