package import Agenda
package import Datasets
package import Timekeeping

/// One contest of two sides.
package struct Match: Sendable, Hashable {
    /// What became of it.
    package enum Status: String, Sendable, Hashable, CaseIterable {
        case notStarted = "not_started"
        case running
        case finished
        case postponed
        case canceled
        case forfeit
    }

    /// One of the two.
    package struct Side: Sendable, Hashable {
        /// The team's name, or its key in a file of teams; nil where nobody knows yet.
        package let team: String?
        /// How many games it has won; nil where none is told.
        package let score: Int?

        /// A side with both members.
        package init(team: String?, score: Int?) { (self.team, self.score) = (team, score) }
    }

    /// The dataset that it came with.
    package let dataset: DatasetName
    /// Its key in the file.
    package let key: String
    /// What it is called.
    package let title: String
    /// What its file says about it, at most 20,000 characters.
    package let summary: String?
    /// The tournament: its id, its key in its file, or its name.
    package let event: String?
    /// The game, as the file writes it.
    package let game: String?
    /// The league, such as `LCK`.
    package let league: String?
    /// The part of the tournament, such as `Week 4`.
    package let stage: String?
    /// Both sides.
    package let sides: [Side]
    /// The most games that are played; nil where none is told.
    package let bestOf: Int?
    /// When it is, and the zone in which that was written.
    package let span: EventSpan
    /// When it was to begin before it was moved; nil where it was not.
    package let movedFrom: Timestamp?
    /// What became of it.
    package let status: Status
    /// Where it can be watched, `https://...`.
    package let streams: [String]
    /// Its id and its number of revision in the calendar that it came from.
    package let origin: CalendarOrigin?

    /// A match with all its members.
    package init(
        dataset: DatasetName,
        key: String,
        title: String,
        event: String?,
        game: String?,
        league: String?,
        stage: String?,
        sides: [Side],
        bestOf: Int?,
        span: EventSpan,
        movedFrom: Timestamp?,
        status: Status,
        streams: [String],
        origin: CalendarOrigin?,
        summary: String? = nil
    ) {
        self.dataset = dataset
        self.key = key
        self.title = title
        self.event = event
        self.game = game
        self.league = league
        self.stage = stage
        self.sides = sides
        self.bestOf = bestOf
        self.span = span
        self.movedFrom = movedFrom
        self.status = status
        self.streams = streams
        self.origin = origin
        self.summary = summary
    }

    /// Its id among all matches.
    package var id: String { "\(dataset).\(key)" }
}
