/// Bytes that nobody can guess, and bytes as text.
public enum Bytes {
    /// So many bytes from the system's secure random numbers.
    public static func secureRandom(count: Int) -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return (0..<count).map { _ in .random(in: .min ... .max, using: &random) }
    }
}

extension Sequence<UInt8> {
    /// Two small hexadecimal digits a byte.
    public var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self
        )
    }
}
