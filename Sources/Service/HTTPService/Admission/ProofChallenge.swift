internal import Cryptography
internal import Radar

/// What a proof of work is to be found for.
///
/// Nothing is kept of it: its text holds how hard it is, when it was made and a random number, and
/// behind them their code under a key that is made at the start. The code covers the household that
/// asked, too, so that nobody else can use it; of the household nothing is in the text.
struct ProofChallenge: Sendable, Hashable {
    /// How many leading zero bits the proof must have.
    let bits: Int
    /// When it was made, in milliseconds on the gate's clock.
    let milliseconds: Int64
    /// Tells it from every other.
    let number: UInt64

    /// How long a challenge holds: long enough for an old telephone, and short enough that nobody
    /// gathers many.
    static let lifeSeconds: Int64 = 300

    /// How many bytes a text stands for: bits, moment, number, code.
    private static let byteCount = 1 + 8 + 8 + codeBytes
    private static let codeBytes = 16

    init(bits: Int, milliseconds: Int64, number: UInt64) {
        self.bits = bits
        self.milliseconds = milliseconds
        self.number = number
    }

    /// The challenge as text: 44 letters, digits, `-` and `_`.
    ///
    /// - Parameter household: The mark of who asked.
    func text(for household: UInt64, under key: AuthenticationKey) -> String {
        let body = bytes
        let code = key.code(for: body + Self.bytes(household)).prefix(Self.codeBytes)
        return Base64URL.encode(body + code)
    }

    /// Whether a text looks as challenges do, whoever made it.
    static func isText(_ text: String) -> Bool { decoded(text) != nil }

    /// The challenge that was given to a household as this text; nil where none was.
    init?(parsing text: String, for household: UInt64, under key: AuthenticationKey) {
        guard let all = Self.decoded(text) else { return nil }
        let (body, code) = (all.dropLast(Self.codeBytes), all.suffix(Self.codeBytes))
        guard key.isValid(code, for: body + Self.bytes(household)) else { return nil }
        func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
            bytes.reduce(0) { $0 << 8 | UInt64($1) }
        }
        self.init(
            bits: Int(all[0]),
            milliseconds: Int64(bitPattern: number(all[1..<9])),
            number: number(all[9..<17])
        )
    }

    private static func decoded(_ text: String) -> [UInt8]? {
        guard text.utf8.count == byteCount / 3 * 4, let bytes = Base64URL.decode(text),
            bytes.count == byteCount
        else { return nil }
        return bytes
    }

    private var bytes: [UInt8] {
        [UInt8(truncatingIfNeeded: bits)] + Self.bytes(UInt64(bitPattern: milliseconds))
            + Self.bytes(number)
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
