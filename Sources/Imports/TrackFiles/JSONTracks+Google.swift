internal import RowFiles
internal import Timekeeping

/// Google's three histories of places: raw records, months of visits and activities, and what telephones
/// export. None of them is documented; what is read here is what exports hold.
extension JSONTracks {
    // MARK: Records.json

    mutating func addRecord(_ record: StrictJSONValue) throws(TrackError) {
        var draft = place(ofE7: record, "latitudeE7", "longitudeE7")
        draft.at = try time(record["timestamp"] ?? record["timestampMs"])
        draft.accuracyMeters = record["accuracy"]?.double
        draft.altitudeMeters = record["altitude"]?.double
        draft.speedMetersPerSecond = record["velocity"]?.double
        draft.headingDegrees = record["heading"]?.double
        try collector.add(draft, at: place)
    }

    /// Degrees in ten millionths. Some exports write them as if they had no sign.
    private func place(ofE7 value: StrictJSONValue?, _ latitude: String, _ longitude: String)
        -> FixDraft
    {
        func degrees(_ name: String, _ most: Double) -> Double? {
            guard let number = value?[name]?.double else { return nil }
            let wrapped = number > most * 1e7 ? number - 4_294_967_296 : number
            return wrapped / 1e7
        }
        var draft = FixDraft()
        draft.latitude = degrees(latitude, 90)
        draft.longitude = degrees(longitude, 180)
        return draft
    }

    // MARK: Months

    mutating func addMonth(_ object: StrictJSONValue) throws(TrackError) {
        if let visit = object["placeVisit"] {
            var draft = place(ofE7: visit["location"], "latitudeE7", "longitudeE7")
            for end in ["start", "end"] {
                draft.at = try monthTime(visit["duration"], end)
                try collector.add(draft, at: place)
            }
        } else if let activity = object["activitySegment"] {
            var draft = place(ofE7: activity["startLocation"], "latitudeE7", "longitudeE7")
            draft.at = try monthTime(activity["duration"], "start")
            try collector.add(draft, at: place)
            if case .array(let points)? = activity["simplifiedRawPath"]?["points"] {
                for point in points {
                    var draft = place(ofE7: point, "latE7", "lngE7")
                    draft.at = try time(point["timestamp"] ?? point["timestampMs"])
                    draft.accuracyMeters =
                        point["accuracyMeters"]?.double ?? point["accuracy"]?.double
                    try collector.add(draft, at: place)
                }
            }
            draft = place(ofE7: activity["endLocation"], "latitudeE7", "longitudeE7")
            draft.at = try monthTime(activity["duration"], "end")
            try collector.add(draft, at: place)
        } else {
            collector.remarks.placeless += 1
        }
    }

    private mutating func monthTime(
        _ duration: StrictJSONValue?,
        _ end: String
    ) throws(TrackError) -> Timestamp? {
        try time(duration?["\(end)Timestamp"] ?? duration?["\(end)TimestampMs"])
    }

    // MARK: Timeline.json

    mutating func addSegment(_ segment: StrictJSONValue) throws(TrackError) {
        if let position = segment["position"] {
            var draft = try self.position(position["LatLng"] ?? position["latLng"])
            draft.at = try time(position["timestamp"])
            draft.accuracyMeters = position["accuracyMeters"]?.double
            draft.altitudeMeters = position["altitudeMeters"]?.double
            draft.speedMetersPerSecond = position["speedMetersPerSecond"]?.double
            return try collector.add(draft, at: place)
        }
        let (start, end) = (try time(segment["startTime"]), try time(segment["endTime"]))
        if case .array(let points)? = segment["timelinePath"] {
            for point in points {
                var draft = try position(point["point"])
                draft.at = try time(point["time"]) ?? start.flatMap { pathTime(point, from: $0) }
                try collector.add(draft, at: place)
            }
        } else if let candidate = segment["visit"]?["topCandidate"] {
            var draft = try position(candidate["placeLocation"])
            for at in [start, end] {
                draft.at = at
                try collector.add(draft, at: place)
            }
        } else if let activity = segment["activity"] {
            for (name, at) in [("start", start), ("end", end)] {
                var draft = try position(activity[name])
                draft.at = at
                try collector.add(draft, at: place)
            }
        }
    }

    /// Some telephones tell how many minutes behind the segment's start a point lies.
    private func pathTime(_ point: StrictJSONValue, from start: Timestamp) -> Timestamp? {
        let value = point["durationMinutesOffsetFromStartTime"]
        guard let minutes = value?.double ?? value?.string.flatMap(Double.init),
            (0...1e6).contains(minutes)
        else { return nil }
        return start.adding(milliseconds: Int64(minutes * 60_000))
    }

    /// A place in one text, perhaps within an object: `38.9°, -77.03°` or `geo:38.9,-77.03`.
    private func position(_ value: StrictJSONValue?) throws(TrackError) -> FixDraft {
        var draft = FixDraft()
        guard let text = value?.string ?? value?["latLng"]?.string else { return draft }
        let bare = (text.hasPrefix("geo:") ? text.dropFirst(4) : text[...])
            .filter { $0 != "°" }
        let numbers = bare.split(separator: ",").map { Double($0.withoutSpace) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else {
            throw .badValue(
                name: collector.name,
                where: "\(place)",
                what: "the place",
                value: text,
                allowed: "a latitude and a longitude"
            )
        }
        (draft.latitude, draft.longitude) = (latitude, longitude)
        return draft
    }
}
