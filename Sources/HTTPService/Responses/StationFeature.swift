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
        json.member("name", name)
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
        if let opening { opening.write(self, to: &json) }
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
        if let distance { json.member("distance_m", distance) }
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
    let electionDays: [CalendarDate]
    let timeZone: String?

    /// At a moment, with the days and the zone of the elections that a guide knows.
    package init(at moment: Timestamp, _ guide: VoterGuide) {
        self.moment = moment
        let elections = guide.ballots.entries.map(\.election)
        electionDays = elections.compactMap(\.date)
        let zones = Set(elections.compactMap(\.timeZone))
        timeZone = zones.count == 1 ? zones.first : nil
    }

    /// `opening`, for a station with hours; null where they cannot be told.
    func write(_ station: Station, to json: inout JSONWriter) {
        guard let hours = station.hours else { return }
        json.name("opening")
        guard let zone = station.timeZone ?? timeZone,
            let state = OpeningHours(parsing: hours)?.state(
                at: moment,
                timeZone: zone,
                electionDays: electionDays
            )
        else { return json.null() }
        json.object { json in
            json.member("state", state.kind.rawValue)
            json.member("opens_at", state.opensAt?.rfc3339)
            json.member("closes_at", state.closesAt?.rfc3339)
            json.member("text", state.text(at: moment))
        }
    }
}
