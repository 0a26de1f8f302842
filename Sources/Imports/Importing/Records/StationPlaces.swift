internal import Datasets
internal import Geodesy

/// What is known of where a file's stations should lie, and what is to be said of a row's place.
///
/// Used by one reader, on one thread.
final class StationPlaces {
    private let plan: StationPlan
    private let dataset: DatasetName
    private let book: RepairBook
    private let rowReader: StationRowReader
    /// Some of the stations' places.
    private var sample = PlaceSample()
    /// What some of the rows say of where they lie.
    private var clueSample = ClueSample()
    private var keyColumn: Int?
    /// What is said against the file as a whole.
    private var verdict: PlaceVerdict?
    private var finder: RepairFinder?
    /// What is known of single rows.
    private var witnesses: RowWitnesses?
    /// What single rows say in words.
    private var words: RowWords?
    /// Where all places lie, roughly.
    private var cells = GlobeCells()
    /// The file's stations without coordinates, and what is proposed for them.
    private var placeless: Set<PlacelessStation> = []
    private var proposedPlaces: [PlacelessStation: ProposedPlace] = [:]
    private var hasSurroundings = false
    private var scratch: [UInt8] = []

    init(_ plan: StationPlan, _ dataset: DatasetName, _ book: RepairBook, _ rows: StationRowReader)
    {
        self.plan = plan
        self.dataset = dataset
        self.book = book
        rowReader = rows
    }

    // MARK: Learning

    /// Learns what a survey found.
    ///
    /// - Parameter keyColumn: The column that names stations; nil where none does.
    func learn(_ survey: borrowing StationSurvey, keyColumn: Int?) {
        (sample, clueSample, cells) = (survey.places, survey.clues, survey.cells)
        placeless = survey.placeless.all
        self.keyColumn = keyColumn
        find(with: nil)
    }

    /// Learns what is published that tells where the places should lie.
    func learn(_ evidence: PlaceEvidence) {
        proposedPlaces = evidence.proposedPlaces
        guard let reader = rowReader.placeReader, let clues, !clues.list.isEmpty else { return }
        var witnesses = PlaceWitnesses(
            evidence: evidence,
            regions: plan.regions,
            dataset: dataset,
            keyColumn: keyColumn
        )
        let addresses = clues.list.count { $0.addressCountry != nil }
        witnesses.believesAddresses = addresses * 2 >= clues.list.count
        self.witnesses = RowWitnesses(witnesses, clues, reader: reader)
        words = RowWords(witnesses)
        verdict = PlaceVerdict(clues, witnesses, reader: reader)
        if verdict != nil { find(with: nil) }
    }

    /// Learns what is published around the places.
    func learn(_ surroundings: Surroundings) {
        hasSurroundings = !surroundings.isEmpty
        find(with: surroundings)
    }

    private func find(with surroundings: Surroundings?) {
        finder = rowReader.placeReader.flatMap {
            RepairFinder(
                sample,
                cells: cells,
                reader: $0,
                surroundings: surroundings,
                verdict: verdict
            )
        }
    }

    /// What some rows say of where they lie; nil where none gives a place.
    var clues: PlaceClues? {
        let clues = clueSample.clues
        return clues.isEmpty && placeless.isEmpty
            ? nil : PlaceClues(list: clues, keyColumn: keyColumn, placeless: placeless)
    }

    /// What holds the places that lie not far from the others, or all, where they are few.
    var extent: BoundingBox? {
        let neighborhood = verdict?.neighborhood ?? Neighborhood(sample)
        let near = neighborhood?.members ?? sample.places
        return BoundingBox.extent(of: near)
    }

    // MARK: Judging

    /// Whether some place within a box may be surely wrong.
    func mayDoubt(in box: BoundingBox) -> Bool {
        if witnesses?.mayDoubt(in: box) == true { return true }
        guard let finder else { return false }
        return verdict != nil || hasSurroundings || finder.isAnyFar(in: box)
    }

    /// What is to be said of a row's place.
    private enum Doubt {
        /// A repair of all rows mends it.
        case whole(PlaceVerdict.Whole, becomes: Coordinate)
        case single(RepairFinder.Outcome)
    }

