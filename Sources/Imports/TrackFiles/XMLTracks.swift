internal import RowFiles
internal import Timekeeping

/// Reads GPX, TCX and KML as a stream, by the names of their elements whatever the prefix.
///
/// Sources: Topografix, "GPX 1.1 Schema"; Garmin, "Training Center Database v2"; OGC 12-007r2, "KML 2.3".
struct XMLTracks {
    private(set) var collector: TrackCollector
    private var reader: XMLReader
    /// The names of the elements that are open.
    private var open: [String] = []
    private var text: [UInt8] = []
    /// The fix that is being read, and where it begins.
    private var draft = FixDraft()
    private var line = 0
    /// The times and places of a KML track, which belong together by their order.
    private var times: [(at: Timestamp?, line: Int)] = []
    private var places: [String] = []
    /// Of a KML placemark.
    private var title: String?
    private var moment: Timestamp?

    /// A value of an element is no longer, in bytes.
    private static let textLimit = 1 << 20

    init(_ collector: TrackCollector, _ bytes: any ByteStream) {
        self.collector = collector
        reader = XMLReader(bytes)
    }

    mutating func read() throws(TrackError) {
        while let event = try next() {
            switch event {
            case .start(let name):
                let local = Self.local(name)
                open.append(local)
                text.removeAll(keepingCapacity: true)
                try begin(local)
            case .text:
                guard text.count < Self.textLimit else {
                    throw malformed("line \(reader.line): a value is longer than 1 MB")
                }
                text += reader.text
            case .end:
                let name = open.popLast() ?? ""
                let value = String(decoding: text, as: UTF8.self)
                text.removeAll(keepingCapacity: true)
                try end(name, value)
            }
        }
    }

    private mutating func next() throws(TrackError) -> XMLReader.Event? {
        do throws(XMLReader.Failure) { return try reader.next() } catch { throw fault(error) }
    }

    private mutating func attributes() throws(TrackError) -> [String: String] {
        do throws(XMLReader.Failure) { return try reader.attributes() } catch { throw fault(error) }
    }

    private func fault(_ failure: XMLReader.Failure) -> TrackError {
        switch failure {
        case .malformed(let words, let line): malformed("line \(line): \(words)")
        case .breaksOff:
            malformed(
                "it breaks off in line \(reader.line): export it again, and look whether the export "
                    + "finished"
            )
        case .stream(let error): .unreadable(error)
        }
    }

    private func malformed(_ reason: String) -> TrackError {
        .malformed(name: collector.name, format: collector.format, reason: reason)
    }

    /// A name without its prefix, in lower case: `gpxtpx:Speed` is `speed`.
    private static func local(_ name: String) -> String {
        (name.split(separator: ":").last ?? "").lowercased()
    }

    private var isInFix: Bool { open.contains("trkpt") || open.contains("trackpoint") }

    // MARK: Elements

    private mutating func begin(_ name: String) throws(TrackError) {
        switch (collector.format, name) {
        case (.gpx, "trk"), (.tcx, "activity"), (.tcx, "course"): collector.begin(nil)
        case (.gpx, "trkpt"), (.tcx, "trackpoint"):
            line = reader.line
            draft = FixDraft()
            guard collector.format == .gpx else { return }
            let attributes = try attributes()
            draft.latitude = try number(attributes["lat"], "lat")
            draft.longitude = try number(attributes["lon"], "lon")
        case (.kml, "placemark"): (title, moment) = (nil, nil)
        case (.kml, "track"):
            times = []
            places = []
            line = reader.line
        default: break
        }
    }

    private mutating func end(_ name: String, _ value: String) throws(TrackError) {
        if collector.format == .kml { return try endKML(name, value) }
        guard isInFix else {
            switch name {
            case "trkpt", "trackpoint": try collector.add(draft, at: .line(line))
            case "name", "id":
                // That of the track itself, not of what it was recorded with.
                let parent = open.last ?? ""
                if ["trk", "activity", "course"].contains(parent), !value.withoutSpace.isEmpty {
                    collector.entitle(value.withoutSpace)
                }
            default: break
            }
            return
        }
        switch name {
        case "time": draft.at = try collector.time(value, at: .line(line))
        case "latitudedegrees": draft.latitude = try number(value, "LatitudeDegrees")
        case "longitudedegrees": draft.longitude = try number(value, "LongitudeDegrees")
        case "ele", "altitudemeters": draft.altitudeMeters = try number(value, "the height")
        case "speed": draft.speedMetersPerSecond = try number(value, "speed")
        case "course": draft.headingDegrees = try number(value, "course")
        case "accuracy": draft.accuracyMeters = try number(value, "accuracy")
        default: break
        }
    }

    private func number(_ text: String?, _ what: String) throws(TrackError) -> Double? {
        try collector.number(text, what, at: .line(line))
    }

    // MARK: KML

    private mutating func endKML(_ name: String, _ value: String) throws(TrackError) {
        switch name {
        case "name" where open.last == "placemark": title = value.withoutSpace
        case "when":
            line = reader.line
            let at = try collector.time(value, at: .line(line))
            if open.last == "track" { times.append((at, line)) } else { moment = at }
        case "coord":
            places.append(value)
        case "track": try endTrack()
        case "coordinates" where open.last == "point":
            line = reader.line
            try add(value.split(separator: ",").map { $0.withoutSpace }, moment)
        case "coordinates":
            // Of a line, which has no times.
            collector.remarks.untimed += value.split(whereSeparator: \.isWhitespace).count
        default: break
        }
    }

    private mutating func endTrack() throws(TrackError) {
        guard times.count == places.count else {
            throw malformed(
                "line \(line): a track has \(times.count) times and \(places.count) places; they belong "
                    + "together one by one"
            )
        }
        collector.begin(title)
        for (time, place) in zip(times, places) {
            line = time.line
            try add(place.split(whereSeparator: \.isWhitespace).map(String.init), time.at)
        }
        (times, places) = ([], [])
    }

    private mutating func add(_ numbers: [String], _ at: Timestamp?) throws(TrackError) {
        draft = FixDraft()
        draft.at = at
        // A track has an empty place where nobody knew.
        if numbers.count >= 2 {
            draft.longitude = try number(numbers[0], "longitude")
            draft.latitude = try number(numbers[1], "latitude")
            if numbers.count > 2 { draft.altitudeMeters = try number(numbers[2], "the height") }
        }
        try collector.add(draft, at: .line(line))
    }
}
