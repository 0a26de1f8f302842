/// Writes structures in Thrift's compact protocol.
///
/// Source: Apache Thrift, "Thrift compact protocol encoding".
struct ThriftCompact {
    private(set) var bytes: [UInt8] = []
    private var lastField = 0
    private var outer: [Int] = []

    private enum Kind: UInt8 {
        case yes = 1
        case no = 2
        case i32 = 5
        case i64 = 6
        case binary = 8
        case list = 9
        case structure = 12
    }

    private mutating func varint(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    private mutating func zigZag(_ number: Int64) {
        varint(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
    }

    /// - Parameter field: More than the one before it, by fifteen at most.
    private mutating func begin(_ field: Int, _ kind: Kind) {
        bytes.append(UInt8((field - lastField) << 4) | kind.rawValue)
        lastField = field
    }

    private mutating func beginList(_ count: Int, _ kind: Kind) {
        if count < 15 {
            bytes.append(UInt8(count << 4) | kind.rawValue)
        } else {
            bytes.append(0xF0 | kind.rawValue)
            varint(UInt64(count))
        }
    }

    /// Writes a field that is yes or no, which its type says.
    mutating func flag(_ field: Int, _ isSet: Bool) { begin(field, isSet ? .yes : .no) }

    /// Writes a field that is a number of 32 bits.
    mutating func i32(_ field: Int, _ number: Int) {
        begin(field, .i32)
        zigZag(Int64(number))
    }

    /// Writes a field that is a number of 64 bits.
    mutating func i64(_ field: Int, _ number: Int) {
        begin(field, .i64)
        zigZag(Int64(number))
    }

    /// Writes a field that is a text.
    mutating func text(_ field: Int, _ text: String) {
        begin(field, .binary)
        append(text)
    }

    private mutating func append(_ text: String) {
        varint(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes a field that is a list of numbers.
    mutating func list(_ field: Int, _ numbers: [Int]) {
        begin(field, .list)
        beginList(numbers.count, .i32)
        for number in numbers { zigZag(Int64(number)) }
    }

    /// Writes a field that is a list of texts.
    mutating func list(_ field: Int, _ texts: [String]) {
        begin(field, .list)
        beginList(texts.count, .binary)
        for text in texts { append(text) }
    }

    /// Writes a field that is a list of structures.
    mutating func list<Element>(
        _ field: Int,
        _ elements: [Element],
        _ write: (inout ThriftCompact, Element) -> Void
    ) {
        begin(field, .list)
        beginList(elements.count, .structure)
        for element in elements { structure { write(&$0, element) } }
    }

    /// Writes a field that is a structure.
    mutating func structure(_ field: Int, _ write: (inout ThriftCompact) -> Void) {
        begin(field, .structure)
        structure(write)
    }

    /// Writes a structure by itself.
    mutating func structure(_ write: (inout ThriftCompact) -> Void) {
        outer.append(lastField)
        lastField = 0
        write(&self)
        bytes.append(0)
        lastField = outer.removeLast()
    }
}
