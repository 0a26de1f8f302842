import Foundation

/// A file that was made to take long, or much memory, for its length.
enum NastyFile: String, CaseIterable, Sendable {
    // Tables.
    case longCell, openQuote, manyQuotes, manyColumns, longHeader, blankLines, onlyCommas, sameRows
    case sameNames, badRows, utf16, longHours, manyHours, angles
    case manyMarks, longNames, manyWords, likeNames, manyCandidates, manyCounties, sameCodes
    // JSON and GeoJSON.
    case deepArrays, deepProperty, longText, emptyFeatures, manyPoints, newKeys, manyMembers
    case manyRings, manyHoles, touchingHoles, star, manyStars, spiral, overlapping
    // XML.
    case manyAttributes, deepElements, manyTags, entities, longFeedText, feedPrecincts, feedLinks
    case feedPlaces
    case manyWays, manyReferences
    // What is packed.
    case manyEntries, zipBomb, gzipBomb, rowBomb, manyMembersOfGzip
    // Workbooks.
    case emptyCells, deepSheet, repeatedCells, repeatedRows, sharedTexts, manySheets, longFormats
    case manyMerges, wideRows
    case endlessTable
    // Calendars and schedules.
    case rareDates, manyDates, changedDates, foldedLine, manyRooms
    case emptyElements, emptyValues, shortLines
    // What GDAL reads.
    case deepFolders, longLine, newFields, manyRoutes, deepCollections, endlessView
    // What is no text.
    case manyBlocks, denseNodes, manyStrings, thinParts, shapeRings, nestedRings, sameRecord

    /// What the file is imported as.
    var kind: String {
        switch self {
        case .deepArrays, .deepProperty, .longText, .emptyFeatures, .manyRings, .manyHoles,
            .touchingHoles, .star, .manyStars, .spiral, .overlapping, .thinParts, .shapeRings,
            .nestedRings, .sameRecord:
            "districts"
        case .manyAttributes, .deepElements, .manyTags, .entities, .manyWays, .manyReferences,
            .manyBlocks, .denseNodes, .manyStrings:
            "roads"
        case .longFeedText, .feedPrecincts, .feedLinks, .feedPlaces: "feed"
        case .manyCandidates, .manyCounties, .sameCodes: "contests"
        case .rareDates, .manyDates, .changedDates, .foldedLine, .manyRooms, .emptyElements,
            .emptyValues, .shortLines:
            "sessions"
        default: "stations"
        }
    }

    /// Its bytes, about `length` of them.
    func bytes(length: Int) throws -> Data {
        if let text = table(length) ?? names(length) ?? contests(length) ?? json(length)
            ?? polygons(length) ?? xml(length) ?? schedule(length)
        {
            return Data(text.utf8)
        }
        if let layer = try layer(length) { return layer }
        switch self {
        case .utf16:
            let text = Self.header + Self.repeated("Caf\u{E9},42,-101\n", length / 2)
            return Data([0xFF, 0xFE]) + (text.data(using: .utf16LittleEndian) ?? Data())
        case .manyEntries, .zipBomb, .gzipBomb, .rowBomb, .manyMembersOfGzip:
            return try packed(length)
        case .emptyCells, .deepSheet, .repeatedCells, .repeatedRows, .sharedTexts, .manySheets,
            .longFormats, .manyMerges, .wideRows, .endlessTable:
            return try workbook(length)
        case .manyBlocks, .denseNodes, .manyStrings: return NastyMap.bytes(self, length)
        default: return NastyShapefile.bytes(self, length)
        }
    }

    static let header = "name,lat,lon\n"

    static func repeated(_ text: String, _ length: Int) -> String {
        String(repeating: text, count: max(1, length / text.utf8.count))
    }

    static func numbered(_ length: Int, _ text: (Int) -> String) -> String {
        var all = ""
        var number = 0
        while all.utf8.count < length {
            all += text(number)
            number += 1
        }
        return all
    }

    private func table(_ length: Int) -> String? {
        let header = Self.header
        func repeated(_ text: String) -> String { Self.repeated(text, length) }
        switch self {
        case .longCell: return header + repeated("x") + ",1,2\n"
        case .openQuote: return header + "\"never closed,1,2\n" + repeated("a,1,2\n")
        case .manyQuotes: return header + repeated("\"x,1,2\n")
        case .manyColumns: return "name,lat,lon" + repeated(",c") + "\na,1,2\n"
        case .longHeader: return "name,lat,lon," + repeated("h") + "\na,1,2,3\n"
        case .blankLines: return header + repeated("\n") + "a,1,2\n"
        case .onlyCommas: return header + repeated(",") + "\n"
        case .sameRows: return header + repeated("Hall,42,-101\n")
        case .sameNames:
            return header
                + Self.numbered(length) { "Hall,\(10 + Double($0) * 1e-5),\($0 % 170)\n" }
        case .badRows: return header + repeated("a,x,y\n")
        case .angles: return "name,place\n" + repeated("a,1°N 1°W\n")
        case .longHours:
            return "name,lat,lon,hours\na,1,2,\"" + repeated("Mo 08:00-09:00; ") + "\"\n"
        case .manyHours:
            let hours = String(repeating: "Dec 25 off; Mo-Fr 08:00-12:00;", count: 20)
            return "name,lat,lon,hours\n"
                + Self.numbered(length) { "a\($0),1,\(Double($0) * 1e-4),\"\(hours)\"\n" }
        default: return nil
        }
    }

