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
    /// Rows that say that their station is not in use.
    var inactive = Lines()
    /// Rows that say by a flag what sort of place is there.
    var flagged = Lines()
    /// Stations that may be closed by their own words.
    var closures = StationClosures()
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
    private var lostEntranceExamples: [Finding] = []
    /// Rows that say by a 0 that they have no district, by the column.
    var zeroDistricts: [Int: Lines] = [:]
    /// Words about access that say neither yes nor no.
    var accessWords = AccessWords()
    /// Rows whose postcode stands among other words, and how the first is written and read.
    private var longPostcodes = Lines()
    private var longPostcodeExample: Finding?
    /// Rows whose postcode lacks its zeros, and how the first is written and read.
    private var shortPostcodes = Lines()
    private var shortPostcodeExample: Finding?
    /// What rows say by themselves.
    var rows = RowRemarks()
    /// Columns that differ between the rows of a station.
    private var differing: [Int: (stations: Int, example: Finding, lines: [Int])] = [:]

    /// - Parameter lines: Those of the rows whose values are not all kept, by column.
    mutating func note(differing columns: [Int: Finding], lines: [Int: [Int]]) {
        for (column, values) in columns {
            differing[column, default: (0, values, lines[column] ?? [])].stations += 1
        }
    }

    /// Counts a row whose postcode stands among other words, or without its zeros.
    mutating func note(postcode: String, writtenAs text: String, line: Int) {
        guard text.utf8.count > postcode.utf8.count else {
            shortPostcodes.add(line)
            shortPostcodeExample =
                shortPostcodeExample
                ?? Finding(.readAs, ["text": .text(text), "value": .text(postcode)])
            return
        }
        longPostcodes.add(line)
        if longPostcodeExample == nil {
            longPostcodeExample = Finding(
                .readAs,
                ["text": .text(text), "value": .text(postcode)]
            )
        }
    }

    private var postcodeNotes: [ImportNote] {
        [
            (StationWording.longPostcodes, longPostcodeExample, longPostcodes),
            (StationWording.postcodeZeros, shortPostcodeExample, shortPostcodes),
        ].compactMap { wording, example, rows in
            guard let example else { return nil }
            return ImportNote(
                .note,
                Finding(
                    wording,
                    ["stations": .count(rows.count), "example": .finding(example)]
                ),
                lines: rows.first
            )
        }
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
        if case .place = written.reading { return }
        lostEntrances.add(line)
        if lostEntranceExamples.count < 3 {
            lostEntranceExamples.append(Self.lost(written))
        }
    }

    /// A door as it is written, and why it is not used.
    private static func lost(_ written: WrittenEntrance) -> Finding {
        let values = [written.latitude, written.longitude].map { value in
            value.map { Finding.Value.text(Difference.quoted($0)) } ?? .finding(Finding(.blank))
        }
        if case .far(let distance) = written.reading {
            return Finding(
                .doorFar,
                [
                    "latitude": values[0], "longitude": values[1],
                    "distance_m": .length(distance.meters),
                ]
            )
        }
        return Finding(
            written.reading == .half ? .doorHalf : .doorUnreadable,
            ["latitude": values[0], "longitude": values[1]]
        )
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
        var notes = withdrawnNotes(plan) + plan.wordNotes(self) + closures.notes
        notes += namelessNotes(plan) + placeNotes
        notes += otherPlaceNotes + zeroDistricts.warnings(StationWording.zeroDistricts, plan)
        notes += hoursNotes + entranceNotes(plan)
        notes += postcodeNotes
        notes += plan.accessible.map { accessWords.notes(plan.columns[$0]) } ?? []
        notes += rows.notes(plan) + differingNotes(plan)
        return notes
    }

    private var otherPlaceNotes: [ImportNote] {
        guard placedByOthers.count > 0 else { return [] }
        return [
            ImportNote(
                .note,
                Finding(.placedByOthers, ["stations": .count(placedByOthers.count)]),
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
                .warning,
                Finding(
                    .hoursNotRead,
                    ["rows": .count(unreadHours.count), "examples": .texts(examples)]
                ),
                lines: unreadHours.first
            )
        ]
    }

    private func entranceNotes(_ plan: StationPlan) -> [ImportNote] {
        guard lostEntrances.count > 0 else { return [] }
        let columns = plan.entrance.map { plan.columns[$0] }.joined(separator: " and ")
        return [
            ImportNote(
                .warning,
                Finding(
                    .doorsNotUsed,
                    [
                        "columns": .text(columns), "stations": .count(lostEntrances.count),
                        "reach_m": .length(WrittenEntrance.reachMeters),
                        "examples": .findings(lostEntranceExamples),
                    ]
                ),
                lines: lostEntrances.first
            )
        ]
    }

    private func withdrawnNotes(_ plan: StationPlan) -> [ImportNote] {
        guard let column = plan.status else { return [] }
        return withdrawn.sorted { $0.key < $1.key }.map { word, rows in
            ImportNote(
                .warning,
                Finding(
                    .closedStations,
                    [
                        "column": .text(plan.columns[column]), "word": .text(word),
                        "rows": .count(rows.count),
                    ]
                ),
                lines: rows.first
            )
        }
    }

    private func namelessNotes(_ plan: StationPlan) -> [ImportNote] {
        guard nameless.count > 0 else { return [] }
        let names = [plan.name, plan.premises].compactMap { $0 }.map { plan.columns[$0] }
        let count = Finding.Value.count(nameless.count)
        let finding =
            names.isEmpty
            ? Finding(.noColumnOfNames, ["stations": count])
            : Finding(
                .namelessStations,
                ["stations": count, "columns": .text(names.joined(separator: " or "))]
            )
        return [ImportNote(.warning, finding, lines: names.isEmpty ? [] : nameless.first)]
    }

    private var placeNotes: [ImportNote] {
        guard withoutPlace.count > withheldPlaces else { return [] }
        let count = Finding.Value.count(withoutPlace.count - withheldPlaces)
        let finding =
            zeroPlaces > 0
            ? Finding(
                .stationsWithoutPlaceOrAtZero,
                ["stations": count, "zero": .count(zeroPlaces)]
            ) : Finding(.stationsWithoutPlace, ["stations": count])
        return [ImportNote(.warning, finding, lines: withoutPlace.first)]
    }

    private func differingNotes(_ plan: StationPlan) -> [ImportNote] {
        differing.sorted { $0.key < $1.key }.map { column, entry in
            // What stands side by side is all there.
            ImportNote(
                entry.example.code == StationWording.keptSideBySide.rawValue ? .note : .warning,
                Finding(
                    .columnDiffers,
                    [
                        "column": .text(plan.columns[column]),
                        "stations": .count(entry.stations), "finding": .finding(entry.example),
                    ]
                ),
                lines: entry.lines
            )
        }
    }
}

extension [Int: StationRemarks.Lines] {
    /// A warning of each column, in their order, that says in how many rows it has what a sentence tells.
    func warnings(_ wording: some FindingWording, _ plan: StationPlan) -> [ImportNote] {
        sorted { $0.key < $1.key }.map { column, rows in
            ImportNote(
                .warning,
                Finding(
                    wording: wording,
                    ["column": .text(plan.columns[column]), "rows": .count(rows.count)]
                ),
                lines: rows.first
            )
        }
    }
}
