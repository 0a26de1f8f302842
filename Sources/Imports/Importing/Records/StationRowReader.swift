internal import Datasets
internal import Geodesy
internal import Polling

/// Makes a station of a row.
///
/// Used by one reader, on one thread.
final class StationRowReader {
    let plan: StationPlan
    let dataset: DatasetName
    let placeReader: PlaceReader?
    private let repairs: RepairBook?
    let areaColumns: [Int]
    /// The columns of names and of addresses, and those of towns and districts, in which a sign may stand for
    /// what the row above says.
    let namedColumns: [Int]
    let codedColumns: [Int]
    var addressLine = AddressLine()
    var knownAccessibility: [String: Accessibility.Answer] = [:]
    var knownDistricts: Set<UInt64> = []
    /// Of the words of types, whether they are those of a box for ballots alone.
    private var knownTypes: [String: StationKind.Reading] = [:]
    /// Digests of cells whose codes were noted.
    var noticedCells: Set<UInt64> = []

    init(plan: StationPlan, dataset: DatasetName, repairs: RepairBook? = nil) {
        self.plan = plan
        self.dataset = dataset
        self.repairs = repairs
        areaColumns = plan.areaColumns
        namedColumns =
            [plan.name, plan.premises].compactMap { $0 } + plan.address.parts.joined()
        codedColumns = plan.address.town + plan.districts.map(\.column)
        placeReader = plan.place.map { PlaceReader(plan: $0, columns: plan.columns) }
    }

    /// What makes rows the same station.
    struct Identity {
        /// Of the normalised name and address.
        let nameAndAddress: UInt64
        /// Of name, address and place.
        var whole: UInt64
        /// Whether there is an address besides the name.
        let hasAddress: Bool
        var place: Place
    }

    /// Where a row puts its station.
    struct Place {
        let coordinate: Coordinate?
        /// Whether somebody has decided what it is.
        let isDecided: Bool
        /// Set where it is surely wrong, so that the station is published without one until somebody
        /// decides.
        var withheld: StationPlaces.Withheld?

        /// Where the station is published.
        var published: Coordinate? { withheld == nil ? coordinate : nil }
    }

    /// Whether the address says more than the town: enough to go by where there is no name.
    private func hasStreet(_ row: borrowing Row) -> Bool {
        for column in plan.address.parts.joined() where !row.isPlaceholder(column) {
            return true
        }
        return false
    }

    /// Why a row names no station. Where no column gives the address, one of those that are kept may.
    private var namelessReason: Finding {
        guard plan.address.parts.isEmpty else { return Finding(.stationWithoutName) }
        let columns = plan.columns.prefix(Self.shownColumns).map { "\"\($0)\"" }
        return Finding(
            .nameBlankNoAddress,
            ["columns": .texts(columns + (plan.columns.count > columns.count ? ["..."] : []))]
        )
    }

    private static let shownColumns = 20

    /// The identity of a row; hashes hold within this process.
    ///
    /// - Throws: ``RowRefusal`` when the row is no station.
    func identity(_ row: borrowing Row, scratch: inout [UInt8]) throws(RowRefusal) -> Identity {
        if let fault = row.fault { throw RowRefusal(fault) }
        let nameEnd = writeNormal(row, to: &scratch)
        guard nameEnd > 0 || hasStreet(row) else {
            try refuseHeading(row)
            throw RowRefusal(
                RowFault(
                    cause: .blankName,
                    column: plan.name.map { plan.columns[$0] },
                    reason: namelessReason
                )
            )
        }
        try checkTimeZone(row)
        try refuseReference(row)
        try refuseElsewhere(row)
        try refuseDamage(row)
        let place = try place(row, scratch)
        if place.coordinate == nil {
            try refusePseudoStation(row, name: scratch[..<nameEnd])
            try refuseRemark(row, name: scratch[..<nameEnd])
            try refuseHeading(row)
        }
        let nameAndAddress = Self.hash(scratch)
        var whole = Hasher()
        whole.combine(nameAndAddress)
        for number in place.coordinate.map(Self.spot) ?? [] { whole.combine(number) }
        if plan.separatesBoxes, isBallotBox(row) { whole.combine(Self.box) }
        // A name alone is too little: many towns have a "Town Hall".
        if place.coordinate == nil, scratch.count == nameEnd + 1 {
            for column in areaColumns { row.combine(column, into: &whole) }
        }
        return Identity(
            nameAndAddress: nameAndAddress,
            whole: UInt64(bitPattern: Int64(whole.finalize())),
            hasAddress: scratch.count > nameEnd + 1,
            place: place
        )
    }

    /// Stands for a box for ballots in a building where people vote.
    static let box = Array("box".utf8)

    /// Whether a row is of a box that takes ballots, and of no place where people vote.
    func isBallotBox(_ row: borrowing Row) -> Bool {
        guard let column = plan.kindColumn, let text = row.text(column) else { return false }
        return reading(ofType: text).kinds == [.dropBox]
    }

    /// What the hours of a row are of.
    func hoursUse(_ row: borrowing Row) -> StationDraft.HoursUse {
        guard let column = plan.kindColumn, let text = row.text(column) else { return .electionDay }
        switch reading(ofType: text).kinds {
        case [.dropBox]: return .box
        case [.earlyVoting], [.earlyVoting, .dropBox]: return .earlyVoting
        default: return .electionDay
        }
    }

