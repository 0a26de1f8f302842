/// The name of a dataset: what staff call a list that they import again and again, such as `dc`.
///
/// Stands in URLs, in ids and on command lines, so it is kept to small letters, digits, `-` and
/// `_`, at most 64 of them, the first a letter or a digit.
public struct DatasetName: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The name as it is written everywhere.
    public let text: String

    /// What a name may be, in words.
    package static let rule =
        "a name is 1 to 64 small letters, digits, - and _, and begins with a letter or a digit"

    /// - Throws: ``DatasetError/invalidName(_:)`` when the text is not such a name.
    public init(_ text: String) throws(DatasetError) {
        let bytes = Array(text.utf8)
        guard (1...64).contains(bytes.count), let first = bytes.first, Self.isWord(first),
            bytes.allSatisfy({
                Self.isWord($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            })
        else { throw .invalidName(text) }
        self.text = text
    }

    /// The name itself.
    public var description: String { text }

    /// Alphabetical order.
    public static func < (left: DatasetName, right: DatasetName) -> Bool { left.text < right.text }

    private static func isWord(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
