package import Datasets
package import Geodesy
package import Timekeeping

/// One part of an event's programme: a talk, a workshop.
package struct Session: Sendable, Hashable {
    /// The dataset that it came with.
    package let dataset: DatasetName
    /// Its key in the file.
    package let key: String
    /// The event that it is a part of: its id, or its key in its file; nil where the file does not say.
    package let event: String?
    /// What it is called, 1 to 300 characters.
    package let title: String
    /// What it is about, at most 20,000 characters.
    package let summary: String?
    /// What became of it.
    package let status: Event.Status
    /// When it is.
    package let span: EventSpan
    /// The day of the programme, which may end after midnight.
    package let day: CivilDate
    /// The room or stage.
    package let room: String?
    /// What it is sorted under.
    package let track: String?
    /// Who gives it.
    package let people: [String]
    /// The language that it is given in, as the file says it.
    package let language: String?
    /// Where more is told, `https://...`.
    package let link: String?
    /// When it was to begin before it was moved.
    package let movedFrom: Timestamp?
    /// Where it is, where the file says so.
    package let place: Coordinate?
    /// Its id and its number of revision in the calendar that it came from.
    package let origin: CalendarOrigin?

    /// A session with all its members.
    package init(
        dataset: DatasetName,
        key: String,
        event: String?,
        title: String,
        summary: String?,
        status: Event.Status,
        span: EventSpan,
        day: CivilDate,
        room: String?,
        track: String?,
        people: [String],
        language: String?,
        link: String?,
        movedFrom: Timestamp?,
        place: Coordinate?,
        origin: CalendarOrigin?
    ) {
        self.dataset = dataset
        self.key = key
        self.event = event
        self.title = title
        self.summary = summary
        self.status = status
        self.span = span
        self.day = day
        self.room = room
        self.track = track
        self.people = people
        self.language = language
        self.link = link
        self.movedFrom = movedFrom
        self.place = place
        self.origin = origin
    }

    /// Its id among all sessions.
    package var id: String { "\(dataset).\(key)" }
}
