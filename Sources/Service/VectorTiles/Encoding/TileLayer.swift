internal import FeatureCollections

/// A layer of a vector tile, feature by feature.
///
/// Source: Mapbox Vector Tile Specification 2.1.
struct TileLayer {
    private var message = ProtocolBuffer()
    private let keyNames: [String]
    /// The index in the layer of each key name that a feature has, in the order of their first use.
    private var keyIndices: [UInt32?]
    private var usedKeys: [Int] = []
    private var values = TileValues()
    /// How many features are in it.
    private(set) var count = 0

    // What one feature is written with, kept for the next.
    private var feature = ProtocolBuffer()
    private var tags = ProtocolBuffer()
    private var path = TilePath()

    /// - Parameters:
    ///   - name: Is in no other layer of the tile.
    ///   - keyNames: What properties are called, each once.
    init(_ name: String, keyNames: [String]) {
        self.keyNames = keyNames
        keyIndices = Array(repeating: nil, count: keyNames.count)
        message.number(15, 2)
        message.text(1, name)
    }

    /// Adds a feature.
    ///
    /// - Parameters:
    ///   - id: In no other feature of the layer; nil for none.
    ///   - properties: The places of their names in `keyNames`, and their values; what is null is left out, as
    ///     tiles have no word for it.
    mutating func add(
        id: UInt64?,
        _ properties: some Sequence<(key: Int, value: FieldValue)>,
        _ shape: TileShape
    ) {
        feature.removeAll()
        if let id { feature.number(1, id) }
        tags.removeAll()
        for (key, value) in properties where value != .null {
            tags.varint(UInt64(index(ofKey: key)))
            tags.varint(UInt64(values.index(of: value)))
        }
        if !tags.isEmpty { feature.message(2, tags) }
        path.removeAll()
        feature.number(3, path.write(shape))
        feature.message(4, path.numbers)
        message.message(2, feature)
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
        var tile = ProtocolBuffer()
        tile.message(3, message)
        return tile.bytes
    }
}

/// The values of a layer, each written once.
///
/// Two are one where their bytes are the same, so that they are compared as they are written.
private struct TileValues {
    /// The fields of the layer's message that hold the values, side by side.
    private(set) var written = ProtocolBuffer()
    /// Where each value's field ends.
    private var ends: [Int] = []
    private var hashes: [UInt64] = []
    /// The values by their hashes, plus one; 0 where there is none. There is always room.
    private var slots: [UInt32] = Array(repeating: 0, count: 64)
    private var scratch = ProtocolBuffer()

    /// Chosen anew by each process, so that no file can be made whose values all have one hash.
    private static let seed = UInt64.random(in: .min ... .max) | 1

    /// The value's index in the layer.
    mutating func index(of value: FieldValue) -> UInt32 {
        scratch.removeAll()
        switch value {
        case .text(let text): scratch.text(1, text)
        case .number(let number): scratch.double(3, number)
        case .integer(let number) where number < 0: scratch.number(6, ProtocolBuffer.zigZag(number))
        case .integer(let number): scratch.number(4, UInt64(number))
        case .boolean(let flag): scratch.number(7, flag ? 1 : 0)
        case .null: break
        }
        let start = written.count
        written.message(4, scratch)
        let hash = Self.hash(written.bytes[start...])
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let known = Int(slots[slot]) - 1
            if hashes[known] == hash, isWritten(at: known, from: start) {
                written.removeLast(written.count - start)
                return UInt32(known)
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        let index = ends.count
        ends.append(written.count)
        hashes.append(hash)
        slots[slot] = UInt32(index + 1)
        if 2 * ends.count > slots.count { grow() }
        return UInt32(index)
    }

    /// Whether a known value is written as what stands at the end.
    private func isWritten(at known: Int, from start: Int) -> Bool {
        let place = (known == 0 ? 0 : ends[known - 1])..<ends[known]
        return written.bytes[place].elementsEqual(written.bytes[start...])
    }

    private mutating func grow() {
        var larger: [UInt32] = Array(repeating: 0, count: 2 * slots.count)
        for (index, hash) in hashes.enumerated() {
            var slot = Int(truncatingIfNeeded: hash) & (larger.count - 1)
            while larger[slot] != 0 { slot = (slot + 1) & (larger.count - 1) }
            larger[slot] = UInt32(index + 1)
        }
        slots = larger
    }

    /// Eight bytes at a time, each time mixed by the two halves of a product.
    private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        var state = seed &+ UInt64(bytes.count)
        func mix(_ word: UInt64) {
            let product = (state ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15 ^ seed)
            state = product.high ^ product.low
        }
        bytes.withUnsafeBytes { bytes in
            var position = 0
            while position + 8 <= bytes.count {
                mix(bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
                position += 8
            }
            var rest: UInt64 = 0
            while position < bytes.count {
                rest = rest << 8 | UInt64(bytes[position])
                position += 1
            }
            mix(rest)
        }
        return state
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
        for number in [step.x, step.y] {
            numbers.varint(UInt64(UInt32(bitPattern: (number << 1) ^ (number >> 31))))
        }
        cursor = point
    }
}
