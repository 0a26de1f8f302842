/// Writes values one after another as bytes, for this process alone to read again.
struct PackedBytes {
    var bytes: [UInt8] = []

    mutating func add(_ number: some FixedWidthInteger & BitwiseCopyable) {
        withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
    }

    mutating func add(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            add(UInt32(clamping: utf8.count))
            bytes.append(contentsOf: utf8)
        }
    }

    mutating func add(_ text: String?) {
        add(text != nil)
        if let text { add(text) }
    }
}

/// Reads what ``PackedBytes`` has written, in the same order.
struct UnpackedBytes {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8], from position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type = Number.self
    ) -> Number {
        let number = bytes.withUnsafeBytes {
            $0.loadUnaligned(fromByteOffset: position, as: Number.self)
        }
        position += MemoryLayout<Number>.size
        return number
    }

    mutating func flag() -> Bool { number(UInt8.self) != 0 }

    mutating func text() -> String {
        let length = Int(number(UInt32.self))
        defer { position += length }
        return String(decoding: bytes[position..<position + length], as: UTF8.self)
    }

    mutating func optionalText() -> String? { flag() ? text() : nil }
}
