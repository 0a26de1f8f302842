internal import Geodesy
internal import Timekeeping
package import Trajectories

/// The tracks of a file, each in the order of its times.
package struct TrackFile: Sendable {
    /// Fixes that belong together.
    package struct Track: Sendable {
        /// What the file calls it.
        package let title: String?
        /// Two or more, in the order of their times.
        package let fixes: [Fix]
        /// The line or the record of each fix.
        let numbers: [Int32]
        /// What they are the numbers of.
        let kind: String

        /// Where in the file a fix stands: `line 12`.
        package func place(ofFix index: Int) -> String { "\(kind) \(numbers[index])" }
    }

    /// What was left out, or read otherwise than it stands there; how often each.
    package struct Remarks: Sendable, Hashable {
        /// Places without a time.
        package var untimed = 0
        /// Records without a place, such as those of a pause.
        package var placeless = 0
        /// Fixes that repeat the moment and the place of another.
        package var repeated = 0
        /// Tracks of one fix.
        package var single = 0
        /// Fixes that stand behind a later one.
        package var disordered = 0
        /// Times without a zone, which are taken as UTC.
        package var zoneless = 0
    }

    /// The file's name without its folders.
    package let name: String
    package let format: TrackFormat
    /// One or more.
    package let tracks: [Track]
    package let remarks: Remarks
}

/// Where in a file a fix stands.
enum TrackPlace: CustomStringConvertible {
    case line(Int)
    /// A record of JSON by its number, from 1, and what such records are called.
    case record(Int, of: StaticString)

    var description: String {
        switch self {
        case .line(let number): "line \(number)"
        case .record(let number, let kind): "\(kind) \(number)"
        }
    }

    var number: Int32 {
        switch self {
        case .line(let number), .record(let number, _): Int32(clamping: number)
        }
    }

    var kind: String {
        switch self {
        case .line: "line"
        case .record(_, let kind): "\(kind)"
        }
    }
}

/// A fix as a file has it, before it is one.
struct FixDraft {
    var latitude: Double?
    var longitude: Double?
    var at: Timestamp?
    var accuracyMeters: Double?
    var altitudeMeters: Double?
    var speedMetersPerSecond: Double?
    var headingDegrees: Double?
}

/// Gathers the fixes of a file, track by track.
struct TrackCollector {
    let name: String
    let format: TrackFormat
    let now: Timestamp
    var remarks = TrackFile.Remarks()
    /// The greatest number of fixes that is read.
    var limit = TrackReader.fixLimit
    private var titles: [String?] = []
    private var fixes: [[Fix]] = []
    /// Where each of them stands.
    private var places: [[Int32]] = []
    private var kind = "line"
    /// The numbers of tracks that are told apart by a text of each fix.
    private var numbers: [String: Int] = [:]
    private var count = 0

    init(name: String, format: TrackFormat, now: Timestamp) {
        self.name = name
        self.format = format
        self.now = now
    }

    /// Begins another track.
    mutating func begin(_ title: String?) {
        if let last = fixes.last, last.isEmpty {
            titles[titles.count - 1] = title
        } else {
            titles.append(title)
            fixes.append([])
            places.append([])
        }
    }

    /// Gives the track that was begun last its title.
    mutating func entitle(_ title: String) {
        if !titles.isEmpty, titles[titles.count - 1] == nil { titles[titles.count - 1] = title }
    }