    /// Whether a word of a type says that nobody votes there.
    func isElsewhere(_ text: String) -> Bool { reading(ofType: text).isElsewhere }

    /// What a word of a type says; of the few different ones that a file has, each is read once.
    private func reading(ofType text: String) -> StationKind.Reading {
        if let known = knownTypes[text] { return known }
        let reading = StationKind.reading(text)
        if knownTypes.count < 100 { knownTypes[text] = reading }
        return reading
    }

    private static func hash(_ nameAndAddress: [UInt8]) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(text: nameAndAddress.span)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// What a row has in common with the others of its station; holds within this process.
    ///
    /// - Parameter splitColumn: A column whose values are kept apart even where name, address and
    ///   place agree.
    func stationHash(
        _ row: borrowing Row,
        _ identity: Identity,
        splitColumn: Int?
    ) -> UInt64 {
        guard let splitColumn else { return identity.whole }
        var hasher = Hasher()
        hasher.combine(identity.whole)
        hasher.combine(keyHash(row, column: splitColumn))
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// The place of a row where nothing was decided about any.
    func givenPlace(_ row: borrowing Row) throws(RowRefusal) -> Place {
        let numbers = try placeReader?.numbers(row)
        let coordinate = try numbers.flatMap { (numbers) throws(RowRefusal) in
            try placeReader?.place(numbers, of: row)
        }
        return Place(coordinate: coordinate, isDecided: false)
    }

    /// The place of a row as it stands, or as was decided.
    private func place(
        _ row: borrowing Row,
        _ nameAndAddress: [UInt8]
    ) throws(RowRefusal) -> Place {
        guard let repairs, repairs.hasDecisions else { return try givenPlace(row) }
        guard let placeReader, let numbers = try placeReader.numbers(row) else {
            return switch repairs.outcome(withoutPlaceOf: TextNormal.digest([nameAndAddress])) {
            case .undecided: Place(coordinate: nil, isDecided: false)
            case .refused: Place(coordinate: nil, isDecided: true)
            case .mended(let place): Place(coordinate: place, isDecided: true)
            }
        }
        let outcome = repairs.outcome(
            for: numbers,
            of: TextNormal.digest([nameAndAddress]),
            reader: placeReader
        )
        return switch outcome {
        case .undecided:
            Place(coordinate: try placeReader.place(numbers, of: row), isDecided: false)
        case .refused: Place(coordinate: try placeReader.place(numbers, of: row), isDecided: true)
        case .mended(let place): Place(coordinate: place, isDecided: true)
        }
    }

    /// What a row says of where its station is, beside its coordinates; nil where it gives none.
    func clue(_ row: borrowing Row) -> PlaceClue? {
        guard let numbers = try? placeReader?.numbers(row) else { return nil }
        let station = station(row, key: "", coordinate: nil)
        var keys: [Int: String] = [:]
        for candidate in plan.keys {
            keys[candidate.column] = keySlug(row, column: candidate.column)
        }
        return PlaceClue(
            numbers: numbers,
            districts: station.districts,
            postcode: station.postcode,
            likeness: station.likeness,
            keys: keys,
            country: plan.country.flatMap { row.text($0) }.flatMap { Country(cell: $0) },
            addressCountry: addressCountry(row, station),
            city: plan.address.town.first.flatMap { row.text($0) }.flatMap(TextNormal.slug)
        )
    }

    /// The country at the end of a row's address, or among the words of its postcode.
    private func addressCountry(_ row: borrowing Row, _ station: Station) -> Country? {
        if let column = plan.postcode, let text = row.text(column),
            text.contains(where: \.isLetter),
            let country = Country(endOf: text)
        {
            return country
        }
        guard let address = station.address else { return nil }
        return address.split(separator: ",").last.flatMap { Country(endOf: String($0)) }
    }

    /// What a row without coordinates says of where its station is.
    func placeless(_ row: borrowing Row) -> PlacelessStation {
        let station = station(row, key: "", coordinate: nil, keepsColumns: false)
        return PlacelessStation(address: station.address, postcode: station.postcode)
    }

    /// Names the station of a row in a file of decisions.
    func decisionKey(_ row: borrowing Row, scratch: inout [UInt8]) -> String {
        _ = writeNormal(row, to: &scratch)
        return TextNormal.digest([scratch])
    }

    /// Writes name and address without what spellings differ in.
    ///
    /// - Returns: Where the name ends.
    private func writeNormal(_ row: borrowing Row, to scratch: inout [UInt8]) -> Int {
        scratch.removeAll(keepingCapacity: true)
        appendNormalName(row, to: &scratch)
        let nameEnd = scratch.count
        scratch.append(0x1F)
        appendNormalAddress(row, to: &scratch)
        return nameEnd
    }

    func appendNormalName(_ row: borrowing Row, to normal: inout [UInt8]) {
        if let column = plan.name, !row.isPlaceholder(column) {
            row.appendNormal(column, to: &normal)
        } else if let column = plan.premises, !row.isPlaceholder(column) {
            row.appendNormal(column, to: &normal)
        }
    }

    func appendNormalAddress(_ row: borrowing Row, to normal: inout [UInt8]) {
        func append(_ column: Int, of row: borrowing Row) {
            if row.bounds(column).isEmpty { return }
            if normal.last != 0x1F { normal.append(0x20) }
            row.appendNormal(column, to: &normal)
        }
        for part in plan.address.parts {
            for column in part { append(column, of: row) }
        }
        for column in plan.address.town { append(column, of: row) }
    }
}
