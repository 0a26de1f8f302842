internal import Foundation

/// The values of a Shapefile, as a dBASE III table: each column as wide as its widest value, so that no number is
/// changed.
///
/// Source: Xbase file format description (E. Bachmann), "DBF header structure" and "Field descriptor array".
struct DBaseTable: Sendable {
    private struct Column {
        let name: String
        let kind: SpatialTable.Kind
        /// A letter: C for texts, N and F for numbers, L for yes and no, D for days.
        let type: UInt8
        let width: Int
        let decimals: Int
    }

    private let columns: [Column]
    private let rowCount: Int
    private let rowBytes: Int
    private(set) var loss = ShapefileOutput.Loss()

    private static let longestText = 254
    private static let longestName = 10
    /// The widest number that other programs read as one, which all numbers fit in with their exponent.
    private static let widestNumber = 24
    private static let mostDecimals = 15
    /// So many columns dBASE has at most, and GDAL reads.
    private static let mostColumns = 255
    /// Readers take the length of a row for a number of 15 bits.
    private static let widestRow = 32_767
    private static let pieceBytes = 1 << 20

    /// - Throws: ``ShapefileOutput/Fault``.
    /// - Complexity: O(rows).
    init(_ table: SpatialTable) throws(ShapefileOutput.Fault) {
        // Programs want a column at least.
        let isEmpty = table.columns.isEmpty
        let names =
            isEmpty ? ["id"] : Self.shortNames(table.columnNames(reserved: []))
        guard names.count <= Self.mostColumns else {
            throw .tooManyColumns(count: names.count, most: Self.mostColumns)
        }
        for (column, name) in zip(table.columns, names) where column.name != name {
            loss.renamed.append((column.name, name))
        }
        var columns: [Column] = []
        for (index, column) in table.columns.enumerated() {
            var measure = Measure(column.kind)
            for row in table.rows { measure.add(row.values[index]) }
            if measure.cutCount > 0 { loss.cut.append((column.name, measure.cutCount)) }
            loss.droppedCharacters += measure.droppedCharacters
            columns.append(measure.column(named: names[index]))
        }
        if isEmpty { columns = [Measure(.integer).column(named: names[0])] }
        self.columns = columns
        rowCount = table.rows.count
        rowBytes = 1 + columns.reduce(0) { $0 + $1.width }
        guard rowBytes <= Self.widestRow else {
            throw .tooWide(bytes: rowBytes, most: Self.widestRow)
        }
        guard rowCount <= Int32.max else { throw .tooLong(.dbf) }
    }

    /// How wide a column has to be.
    private struct Measure {
        let kind: SpatialTable.Kind
        private var width = 1
        private var wholeWidth = 1
        private var decimals = 0
        private(set) var cutCount = 0
        private(set) var droppedCharacters = 0

        init(_ kind: SpatialTable.Kind) { self.kind = kind }

        mutating func add(_ value: SpatialTable.Value) {
            switch value.asWritten(in: kind) {
            case .text(let text)?:
                guard !DBaseTable.isKept(text) else { return width = max(width, text.utf8.count) }
                let (bytes, dropped) = DBaseTable.bytes(of: text)
                width = max(width, bytes.count)
                droppedCharacters += dropped
                if bytes.count + dropped < text.utf8.count { cutCount += 1 }
            case .integer(let number)?: width = max(width, number.description.utf8.count)
            case .real(let number)?:
                guard let digits = DecimalDigits(number) else { return }
                wholeWidth = max(wholeWidth, digits.wholeWidth)
                decimals = max(decimals, digits.fractionCount)
            case .boolean?, .null?, nil: break
            }
        }

