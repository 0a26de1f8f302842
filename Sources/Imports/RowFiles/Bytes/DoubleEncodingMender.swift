/// Undoes that UTF-8 was taken for windows-1252 and written as UTF-8 again, where it was: `Ã¼` becomes
/// `ü`.
///
/// Each run of characters beyond ASCII is taken back to the bytes that windows-1252 writes for it; where
/// those are UTF-8, they are what was meant, and else the run stays as it is.
struct DoubleEncodingMender {
    /// A run, or a character, that may go on in the next chunk.
    private var pending: [UInt8] = []

    /// The mended chunk; what may go on is kept for the next.
    ///
    /// - Parameter text: UTF-8; characters may be cut by its end.
    mutating func mend(_ text: [UInt8], isLast: Bool) -> [UInt8] {
        let whole = pending + text
        pending = []
        var mended: [UInt8] = []
        mended.reserveCapacity(whole.count)
        var index = 0
        while index < whole.count {
            guard whole[index] >= 0x80 else {
                mended.append(whole[index])
                index += 1
                continue
            }
            let end = whole[index...].firstIndex { $0 < 0x80 } ?? whole.count
            if end == whole.count, !isLast, end - index < Self.longestRun {
                pending = Array(whole[index...])
                break
            }
            mended += Self.meant(whole[index..<end])
            index = end
        }
        return mended
    }

    /// Longer runs are another script, and nothing that was encoded twice.
    private static let longestRun = 4_096

    private static func meant(_ run: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes: [UInt8] = []
        for scalar in String(decoding: run, as: UTF8.self).unicodeScalars {
            guard let byte = TextEncoding.windows1252Byte(scalar) else { return run }
            bytes.append(byte)
        }
        var validator = UTF8Validator()
        guard validator.isValid(bytes), validator.isComplete else { return run }
        return bytes[...]
    }
}
