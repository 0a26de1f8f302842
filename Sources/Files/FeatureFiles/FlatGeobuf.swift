internal import Geodesy

extension SpatialTable {
    /// The table as a FlatGeobuf, version 3, in WGS84 with longitudes first: with an index of boxes, unless a row
    /// has no place.
    ///
    /// - Parameter write: Takes the file piece by piece; with an index, once all of it is in memory.
    /// - Complexity: O(rows log rows).
    ///
    /// Source: FlatGeobuf, "Specification" (flatgeobuf.org), with its schemas `header.fbs` and `feature.fbs`.
    public func writeFlatGeobuf<Failure: Error>(
        _ write: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        let boxes = rows.map { $0.geometry?.box }
        let isIndexed = !rows.isEmpty && boxes.allSatisfy { $0 != nil }
        var order = Array(rows.indices)
        if isIndexed {
            let keys = boxes.map { box in
                box?.middle.map(HilbertCurve.position) ?? 0
            }
            order.sort { (keys[$0], $0) < (keys[$1], $1) }
        }
        // "fgb", the major version, "fgb", the patch version.
        try write([0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 1])
        try write(flatGeobufHeader(isIndexed: isIndexed))
        // The index tells where each feature begins, and stands before them: with one they wait in pieces.
        var (sizes, waiting): ([Int], [[UInt8]]) = ([], [])
        var piece: [UInt8] = []
        for index in order {
            let feature = feature(rows[index])
            piece += feature
            if isIndexed { sizes.append(feature.count) }
            guard piece.count >= 1 << 20 else { continue }
            if isIndexed { waiting.append(piece) } else { try write(piece) }
            piece.removeAll(keepingCapacity: !isIndexed)
        }
        if isIndexed { try write(BoxTree(order.map { boxes[$0] }, sizes: sizes).bytes) }
        for piece in waiting { try write(piece) }
        try write(piece)
    }

    private func flatGeobufHeader(isIndexed: Bool) -> [UInt8] {
        var buffer = FlatBuffer()
        let extent = extent
        var fields: [(number: Int, field: FlatBuffer.Field)] = [
            (0, .offset), (2, .uint8(Self.type(of: shape))), (8, .uint64(UInt64(rows.count))),
            (9, .uint16(isIndexed ? UInt16(BoxTree.nodeSize) : 0)), (10, .offset),
        ]
        if extent != nil { fields.append((1, .offset)) }
        if !columns.isEmpty { fields.append((7, .offset)) }
        let header = buffer.table(fields, at: buffer.root())
        buffer.text(name, at: header[0])
        if let extent {
            buffer.vector([extent.west, extent.south, extent.east, extent.north], at: header[1])
        }
        if let hole = header[7] {
            let names = columnNames(reserved: [])
            let holes = buffer.offsets(columns.count, at: hole)
            for ((name, column), hole) in zip(zip(names, columns), holes) {
                let fields = buffer.table(
                    [(0, .offset), (1, .uint8(Self.type(of: column)))],
                    at: hole
                )
                buffer.text(name, at: fields[0])
            }
        }
        if let hole = header[10] {
            let system = buffer.table([(0, .offset), (1, .int32(4326)), (2, .offset)], at: hole)
            buffer.text("EPSG", at: system[0])
            buffer.text("WGS 84", at: system[2])
        }
        return buffer.finished()
    }

    private static func type(of column: Column) -> UInt8 {
        switch column.kind {
        case .boolean: 2
        case .integer: 7
        case .real: 10
        case .text: 11
        // There are no days without a time.
        case .date, .moment, .localMoment: 13
        }
    }

    private static func type(of shape: Shape) -> UInt8 {
        switch shape {
        case .mixed: 0
        case .points: 1
        case .lines: 5
        case .areas: 6
        }
    }

    private func feature(_ row: Row) -> [UInt8] {
        var buffer = FlatBuffer()
        let properties = properties(of: row)
        var fields: [(number: Int, field: FlatBuffer.Field)] = []
        if row.geometry != nil { fields.append((0, .offset)) }
        if !properties.isEmpty { fields.append((1, .offset)) }
        let feature = buffer.table(fields, at: buffer.root())
        if let geometry = row.geometry, let hole = feature[0] {
            geometry.write(to: &buffer, at: hole)
        }
        buffer.vector(properties, at: feature[1])
        return buffer.finished()
    }

    /// The values that a row has, each behind the number of its column.
    private func properties(of row: Row) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, (column, value)) in zip(columns, row.values).enumerated() {
            guard let value = value.asWritten(in: column.kind)?.asFlatGeobuf(in: column.kind)
            else { continue }
            bytes.appendLittleEndian(UInt16(truncatingIfNeeded: index))
            switch value {
            case .integer(let number): bytes.appendLittleEndian(number)
            case .real(let number): bytes.appendLittleEndian(number.bitPattern)
            case .boolean(let flag): bytes.append(flag ? 1 : 0)
            case .text(let text):
                bytes.appendLittleEndian(UInt32(text.utf8.count))
                bytes.append(contentsOf: text.utf8)
            case .null: break
            }
        }
        return bytes
    }
}

