internal import Geodesy
internal import Polling

/// What a report says of the stations of a pass, beside what is wrong with rows.
struct StationRemarks {
    /// How many stations or rows something is said of, and the lines of the first.
    struct Lines {
        private static let shownLimit = 5

        private(set) var count = 0
        private(set) var first: [Int] = []

        /// - Parameter isShown: Whether the line is worth a look.
        mutating func add(_ line: Int, isShown: Bool = true) {
            count += 1
            if isShown, first.count < Self.shownLimit { first.append(line) }
        }
    }

    /// Stations whose address stands for their name.
    var nameless = Lines()
    /// Rows that say by a word that they are no station any more.
    var withdrawn: [String: Lines] = [:]
    /// Stations that are published without a place.
    private(set) var withoutPlace = Lines()
    /// Those of them that stand at 0, 0 in the file.
    private(set) var zeroPlaces = 0
    /// Those of them whose places are surely wrong and wait for a decision.
    private(set) var withheldPlaces = 0
    /// Stations that a row gives no place that could be used, and another row does.
    var placedByOthers = Lines()
    /// Stations whose hours are not understood, and how the first of them are written.
    private(set) var unreadHours = Lines()
    private var unreadHoursExamples: [String] = []
    /// Whether hours are understood, of the different ones that were seen.
    private var knownHours: [String: Bool] = [:]
    /// Those that were understood last: most rows say what the one before said.
    private var understoodHours: String?
    /// Stations whose door cannot be used, and how the first of them are written.
    private var lostEntrances = Lines()
    private var lostEntranceExamples: [String] = []
    /// Rows that say by a 0 that they have no district, by the column.
    var zeroDistricts: [Int: Lines] = [:]
    /// Words about access that say neither yes nor no.
    var accessWords = AccessWords()
    /// Rows whose postcode stands among other words, and how the first is written and read.
    private var longPostcodes = Lines()
    private var longPostcodeExample = ""
    /// Columns that differ between the rows of a station.
    private var differing: [Int: (stations: Int, example: String)] = [:]

    mutating func note(differing columns: [Int: String]) {
        for (column, values) in columns { differing[column, default: (0, values)].stations += 1 }
    }

    /// Counts a row whose postcode stands among other words.
    mutating func note(postcode: String, writtenAs text: String, line: Int) {
        longPostcodes.add(line)
        if longPostcodeExample.isEmpty { longPostcodeExample = "\"\(text)\" as \(postcode)" }
    }

    private var postcodeNotes: [ImportNote] {
        guard longPostcodes.count > 0 else { return [] }
        return [
            ImportNote(
                level: .note,
                text:
                    "the postcodes of \(counted(longPostcodes.count, "station")) stand among other "
                    + "words, and were read without them: \(longPostcodeExample)",
                lines: longPostcodes.first
            )
        ]
    }

    /// Files of hours have few different ones; of more it is not looked which are understood.
    private static let knownHoursLimit = 10_000

    /// Looks whether a station's hours are understood.
    mutating func note(hours: String, line: Int) {
        if hours == understoodHours { return }
        if knownHours[hours] == nil {
            guard knownHours.count < Self.knownHoursLimit else { return }
            knownHours[hours] = OpeningHours(parsing: hours) != nil
            if knownHours[hours] == false, unreadHoursExamples.count < 3 {
                unreadHoursExamples.append(hours)
            }
        }
        if knownHours[hours] == false {
            unreadHours.add(line)
        } else {
            understoodHours = hours
        }
    }

    /// Looks whether a station's door, of which its file has columns, can be used.
    mutating func note(entranceOf station: Station, line: Int) {
        guard let written = station.writtenEntrance else { return }
        let reason: String
        switch written.reading {
        case .place: return
        case .half: reason = "one of the two is blank"
        case .unreadable: reason = "no latitude and longitude"
        case .far(let distance): reason = "\(lengthText(distance.meters)) from its building"
        }
        lostEntrances.add(line)
        if lostEntranceExamples.count < 3 {
            let values = [written.latitude, written.longitude].map { value in
                value.map(Difference.quoted) ?? "blank"
            }
            lostEntranceExamples.append("\(values.joined(separator: " and ")) (\(reason))")
        }
    }

    /// Counts a station that is published without a place.
    mutating func note(missing place: StationDraft.MissingPlace) {
        withoutPlace.add(place.line, isShown: !place.isWithheld)
        if place.isWithheld {
            withheldPlaces += 1
        } else if place.isZero {
            zeroPlaces += 1
        }
    }

