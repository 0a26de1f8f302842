internal import Datasets
internal import GeoJSON
internal import Geodesy
package import Polling
package import Timekeeping

extension Station {
    /// The station's members in an answer.
    ///
    /// - Parameters:
    ///   - distance: From the place that was asked for; nil where none was.
    ///   - opening: What tells whether it is open; nil where that is not asked.
    func writeProperties(
        to json: inout JSONWriter,
        distance: Distance?,
        opening: OpeningContext? = nil
    ) {
        guard let opening else {
            writeHead(to: &json)
            writeTail(to: &json)
            if let distance { json.member("distance_m", distance) }
            return
        }
        let text = opening.cache.text(of: self)
        json.raw(text.head)
        opening.write(text, to: &json)
        json.raw(text.tail)
        if let distance { json.member("distance_m", distance) }
    }

    /// The members before those that change from moment to moment.
    func writeHead(to json: inout JSONWriter) {
        json.member("name", name)
        json.member("station_type", kind.rawValue)
        json.member("address", address)
        json.member("postcode", postcode)
        json.member(
            "districts",
            array: { list in
                for district in districts {
                    list.object { json in
                        json.member("type", district.type)
                        json.member("code", district.code)
                    }
                }
            }
        )
        json.member("hours", hours)
        let notes = self.notes
        guard !notes.isEmpty else { return }
        json.member("notes", array: { list in for note in notes { list.string(note) } })
    }

    /// The members behind those that change from moment to moment.
    func writeTail(to json: inout JSONWriter) {
        if let entrance {
            json.member(
                "entrance",
                object: { json in
                    json.member("lat", entrance.latitude)
                    json.member("lon", entrance.longitude)
                }
            )
        }
        json.member(
            "accessibility",
            object: { json in
                json.member("wheelchair", accessibility.wheelchair.rawValue)
                json.member("note", accessibility.note)
                let aspects = accessAspects
                for aspect in AccessAspect.allCases {
                    if let answer = aspects[aspect] {
                        json.member(aspect.rawValue, answer.rawValue)
                    }
                }
            }
        )
        json.member("dataset", dataset.text)
        json.member("attributes", attributes)
    }

    /// The station alone as a GeoJSON Feature; its geometry is `null` when it has no place.
    func featureBytes(opening: OpeningContext?) -> [UInt8] {
        var json = JSONWriter(capacity: 1024)
        json.feature(id: .text(id.rawValue), geometry: coordinate.map(Geometry.point)) {
            writeProperties(to: &$0, distance: nil, opening: opening)
        }
        return json.takeBytes()
    }
}

/// What it takes to say whether a station is open.
package struct OpeningContext: Sendable {
    let moment: Timestamp
    /// The days that hours without a day mean, and the time zone of hours whose file has none.
    let clocks: ElectionClocks
    /// What was written before.
    let cache: AnswerCache
    /// The day of the election for which it is asked, with which hours of every week end; nil for none.
    var lastDay: CalendarDate?

    /// At a moment, with the days and the zone of the elections that a guide knows.
    package init(
        at moment: Timestamp,
        _ guide: VoterGuide,
        cache: AnswerCache = AnswerCache()
    ) {
        self.moment = moment
        self.cache = cache
        clocks = guide.electionClocks
    }

    /// The same for the elections that are shown: what is open before them ends with them.
    func ending(with shown: ShownElections) -> OpeningContext {
        var context = self
        context.lastDay = shown.lastDay
        return context
    }

    /// `opening`, for a station with hours; null where they cannot be told.
    func write(_ text: AnswerCache.StationText, to json: inout JSONWriter) {
        guard text.station.hours != nil else { return }
        json.name("times")
        if let hours = text.hours { hours.write(to: &json) } else { json.null() }
        json.name("opening")
        guard
            let hours = text.hours,
            let state = clocks.state(
                of: hours,
                at: text.station,
                timeZone: text.timeZone,
                moment: moment,
                upTo: lastDay
            )
        else { return json.null() }
        json.object { json in
            json.member("state", state.kind.rawValue)
            json.member("opens_at", state.opensAt?.rfc3339)
            json.member("closes_at", state.closesAt?.rfc3339)
            json.member("ended_on", state.endedOn?.description)
            if !state.holidays.isEmpty {
                json.name("other_hours_on")
                json.array { json in
                    for holiday in Holiday.allCases where state.holidays.contains(holiday) {
                        json.string(holiday.rawValue)
                    }
                }
            }
            json.member("text", state.text(at: moment))
        }
    }
}

extension OpeningHours {
    /// The stretches as an array, each with its days where it names some; null where they do not say all.
    func write(to json: inout JSONWriter) {
        guard let writtenSpans else { return json.null() }
        json.array { list in
            for span in writtenSpans {
                list.object { span.writeMembers(to: &$0) }
            }
        }
    }
}

extension OpeningHours.WrittenSpan {
    fileprivate func writeMembers(to json: inout JSONWriter) {
        if let days {
            json.member("first", days.first)
            json.member("last", days.last)
        }
        if let weekdays {
            json.member(
                "weekdays",
                array: { list in
                    for number in weekdays { list.integer(number) }
                }
            )
        }
        json.member("opens", opens.description)
        json.member("closes", closes.description)
        json.member("by_appointment", isByAppointment)
    }
}
