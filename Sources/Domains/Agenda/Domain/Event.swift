package import Datasets
package import Geodesy
package import Timekeeping

/// Something that people come together for: a fair, a tournament.
package struct Event: Sendable, Hashable {
    /// What sort of event it is.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case fair
        case tournament
        case other
    }

    /// What became of it.
    package enum Status: String, Sendable, Hashable, CaseIterable {
        /// It takes place as told.
        case scheduled
        /// It will be later, and nobody knows when.
        case postponed
        /// It does not take place.
        case cancelled
        /// It is over.
        case finished
    }

    /// The dataset that it came with.
    package let dataset: DatasetName
    /// Its key in the file.
    package let key: String
    /// What sort of event it is.
    package let kind: Kind
    /// What it is called, 1 to 300 characters.
    package let title: String
    /// What it is about, at most 20,000 characters.
    package let summary: String?
    /// What became of it.
    package let status: Status
    /// When it is.
    package let span: EventSpan
    /// Where it is.
    package let venue: Venue
    /// Where more is told, `https://...`.
    package let link: String?
    /// Its id and its number of revision in the calendar that it came from.
    package let origin: CalendarOrigin?

    /// An event with all its members.
    package init(
        dataset: DatasetName,
        key: String,
        kind: Kind,
        title: String,
        summary: String?,
        status: Status,
        span: EventSpan,
        venue: Venue,
        link: String?,
        origin: CalendarOrigin?
    ) {
        self.dataset = dataset
        self.key = key
        self.kind = kind
        self.title = title
        self.summary = summary
        self.status = status
        self.span = span
        self.venue = venue
        self.link = link
        self.origin = origin
    }

    /// Its id among all events.
    package var id: String { "\(dataset).\(key)" }

    /// How long something goes on of which no end is known, at most.
    private static let unknownEndMilliseconds: Int64 = 86_400_000

    /// What became of it by a moment: what takes place as told is over when its time is.
    package func status(at moment: Timestamp) -> Status {
        let rest = span.endsAt == span.startsAt ? Self.unknownEndMilliseconds : 0
        let isOver = moment.milliseconds(since: span.endsAt) >= rest
        return status == .scheduled && isOver ? .finished : status
    }
}

/// Where an event is.
package struct Venue: Sendable, Hashable {
    /// How exactly its place is known.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The place itself.
        case point
        /// A city: the point is its middle.
        case city
        /// A country or a part of one, which has no point.
        case region
        /// Nowhere: it is held over networks.
        case online
    }

    /// What it is called.
    package var name: String?
    /// Street and number.
    package var address: String?
    /// The city.
    package var city: String?
    /// The country.
    package var country: String?
    /// How exactly the place is known; nil where words alone name it.
    package var kind: Kind?
    /// Where it is; nil for what has no point.
    package var place: Coordinate?

    /// Nowhere yet.
    package init() {}

    /// Name, address, city and country in a line; nil where none is known.
    package var line: String? {
        let parts = [name, address, city, country].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

/// What an entry of a calendar is called there, so that a calendar that is handed out names it the same.
package struct CalendarOrigin: Sendable, Hashable {
    /// Its UID.
    package let uid: String
    /// How often it was revised (`SEQUENCE`), 0 or more.
    package let sequence: Int

    /// An origin with both members.
    package init(uid: String, sequence: Int) { (self.uid, self.sequence) = (uid, sequence) }
}