    /// Adds a fix to the track that was begun last, or to that of a key.
    ///
    mutating func add(
        _ draft: FixDraft,
        at place: TrackPlace,
        key: String? = nil
    ) throws(TrackError) {
        guard let latitude = draft.latitude, let longitude = draft.longitude else {
            remarks.placeless += 1
            return
        }
        let coordinate: Coordinate
        do throws(GeodesyError) {
            coordinate = try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw .badFix(name: name, where: "\(place)", fault: .place(error))
        }
        guard let at = draft.at else {
            remarks.untimed += 1
            return
        }
        // Devices write less than 0 where they do not know.
        func known(_ value: Double?) -> Double? { value.flatMap { $0 < 0 ? nil : $0 } }
        let fix = Fix(
            at: at,
            place: coordinate,
            accuracyMeters: known(draft.accuracyMeters),
            altitudeMeters: draft.altitudeMeters,
            speedMetersPerSecond: known(draft.speedMetersPerSecond),
            headingDegrees: known(draft.headingDegrees)
        )
        if let fault = fix.fault(now: now) {
            throw .badFix(name: name, where: "\(place)", fault: fault)
        }
        count += 1
        guard count <= limit else { throw .tooManyFixes(name: name, limit: limit) }
        let track = track(of: key)
        fixes[track].append(fix)
        places[track].append(place.number)
        kind = place.kind
    }

    private mutating func track(of key: String?) -> Int {
        guard let key else {
            if fixes.isEmpty { begin(nil) }
            return fixes.count - 1
        }
        if let number = numbers[key] { return number }
        titles.append(key.isEmpty ? nil : key)
        fixes.append([])
        places.append([])
        numbers[key] = fixes.count - 1
        return fixes.count - 1
    }

    /// A number of a text; nil where the text is blank.
    func number(
        _ text: String?,
        _ what: String,
        at place: TrackPlace
    ) throws(TrackError) -> Double? {
        guard let text = text?.withoutSpace, !text.isEmpty else { return nil }
        guard let number = Double(text) else {
            throw .badValue(
                name: name,
                where: "\(place)",
                what: what,
                value: text,
                allowed: "a number"
            )
        }
        return number
    }

    /// A moment of a text; nil where the text is blank.
    mutating func time(
        _ text: String?,
        at place: TrackPlace
    ) throws(TrackError) -> Timestamp? {
        guard let text = text?.withoutSpace, !text.isEmpty else { return nil }
        guard let time = TrackTime(text) else {
            throw .badValue(
                name: name,
                where: "\(place)",
                what: "time",
                value: text,
                allowed: "a moment such as 2026-11-03T08:15:00Z"
            )
        }
        if !time.hasZone { remarks.zoneless += 1 }
        return time.at
    }

    /// Puts the fixes in order.
    consuming func finish() throws(TrackError) -> TrackFile {
        guard count > 0 || remarks.untimed == 0 else {
            throw .noTimes(name: name, count: remarks.untimed)
        }
        guard count > 1 else { throw .tooFewFixes(name: name, count: count) }
        var tracks: [TrackFile.Track] = []
        for (index, title) in titles.enumerated() where !fixes[index].isEmpty {
            let (ordered, numbers) = order(fixes[index], places[index])
            guard ordered.count > 1 else {
                remarks.single += 1
                continue
            }
            tracks.append(
                TrackFile.Track(title: title, fixes: ordered, numbers: numbers, kind: kind)
            )
        }
        guard !tracks.isEmpty else { throw .tooFewFixes(name: name, count: 1) }
        return TrackFile(name: name, format: format, tracks: tracks, remarks: remarks)
    }

    /// In the order of their times, those of one time as they stand in the file; and where each stands.
    private mutating func order(_ fixes: [Fix], _ places: [Int32]) -> ([Fix], [Int32]) {
        let late = zip(fixes, fixes.dropFirst()).count { $1.at < $0.at }
        remarks.disordered += late
        let order =
            late == 0
            ? Array(fixes.indices)
            : fixes.indices.sorted { (fixes[$0].at, $0) < (fixes[$1].at, $1) }
        var (kept, numbers): ([Fix], [Int32]) = ([], [])
        kept.reserveCapacity(order.count)
        numbers.reserveCapacity(order.count)
        for index in order {
            let fix = fixes[index]
            if let last = kept.last, last.at == fix.at, last.place == fix.place {
                remarks.repeated += 1
            } else {
                kept.append(fix)
                numbers.append(places[index])
            }
        }
        return (kept, numbers)
    }
}
