package import Geodesy

/// The columns of a table that say where its rows are, by the names that imports know them by.
package enum PlaceHeader: Sendable, Equatable {
    /// Latitude and longitude in degrees, in a column each.
    case pair(latitude: Int, longitude: Int)
    /// The same under names that a map grid's columns have as well: `y` and `x`.
    case weakPair(latitude: Int, longitude: Int)
    /// Both in one column: `POINT (-77.03 38.9)`, `38.9, -77.03`.
    case position(Int)

    /// Reads a header: a latitude and a longitude, else one column for both, else `x` and `y`.
    ///
    /// - Returns: nil where no names are known, or several columns have such names.
    package static func find(in header: [String]) -> PlaceHeader? {
        let keys = header.map { HeaderKey($0).text }
        func only(_ names: some Sequence<String>) -> Int? {
            let known = Set(names)
            let columns = keys.indices.filter { known.contains(keys[$0]) }
            return columns.count == 1 ? columns[0] : nil
        }
        // The plain names stand for themselves beside any others.
        for names in [(plainLatitudes, plainLongitudes), strongNames] {
            if let latitude = only(names.0), let longitude = only(names.1) {
                return .pair(latitude: latitude, longitude: longitude)
            }
        }
        guard !keys.contains(where: { (strongNames.0 + strongNames.1).contains($0) }) else {
            return nil
        }
        if let column = only(Field.position.headers) { return .position(column) }
        if let latitude = only(Field.latitude.weakHeaders),
            let longitude = only(Field.longitude.weakHeaders)
        {
            return .weakPair(latitude: latitude, longitude: longitude)
        }
        return nil
    }

    private static let plainLatitudes = ["lat", "latitude"]
    private static let plainLongitudes = ["lon", "lng", "long", "longitude"]
    private static let strongNames = (Field.latitude.headers, Field.longitude.headers)
}

/// A place in one text.
package enum PlaceText {
    /// Why a text is no place.
    package enum Fault: Error, Equatable {
        /// It is written in no way that is known.
        case unreadable
        /// EWKT names a reference system that is not WGS84, by its number in the EPSG register.
        case otherSystem(Int)
        /// Degrees out of their range.
        case outOfRange(GeodesyError)
    }

    /// Reads WKT, a pair of degrees with the latitude first, or degrees with minutes and seconds.
    package static func read(_ text: String) throws(Fault) -> Coordinate {
        guard let pair = PositionText.parse(text) else { throw .unreadable }
        if let system = pair.system, system != wgs84 { throw .otherSystem(system) }
        do {
            return try Coordinate(latitude: pair.latitude, longitude: pair.longitude)
        } catch {
            throw .outOfRange(error)
        }
    }

    /// Reads what nearly all WKT is: `POINT (-77.03 38.9)`; nil for any other text, which may be a place
    /// all the same.
    package static func readPoint(_ cell: Span<UInt8>) -> Coordinate? {
        let count = cell.count
        guard count > point.count + 2, cell[count - 1] == UInt8(ascii: ")") else { return nil }
        for index in point.indices where cell[index] != point[index] { return nil }
        var start = point.count
        if cell[start] == UInt8(ascii: " ") { start += 1 }
        guard cell[start] == UInt8(ascii: "(") else { return nil }
        start += 1
        var space = start
        while space < count, cell[space] != UInt8(ascii: " ") { space += 1 }
        guard space < count - 1,
            let longitude = PlainNumber.readDigits(cell.extracting(start..<space)),
            let latitude = PlainNumber.readDigits(cell.extracting(space + 1..<count - 1))
        else { return nil }
        return try? Coordinate(latitude: latitude, longitude: longitude)
    }

    /// EPSG:4326.
    private static let wgs84 = 4326
    private static let point = Array("POINT".utf8)
}
