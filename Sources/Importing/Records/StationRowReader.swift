internal import Datasets
internal import Geodesy
internal import Polling

/// Makes a station of a row.
struct StationRowReader {
    let plan: StationPlan
    let dataset: DatasetName
    let placeReader: PlaceReader?
    private let repairs: RepairBook?

    init(plan: StationPlan, dataset: DatasetName, repairs: RepairBook? = nil) {
        self.plan = plan
        self.dataset = dataset
        self.repairs = repairs
        placeReader = plan.place.map { PlaceReader(plan: $0, columns: plan.columns) }
    }

    /// What makes rows the same station.
    struct Identity {
        /// Of the normalised name and address.
        let nameAndAddress: UInt64
        /// Of name, address and place.
        let whole: UInt64
        let coordinate: Coordinate?
        /// Whether somebody has decided what its place is.
        let isDecided: Bool
    }

    /// Whether the address says more than the town: enough to go by where there is no name.
    private func hasStreet(_ row: borrowing Row) -> Bool {
        for column in plan.address.parts.joined() where !row.cell(column).isPlaceholder {
            return true
        }
        return false
    }

    /// The identity of a row; hashes hold within this process.
    ///
    /// - Throws: ``RowRefusal`` when the row is no station.
    func identity(_ row: borrowing Row, scratch: inout [UInt8]) throws(RowRefusal) -> Identity {
        if let fault = row.fault { throw RowRefusal(fault) }
        scratch.removeAll(keepingCapacity: true)
        appendNormalName(row, to: &scratch)
        let nameEnd = scratch.count
        scratch.append(0x1F)
        appendNormalAddress(row, to: &scratch)
        guard nameEnd > 0 || hasStreet(row) else {
            throw RowRefusal(
                RowFault(
                    cause: .blankName,
                    column: plan.name.map { plan.columns[$0] },
                    reason: "the row names no station: name and street address are blank"
                )
            )
        }
        let (coordinate, isDecided) = try place(row, scratch)
        var hasher = Hasher()
        hasher.combine(words: scratch[...])
        let nameAndAddress = UInt64(bitPattern: Int64(hasher.finalize()))
        var whole = Hasher()
        whole.combine(nameAndAddress)
        whole.combine(coordinate)
        // A name alone is too little: many towns have a "Town Hall".
        if coordinate == nil, scratch.count == nameEnd + 1 {
            for column in plan.areaColumns { whole.combine(words: row.cell(column)) }
        }
        return Identity(
            nameAndAddress: nameAndAddress,
            whole: UInt64(bitPattern: Int64(whole.finalize())),
            coordinate: coordinate,
            isDecided: isDecided
        )
    }

    /// The place of a row as it stands, or as was decided.
    private func place(
        _ row: borrowing Row,
        _ nameAndAddress: [UInt8]
    ) throws(RowRefusal) -> (Coordinate?, isDecided: Bool) {
        guard let placeReader, let numbers = try placeReader.numbers(row) else {
            return (nil, false)
        }
        guard let repairs, repairs.hasDecisions else {
            return (try placeReader.place(numbers), false)
        }
        switch repairs.outcome(for: numbers, of: Self.digest(nameAndAddress)) {
        case .undecided: return (try placeReader.place(numbers), false)
        case .refused: return (try placeReader.place(numbers), true)
        case .mended(let place): return (place, true)
        }
    }

    /// Names a station in a file of decisions.
    ///
    /// - Parameter nameAndAddress: What ``identity(_:scratch:)`` leaves in its scratch.
    static func digest(_ nameAndAddress: [UInt8]) -> String {
        TextNormal.digest([nameAndAddress])
    }

    /// What a person calls the station of a row.
    func displayName(_ row: borrowing Row) -> String {
        nameText(row) ?? addressText(row) ?? ""
    }

    private func appendNormalName(_ row: borrowing Row, to normal: inout [UInt8]) {
        if let column = plan.name, !row.cell(column).isPlaceholder {
            TextNormal.append(row.cell(column), to: &normal)
        } else if let column = plan.premises, !row.cell(column).isPlaceholder {
            TextNormal.append(row.cell(column), to: &normal)
        }
    }

    private func appendNormalAddress(_ row: borrowing Row, to normal: inout [UInt8]) {
        func append(_ cell: ArraySlice<UInt8>) {
            if cell.isEmpty { return }
            if normal.last != 0x1F { normal.append(0x20) }
            TextNormal.append(cell, to: &normal)
        }
        for part in plan.address.parts {
            for column in part { append(row.cell(column)) }
        }
        for column in plan.address.town { append(row.cell(column)) }
    }