    private func doubt(
        _ place: Coordinate?,
        _ row: borrowing Row
    ) -> (numbers: PlaceReader.Numbers, Doubt)? {
        let isSuspicious = finder?.isSuspicious(place) == true
        let asksWitnesses = witnesses?.mayDoubt(place) == true
        guard verdict != nil || isSuspicious || asksWitnesses,
            let numbers = try? rowReader.placeReader?.numbers(row)
        else { return nil }
        if let (whole, becomes) = finder?.whole(for: numbers, at: place) {
            return (numbers, .whole(whole, becomes: becomes))
        }
        // What is known of the station itself goes before what is known of the others.
        if asksWitnesses, let clue = rowReader.clue(row),
            let witnessed = witnesses?.finding(for: clue, at: place)
        {
            return (numbers, .single(witnessed))
        }
        guard isSuspicious, let finding = finder?.finding(for: numbers, at: place) else {
            return nil
        }
        guard let words, let clue = rowReader.clue(row) else { return (numbers, .single(finding)) }
        return words.checked(finding, of: clue, at: place).map { (numbers, .single($0)) }
    }

    /// A place that is surely wrong.
    struct Withheld {
        /// Where it probably should be; nil where nothing tells.
        let becomes: Coordinate?
    }

    /// Whether a row's place is surely wrong and nobody has decided about it, so that nobody should be
    /// sent there.
    ///
    /// - Returns: nil where it may be right.
    func withheld(_ place: Coordinate, _ row: borrowing Row) -> Withheld? {
        switch doubt(place, row) {
        case nil: nil
        case (_, .whole(let whole, let becomes))?:
            book.hasRefused(whole) ? nil : Withheld(becomes: becomes)
        case (_, .single(let finding))?:
            finding.kind.isSurelyWrong ? Withheld(becomes: finding.becomes) : nil
        }
    }

    /// Proposes a repair of a row's place where it needs one.
    ///
    /// - Parameter place: Where the row's numbers put it; nil where that is no place.
    /// - Returns: What is known where the place is surely wrong, so that nobody should be sent there; nil
    ///   where it may be right.
    func propose(_ place: Coordinate?, _ row: borrowing Row) -> Withheld? {
        switch doubt(place, row) {
        case nil: return nil
        case (let numbers, .whole(let whole, let becomes))?:
            guard !book.hasRefused(whole) else { return nil }
            book.propose(whole, for: numbers, becoming: becomes, line: row.line)
            return Withheld(becomes: becomes)
        case (let numbers, .single(let finding))?:
            let station = rowReader.decisionKey(row, scratch: &scratch)
            guard !book.isDecided(numbers, of: station) else { return nil }
            book.propose(
                finding,
                for: numbers,
                of: station,
                name: rowReader.displayName(row),
                line: row.line
            )
            return finding.kind.isSurelyWrong ? Withheld(becomes: finding.becomes) : nil
        }
    }

    /// Proposes a place for the station of a row, of which no row gives one.
    func proposeMissing(_ row: borrowing Row) {
        guard !proposedPlaces.isEmpty, let found = proposedPlaces[rowReader.placeless(row)] else {
            return
        }
        book.propose(
            RepairFinder.Outcome(
                kind: .missingPlace,
                becomes: found.place,
                confidence: found.confidence,
                reason: found.reason,
                isWitnessed: true
            ),
            // What says nothing.
            for: PlaceReader.Numbers(x: 0, y: 0),
            of: rowReader.decisionKey(row, scratch: &scratch),
            name: rowReader.displayName(row),
            line: row.line
        )
    }

    // MARK: Reporting

    /// What is to be said of the places as a whole.
    var notes: [ImportNote] { [polarNote, mirrorNote].compactMap { $0 } }

    /// A warning where places would lie among the others by another reading of their numbers, and too few
    /// or too many do for a repair of each.
    private var mirrorNote: ImportNote? {
        guard verdict == nil, let images = MirrorImages(sample.places) else { return nil }
        let untold = images.places.filter { finder?.isSuspicious($0) != true }
        guard let example = untold.first else { return nil }
        return ImportNote(
            .warning,
            Finding(
                .mirrorImages,
                [
                    "count": .count(untold.count), "places": .count(images.count),
                    "place": .text(example.shortText),
                ]
            )
        )
    }

    /// A warning where most places lie where nobody votes, and nothing tells where they should.
    private var polarNote: ImportNote? {
        let polar = sample.places.count { $0.latitude < RowWitnesses.leastLatitude }
        guard polar * 2 > sample.places.count, verdict == nil else { return nil }
        return ImportNote(.warning, Finding(.nobodyInAntarctica))
    }

    /// What to say of a file none of whose numbers are a place; nil where swapping them helps nothing.
    var swappedHint: String? {
        guard let reader = rowReader.placeReader else { return nil }
        let clues = clueSample.clues
        let swapped = clues.count { reader.place($0.numbers, read: .swapped) != nil }
        guard swapped * 2 > clues.count else { return nil }
        return "Latitude and longitude look swapped: "
            + (plan.place?.columns == .geometry
                ? "GeoJSON has the longitude first"
                : "read the other way round, \(grouped(swapped)) of \(grouped(clues.count)) are places")
    }
}
