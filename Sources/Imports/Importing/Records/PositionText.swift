internal import Geodesy

/// A pair of coordinates in one text: `38.9, -77.0`, `POINT (-77.0 38.9)`,
/// `38°53'51.6"N 77°0'32"W`, `N38 53.86 W77 0.53`.
enum PositionText {
    /// Two coordinates as they are written; not yet known to be in range.
    struct Pair {
        /// The first number of a plain pair, the second of WKT.
        let latitude: Double
        let longitude: Double
        /// Whether the text has its longitude or easting first, as WKT does.
        var isLongitudeFirst = false
        /// The number of the EPSG register that EWKT names: `SRID=27700;POINT (...)`.
        var system: Int?
    }

    /// Reads a text.
    ///
    /// A plain pair is latitude before longitude, unless the first number cannot be a latitude and
    /// the second can. WKT is longitude first.
    ///
    /// - Returns: nil when the text is none of these.
    static func parse(_ text: String) -> Pair? {
        // Degrees may be set off by any white space; a number may have some within.
        var upper = marked(bytes(text, wideSpace: [space]))[...].drop { $0 == space }
        while upper.last == space { upper.removeLast() }
        if upper.contains(UInt8(ascii: "P")), let mark = upper.firstRange(of: pointWord) {
            return point(upper[..<mark.lowerBound], upper[mark.upperBound...])
        }
        return sexagesimalPair(upper) ?? decimalPair(bytes(text, wideSpace: []))
    }

    private static let pointWord = Array("POINT".utf8)
    private static let systemWord = Array("SRID=".utf8)
    private static let space = UInt8(ascii: " ")

    /// The rest of a WKT point behind its first word, and what stands in front of that.
    private static func point(_ head: ArraySlice<UInt8>, _ tail: ArraySlice<UInt8>) -> Pair? {
        var system: Int?
        if !head.isEmpty {
            guard head.starts(with: systemWord), head.last == UInt8(ascii: ";"),
                let code = Int(String(decoding: head.dropFirst(5).dropLast(), as: UTF8.self))
            else { return nil }
            system = code
        }
        let body = tail.drop { " ZM".utf8.contains($0) }
        guard body.first == UInt8(ascii: "("), body.last == UInt8(ascii: ")") else { return nil }
        let numbers = body.dropFirst().dropLast().split(separator: space).map { number($0) }
        guard 2...4 ~= numbers.count, let longitude = numbers[0], let latitude = numbers[1] else {
            return nil
        }
        return Pair(
            latitude: latitude,
            longitude: longitude,
            isLongitudeFirst: true,
            system: system
        )
    }

    private static func decimalPair(_ text: [UInt8]) -> Pair? {
        var body = text.drop { "([ ".utf8.contains($0) }
        while let last = body.last, ")] ".utf8.contains(last) { body.removeLast() }
        for separator in ";,/ ".utf8 {
            let parts = body.split(separator: separator).filter { $0 != [space] }
            guard parts.count == 2, let first = number(parts[0]), let second = number(parts[1])
            else { continue }
            // With a space between them "48,85 2,35" has decimal commas, and "48,85" alone is one
            // number, not two: a comma separates only numbers that have a point or a sign.
            if separator == UInt8(ascii: ","), !body.contains(UInt8(ascii: ".")),
                !body.contains(space)
            {
                return nil
            }
            return first.magnitude > 90 && second.magnitude <= 90
                ? Pair(latitude: second, longitude: first)
                : Pair(latitude: first, longitude: second)
        }
        return nil
    }

    private static func number(_ text: ArraySlice<UInt8>) -> Double? {
        text.contains(space)
            ? NumberText.double(text.filter { $0 != space }[...]) : NumberText.double(text)
    }

    /// Degrees, minutes and seconds with a hemisphere each, in front of them or behind. O is not
    /// read: it is east in German and west in French and Spanish.
    private static func sexagesimalPair(_ upper: ArraySlice<UInt8>) -> Pair? {
        let text = upper.drop { " (".utf8.contains($0) }
        guard let hemisphere = text.firstIndex(where: { "NS".utf8.contains($0) }) else {
            return nil
        }
        let first: ArraySlice<UInt8>
        let second: ArraySlice<UInt8>
        if hemisphere == text.startIndex {
            guard let split = text.firstIndex(where: { "EW".utf8.contains($0) }) else { return nil }
            (first, second) = (text[..<split], text[split...])
        } else {
            first = text[...hemisphere]
            second = text[(hemisphere + 1)...].drop { ", ;/".utf8.contains($0) }
        }
        guard let latitude = angle(marked: first), let longitude = angle(marked: second),
            second.contains(where: { "EW".utf8.contains($0) })
        else { return nil }
        return Pair(latitude: latitude, longitude: longitude)
    }

    // MARK: Letters

    /// What stands for every mark of degrees, minutes or seconds that is no ASCII; no byte of UTF-8.
    private static let mark: UInt8 = 0xFF

    /// A text's bytes, with others for each white space that is no blank.
    private static func bytes(_ text: String, wideSpace: [UInt8]) -> [UInt8] {
        guard text.utf8.contains(where: { $0 >= 0x80 || 0x09...0x0D ~= $0 }) else {
            return Array(text.utf8)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if scalar != " ", scalar.properties.isWhitespace {
                bytes += wideSpace
            } else {
                bytes += UTF8.encode(scalar) ?? .init()
            }
        }
        return bytes
    }