extension SpatialTable.Value {
    /// The value as one of a column's kind; nil for nothing.
    func asWritten(in kind: SpatialTable.Kind) -> SpatialTable.Value? {
        switch (self, kind) {
        case (.null, _): nil
        case (.integer, .integer), (.real, .real), (.text, .text), (.boolean, .boolean): self
        case (.integer(let number), .real): .real(Double(number))
        case (.integer(let number), .text): .text(String(number))
        case (.real(let number), .text): .text(Self.text(of: number))
        case (.real(let number), .integer): Int64(exactly: number).map(SpatialTable.Value.integer)
        case (.boolean(let flag), .text): .text(flag ? "true" : "false")
        case (.boolean(let flag), .integer): .integer(flag ? 1 : 0)
        case (.boolean(let flag), .real): .real(flag ? 1 : 0)
        case (.text, .date), (.text, .moment), (.text, .localMoment):
            moment(in: kind) == nil ? nil : self
        case (.text, .integer), (.text, .real), (_, .boolean): nil
        case (_, .date), (_, .moment), (_, .localMoment): nil
        }
    }

    /// What a text says in a column of days or moments; nil for anything else.
    func moment(in kind: SpatialTable.Kind) -> CalendarMoment? {
        guard case .text(let text) = self, let moment = CalendarMoment(text), moment.fits(kind)
        else { return nil }
        return moment
    }

    /// The value in a column of a FlatGeobuf, where a day has a time.
    fileprivate func asFlatGeobuf(in kind: SpatialTable.Kind) -> SpatialTable.Value {
        switch (self, kind) {
        case (.text(let text), .date), (.text(let text), .localMoment):
            // Midnight, as GDAL has it.
            text.utf8.count == CalendarMoment.dayLength ? .text(text + "T00:00:00") : self
        default: self
        }
    }

    private static func text(of number: Double) -> String {
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension SpatialTable.Geometry {
    fileprivate func write(to buffer: inout FlatBuffer, at hole: FlatBuffer.Hole) {
        switch self {
        case .point(let place): Self.write([[place]], 1, to: &buffer, at: hole)
        case .lines(let lines): Self.write(lines, 5, isParted: true, to: &buffer, at: hole)
        case .area(let area):
            let fields = buffer.table([(6, .uint8(6)), (7, .offset)], at: hole)
            guard let parts = fields[7] else { return }
            for (polygon, hole) in zip(
                area.polygons,
                buffer.offsets(area.polygons.count, at: parts)
            ) {
                Self.write([polygon.exterior] + polygon.holes, 3, to: &buffer, at: hole)
            }
        }
    }

    /// - Parameter isParted: Whether the ends are told even where there is but one.
    private static func write(
        _ parts: [[Coordinate]],
        _ type: UInt8,
        isParted: Bool = false,
        to buffer: inout FlatBuffer,
        at hole: FlatBuffer.Hole
    ) {
        let hasEnds = parts.count > 1 || isParted
        var fields: [(number: Int, field: FlatBuffer.Field)] = [(1, .offset), (6, .uint8(type))]
        if hasEnds { fields.append((0, .offset)) }
        let holes = buffer.table(fields, at: hole)
        if hasEnds {
            var end: UInt32 = 0
            let ends = parts.map { part in
                end += UInt32(part.count)
                return end
            }
            buffer.vector(ends, at: holes[0])
        }
        buffer.vector(parts.joined().flatMap { [$0.longitude, $0.latitude] }, at: holes[1])
    }
}

/// The index of a FlatGeobuf: boxes of sixteen each, level by level, the root first.
private struct BoxTree {
    static let nodeSize = 16
    private(set) var bytes: [UInt8] = []

    private struct Node {
        var box: PlaneBox
        /// Of a leaf where its feature begins among the features, of others the number of the first node below.
        let offset: UInt64
    }

    /// - Parameters:
    ///   - boxes: One or more, in the order of the features.
    ///   - sizes: How many bytes each feature has.
    init(_ boxes: [PlaneBox?], sizes: [Int]) {
        var offset: UInt64 = 0
        var leaves: [Node] = []
        leaves.reserveCapacity(boxes.count)
        for (box, size) in zip(boxes, sizes) {
            if let box { leaves.append(Node(box: box, offset: offset)) }
            offset += UInt64(size)
        }
        // A root stands above even a single leaf.
        var counts = [leaves.count]
        repeat {
            counts.append((counts[counts.count - 1] + Self.nodeSize - 1) / Self.nodeSize)
        } while counts[counts.count - 1] > 1
        let total = counts.reduce(0, +)
        bytes.reserveCapacity(total * 40)
        var levels = [leaves]
        var first = total - leaves.count
        for count in counts.dropFirst() {
            let below = levels[levels.count - 1]
            var level: [Node] = []
            level.reserveCapacity(count)
            for start in stride(from: 0, to: below.count, by: Self.nodeSize) {
                let end = min(start + Self.nodeSize, below.count)
                var node = Node(box: below[start].box, offset: UInt64(first + start))
                for other in below[(start + 1)..<end] {
                    node.box = node.box.joined(with: other.box)
                }
                level.append(node)
            }
            first -= count
            levels.append(level)
        }
        for level in levels.reversed() { for node in level { append(node) } }
    }

    private mutating func append(_ node: Node) {
        for number in [node.box.west, node.box.south, node.box.east, node.box.north] {
            bytes.appendLittleEndian(number.bitPattern)
        }
        bytes.appendLittleEndian(node.offset)
    }
}
