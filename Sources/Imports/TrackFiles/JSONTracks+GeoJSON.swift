internal import RowFiles
internal import Timekeeping

extension JSONTracks {
    /// What programs call the time of a point.
    private static let timeNames = [
        "time", "timestamp", "at", "datetime", "date_time", "recorded_at", "created_at", "tst",
        "when",
        "t",
    ]
    /// What programs call the times of a line's positions.
    private static let timesNames = ["coordTimes", "times", "timestamps", "time", "timestamp"]
    /// What tells the tracks of points apart.
    private static let trackNames = [
        "track_id", "track", "trip_id", "trip", "device_id", "device", "tid",
    ]

    /// A feature: a point with a time, or lines with a time for each position.
    mutating func addFeature(_ feature: StrictJSONValue) throws(TrackError) {
        let geometry = feature["geometry"] ?? feature
        let properties = feature["properties"] ?? .object([])
        let coordinates = geometry["coordinates"] ?? .null
        switch geometry["type"]?.string {
        case "Point": try addPoint(coordinates, properties)
        case "LineString":
            collector.begin(title(of: properties))
            try addLine(coordinates, times(of: properties), properties)
        case "MultiLineString":
            guard case .array(let lines) = coordinates else {
                throw malformed("\(place) has no array of coordinates")
            }
            collector.begin(title(of: properties))
            var rest = times(of: properties)
            for (index, line) in lines.enumerated() {
                guard let all = rest else {
                    try addLine(line, nil, properties)
                    continue
                }
                if case .array(let own)? = all.first, all.count == lines.count {
                    _ = own
                    guard case .array(let times) = all[index] else {
                        throw malformed("\(place) has no times for line \(index + 1)")
                    }
                    try addLine(line, times, properties)
                } else {
                    // All in one list.
                    guard case .array(let positions) = line else { continue }
                    try addLine(line, Array(all.prefix(positions.count)), properties)
                    rest = Array(all.dropFirst(positions.count))
                }
            }
        default: collector.remarks.placeless += 1
        }
    }

    private func title(of properties: StrictJSONValue) -> String? {
        let title = properties["name"]?.string ?? properties["title"]?.string
        return title.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func times(of properties: StrictJSONValue) -> [StrictJSONValue]? {
        for holder in [properties, properties["coordinateProperties"] ?? .null] {
            for name in Self.timesNames {
                if case .array(let times)? = holder[name] { return times }
            }
        }
        return nil
    }

    private mutating func addPoint(
        _ position: StrictJSONValue,
        _ properties: StrictJSONValue
    ) throws(TrackError) {
        var draft = try draft(position)
        for name in Self.timeNames {
            guard let value = properties[name], let at = try time(value) else { continue }
            draft.at = at
            break
        }
        func first(_ names: String...) -> Double? {
            names.lazy.compactMap { properties[$0]?.double }.first
        }
        draft.accuracyMeters = first("accuracy_m", "horizontal_accuracy", "accuracy")
        draft.altitudeMeters = draft.altitudeMeters ?? first("altitude_m", "altitude", "ele")
        draft.speedMetersPerSecond = first("speed_mps", "speed")
        draft.headingDegrees = first("heading_deg", "heading", "course", "bearing")
        let key = Self.trackNames.lazy.compactMap { properties[$0]?.cellText }
            .first { !$0.isEmpty }
        try collector.add(draft, at: place, key: key ?? "")
    }

    private mutating func addLine(
        _ line: StrictJSONValue,
        _ times: [StrictJSONValue]?,
        _ properties: StrictJSONValue
    ) throws(TrackError) {
        guard case .array(let positions) = line else {
            throw malformed("\(place) has no array of coordinates")
        }
        if let times, times.count != positions.count {
            throw malformed(
                "\(place) has \(positions.count) positions and \(times.count) times; they belong together "
                    + "one by one"
            )
        }
        for (index, position) in positions.enumerated() {
            var draft = try draft(position)
            if let times { draft.at = try time(times[index]) }
            try collector.add(draft, at: place)
        }
    }

    private func draft(_ position: StrictJSONValue) throws(TrackError) -> FixDraft {
        guard case .array(let numbers) = position, numbers.count >= 2,
            let longitude = numbers[0].double, let latitude = numbers[1].double
        else { throw malformed("\(place) has a position that is no longitude and latitude") }
        var draft = FixDraft()
        draft.longitude = longitude
        draft.latitude = latitude
        draft.altitudeMeters = numbers.count > 2 ? numbers[2].double : nil
        return draft
    }

    /// A moment as a text or as a number.
    mutating func time(_ value: StrictJSONValue?) throws(TrackError) -> Timestamp? {
        switch value {
        case .string(let text): return try collector.time(text, at: place)
        case .integer, .number: return try collector.time(value?.cellText, at: place)
        default: return nil
        }
    }
}