        func column(named name: String) -> Column {
            func column(_ type: Character, _ width: Int, _ decimals: Int = 0) -> Column {
                let letter = type.asciiValue ?? 0
                return Column(
                    name: name,
                    kind: kind,
                    type: letter,
                    width: width,
                    decimals: decimals
                )
            }
            switch kind {
            // There are no moments of a day.
            case .text, .moment, .localMoment: return column("C", width)
            case .date: return column("D", 8)
            case .boolean: return column("L", 1)
            case .integer: return column("N", width)
            case .real:
                // A number without decimals would be read as a whole one.
                let decimals = max(decimals, 1)
                let isFixed =
                    decimals <= DBaseTable.mostDecimals
                    && wholeWidth + 1 + decimals <= DBaseTable.widestNumber
                return isFixed
                    ? column("N", wholeWidth + 1 + decimals, decimals)
                    : column("F", DBaseTable.widestNumber, DBaseTable.mostDecimals)
            }
        }
    }

    func write<Failure: Error>(
        _ rows: [SpatialTable.Row],
        _ write: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var piece = header
        for row in rows {
            // A blank marks a row that is not deleted.
            piece.append(UInt8(ascii: " "))
            for (index, column) in columns.enumerated() {
                let value = row.values.indices.contains(index) ? row.values[index] : .null
                Self.append(value, as: column, to: &piece)
            }
            guard piece.count >= Self.pieceBytes else { continue }
            try write(piece)
            piece.removeAll(keepingCapacity: true)
        }
        piece.append(0x1A)
        try write(piece)
    }

    private var header: [UInt8] {
        var moment = time(nil)
        var day = tm()
        gmtime_r(&moment, &day)
        var header: [UInt8] = [0x03]
        for part in [day.tm_year, day.tm_mon + 1, day.tm_mday] {
            header.append(UInt8(truncatingIfNeeded: part))
        }
        header.appendLittleEndian(UInt32(rowCount))
        header.appendLittleEndian(UInt16(32 * (columns.count + 1) + 1))
        header.appendLittleEndian(UInt16(rowBytes))
        header += [UInt8](repeating: 0, count: 20)
        for column in columns {
            let name = Array(column.name.utf8.prefix(Self.longestName))
            header += name + [UInt8](repeating: 0, count: 11 - name.count)
            header.append(column.type)
            header += [0, 0, 0, 0, UInt8(column.width), UInt8(column.decimals)]
            header += [UInt8](repeating: 0, count: 14)
        }
        header.append(0x0D)
        return header
    }

    /// Appends a value; blanks for nothing, which other programs take for nothing.
    private static func append(
        _ value: SpatialTable.Value,
        as column: Column,
        to bytes: inout [UInt8]
    ) {
        func blanks(_ count: Int) {
            bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(0, count)))
        }
        func right(_ text: String) {
            blanks(column.width - text.utf8.count)
            bytes.append(contentsOf: text.utf8)
        }
        switch value.asWritten(in: column.kind) {
        case .text(let text)? where column.kind == .date:
            bytes.append(contentsOf: text.utf8.filter { $0 != UInt8(ascii: "-") })
        case .text(let text)? where isKept(text):
            bytes.append(contentsOf: text.utf8)
            blanks(column.width - text.utf8.count)
        case .text(let text)?:
            let cell = Self.bytes(of: text).bytes
            bytes.append(contentsOf: cell)
            blanks(column.width - cell.count)
        case .integer(let number)?: right(number.description)
        case .boolean(let flag)?: bytes.append(flag ? UInt8(ascii: "T") : UInt8(ascii: "F"))
        case .real(let number)?:
            guard column.type == UInt8(ascii: "N") else {
                return right(number.isFinite ? number.description : "")
            }
            guard let digits = DecimalDigits(number) else { return blanks(column.width) }
            digits.append(decimals: column.decimals, width: column.width, to: &bytes)
        case .null?, nil:
            if column.kind == .boolean {
                bytes.append(UInt8(ascii: "?"))
            } else {
                blanks(column.width)
            }
        }
    }

    /// Whether a text is in a cell as it is.
    private static func isKept(_ text: String) -> Bool {
        text.utf8.count <= longestText && !text.utf8.contains(0)
    }

    /// A text as a cell has it: whole characters that have room, without those that end a text.
    private static func bytes(of text: String) -> (bytes: [UInt8], dropped: Int) {
        var bytes: [UInt8] = []
        var dropped = 0
        for character in text.unicodeScalars {
            guard character != "\0" else {
                dropped += 1
                continue
            }
            let own = UTF8.encode(character).map(Array.init) ?? []
            guard bytes.count + own.count <= longestText else { break }
            bytes += own
        }
        return (bytes, dropped)
    }

    /// Ten characters of ASCII each, no two alike but for capitals.
    private static func shortNames(_ names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.map { name in
            let plain = String(
                name.unicodeScalars.map {
                    $0.isASCII && $0 != "\"" && $0.value >= 32 ? Character($0) : "_"
                }
            )
            var candidate = String(plain.prefix(longestName))
            var number = 2
            while !taken.insert(candidate.lowercased()).inserted {
                let tail = "_\(number)"
                candidate = plain.prefix(longestName - tail.count) + tail
                number += 1
            }
            return candidate
        }
    }
}

