internal import Timekeeping

/// Some fixes as bytes of their own, in the order in which they came.
///
/// Accuracy: as of ``PackedTrack``.
public enum FixBundle {
    /// How many fixes a bundle has at most.
    public static let limit = 1 << 24

    /// Writes fixes.
    ///
    /// - Complexity: O(n)
    public static func bytes(of fixes: [Fix]) -> [UInt8] {
        var bytes: [UInt8] = []
        append(UInt64(fixes.count), to: &bytes)
        for start in stride(from: 0, to: fixes.count, by: PackedTrack.chunkSize) {
            let chunk = fixes[start..<min(start + PackedTrack.chunkSize, fixes.count)]
            let first = chunk.first?.at.millisecondsSince1970 ?? 0
            append(UInt64(bitPattern: first), to: &bytes)
            var writer = FixWriter()
            writer.write(chunk)
            bytes += writer.bytes
        }
        return bytes
    }

    /// Reads what ``bytes(of:)`` has written.
    ///
    /// - Returns: nil for anything else.
    /// - Complexity: O(n)
    public static func fixes(of bytes: [UInt8]) -> [Fix]? {
        bytes.withUnsafeBytes { bytes in
            guard bytes.count >= 8,
                case let count = bytes.loadUnaligned(as: UInt64.self).littleEndian,
                count <= UInt64(limit)
            else { return nil }
            var fixes: [Fix] = []
            fixes.reserveCapacity(min(Int(count), bytes.count))
            var index = 8
            while fixes.count < Int(count) {
                guard index + 8 <= bytes.count else { return nil }
                let first = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                var scanner = FixScanner(
                    bytes,
                    at: index + 8,
                    from: Timestamp(
                        millisecondsSince1970: Int64(bitPattern: first.littleEndian)
                    )
                )
                for _ in 0..<min(PackedTrack.chunkSize, Int(count) - fixes.count) {
                    guard scanner.next() else { return nil }
                    fixes.append(scanner.fix)
                }
                index = scanner.end
            }
            return index == bytes.count ? fixes : nil
        }
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