    /// A text's bytes with capital letters, and one byte for each mark that is no ASCII.
    private static func marked(_ text: some Sequence<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.underestimatedCount)
        for byte in text {
            bytes.append(0x61...0x7A ~= byte ? byte - 0x20 : byte)
            let end = bytes.count
            switch byte {
            // The last bytes of ° and º, and of ’, ′, ” and ″.
            case 0xB0 where end > 1 && bytes[end - 2] == 0xC2,
                0xBA where end > 1 && bytes[end - 2] == 0xC2:
                bytes.replaceSubrange((end - 2)..., with: CollectionOfOne(mark))
            case 0x99, 0xB2, 0x9D, 0xB3:
                guard end > 2, bytes[end - 2] == 0x80, bytes[end - 3] == 0xE2 else { break }
                bytes.replaceSubrange((end - 3)..., with: CollectionOfOne(mark))
            default: break
            }
        }
        return bytes
    }

    /// A half of the Earth that a letter names.
    enum Hemisphere: Character {
        case north = "N"
        case south = "S"
        case east = "E"
        case west = "W"

        /// - Parameter letter: N, S, E or W, small or capital.
        init?(letter: UInt8) {
            switch letter & ~0x20 {
            case UInt8(ascii: "N"): self = .north
            case UInt8(ascii: "S"): self = .south
            case UInt8(ascii: "E"): self = .east
            case UInt8(ascii: "W"): self = .west
            default: return nil
            }
        }

        /// Whether it is one of latitudes, not of longitudes.
        var isLatitude: Bool { self == .north || self == .south }
    }

    /// The hemisphere that stands at an end of an angle; nil where there is none.
    static func hemisphere(_ text: some StringProtocol) -> Hemisphere? {
        let isLetter = { (byte: UInt8) in !" ,;)".utf8.contains(byte) }
        return text.utf8.reversed().first(where: isLetter).flatMap { Hemisphere(letter: $0) }
            ?? text.utf8.first(where: isLetter).flatMap { Hemisphere(letter: $0) }
    }

    /// Whether a cell is short enough for an angle and begins as one does; tells nearly all other words
    /// without a look at the rest.
    static func mayBeAngle(_ cell: ArraySlice<UInt8>) -> Bool {
        guard let first = cell.first, cell.count <= 40 else { return false }
        switch first {
        case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"): return true
        case 0xE2: return cell.starts(with: [0xE2, 0x88, 0x92])
        default:
            return "NSEWnsew".utf8.contains(first)
                && cell.dropFirst().contains { 0x30...0x39 ~= $0 }
        }
    }

    /// One angle in degrees: `38°53'51.6"N`, `N 38 53.86`, `77-00-32W`, `77 0 32 W`, `-77.5°`.
    static func angle(_ text: some StringProtocol) -> Double? {
        angle(marked: marked(withoutUnitWords(text).utf8)[...])
    }

    /// An angle with signs for its words: `38 deg 53 min N` is `38 ° 53 ' N`.
    private static func withoutUnitWords(_ text: some StringProtocol) -> String {
        guard
            text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "d") || $0 == UInt8(ascii: "i") })
        else { return String(text) }
        var signed = ""
        var word = ""
        func end() {
            signed += unitSigns[word.lowercased()] ?? word
            word = ""
        }
        for character in text {
            if character.isLetter {
                word.append(character)
            } else {
                end()
                // The point of `38 deg. 53 min.`.
                if character == ".", "°'\"".contains(signed.last ?? " ") { continue }
                signed.append(character)
            }
        }
        end()
        return signed
    }

    private static let unitSigns = [
        "deg": "°", "degs": "°", "degree": "°", "degrees": "°", "grad": "°", "d": "°", "min": "'",
        "mins": "'", "minute": "'", "minutes": "'", "m": "'", "sec": "\"", "secs": "\"",
        "second": "\"", "seconds": "\"",
    ]

    private static func angle(marked text: ArraySlice<UInt8>) -> Double? {
        var body = text
        while let last = body.last, " ,;)".utf8.contains(last) { body.removeLast() }
        body = body.drop { $0 == space }
        var hemisphere: Hemisphere?
        if let last = body.last, let named = Hemisphere(letter: last) {
            hemisphere = named
            body.removeLast()
        } else if let first = body.first, let named = Hemisphere(letter: first) {
            hemisphere = named
            body.removeFirst()
        }
        let dash = UInt8(ascii: "-")
        let isNegative = hemisphere != nil && body.first == dash
        // A dash between numbers separates them; in front of all it is a sign.
        let parts = body.split { byte in
            byte == mark || "'\": ".utf8.contains(byte) || hemisphere != nil && byte == dash
        }.map { number($0) }
        guard (1...3).contains(parts.count), let degrees = parts[0] else { return nil }
        let minutes = parts.count > 1 ? parts[1] : 0
        let seconds = parts.count > 2 ? parts[2] : 0
        guard let minutes, let seconds, 0..<60 ~= minutes, 0..<60 ~= seconds else { return nil }
        let magnitude = degrees.magnitude + minutes / 60 + seconds / 3600
        let isSouthOrWest = hemisphere == .south || hemisphere == .west
        return (degrees.sign == .minus) != (isSouthOrWest != isNegative) ? -magnitude : magnitude
    }
}
