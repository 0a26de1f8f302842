internal import Polling

extension Field {
    /// What voters of a row's measure choose from.
    static let choice = Field(
        name: "choice",
        headers: [
            "choice", "choicename", "candidate", "candidatename", "selection", "selectionname",
            "nameonballot", "ballotname",
        ]
    )

    /// The fields of measures in a file of contests, whose columns are called after these.
    static let measureFieldsOfContests = measureFields.map { field in
        field == measureTitle
            ? Field(name: field.name, headers: contest.headers) : field
    }
}

/// Which rows of a file of contests are of measures: those whose choices are answers and nobody's names. A
/// file without choices has measures alone.
struct MeasureChoices {
    private let column: Int?
    private var answered: Set<String> = []
    private var contested: Set<String> = []
    /// The titles of the others, and how many rows they have.
    private var left: [String: Int] = [:]
    /// The precincts that rows of a measure name, by their counties.
    private var places: [String: [String: Set<String>]] = [:]

    /// - Parameter column: The column of the choices; nil where none has them.
    init(column: Int?) { self.column = column }

    /// Whether the file has choices, and not measures alone.
    var hasChoices: Bool { column != nil }

    /// Whether none of the rows that were looked at is of a measure.
    var isOfContestsAlone: Bool { hasChoices && answered.subtracting(contested).isEmpty }

    /// Looks at a row.
    ///
    /// - Parameter key: Names its measure within the file.
    mutating func learn(_ row: borrowing Row, of key: String) {
        guard let column, let choice = row.text(column) else { return }
        if BallotAnswer.isAnswer(choice) {
            answered.insert(key)
        } else if !PseudoRows.isPseudoCandidate(choice) {
            contested.insert(key)
        }
    }

    /// Forgets what rows were passed over, for another pass.
    mutating func restart() { (left, places) = ([:], [:]) }

    /// Whether a row is of a measure; one that is of a contest is counted.
    mutating func takes(_ row: borrowing Row, titled title: String, of key: String) -> Bool {
        guard let column else { return true }
        if answered.contains(key), !contested.contains(key) {
            return row.text(column).map { !PseudoRows.isPseudoCandidate($0) } ?? true
        }
        left[title, default: 0] += 1
        return false
    }

    // MARK: Precincts

    /// Takes in the precinct and the county of a row's results.
    mutating func add(_ row: borrowing Row, _ plan: FieldPlan, to key: String) {
        func place(_ field: Field) -> String? {
            plan.text(field, row).flatMap {
                PlaceholderText.words.contains($0.lowercased()) || PseudoRows.isPseudoPlace($0)
                    || DistrictText.isEverywhere($0) ? nil : $0
            }
        }
        let (county, precinct) = (place(.county), place(.precinctCode))
        guard county != nil || precinct != nil else { return }
        let codes = precinct.map { StationRowReader.codes($0, type: "precinct") } ?? []
        places[key, default: [:]][county ?? "", default: []].formUnion(codes)
    }

    /// Where a measure is on the ballot by the precincts of its results; nil where it has none.
    func area(of key: String) -> BallotArea? {
        guard let counties = places[key] else { return nil }
        let known = Set(places.values.joined().map(\.key)).subtracting([""])
        return BallotArea(
            precincts: counties,
            ofCounties: Set(known.map(CountyKey.init)).count > 1
        )
    }

    // MARK: Reporting

    private static let shownLimit = 5

    var notes: [ImportNote] {
        guard !left.isEmpty else { return [] }
        let titles = left.keys.sorted()
        return [
            ImportNote(
                .note,
                Finding(
                    .contestsLeftOut,
                    [
                        "rows": .count(left.values.reduce(0, +)),
                        "titles": Finding.list(
                            Array(titles.prefix(Self.shownLimit)),
                            more: max(0, titles.count - Self.shownLimit)
                        ),
                    ]
                )
            )
        ]
    }
}