    /// What the report says.
    func notes(_ plan: StationPlan) -> [ImportNote] {
        withdrawnNotes(plan) + namelessNotes(plan) + placeNotes + otherPlaceNotes + zeroNotes(plan)
            + hoursNotes + entranceNotes(plan) + postcodeNotes
            + (plan.accessible.map { accessWords.notes(plan.columns[$0]) } ?? [])
            + differingNotes(plan)
    }

    private func zeroNotes(_ plan: StationPlan) -> [ImportNote] {
        zeroDistricts.sorted { $0.key < $1.key }.map { column, rows in
            ImportNote(
                level: .warning,
                text:
                    "\(plan.columns[column]) is 0 in \(counted(rows.count, "row")), far more than any "
                    + "other: taken for no district",
                lines: rows.first
            )
        }
    }

    private var otherPlaceNotes: [ImportNote] {
        guard placedByOthers.count > 0 else { return [] }
        return [
            ImportNote(
                level: .note,
                text:
                    "\(counted(placedByOthers.count, "station")) of which a row gives no place that "
                    + "can be used: merged by name and address with the rows that give one",
                lines: placedByOthers.first
            )
        ]
    }

    private var hoursNotes: [ImportNote] {
        guard unreadHours.count > 0 else { return [] }
        let examples = unreadHoursExamples.map { text in
            "\"\(text.count > 60 ? text.prefix(59) + "…" : text[...])\""
        }
        return [
            ImportNote(
                level: .warning,
                text:
                    "the hours of \(counted(unreadHours.count, "row")) are not understood, and are shown "
                    + "as they are written, without a word on whether the station is open now: "
                    + examples.joined(separator: ", "),
                lines: unreadHours.first
            )
        ]
    }

    private func entranceNotes(_ plan: StationPlan) -> [ImportNote] {
        guard lostEntrances.count > 0 else { return [] }
        return [
            ImportNote(
                level: .warning,
                text: "\(plan.entrance.map { plan.columns[$0] }.joined(separator: " and ")) of "
                    + "\(counted(lostEntrances.count, "station")) tell no door within "
                    + "\(lengthText(WrittenEntrance.reachMeters)) of the building: not used, and the way leads "
                    + "to the building: " + lostEntranceExamples.joined(separator: ", "),
                lines: lostEntrances.first
            )
        ]
    }

    private func withdrawnNotes(_ plan: StationPlan) -> [ImportNote] {
        guard let column = plan.status else { return [] }
        return withdrawn.sorted { $0.key < $1.key }.map { word, rows in
            ImportNote(
                level: .warning,
                text: "\(plan.columns[column]) is \"\(word)\" in "
                    + "\(counted(rows.count, "row")), which are published as stations all "
                    + "the same; a profile with the line \"skip where "
                    + "\(plan.columns[column]) is \(word)\" leaves them out",
                lines: rows.first
            )
        }
    }

    private func namelessNotes(_ plan: StationPlan) -> [ImportNote] {
        guard nameless.count > 0 else { return [] }
        let names = [plan.name, plan.premises].compactMap { $0 }.map { plan.columns[$0] }
        return [
            ImportNote(
                level: .warning,
                text: "\(counted(nameless.count, "station")) "
                    + (names.isEmpty
                        ? "without a name, for no column has it (is it a list of polling stations?)"
                        : "with nothing in \(names.joined(separator: " or "))")
                    + ": published with the address for a name",
                lines: names.isEmpty ? [] : nameless.first
            )
        ]
    }

    private var placeNotes: [ImportNote] {
        guard withoutPlace.count > withheldPlaces else { return [] }
        return [
            ImportNote(
                level: .warning,
                text: "\(counted(withoutPlace.count - withheldPlaces, "station")) without "
                    + "coordinates"
                    + (zeroPlaces > 0 ? " (\(grouped(zeroPlaces)) of them at 0, 0)" : "")
                    + ": kept without a place, found by district or postcode, never by distance",
                lines: withoutPlace.first
            )
        ]
    }

    private func differingNotes(_ plan: StationPlan) -> [ImportNote] {
        differing.sorted { $0.key < $1.key }.map { column, entry in
            ImportNote(
                level: (plan.timeZones + plan.dayColumns).contains(column) ? .warning : .note,
                text: "\(plan.columns[column]) differs between the merged rows of "
                    + "\(counted(entry.stations, "station"))\(entry.example)",
                lines: []
            )
        }
    }
}
