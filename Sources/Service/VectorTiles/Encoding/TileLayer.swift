internal import FeatureCollections

/// A layer of a vector tile, feature by feature.
///
/// Source: Mapbox Vector Tile Specification 2.1.
struct TileLayer {
    private var message = ProtocolBuffer()
    private var keys: [String: UInt32] = [:]
    private var keyNames: [String] = []
    private var values: [FieldValue: UInt32] = [:]
    private var valueList: [FieldValue] = []
    /// How many features are in it.
    private(set) var count = 0

    /// - Parameter name: Is in no other layer of the tile.
    init(_ name: String) {
        message.number(15, 2)
        message.text(1, name)
    }

    /// Adds a feature.
    ///
    /// - Parameters:
    ///   - id: In no other feature of the layer; nil for none.
    ///   - properties: Their names and values; what is null is left out, as tiles have no word for it.
    mutating func add(
        id: UInt64?,
        _ properties: some Sequence<(String, FieldValue)>,
        _ shape: TileShape
    ) {
        var feature = ProtocolBuffer()
        if let id { feature.number(1, id) }
        var tags: [UInt32] = []
        for (name, value) in properties where value != .null {
            tags.append(index(ofKey: name))
            tags.append(index(of: value))
        }
        if !tags.isEmpty { feature.packed(2, tags) }
        var path = TilePath()
        feature.number(3, path.write(shape))
        feature.packed(4, path.numbers)
        message.message(2, feature)
        count += 1
    }

    private mutating func index(ofKey name: String) -> UInt32 {
        if let known = keys[name] { return known }
        let index = UInt32(keyNames.count)
        keys[name] = index
        keyNames.append(name)
        return index
    }

    private mutating func index(of value: FieldValue) -> UInt32 {
        if let known = values[value] { return known }
        let index = UInt32(valueList.count)
        values[value] = index
        valueList.append(value)
        return index
    }

    /// The layer as a tile, which other tiles may be put beside; empty where it has no feature.
    consuming func tile() -> [UInt8] {
        guard count > 0 else { return [] }
        for name in keyNames { message.text(3, name) }
        for value in valueList { message.message(4, Self.message(of: value)) }
        message.number(5, UInt64(TileFrame.extent))
        var tile = ProtocolBuffer()
        tile.message(3, message)
        return tile.bytes
    }

    private static func message(of value: FieldValue) -> ProtocolBuffer {
        var message = ProtocolBuffer()
        switch value {
        case .text(let text): message.text(1, text)
        case .number(let number): message.double(3, number)
        case .integer(let number) where number < 0: message.number(6, ProtocolBuffer.zigZag(number))
        case .integer(let number): message.number(4, UInt64(number))
        case .boolean(let flag): message.number(7, flag ? 1 : 0)
        case .null: break
        }
        return message
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

    private(set) var numbers: [UInt32] = []
    private var cursor = GridPoint(0, 0)

    /// - Returns: The number of the shape's type.
    mutating func write(_ shape: TileShape) -> UInt64 {
        switch shape {
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
        numbers.append(UInt32(count) << 3 | command.rawValue)
    }

    private mutating func go(to point: GridPoint) {
        let step = point &- cursor
        for number in [step.x, step.y] {
            numbers.append(UInt32(bitPattern: (number << 1) ^ (number >> 31)))
        }
        cursor = point
    }
}
