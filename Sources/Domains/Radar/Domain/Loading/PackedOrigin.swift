internal import Synchronization

/// Where an imported message comes from, as bytes: the key, the number of attributes, and each header's
/// number and value, by header. Lengths and numbers go before what they count, seven bits to a byte.
///
/// The same origin is always the same bytes, so that two messages are compared without unpacking them.
enum PackedOrigin {
    static func append(
        key: some Collection<UInt8>,
        _ attributes: [String: String],
        _ headers: SharedWords,
        to bytes: inout [UInt8]
    ) {
        bytes.appendCounted(key)
        bytes.appendNumber(attributes.count)
        guard !attributes.isEmpty else { return }
        for (number, value) in headers.numbered(attributes) {
            bytes.appendNumber(Int(number))
            bytes.appendCounted(value.utf8)
        }
    }

    static func append(
        key: String,
        _ attributes: [String: String],
        _ headers: SharedWords,
        to bytes: inout [UInt8]
    ) { append(key: key.utf8, attributes, headers, to: &bytes) }

    static func unpack(
        _ bytes: ArraySlice<UInt8>,
        _ headers: SharedWords
    ) -> (key: String, attributes: [String: String]) {
        var rest = bytes
        let key = rest.takeCounted()
        let count = rest.takeNumber()
        var attributes = [String: String](minimumCapacity: count)
        for _ in 0..<count {
            let number = UInt32(rest.takeNumber())
            attributes[headers[number]] = rest.takeCounted()
        }
        return (key, attributes)
    }
}

/// Words that many number at once, each kept once: none is ever taken away.
final class SharedWords: Sendable {
    private let words = Mutex(WordList<String>())

    subscript(_ number: UInt32) -> String { words.withLock { $0[number] } }

    /// The values of some attributes under their headers' numbers, lowest first.
    func numbered(_ attributes: [String: String]) -> [(UInt32, String)] {
        words.withLock { words in
            attributes.map { (words.number(of: $0.key), $0.value) }
        }.sorted { $0.0 < $1.0 }
    }
}

/// Words that come again and again, each kept once and known by a number.
struct WordList<Word: Hashable & Sendable>: Sendable {
    private(set) var words: [Word] = []
    private var numbers: [Word: UInt32] = [:]

    var count: Int { words.count }

    subscript(_ number: UInt32) -> Word { words[Int(number)] }

    /// The word's number; nil when it never came.
    func existingNumber(of word: Word) -> UInt32? { numbers[word] }

    /// The word's number, a new one when it comes for the first time.
    mutating func number(of word: Word) -> UInt32 {
        if let number = numbers[word] { return number }
        let number = UInt32(words.count)
        words.append(word)
        numbers[word] = number
        return number
    }
}

extension [UInt8] {
    /// Appends a number that is not negative, seven bits to a byte, the lowest first; the eighth bit
    /// says that more follow.
    fileprivate mutating func appendNumber(_ number: Int) {
        var rest = UInt64(number)
        while rest > 0x7F {
            append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    fileprivate mutating func appendCounted(_ text: some Collection<UInt8>) {
        appendNumber(text.count)
        append(contentsOf: text)
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func takeNumber() -> Int {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while let byte = popFirst() {
            number |= UInt64(byte & 0x7F) << shift
            shift += 7
            if byte & 0x80 == 0 { break }
        }
        return Int(number)
    }

    fileprivate mutating func takeCounted() -> String {
        let length = takeNumber()
        defer { removeFirst(length) }
        return String(decoding: prefix(length), as: UTF8.self)
    }
}