    /// The slug of a cell that may be a key; nil when it is blank or a dummy such as `0` or `n/a`.
    func keySlug(_ row: borrowing Row, column: Int) -> String? {
        let cell = row.cell(column)
        guard !cell.isPlaceholder, cell.contains(where: { $0 != UInt8(ascii: "0") }) else {
            return nil
        }
        // Most ids are slugs as they stand.
        if cell.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 }) {
            return String(decoding: cell, as: UTF8.self)
        }
        return TextNormal.slug(String(decoding: cell, as: UTF8.self))
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
                [name, address] + plan.areaColumns.map { Array(row.cell($0)) }
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
            hours: text(row, plan.hours, .hours),
            accessibility: AccessibilityText.accessibility(
                text(row, plan.accessible, .accessible),
                note: text(row, plan.accessibilityNote, .accessibilityNote)
            ),
            attributes: attributes
        )
    }

    private func text(_ row: borrowing Row, _ column: Int?, _ field: Field) -> String? {
        if let column, !row.cell(column).isPlaceholder, let text = row.text(column) { return text }
        return plan.constants[field.name]
    }

    private func postcodeOfAddress(_ row: borrowing Row) -> String? {
        plan.addressWithPostcode.flatMap { row.text($0) }.flatMap { PostcodeText.ending($0) }
    }

    private func nameText(_ row: borrowing Row) -> String? {
        if let column = plan.name, !row.cell(column).isPlaceholder {
            return row.text(column)?.onOneLine
        }
        if let column = plan.premises, !row.cell(column).isPlaceholder {
            return row.text(column)?.onOneLine
        }
        return nil
    }

    private func addressText(_ row: borrowing Row) -> String? {
        var parts: [String] = []
        if let name = plan.name, let premises = plan.premises, !row.cell(name).isPlaceholder,
            let text = row.text(premises)?.onOneLine
        {
            parts.append(text)
        }
        for part in plan.address.parts {
            var text = ""
            for column in part {
                guard let piece = row.text(column)?.onOneLine else { continue }
                if !text.isEmpty { text += " " }
                text += piece
            }
            if !text.isEmpty { parts.append(text.withCommasForSemicolons) }
        }
        func append(town: String) {
            if !parts.contains(where: { $0.names(town) }) { parts.append(town) }
        }
        for column in plan.address.town {
            if let town = row.text(column)?.onOneLine { append(town: town) }
        }
        if !plan.constants.isEmpty {
            for field in [Field.city, .state] {
                if let town = plan.constants[field.name] { append(town: town) }
            }
        }
        return parts.isEmpty ? nil : parts.count == 1 ? parts[0] : parts.joined(separator: ", ")
    }

    /// The districts that a row names; a cell may hold several codes: `10101, 10120`.
    func districts(_ row: borrowing Row) -> [DistrictReference] {
        var references: [DistrictReference] = []
        for (type, column) in plan.districts {
            guard !row.cell(column).isPlaceholder, let text = row.text(column) else { continue }
            for code in Self.codes(text) {
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

extension String {
    /// The text with one space for each run of white space.
    var onOneLine: String {
        var previous: UInt8 = 0
        let isMessy = utf8.contains { byte in
            defer { previous = byte }
            return byte < 0x20 || byte == 0x20 && previous == 0x20
        }
        guard isMessy else { return self }
        return split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// `1800 College Rd;Fairbanks` as people write it.
    fileprivate var withCommasForSemicolons: String {
        guard utf8.contains(UInt8(ascii: ";")) else { return self }
        return split(separator: ";").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
            .joined(separator: ", ")
    }

    /// Whether a word or name stands in the text as whole words, in any case.
    fileprivate func names(_ other: String) -> Bool {
        var (normal, sought): ([UInt8], [UInt8]) = ([0x20], [0x20])
        TextNormal.append(Array(utf8)[...], to: &normal)
        TextNormal.append(Array(other.utf8)[...], to: &sought)
        normal.append(0x20)
        sought.append(0x20)
        return sought.count == 2 || normal.holds(sought)
    }
}

extension [UInt8] {
    /// Whether other bytes, of which there are some, stand somewhere within these, side by side.
    ///
    /// The standard library's search takes ten times as long on texts this short.
    fileprivate func holds(_ sought: [UInt8]) -> Bool {
        guard count >= sought.count else { return false }
        return withUnsafeBufferPointer { text in
            sought.withUnsafeBufferPointer { sought in
                (0...text.count - sought.count).contains { start in
                    var index = 0
                    while index < sought.count, text[start + index] == sought[index] { index += 1 }
                    return index == sought.count
                }
            }
        }
    }
}
