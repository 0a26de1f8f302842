internal import CSpatiaLite

/// A shapefile, read record by record by SpatiaLite's own reader.
///
/// A wrapper of SpatiaLite's `gaiaShapefile`. The handle is private, used by one thread at a time by
/// the owner of the object, and freed exactly once, when that goes. What SpatiaLite hands out for a
/// record is copied before the next is read. Its reader takes lengths in a file at their word, so
/// ``ShapefileIndex`` and ``ShapefileTable`` look at them before, and ``ShapefileTextDecoder`` keeps
/// texts within its room.
final class Shapefile {
    private let handle: gaiaShapefilePtr
    private let index: ShapefileIndex
    private let decoder: ShapefileTextDecoder
    /// The numbers, from 1, of the records read so far whose texts hold bytes that are no character.
    private(set) var undecodableRecords: [Int] = []
    /// The numbers, from 1, of the records read so far with parts of too few points, and how many such
    /// parts there are.
    private(set) var thinParts: (records: [Int], count: Int) = ([], 0)
    /// The names of the attributes.
    let columns: [String]

    /// One record.
    enum Record {
        /// Marked as deleted.
        case deleted
        /// Damaged; why.
        case unreadable(String)
        /// The attributes' texts, and the shape; nil for a record without one.
        case shape([String?], GeoJSONGeometry?)
    }

    /// Opens the parts that belong together.
    ///
    /// - Throws: ``ImportError/badShapefile(name:reason:)``.
    init(_ parts: ShapefileParts) throws(ImportError) {
        index = try ShapefileIndex(parts)
        try ShapefileTable.check(parts, shapeCount: index.count)
        let decoder = try ShapefileTextDecoder(parts)
        self.decoder = decoder
        guard let handle = gaiaAllocShapefile() else {
            throw .badShapefile(name: parts.name, reason: "out of memory")
        }
        gaiaOpenShpRead(handle, parts.base, ShapefileTextDecoder.readerCharset, "UTF-8")
        guard handle.pointee.Valid != 0 else {
            let words = handle.pointee.LastError.map { String(cString: $0) } ?? ""
            gaiaFreeShapefile(handle)
            throw .badShapefile(name: parts.name, reason: Shapefile.reason(words))
        }
        self.handle = handle
        var columns: [String] = []
        var field = handle.pointee.Dbf?.pointee.First
        while let current = field {
            columns.append(current.pointee.Name.map { decoder.decodeName($0) } ?? "")
            field = current.pointee.Next
        }
        self.columns = columns
    }

    deinit { gaiaFreeShapefile(handle) }

    /// What SpatiaLite says against a file, without the path of its own that it names it by.
    private static func reason(_ words: String) -> String {
        if words.hasSuffix("is not supported") {
            return "its shapes are neither points, lines nor areas; export those instead"
        }
        if words.hasSuffix("contains unsupported data types") {
            return
                "its .dbf part has columns that are no text, number, date or yes-or-no; export it "
                + "without them"
        }
        return "one of its parts is damaged or cannot be opened; export it again"
    }

    /// How many records there are.
    var count: Int { index.count }

    /// The record with a number, from 0.
    func record(_ number: Int) -> Record {
        if let fault = index.fault(of: number) { return .unreadable(fault) }
        let outcome = gaiaReadShpEntity_ex(handle, Int32(clamping: number), 4326, 1)
        if outcome < 0 { return .deleted }
        guard outcome > 0, let list = handle.pointee.Dbf else {
            return .unreadable(
                "the record is damaged, or of another type than the file; export it again"
            )
        }
        var cells: [String?] = []
        var isWhole = true
        var field = list.pointee.First
        while let current = field {
            cells.append(text(current.pointee, &isWhole))
            field = current.pointee.Next
        }
        if !isWhole { undecodableRecords.append(number + 1) }
        var thin = 0
        let geometry = list.pointee.Geometry.flatMap { Self.geometry($0.pointee, &thin) }
        if thin > 0 {
            thinParts.records.append(number + 1)
            thinParts.count += thin
        }
        return .shape(cells, geometry)
    }

