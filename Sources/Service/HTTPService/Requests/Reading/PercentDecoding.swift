/// Decodes one name, value or path segment of a URL.
///
/// - Parameter plusIsSpace: Whether `+` stands for a space, as in forms and queries.
/// - Returns: nil when a `%` is not followed by two hexadecimal digits, or the bytes are not UTF-8.
func percentDecoded(_ text: some StringProtocol, plusIsSpace: Bool) -> String? {
    // Most are plain.
    guard
        text.utf8.contains(where: {
            $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") && plusIsSpace
        })
    else { return String(text) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
        switch byte {
        case UInt8(ascii: "%"):
            guard let high = rest.next().flatMap(hexDigit), let low = rest.next().flatMap(hexDigit)
            else { return nil }
            bytes.append(high << 4 | low)
        case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
        default: bytes.append(byte)
        }
    }
    return String(validating: bytes, as: UTF8.self)
}

private func hexDigit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
}
