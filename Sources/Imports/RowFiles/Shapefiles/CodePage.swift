internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// An encoding in which every character is one byte or two, such as windows-1252 or Shift-JIS; or UTF-8.
///
/// The system's `iconv` knows what the bytes mean. It is asked about every code there is, each by itself,
/// when an encoding is first used; a file's bytes are only looked up in what it answered then, and never
/// reach it.
struct CodePage: Sendable {
    /// The characters of single bytes; 0 for none, ``lead`` for the first byte of two.
    private let singles: [UInt32]
    /// The characters of two bytes, the first the higher; empty where there are none such.
    private let pairs: [UInt32]
    private let isUTF8: Bool

    private static let lead = UInt32.max
    private static let made = Mutex<[String: CodePage]>([:])

    /// The encoding of a name that `iconv` knows.
    ///
    /// - Returns: nil where this system lacks it.
    static func named(_ name: String) -> CodePage? {
        if let known = made.withLock({ $0[name] }) { return known }
        guard let page = CodePage(name) else { return nil }
        made.withLock { $0[name] = page }
        return page
    }

    private init?(_ name: String) {
        isUTF8 = name == "UTF-8"
        guard !isUTF8 else {
            (singles, pairs) = ([], [])
            return
        }
        guard let asked = Converter(name) else { return nil }
        let singles = (0..<256).map { asked.character([UInt8($0)]) }
        self.singles = singles
        guard singles.contains(Self.lead) else {
            pairs = []
            return
        }
        pairs = (0..<65_536).map { code in
            guard singles[code >> 8] == Self.lead else { return 0 }
            let character = asked.character([UInt8(code >> 8), UInt8(code & 0xFF)])
            return character == Self.lead ? 0 : character
        }
    }

    /// The text that bytes stand for.
    ///
    /// - Returns: The text, with U+FFFD where bytes are no character, and whether there are none such.
    /// - Complexity: O(length).
    func decode(_ bytes: ArraySlice<UInt8>) -> (text: String, isWhole: Bool) {
        if isUTF8 || bytes.allSatisfy({ $0 < 0x80 && (singles[Int($0)] == UInt32($0)) }) {
            if let valid = String(validating: bytes, as: UTF8.self) { return (valid, true) }
            return (String(decoding: bytes, as: UTF8.self), false)
        }
        var text = String.UnicodeScalarView()
        var isWhole = true
        var index = bytes.startIndex
        while index < bytes.endIndex {
            var code = singles[Int(bytes[index])]
            index += 1
            if code == Self.lead {
                code = 0
                if index < bytes.endIndex {
                    code = pairs[Int(bytes[index - 1]) << 8 | Int(bytes[index])]
                    if code != 0 { index += 1 }
                }
            }
            if code != 0 || bytes[index - 1] == 0, let scalar = Unicode.Scalar(code) {
                text.append(scalar)
            } else {
                text.append("\u{FFFD}")
                isWhole = false
            }
        }
        return (String(text), isWhole)
    }

    /// The name of a column, which is cut after ten bytes, perhaps within a character.
    func decodeName(_ bytes: ArraySlice<UInt8>) -> String {
        var name = decode(bytes).text
        while name.hasSuffix("\u{FFFD}") { name.removeLast() }
        return name
    }

    /// A wrapper of `iconv`. The handle is private, used by one thread, and closed exactly once.
    private final class Converter {
        private let handle: iconv_t

        private static let failed = Int(bitPattern: UInt.max)

        init?(_ name: String) {
            let opened = iconv_open("UTF-32LE", name)
            guard let opened, opened != iconv_t(bitPattern: -1) else { return nil }
            handle = opened
        }

        deinit { iconv_close(handle) }

        /// The character of a code of one byte or two; 0 for none, ``CodePage/lead`` where more bytes
        /// are wanted.
        func character(_ code: [UInt8]) -> UInt32 {
            var source = code.map { CChar(bitPattern: $0) }
            var target = [CChar](repeating: 0, count: 16)
            let room = target.count
            var left = source.count
            var free = room
            var isWanting = false
            iconv(handle, nil, nil, nil, nil)
            source.withUnsafeMutableBufferPointer { source in
                target.withUnsafeMutableBufferPointer { target in
                    var (next, end) = (source.baseAddress, target.baseAddress)
                    if iconv(handle, &next, &left, &end, &free) == Self.failed {
                        isWanting = errno == EINVAL
                    } else {
                        // What waits for a sign that may follow it.
                        iconv(handle, nil, nil, &end, &free)
                    }
                }
            }
            if isWanting { return CodePage.lead }
            guard left == 0, room - free == 4 else { return 0 }
            return target.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32(UInt8(bitPattern: $1)) }
        }
    }
}
