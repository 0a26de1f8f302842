internal import Agenda
internal import AgendaRecords
internal import Datasets
internal import Esports
internal import FeatureCollections
internal import Geodesy
internal import Timekeeping

/// Tournaments as other programs see them. Those that are online alone, or of which only a region is known, have
/// no point.
struct TournamentContent: FeatureContent {
    private let snapshot: LeagueSnapshot
    private let index: ShapeIndex

    private init(_ snapshot: LeagueSnapshot) {
        self.snapshot = snapshot
        index = ShapeIndex(
            snapshot.tournaments.lazy.map { $0.event.venue.place.map(FeatureShape.point) }
        )
    }

    static func collection(of snapshot: LeagueSnapshot, revision: String) -> FeatureCollection {
        let content = TournamentContent(snapshot)
        return FeatureCollection(
            id: "tournaments",
            title: "Tournaments",
            description:
                "Tournaments of games, with their times and what can be won. A point is the venue or the "
                + "city, as exactly as accuracy_m says; online ones and those of a whole region have none.",
            fields: fields,
            geometry: .point,
            revision: revision,
            extent: content.index.extent,
            hasTime: true,
            content: content
        )
    }

    private static let fields = [
        FeatureField("dataset", .text, "The dataset that it came with."),
        FeatureField("title", .text, "What it is called."),
        FeatureField("games", .text, "The games that are played, between semicolons."),
        FeatureField("status", .text, "scheduled, postponed, cancelled or finished."),
        FeatureField("starts", .text, "The first day, or when it begins by local clocks."),
        FeatureField("ends", .text, "The last day, or when it ends by local clocks."),
        FeatureField("time_zone", .text, "The zone of these clocks; null for days without one."),
        FeatureField("format", .text, "online, offline or hybrid."),
        FeatureField("tier", .text, "How important it is, from s to d."),
        FeatureField("prize", .number, "What can be won, in units of prize_currency."),
        FeatureField("prize_currency", .text, "The currency, as ISO 4217 has it."),
        FeatureField("city", .text, "The city."),
        FeatureField("country", .text, "The country."),
        FeatureField("region", .text, "The country or part of the world, where no city is known."),
        FeatureField("accuracy_m", .number, "How far the place may be from the point, in metres."),
        FeatureField("league", .text, "The league that it is part of."),
        FeatureField("registration", .text, "Where one registers."),
        FeatureField("link", .text, "Where more is told."),
    ]

    var count: Int { snapshot.tournaments.count }

    func feature(_ number: Int) -> FeatureCollections.Feature {
        let tournament = snapshot.tournaments[number]
        let event = tournament.event
        return FeatureCollections.Feature(
            id: event.id,
            shape: shape(number),
            values: [
                .text(event.dataset.text), .text(event.title),
                .text(tournament.games.joined(separator: "; ")), .text(event.status.rawValue),
                .text(event.span.firstText), .text(event.span.lastText), .of(event.span.zone),
                .of(tournament.format?.rawValue), .of(tournament.tier?.rawValue),
                Self.number(tournament.prize.flatMap { Double("\($0.plain)") }),
                .of(tournament.prize.map { "\($0.currency)" }),
                .of(event.venue.city), .of(event.venue.country), .of(tournament.region),
                Self.number(tournament.accuracyMeters), .of(tournament.league),
                .of(tournament.registrationURL), .of(event.link),
            ]
        )
    }

    private static func number(_ number: Double?) -> FieldValue {
        number.map(FieldValue.number) ?? .null
    }

    func shape(_ number: Int) -> FeatureShape? {
        snapshot.tournaments[number].event.venue.place.map(FeatureShape.point)
    }

    func time(_ number: Int) -> FeatureTime? {
        let span = snapshot.tournaments[number].event.span
        return FeatureTime(
            from: span.startsAt.millisecondsSince1970,
            until: span.endsAt.millisecondsSince1970
        )
    }

    func number(of id: String) -> Int? {
        number(of: id, orderedBy: { snapshot.tournaments[$0].id })
    }

    func numbers(near box: BoundingBox) -> [Int] { index.numbers(near: box) }
}
