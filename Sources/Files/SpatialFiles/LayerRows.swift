/// Rows of a layer as bytes, one behind the other.
///
/// A row is its length, a byte for what its geometry is, the geometry's length and bytes, and for each
/// column the value's length and its text. Lengths are four bytes, the lowest first.
package struct LayerRows {
    /// What stands for a geometry.
    package enum Geometry: UInt8, Sendable {
        case missing
        /// Well-Known Binary of two dimensions, of points, lines and polygons, the lowest byte first.
        case wellKnownBinary
        /// The name of a type that is not read.
        case otherType
    }

    /// Stands for the length of a value that is missing.
    private static let missing = Int(UInt32.max)

    private let bytes: [UInt8]
    private var position = 0
    private var end = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Moves to the next row.
    ///
    /// - Returns: false at the end; nil where the bytes are no rows.
    package mutating func next() -> Bool? {
        guard position < bytes.count else { return false }
        guard let length = number(before: bytes.count), length <= bytes.count - position else {
            return nil
        }
        end = position + length
        return true
    }

    /// The row's geometry, which comes before its values.
    package mutating func geometry() -> (Geometry, ArraySlice<UInt8>)? {
        guard position < end, let kind = Geometry(rawValue: bytes[position]) else { return nil }
        position += 1
        guard let length = number(before: end), length <= end - position else { return nil }
        defer { position += length }
        return (kind, bytes[position..<position + length])
    }

    /// The next value of the row; `.some(nil)` for one that is missing.
    package mutating func value() -> ArraySlice<UInt8>?? {
        guard let length = number(before: end) else { return nil }
        if length == Self.missing { return .some(nil) }
        guard length <= end - position else { return nil }
        defer { position += length }
        return bytes[position..<position + length]
    }

    /// Whether all of the row was read.
    package var isAtEndOfRow: Bool { position == end }

    private mutating func number(before end: Int) -> Int? {
        guard end - position >= 4 else { return nil }
        defer { position += 4 }
        return bytes[position..<position + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

/// Makes rows.
struct LayerRowWriter {
    private(set) var bytes: [UInt8] = []
    private var start = 0

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    mutating func beginRow() {
        start = bytes.count
        put(0)
    }

    /// Ends a row.
    ///
    /// - Returns: How long it is.
    mutating func endRow() -> Int {
        let length = bytes.count - start - 4
        for (index, shift) in [0, 8, 16, 24].enumerated() {
            bytes[start + index] = UInt8(truncatingIfNeeded: length >> shift)
        }
        return length
    }

    mutating func put(_ geometry: LayerRows.Geometry) { bytes.append(geometry.rawValue) }

    mutating func put(_ number: Int) {
        for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    mutating func putMissing() { put(Int(UInt32.max)) }

    mutating func put(text: some Collection<UInt8>) {
        put(text.count)
        bytes.append(contentsOf: text)
    }

    /// Makes room for so many bytes, which `fill` writes.
    mutating func put(count: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Bool) -> Bool {
        put(count)
        let place = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: count))
        return bytes.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return count == 0 }
            return fill(base + place)
        }
    }

    /// Forgets what was written behind a place.
    mutating func cut(to count: Int) { bytes.removeSubrange(count...) }
}
