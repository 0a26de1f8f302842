internal import Agenda
internal import AgendaRecords
internal import Datasets
internal import FeatureCollections
internal import Geodesy
internal import Timekeeping

/// Events as other programs see them.
struct EventContent: FeatureContent {
    private let snapshot: AgendaSnapshot
    private let index: ShapeIndex

    private init(_ snapshot: AgendaSnapshot) {
        self.snapshot = snapshot
        index = ShapeIndex(snapshot.events.lazy.map { $0.venue.place.map(FeatureShape.point) })
    }

    static func collection(of snapshot: AgendaSnapshot, revision: String) -> FeatureCollection {
        let content = EventContent(snapshot)
        return FeatureCollection(
            id: "events",
            title: "Events",
            description: "Fairs, tournaments and other events, with their times and places.",
            fields: [
                FeatureField("dataset", .text, "The dataset that it came with."),
                FeatureField("kind", .text, "fair, tournament or other."),
                FeatureField("title", .text, "What it is called."),
                FeatureField("status", .text, "scheduled, postponed, cancelled or finished."),
                FeatureField("starts", .text, "The first day, or when it begins by local clocks."),
                FeatureField("ends", .text, "The last day, or when it ends by local clocks."),
                FeatureField(
                    "time_zone",
                    .text,
                    "The zone of these clocks; null for days without one."
                ),
                FeatureField("venue", .text, "Where it is, in words."),
                FeatureField("city", .text, "The city."),
                FeatureField("country", .text, "The country."),
                FeatureField("place_kind", .text, "point, city, region or online."),
                FeatureField("link", .text, "Where more is told."),
            ],
            geometry: .point,
            revision: revision,
            extent: content.index.extent,
            hasTime: true,
            content: content
        )
    }

    var count: Int { snapshot.events.count }

    func feature(_ number: Int) -> Feature {
        let event = snapshot.events[number]
        return Feature(
            id: event.id,
            shape: shape(number),
            values: [
                .text(event.dataset.text), .text(event.kind.rawValue), .text(event.title),
                .text(event.status.rawValue), .text(event.span.firstText),
                .text(event.span.lastText), .of(event.span.zone), .of(event.venue.line),
                .of(event.venue.city), .of(event.venue.country), .of(event.venue.kind?.rawValue),
                .of(event.link),
            ]
        )
    }

    func shape(_ number: Int) -> FeatureShape? {
        snapshot.events[number].venue.place.map(FeatureShape.point)
    }

    func time(_ number: Int) -> FeatureTime? {
        let span = snapshot.events[number].span
        return FeatureTime(
            from: span.startsAt.millisecondsSince1970,
            until: span.endsAt.millisecondsSince1970
        )
    }

    func number(of id: String) -> Int? {
        number(of: id, orderedBy: { snapshot.events[$0].id })
    }

    func numbers(near box: BoundingBox) -> [Int] { index.numbers(near: box) }
}
