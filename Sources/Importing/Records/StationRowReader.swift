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
    private let areaColumns: [Int]
    private var addressLine = AddressLine()
    private var knownAccessibility: [String: Accessibility.Answer] = [:]
    private var knownDistricts: Set<UInt64> = []

    init(plan: StationPlan, dataset: DatasetName, repairs: RepairBook? = nil) {
        self.plan = plan
        self.dataset = dataset
        self.repairs = repairs
        areaColumns = plan.areaColumns
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

    /// The identity of a row; hashes hold within this process.
    ///
    /// - Throws: ``RowRefusal`` when the row is no station.
    func identity(_ row: borrowing Row, scratch: inout [UInt8]) throws(RowRefusal) -> Identity {
        if let fault = row.fault { throw RowRefusal(fault) }
        let nameEnd = writeNormal(row, to: &scratch)
        guard nameEnd > 0 || hasStreet(row) else {
            throw RowRefusal(
                RowFault(
                    cause: .blankName,
                    column: plan.name.map { plan.columns[$0] },
                    reason: "the row names no station: name and street address are blank"
                )
            )
        }
        let place = try place(row, scratch)
        let nameAndAddress = Self.hash(scratch)
        var whole = Hasher()
        whole.combine(nameAndAddress)
        whole.combine(place.coordinate)
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
            return Place(coordinate: nil, isDecided: false)
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
            keys: keys
        )
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

    /// What a person calls the station of a row.
    func displayName(_ row: borrowing Row) -> String {
        nameText(row) ?? addressText(row) ?? ""
    }

    private func appendNormalName(_ row: borrowing Row, to normal: inout [UInt8]) {
        if let column = plan.name, !row.isPlaceholder(column) {
            row.appendNormal(column, to: &normal)
        } else if let column = plan.premises, !row.isPlaceholder(column) {
            row.appendNormal(column, to: &normal)
        }
    }

    private func appendNormalAddress(_ row: borrowing Row, to normal: inout [UInt8]) {
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

    /// The slug of a cell that may be a key; nil when it is blank or a dummy such as `0` or `n/a`.
    func keySlug(_ row: borrowing Row, column: Int) -> String? {
        switch row.keySort(column) {
        case .none: nil
        case .slug: row.text(column)
        case .other: row.text(column).flatMap(TextNormal.slug)
        }
    }

    /// A hash of the slug, which holds within this process.
    func keyHash(_ row: borrowing Row, column: Int) -> UInt64? {
        switch row.keySort(column) {
        case .none: return nil
        case .slug: return row.hash(column)
        case .other:
            guard let slug = row.text(column).flatMap(TextNormal.slug) else { return nil }
            var hasher = Hasher()
            hasher.combine(text: Array(slug.utf8).span)
            return UInt64(bitPattern: Int64(hasher.finalize()))
        }
    }

    /// A key for a station that has none in its file: the same for the same name and address, and,
    /// where several stations share those, position.
    func hashedKey(_ row: borrowing Row, sharesName: Bool, coordinate: Coordinate?) -> String {
        var name: [UInt8] = []
        var address: [UInt8] = []
        appendNormalName(row, to: &name)
        appendNormalAddress(row, to: &address)
        guard sharesName else { return TextNormal.digest([name, address]) }
        guard let coordinate else {
            return TextNormal.digest(
                [name, address] + areaColumns.map { Array(row.cell($0)) }
            )
        }
        // A hundred-thousandth of a degree, a metre: finer differences are formatting.
        let position = [coordinate.latitude, coordinate.longitude].map {
            String(Int(($0 * 100_000).rounded()))
        }
        return TextNormal.digest([name, address, Array(position.joined(separator: ",").utf8)])
    }

    /// The station of a row, whose attributes are those of the row alone.
    func station(_ row: borrowing Row, key: String, coordinate: Coordinate?) -> Station {
        let address = addressText(row)
        var attributes: [String: String] = [:]
        for attribute in plan.attributes {
            if let text = row.text(attribute.column) { attributes[attribute.name] = text }
        }
        return Station(
            id: Station.ID(rawValue: dataset.text + "." + key),
            dataset: dataset,
            name: nameText(row) ?? address ?? "",
            address: address,
            postcode: text(row, plan.postcode, .postcode) ?? postcodeOfAddress(row),
            coordinate: coordinate,
            districts: districts(row),
            hours: hours(row),
            accessibility: accessibility(row),
            attributes: attributes
        )
    }

    private func text(_ row: borrowing Row, _ column: Int?, _ field: Field) -> String? {
        if let column, !row.isPlaceholder(column), let text = row.text(column) { return text }
        return plan.constants[field.name]
    }

    /// The hours of a row, with the days that stand in columns of their own before them, as
    /// ``OpeningHours`` reads them: `2014-03-22 to 2014-03-29 8:30 AM - 7 PM`.
    func hours(_ row: borrowing Row) -> String? {
        let times = text(row, plan.hours, .hours)
        let first = plan.firstDay.flatMap { row.isPlaceholder($0) ? nil : row.text($0) }
        let last = plan.lastDay.flatMap { row.isPlaceholder($0) ? nil : row.text($0) }
        let days = [first, last].compactMap { $0 }
            .map { DayText.parse($0)?.description ?? $0 }
        guard let from = days.first, let until = days.last else { return times }
        let span = from == until ? from : "\(from) to \(until)"
        return times.map { "\(span) \($0)" } ?? span
    }

    private func accessibility(_ row: borrowing Row) -> Accessibility {
        let text = text(row, plan.accessible, .accessible)
        return AccessibilityText.accessibility(
            text,
            answer: text.map(answer) ?? .unknown,
            note: self.text(row, plan.accessibilityNote, .accessibilityNote)
        )
    }

    /// The answer that a text gives; of the few different ones that a file has, each is read once.
    private func answer(_ text: String) -> Accessibility.Answer {
        if let known = knownAccessibility[text] { return known }
        let answer = AccessibilityText.answer(text)
        if knownAccessibility.count < 100 { knownAccessibility[text] = answer }
        return answer
    }

    private func postcodeOfAddress(_ row: borrowing Row) -> String? {
        plan.addressWithPostcode.flatMap { row.text($0) }.flatMap { PostcodeText.ending($0) }
    }

    /// Whether a row names its station; else the address stands for the name.
    func hasName(_ row: borrowing Row) -> Bool {
        if let column = plan.name, !row.isPlaceholder(column) { return true }
        if let column = plan.premises, !row.isPlaceholder(column) { return true }
        return false
    }

    private func nameText(_ row: borrowing Row) -> String? {
        if let column = plan.name, !row.isPlaceholder(column) { return row.line(column) }
        if let column = plan.premises, !row.isPlaceholder(column) { return row.line(column) }
        return nil
    }

    private func addressText(_ row: borrowing Row) -> String? {
        addressLine.begin()
        if let name = plan.name, let premises = plan.premises, !row.isPlaceholder(name) {
            addressLine.add(row, [premises], isName: true)
        }
        for part in plan.address.parts { addressLine.add(row, part) }
        for column in plan.address.town { addressLine.addTown(row, column) }
        if !plan.constants.isEmpty {
            for field in [Field.city, .state] {
                if let town = plan.constants[field.name] { addressLine.addTown(town) }
            }
        }
        return addressLine.text
    }

    /// Whether a row names districts in words that no row before did.
    func hasNewDistricts(_ row: borrowing Row) -> Bool {
        guard knownDistricts.count < NamedDistricts.limit else { return false }
        var isNew = !plan.constants.isEmpty
        for (_, column) in plan.districts {
            var hasher = Hasher()
            hasher.combine(column)
            row.combine(column, into: &hasher)
            let hash = UInt64(bitPattern: Int64(hasher.finalize()))
            if knownDistricts.insert(hash).inserted { isNew = true }
        }
        return isNew
    }

    /// The districts that a row names; a cell may hold several codes: `10101, 10120`.
    func districts(_ row: borrowing Row) -> [DistrictReference] {
        var references: [DistrictReference] = []
        for (type, column) in plan.districts {
            guard !row.isPlaceholder(column), let text = row.text(column) else { continue }
            let meansNone = plan.zeroMeansNone.contains(column)
            for code in Self.codes(text) where code != "0" || !meansNone {
                references.append(DistrictReference(type: type, code: code))
            }
        }
        if plan.constants.isEmpty { return references }
        for field in Field.districts where !references.contains(where: { $0.type == field.name }) {
            if let code = plan.constants[field.name] {
                references.append(DistrictReference(type: field.name, code: code))
            }
        }
        return references
    }

    /// The columns of districts in which a row says by a 0 that there is none.
    func zeroDistricts(_ row: borrowing Row) -> [Int] {
        plan.zeroMeansNone.isEmpty ? [] : plan.zeroMeansNone.filter { row.text($0) == "0" }
    }

    /// What stands between several codes of a cell that Ambit itself has made (ASCII's unit separator).
    static let codeSeparator = "\u{1F}"

    /// The codes in a cell: several only where commas, semicolons, bars, line breaks or the word
    /// "and" separate short words that each have a digit, for names may hold those too.
    static func codes(_ text: String) -> [String] {
        // Most cells hold one code, and looking at characters takes a microsecond.
        let mayHoldSeveral = text.utf8.contains { byte in
            switch byte {
            case 0...0x20, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"),
                UInt8(ascii: "&"), UInt8(ascii: "+"):
                true
            default: false
            }
        }
        guard mayHoldSeveral else { return [text] }
        if text.utf8.contains(0x1F) {
            return text.split(separator: codeSeparator).map(String.init)
        }
        let isSeparator: (Character) -> Bool = { ",;|&+\n\r\r\n".contains($0) }
        let hasWord = text.contains(" and ") || text.contains(" und ")
        guard hasWord || text.contains(where: isSeparator) else { return [text] }
        let plain =
            hasWord
            ? text.replacing(" and ", with: ",").replacing(" und ", with: ",") : text
        let parts = plain.split(whereSeparator: isSeparator)
            .map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
        let areCodes = parts.allSatisfy { part in
            part.count <= 12 && !part.contains(" ") && part.contains(where: \.isNumber)
        }
        return parts.count > 1 && areCodes ? parts : [text]
    }
}
