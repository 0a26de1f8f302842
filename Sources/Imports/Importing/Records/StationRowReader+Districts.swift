internal import Polling

/// The districts that a row names.
extension StationRowReader {
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
            for code in Self.codes(text, type: type) where code != "0" || !meansNone {
                let reference = DistrictReference(type: type, code: code)
                guard let lists = plan.codeLists else {
                    references.append(reference)
                    continue
                }
                for meant in lists.codes(reference) {
                    references.append(DistrictReference(type: type, code: meant))
                }
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

    /// Notes what of a row's districts may be lists of codes.
    func noticeCodes(_ row: borrowing Row) {
        guard let lists = plan.codeLists, noticedCells.count < NamedDistricts.limit else { return }
        for (type, column) in plan.districts where !row.isPlaceholder(column) {
            var hasher = Hasher()
            hasher.combine(column)
            row.combine(column, into: &hasher)
            guard noticedCells.insert(UInt64(bitPattern: Int64(hasher.finalize()))).inserted,
                let text = row.text(column)
            else { continue }
            for code in Self.codes(text, type: type) {
                lists.notice(DistrictReference(type: type, code: code))
            }
        }
    }

    /// The columns of districts in which a row says by a 0 that there is none.
    func zeroDistricts(_ row: borrowing Row) -> [Int] {
        plan.zeroMeansNone.isEmpty ? [] : plan.zeroMeansNone.filter { row.text($0) == "0" }
    }

    /// What stands between several codes of a cell that Ambit itself has made (ASCII's unit separator).
    static let codeSeparator = "\u{1F}"

    /// The codes in a cell: several only where commas, semicolons, bars, line breaks or the word
    /// "and" separate short words that each have a digit, for names may hold those too.
    ///
    /// - Parameter type: The type of the districts, whose name may stand in front: `Wards 1, 2`.
    static func codes(_ text: String, type: String = "") -> [String] {
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
        let parts = plain.split(whereSeparator: isSeparator).map { part in
            let code = String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            return type.isEmpty ? code : CodeLists.withoutTypeWord(code, type)
        }
        let areCodes = parts.allSatisfy { part in
            part.contains(where: \.isNumber)
                && (part.count <= 12 && !part.contains(" ") || CodeLists.isRange(part))
        }
        return parts.count > 1 && areCodes ? parts : [text]
    }
}