/// A number as the fewest decimal digits that read back as the same number.
struct DecimalDigits {
    private let isNegative: Bool
    /// The digits as a whole number, without zeros at its end.
    private let mantissa: UInt64
    /// How many of the digits stand behind the point; less than none where zeros follow them before it.
    private let scale: Int
    /// How many digits there are, one at least.
    private let count: Int

    /// nil for what is no finite number.
    init?(_ number: Double) {
        guard number.isFinite else { return nil }
        isNegative = number < 0
        var (mantissa, scale, exponent) = (UInt64(0), 0, 0)
        var (isBehindPoint, isExponent, isExponentNegative) = (false, false, false)
        // Seventeen digits at most, which 64 bits hold.
        var text = number.magnitude.description
        text.withUTF8 { bytes in
            for byte in bytes {
                switch byte {
                case UInt8(ascii: "."): isBehindPoint = true
                case UInt8(ascii: "e"): isExponent = true
                case UInt8(ascii: "-"): isExponentNegative = true
                case UInt8(ascii: "0")...UInt8(ascii: "9"):
                    let digit = byte - UInt8(ascii: "0")
                    if isExponent {
                        exponent = exponent * 10 + Int(digit)
                    } else {
                        mantissa = mantissa * 10 + UInt64(digit)
                        if isBehindPoint { scale += 1 }
                    }
                default: break
                }
            }
        }
        scale -= isExponentNegative ? -exponent : exponent
        while mantissa > 0, mantissa.isMultiple(of: 10) {
            mantissa /= 10
            scale -= 1
        }
        var (count, rest) = (1, mantissa / 10)
        while rest > 0 {
            rest /= 10
            count += 1
        }
        self.mantissa = mantissa
        self.scale = mantissa == 0 ? 0 : scale
        self.count = count
    }

    /// How many characters stand before the point: a digit at least, and a sign perhaps.
    var wholeWidth: Int { max(1, count - scale) + (isNegative ? 1 : 0) }

    /// How many digits stand behind it.
    var fractionCount: Int { max(0, scale) }

    /// Appends the number without an exponent, to the right of a field.
    ///
    /// - Parameters:
    ///   - decimals: How many digits stand behind the point, one at least and as many as it needs.
    ///   - width: How wide the field is: as wide as the number at least.
    func append(decimals: Int, width: Int, to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: width))
        var rest = mantissa
        // The digits' power of ten, from the last one on.
        var power = -decimals
        var place = start + width
        func put(_ byte: UInt8) {
            place -= 1
            bytes[place] = byte
        }
        while power <= 0 || rest > 0 {
            if power == 0, decimals > 0 { put(UInt8(ascii: ".")) }
            if power < -scale {
                put(UInt8(ascii: "0"))
            } else {
                put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
                rest /= 10
            }
            power += 1
        }
        if isNegative { put(UInt8(ascii: "-")) }
    }
}