    private func text(_ field: gaiaDbfField, _ isWhole: inout Bool) -> String? {
        guard let value = field.Value?.pointee else { return nil }
        switch Int32(value.Type) {
        case GAIA_TEXT_VALUE:
            guard let bytes = value.TxtValue else { return nil }
            let decoded = decoder.decode(bytes)
            if !decoded.isWhole { isWhole = false }
            return decoded.text
        case GAIA_INT_VALUE: return String(value.IntValue)
        case GAIA_DOUBLE_VALUE:
            let number = value.DblValue
            // A whole number of a column with decimals, or too long for 32 bits.
            return number.magnitude < 1e15 && number == number.rounded()
                ? String(Int64(number)) : String(number)
        default: return nil
        }
    }

    // MARK: Shapes

    private typealias Position = GeoJSONGeometry.Position

    /// The shape of a record.
    ///
    /// - Parameter thin: Counts the parts that are left out, for they have too few points: a line needs
    ///   two places, a ring three.
    private static func geometry(_ collection: gaiaGeomColl, _ thin: inout Int) -> GeoJSONGeometry?
    {
        let points = points(collection)
        if let first = points.first {
            return points.count == 1 ? .point(first) : .multiPoint(points)
        }
        let lines = lines(collection, &thin)
        if let first = lines.first {
            return lines.count == 1 ? .lineString(first) : .multiLineString(lines)
        }
        let polygons = polygons(collection, &thin)
        guard let first = polygons.first else { return nil }
        return polygons.count == 1 ? .polygon(first) : .multiPolygon(polygons)
    }

    private static func points(_ collection: gaiaGeomColl) -> [Position] {
        var points: [Position] = []
        var point = collection.FirstPoint
        while let current = point {
            points.append(Position(longitude: current.pointee.X, latitude: current.pointee.Y))
            point = current.pointee.Next
        }
        return points
    }

    private static func lines(_ collection: gaiaGeomColl, _ thin: inout Int) -> [[Position]] {
        var lines: [[Position]] = []
        var line = collection.FirstLinestring
        while let current = line {
            let positions = positions(
                current.pointee.Coords,
                current.pointee.Points,
                current.pointee.DimensionModel
            )
            if placeCount(positions) >= 2 { lines.append(positions) } else { thin += 1 }
            line = current.pointee.Next
        }
        return lines
    }

    private static func polygons(
        _ collection: gaiaGeomColl,
        _ thin: inout Int
    ) -> [[[Position]]] {
        var polygons: [[[Position]]] = []
        var polygon = collection.FirstPolygon
        while let current = polygon {
            var rings: [[Position]] = []
            if let exterior = current.pointee.Exterior { rings.append(ring(exterior.pointee)) }
            for index in 0..<Int(current.pointee.NumInteriors) {
                rings.append(ring(current.pointee.Interiors[index]))
            }
            let whole = rings.filter { placeCount($0) >= 3 }
            thin += rings.count - whole.count
            if whole.first == rings.first {
                if !whole.isEmpty { polygons.append(whole) }
            } else {
                // What lay in a ring without an inside lies in nothing.
                polygons += whole.map { [$0] }
            }
            polygon = current.pointee.Next
        }
        return polygons
    }

    /// How many places follow one another that are not the same, up to three; a ring's last, which is its
    /// first again, does not count.
    private static func placeCount(_ positions: [Position]) -> Int {
        var places: [Position] = []
        for position in positions where !places.contains(position) {
            places.append(position)
            if places.count == 3 { break }
        }
        return places.count
    }

    private static func ring(_ ring: gaiaRing) -> [Position] {
        positions(ring.Coords, ring.Points, ring.DimensionModel)
    }

    private static func positions(
        _ numbers: UnsafeMutablePointer<Double>?,
        _ count: Int32,
        _ dimensions: Int32
    ) -> [Position] {
        guard let numbers else { return [] }
        let stride =
            switch dimensions {
            case GAIA_XY: 2
            case GAIA_XY_Z_M: 4
            default: 3
            }
        return (0..<Int(count)).map { index in
            Position(longitude: numbers[index * stride], latitude: numbers[index * stride + 1])
        }
    }
}