    // MARK: Names

    private func names(_ length: Int) -> String? {
        /// Stations that lie close together, whose names are all of the same length and no spellings of
        /// one.
        func stations(_ name: (Int) -> String) -> String {
            Self.header
                + Self.numbered(length) { "\(name($0)),\(40 + Double($0) * 1e-6),-83\n" }
        }
        func letters(_ number: Int) -> String {
            let alphabet = Array("bcdfghjklmnpqrst")
            return String(
                String(number, radix: 16).map { alphabet[$0.hexDigitValue ?? 0] }
            )
        }
        switch self {
        case .manyMarks:
            let marks = String(repeating: "e\u{301}\u{323}\u{330}", count: 250)
            return stations { "Hall \(marks) \(letters($0))" }
        case .longNames:
            let long = String(repeating: "abcdefghij", count: length / 600)
            return stations { "Hall \(long)\(letters($0))" }
        case .manyWords:
            return stations { number in
                (0..<length / 300).map { "w\(letters($0 * 31 + number))" }.joined(separator: " ")
            }
        case .likeNames:
            let like = String(repeating: "a", count: 40)
            return stations { number in
                (0..<4).map { like + letters(number * 5 + $0) }.joined(separator: " ")
            }
        default: return nil
        }
    }

    private func contests(_ length: Int) -> String? {
        switch self {
        case .manyCandidates:
            return "contest,candidate,party\n" + Self.numbered(length) { "Mayor,C\($0),X\n" }
        case .manyCounties:
            return "contest,county,candidate\n"
                + Self.numbered(length) {
                    "Mayor,County \($0 / 3),\($0 % 3 == 0 ? "A" : "C\($0)")\n"
                }
        case .sameCodes:
            let signs = Array("!#$%&*+-./:<=>?@^_~")
            return "contest,district type,district,candidate\n"
                + Self.numbered(length) { number in
                    var (left, code) = (number, "")
                    for _ in 0..<5 {
                        code.append(signs[left % signs.count])
                        left /= signs.count
                    }
                    return "Mayor,ward,\(code),A\n"
                }
        default: return nil
        }
    }

    private static func collection(_ features: String) -> String {
        "{\"type\":\"FeatureCollection\",\"features\":[\(features)]}"
    }

    private func json(_ length: Int) -> String? {
        let point = "\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}"
        switch self {
        case .deepArrays: return Self.repeated("[", length)
        case .deepProperty:
            let deep = Self.repeated("[", length / 2) + Self.repeated("]", length / 2)
            return Self.collection(
                "{\"type\":\"Feature\",\"properties\":{\"a\":\(deep)},\"geometry\":null}"
            )
        case .longText:
            let text = Self.repeated("x", length)
            return Self.collection(
                "{\"type\":\"Feature\",\"properties\":{\"a\":\"\(text)\"},\(point)}"
            )
        case .emptyFeatures: return Self.collection(Self.repeated("{},", length) + "{}")
        case .manyPoints:
            let feature = "{\"type\":\"Feature\",\"properties\":{\"name\":\"A\"},\(point)}"
            return Self.collection(Self.repeated(feature + ",", length) + feature)
        case .newKeys:
            let features = Self.numbered(length) {
                "{\"type\":\"Feature\",\"properties\":{\"k\($0)\":1},\(point)},"
            }
            return Self.collection(features.dropLast() + "")
        case .manyMembers:
            let members = Self.numbered(length) { "\"k\($0)\":1," }.dropLast()
            return Self.collection("{\"type\":\"Feature\",\"properties\":{\(members)},\(point)}")
        default: return nil
        }
    }

    // MARK: Polygons

    private static func ring(_ x: Double, _ y: Double, _ radius: Double, isHole: Bool) -> String {
        let (west, east) = (x - radius, x + radius)
        let (south, north) = (y - radius, y + radius)
        let corners = [(west, south), (east, south), (east, north), (west, north), (west, south)]
        return text(isHole ? corners.reversed() : corners)
    }

    private static func text(_ corners: [(Double, Double)]) -> String {
        "[" + corners.map { "[\($0.0),\($0.1)]" }.joined(separator: ",") + "]"
    }

    /// A star each of whose edges crosses nearly all others.
    private static func star(_ count: Int, _ x: Double) -> String {
        let step = count / 2 - 1
        return text(
            (0...count).map { number in
                let angle = 2 * Double.pi * Double(number * step % count) / Double(count)
                return (x + cos(angle), 43 + sin(angle))
            }
        )
    }

