package import Agenda
package import Geodesy
package import Importing
internal import Timekeeping

/// Reads from when to when something is.
package struct SpanReading {
    private let row: KindRow
    private let zone: ZoneRules?

    /// - Throws: ``RowRefusal`` for a zone that is not on the IANA list.
    private init(_ row: KindRow) throws(RowRefusal) {
        self.row = row
        guard let name = row.text(AgendaFields.zone) else {
            zone = nil
            return
        }
        guard let known = ZoneRules(named: name) else { throw Self.unknown(name, row) }
        zone = known
    }

    /// Why a row is refused whose zone is not on the list. What it probably stands for is proposed.
    private static func unknown(_ name: String, _ row: KindRow) -> RowRefusal {
        let country = row.text(AgendaFields.country)
        guard let meant = ProbableZone(meantBy: name, country: country) else {
            row.proposeNothing(AgendaFields.zone)
            return row.refusal(AgendaFields.zone, .zoneUnknown, ["zone": .text(name)])
        }
        meant.propose(for: name, row)
        guard meant.confidence > ProbableZone.evenChance else {
            return row.refusal(AgendaFields.zone, .zoneUnknown, ["zone": .text(name)])
        }
        return row.refusal(
            AgendaFields.zone,
            .zoneMeant,
            ["zone": .text(name), "meant": .text(meant.name)]
        )
    }

    /// - Throws: ``RowRefusal`` for times that cannot be read or have no zone, and for an end before the start.
    ///
    /// Spans that begin before the year 1 or end after 9999, by their clocks or by UTC, are refused: no text
    /// of them could be read again.
    package static func span(_ row: KindRow) throws(RowRefusal) -> EventSpan {
        let span = try SpanReading(row).span()
        guard years.contains(span.starts.secondsSince1970),
            years.contains(span.startsAt.wholeSeconds)
        else { throw unreadable(row, AgendaFields.starts) }
        guard years.contains(span.ends.secondsSince1970), years.contains(span.endsAt.wholeSeconds)
        else {
            let isWritten = row.text(AgendaFields.ends) != nil
            throw unreadable(row, isWritten ? AgendaFields.ends : AgendaFields.starts)
        }
        return span
    }

    /// Tells where a zone is hardly that of the place.
    ///
    /// - Parameters:
    ///   - country: ISO 3166 alpha-2; nil where nobody knows.
    ///   - place: Where it takes place; nil where nobody knows.
    package static func check(
        _ span: EventSpan,
        country: String?,
        place: Coordinate?,
        _ row: KindRow
    ) {
        guard let zone = span.zone else { return }
        let zones = ZoneCountries.system
        if let country, zones.contradicts(zone, country: country) {
            row.remark(.zoneElsewhere, ["zone": .text(zone), "country": .text(country)])
        } else if let place,
            let meant = zones.likelier(than: zone, at: place, span.startsAt)
        {
            row.remark(.zoneFar, ["zone": .text(zone), "meant": .text(meant)])
        }
    }

    /// The seconds since 1970 of the years 1 to 9999.
    private static let years: Range<Int64> = -62_135_596_800..<253_402_300_800

    private static func unreadable(_ row: KindRow, _ field: KindField) -> RowRefusal {
        row.refusal(field, .timeUnreadable, ["field": .text(field.name)])
    }

    private func span() throws(RowRefusal) -> EventSpan {
        guard let starts = try written(AgendaFields.starts) else {
            throw row.refusal(AgendaFields.starts, .startMissing)
        }
        let ends = try written(AgendaFields.ends)
        let duration = ends == nil ? try duration() : nil
        if let ends, (ends.second == nil) != (starts.second == nil) {
            throw row.refusal(AgendaFields.ends, .dayAndTime)
        }
        guard starts.second != nil else { return try days(starts, ends, duration) }
        let (first, clock) = try moment(starts, AgendaFields.starts)
        var last = first
        if let ends {
            last = try moment(ends, AgendaFields.ends).moment
        } else if let duration {
            // Days go by the calendar, hours by the clock.
            let wall = clock.wallTime(at: first).adding(days: duration.days)
            let moment = duration.days == 0 ? first : clock.moment(of: wall).moment
            last = .seconds(moment.wholeSeconds + Int64(duration.seconds))
        }
        guard last >= first else { throw endsTooEarly() }
        return EventSpan(from: first, to: last, in: clock)
    }

    private func days(
        _ starts: WrittenTime,
        _ ends: WrittenTime?,
        _ duration: WrittenDuration?
    ) throws(RowRefusal) -> EventSpan {
        let more = duration.map { max(0, $0.days + ($0.seconds + 86_399) / 86_400 - 1) }
        let last = ends?.day ?? starts.wall.adding(days: more ?? 0).day
        guard last.daysSince1970 >= starts.day.daysSince1970 else { throw endsTooEarly() }
        return EventSpan(days: starts.day, through: last, in: zone)
    }

    private func endsTooEarly() -> RowRefusal {
        row.refusal(
            AgendaFields.ends,
            .endsBeforeStart,
            [
                "ends": .text(row.text(AgendaFields.ends) ?? ""),
                "starts": .text(row.text(AgendaFields.starts) ?? ""),
            ]
        )
    }

    private func written(_ field: KindField) throws(RowRefusal) -> WrittenTime? {
        guard let text = row.text(field) else { return nil }
        guard let time = WrittenTime(parsing: text) else {
            throw Self.unreadable(row, field)
        }
        return time
    }

    private func duration() throws(RowRefusal) -> WrittenDuration? {
        guard let text = row.text(AgendaFields.duration) else { return nil }
        guard let duration = WrittenDuration(parsing: text) else {
            throw row.refusal(AgendaFields.duration, .durationUnreadable)
        }
        return duration
    }

    /// The moment of a time, and the zone by which it is shown.
    private func moment(
        _ written: WrittenTime,
        _ field: KindField
    ) throws(RowRefusal) -> (moment: Timestamp, clock: ZoneRules) {
        if let moment = written.moment, let offset = written.offsetSeconds {
            if let zone {
                // Z says nothing of the place.
                if offset != 0, zone.offsetSeconds(at: moment) != offset {
                    row.remark(.otherOffset, ["zone": .text(zone.name)])
                }
                return (moment, zone)
            }
            let name = offset == 0 ? "UTC" : WrittenTime.offsetText(offset)
            guard let clock = ZoneRules(named: name) else {
                throw row.refusal(field, .zoneUnknown, ["zone": .text(name)])
            }
            return (moment, clock)
        }
        guard let zone else { throw row.refusal(field, .zoneMissing) }
        let (moment, occurrence) = zone.moment(of: written.wall)
        let time = "\(written.wall)"
        switch occurrence {
        case .once: break
        case .skipped:
            row.remark(.timeSkipped, ["time": .text(time), "zone": .text(zone.name)])
        case .twice: row.remark(.timeTwice, ["time": .text(time), "zone": .text(zone.name)])
        }
        return (moment, zone)
    }
}

extension ProbableZone {
    /// Proposes the zone for all rows that say the same.
    fileprivate func propose(for text: String, _ row: KindRow) {
        let (zone, meant) = (Finding.Value.text(text), Finding.Value.text(name))
        let wording: TimeWording
        let values: KeyValuePairs<String, Finding.Value>
        switch ground {
        case .spelling: (wording, values) = (.zoneSpelled, ["zone": zone, "meant": meant])
        case .windows: (wording, values) = (.zoneOfWindows, ["zone": zone, "meant": meant])
        case .abbreviation(let country):
            wording = .zoneAbbreviated
            values = ["zone": zone, "meant": meant, "country": .text(country)]
        case .abbreviationOfSeveral(let country, let count):
            wording = .zoneAbbreviatedTwice
            values = [
                "zone": zone, "meant": meant, "country": .text(country), "count": .count(count),
            ]
        }
        row.propose(
            AgendaFields.zone,
            becoming: name,
            .unknownZone,
            confidence: confidence,
            wording,
            values
        )
    }
}
