internal import Agenda
internal import Esports
package import Importing

extension Tournament: ImportableRecord {
    package var importKey: String { event.key }
    package var displayName: String { event.title }
    package var details: [(field: String, value: String)] {
        var details = [
            ("title", event.title), ("time", event.span.words), ("status", event.status.rawValue),
        ]
        if let line = event.venue.line { details.append(("venue", line)) }
        if let kind = event.venue.kind { details.append(("place_kind", kind.rawValue)) }
        if !games.isEmpty { details.append(("games", games.joined(separator: "; "))) }
        if let format { details.append(("format", format.rawValue)) }
        if let tier { details.append(("tier", tier.rawValue)) }
        if let prize { details.append(("prize", "\(prize.plain) \(prize.currency)")) }
        if let region { details.append(("region", region)) }
        if let league { details.append(("league", league)) }
        if let registrationURL { details.append(("registration", registrationURL)) }
        if !streams.isEmpty { details.append(("streams", streams.joined(separator: " "))) }
        if let image { details.append(("image", image)) }
        if let link = event.link { details.append(("link", link)) }
        return details
    }
    package static var guards: ImportGuards { .scheduled }
    package var parts: RecordParts {
        RecordParts(
            name: event.title,
            times: event.span,
            other: [
                event.status.rawValue, event.summary, event.venue.line, event.venue.kind?.rawValue,
                event.link, event.origin.map { "\($0.sequence) \($0.uid)" },
                games.joined(separator: "\n"), format?.rawValue, tier?.rawValue,
                prize.map { "\($0.amountMinor) \($0.currency)" }, prizeAsWritten, region, placeText,
                league, registrationURL, streams.joined(separator: "\n"),
                accounts.map(\.text).joined(separator: "\n"), image,
            ],
            place: event.venue.place
        )
    }
}
