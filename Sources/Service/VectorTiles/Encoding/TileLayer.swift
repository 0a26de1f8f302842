internal import FeatureCollections

/// A layer of a vector tile, feature by feature.
///
/// Source: Mapbox Vector Tile Specification 2.1.
struct TileLayer {
    private var message: ProtocolBuffer
    private let keyNames: [String]
    /// The index in the layer of each key name that a feature has, in the order of their first use.
    private var keyIndices: [UInt32?]
    private var usedKeys: [Int] = []
    private var values: TileValues
    /// How many features are in it.
    private(set) var count = 0

    // What one feature is written with, kept for the next.
    private var tags = ProtocolBuffer()
    private var path = TilePath()

    /// - Parameters:
    ///   - name: Is in no other layer of the tile.
    ///   - keyNames: What properties are called, each once.
    ///   - expected: How many features will be about in it.
    init(_ name: String, keyNames: [String], expected: Int) {
        self.keyNames = keyNames
        keyIndices = Array(repeating: nil, count: keyNames.count)
        message = ProtocolBuffer(capacity: 64 + 48 * expected)
        values = TileValues(expected: 4 * expected)
        message.number(15, 2)
        message.text(1, name)
    }

    /// Notes a property of the feature that is added next; what is null is left out, as tiles have no word for
    /// it.
    ///
    /// - Parameter key: The place of its name in `keyNames`.
    mutating func note(_ key: Int, _ value: FieldValue) {
        guard let value = values.index(of: value) else { return }
        tags.varint(UInt64(index(ofKey: key)))
        tags.varint(UInt64(value))
    }

    /// Adds a feature with the properties that were noted since the last one.
    ///
    /// - Parameter id: In no other feature of the layer; nil for none.
    mutating func add(id: UInt64?, _ shape: TileShape) {
        path.removeAll()
        let type = path.write(shape)
        let (tagBytes, pathBytes) = (tags.count, path.numbers.count)
        // The fields of the feature's message, whose length stands before it: each key is one byte.
        var length = 2 + 1 + ProtocolBuffer.length(UInt64(pathBytes)) + pathBytes
        if let id { length += 1 + ProtocolBuffer.length(id) }
        if tagBytes > 0 { length += 1 + ProtocolBuffer.length(UInt64(tagBytes)) + tagBytes }
        message.begin(2, length: length)
        if let id { message.number(1, id) }
        if tagBytes > 0 { message.message(2, tags) }
        message.number(3, type)
        message.message(4, path.numbers)
        tags.removeAll()
        count += 1
    }

    private mutating func index(ofKey key: Int) -> UInt32 {
        if let known = keyIndices[key] { return known }
        let index = UInt32(usedKeys.count)
        keyIndices[key] = index
        usedKeys.append(key)
        return index
    }

    /// The layer as a tile, which other tiles may be put beside; empty where it has no feature.
    consuming func tile() -> [UInt8] {
        guard count > 0 else { return [] }
        for key in usedKeys { message.text(3, keyNames[key]) }
        message.append(values.written)
        message.number(5, UInt64(TileFrame.extent))
        var tile = ProtocolBuffer(capacity: message.count + 8)
        tile.message(3, message)
        return tile.bytes
    }
}

/// The commands that draw a shape.
///
/// Source: Mapbox Vector Tile Specification 2.1, section 4.3.
struct TilePath {
    private enum Command: UInt32 {
        case moveTo = 1
        case lineTo = 2
        case closePath = 7
    }

    /// The numbers, side by side.
    private(set) var numbers = ProtocolBuffer()
    private var cursor = GridPoint(0, 0)

    /// Begins anew.
    mutating func removeAll() {
        numbers.removeAll()
        cursor = GridPoint(0, 0)
    }

    /// - Returns: The number of the shape's type.
    mutating func write(_ shape: TileShape) -> UInt64 {
        switch shape {
        case .point(let point):
            command(.moveTo, 1)
            go(to: point)
            return 1
        case .points(let points):
            command(.moveTo, points.count)
            for point in points { go(to: point) }
            return 1
        case .lines(let lines):
            for line in lines { draw(line[...]) }
            return 2
        case .polygons(let polygons):
            for polygon in polygons {
                for ring in polygon {
                    draw(ring[...])
                    command(.closePath, 1)
                }
            }
            return 3
        }
    }

    private mutating func draw(_ line: ArraySlice<GridPoint>) {
        guard let first = line.first else { return }
        command(.moveTo, 1)
        go(to: first)
        command(.lineTo, line.count - 1)
        for point in line.dropFirst() { go(to: point) }
    }

    private mutating func command(_ command: Command, _ count: Int) {
        numbers.varint(UInt64(UInt32(count) << 3 | command.rawValue))
    }

    private mutating func go(to point: GridPoint) {
        let step = point &- cursor
        numbers.varint(UInt64(UInt32(bitPattern: (step.x << 1) ^ (step.x >> 31))))
        numbers.varint(UInt64(UInt32(bitPattern: (step.y << 1) ^ (step.y >> 31))))
        cursor = point
    }
}