    private func polygons(_ length: Int) -> String? {
        func feature(_ type: String, _ coordinates: String) -> String {
            "{\"type\":\"Feature\",\"properties\":{\"code\":\"1\"},\"geometry\":"
                + "{\"type\":\"\(type)\",\"coordinates\":[\(coordinates)]}}"
        }
        func small(_ number: Int, _ radius: Double, isHole: Bool) -> String {
            let (x, y) = (6 + Double(number % 300) / 100, 43 + Double(number / 300) / 100)
            return Self.ring(x, y, radius, isHole: isHole)
        }
        let disc = Self.ring(10, 45, 8, isHole: false)
        switch self {
        case .manyRings:
            let rings = Self.numbered(length) { ",[\(small($0, 0.004, isHole: false))]" }
            return Self.collection(feature("MultiPolygon", "\(rings.dropFirst())"))
        case .manyHoles:
            let holes = Self.numbered(length) { "," + small($0, 0.004, isHole: true) }
            return Self.collection(feature("Polygon", disc + holes))
        case .touchingHoles:
            let holes = Self.numbered(length) { "," + small($0, 0.005, isHole: true) }
            return Self.collection(feature("Polygon", disc + holes))
        case .star:
            return Self.collection(feature("Polygon", Self.star(min(20_001, length / 45 | 1), 7)))
        case .manyStars:
            let stars = Self.numbered(length) { number in
                feature("Polygon", Self.star(101, 7 + Double(number) / 1_000)) + ","
            }
            return Self.collection("\(stars.dropLast())")
        case .spiral:
            let count = length / 84
            let there = (0..<count).map { number in
                let (angle, size) = (Double(number) / 20, Double(number) / Double(count))
                return (7 + size * cos(angle), 43 + size * sin(angle))
            }
            let back = there.reversed().map { ($0.0 * 1.000_001, $0.1 * 1.000_001) }
            return Self.collection(feature("Polygon", Self.text(there + back + [there[0]])))
        case .overlapping:
            let all = Self.numbered(length) { number in
                let ring = Self.ring(7 + Double(number) / 1e5, 43, 1, isHole: false)
                return feature("Polygon", ring).replacing(
                    "\"code\":\"1\"",
                    with: "\"code\":\"\(number)\""
                ) + ","
            }
            return Self.collection("\(all.dropLast())")
        default: return nil
        }
    }

    // MARK: XML

    private func xml(_ length: Int) -> String? {
        func map(_ text: String) -> String { "<osm version=\"0.6\">\(text)" }
        func feed(_ text: String) -> String {
            "<VipObject schemaVersion=\"5.1\">\(text)</VipObject>"
        }
        let nodes =
            "<node id=\"1\" lat=\"42\" lon=\"1\"/><node id=\"2\" lat=\"42.1\" lon=\"1\"/>"
        let primary = "<tag k=\"highway\" v=\"primary\"/>"
        switch self {
        case .manyAttributes:
            return map("<node id=\"1\" " + Self.numbered(length) { "a\($0)=\"x\" " } + "/></osm>")
        case .deepElements: return map(Self.repeated("<a>", length))
        case .manyTags:
            let tags = Self.repeated("<tag k=\"a\" v=\"b\"/>", length)
            return map("<node id=\"1\" lat=\"1\" lon=\"1\">\(tags)</node></osm>")
        case .entities:
            let list = Self.numbered(length) { "<!ENTITY a\($0 + 1) \"&a\($0);&a\($0);\">" }
            return "<!DOCTYPE osm [\(list)]>" + map("</osm>")
        case .longFeedText:
            let text = Self.repeated("&amp;", length)
            return feed("<Source id=\"s\"><Name>\(text)</Name></Source>")
        case .feedPrecincts:
            return feed(
                Self.numbered(length) { "<Precinct id=\"p\($0)\"><Name>x</Name></Precinct>" }
            )
        case .feedPlaces:
            let places = (0..<400).map {
                "<PollingLocation id=\"l\($0)\"><Name>\($0)</Name></PollingLocation>"
            }
            let links = (0..<400).map { "l\($0)" }.joined(separator: " ")
            return feed(
                places.joined()
                    + Self.numbered(length) {
                        "<Precinct id=\"p\($0)\"><Name>\($0)</Name>"
                            + "<PollingLocationIds>\(links)</PollingLocationIds></Precinct>"
                    }
            )
        case .feedLinks:
            let links = Self.repeated("a ", length)
            return feed(
                "<Precinct id=\"p\"><PollingLocationIds>\(links)</PollingLocationIds></Precinct>"
            )
        case .manyWays:
            let ways = Self.numbered(length) {
                "<way id=\"\($0)\"><nd ref=\"1\"/><nd ref=\"2\"/>\(primary)</way>"
            }
            return map(nodes + ways + "</osm>")
        case .manyReferences:
            let references = Self.repeated("<nd ref=\"1\"/><nd ref=\"2\"/>", length)
            return map("\(nodes)<way id=\"1\">\(primary)\(references)</way></osm>")
        default: return nil
        }
    }
}
