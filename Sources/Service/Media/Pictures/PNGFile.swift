internal import CZlib

/// The chunks of a PNG file.
///
/// Source: W3C Portable Network Graphics (PNG) Specification, third edition, sections 5 and 11.
enum PNGFile {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Chunks that say how the pixels look; all others that need not be understood are cut out, and with them
    /// what cameras and people wrote (`eXIf`, `tEXt`, `iTXt`, `tIME`).
    private static let keptChunks: Set<String> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT",
        "bKGD",
        "pHYs", "acTL", "fcTL", "fdAT",
    ]
    private static let longestSide = 1_000_000

    static func parts(of file: [UInt8]) throws(PictureError) -> PictureParts {
        var kept = signature
        kept.reserveCapacity(file.count)
        var position = signature.count
        var size: PictureSize?
        var hasPixels = false
        while true {
            guard let length = file.big32(position), let name = name(file, position + 4),
                length <= file.count, position + 12 + length <= file.count
            else { throw .damaged(.png) }
            let end = position + 12 + length
            if size == nil {
                guard name == "IHDR", length == 13, let width = file.big32(position + 8),
                    let height = file.big32(position + 12), (1...longestSide).contains(width),
                    (1...longestSide).contains(height)
                else { throw .damaged(.png) }
                size = PictureSize(width: width, height: height)
            }
            if name == "IDAT" { hasPixels = true }
            let isWhole = checksum(file[position + 4..<end - 4]) == file.big32(end - 4)
            if isWhole, keptChunks.contains(name) {
                kept += file[position..<end]
            } else if isCritical(name) {
                // Programs that show pictures pass over other chunks that are damaged.
                throw .damaged(.png)
            }
            position = end
            if name == "IEND" { break }
        }
        guard let size, hasPixels else { throw .damaged(.png) }
        return PictureParts(size: size, bytes: kept)
    }

    /// The CRC-32 of a chunk's name and content.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> Int {
        Int(bytes.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) })
    }

    private static func name(_ file: [UInt8], _ index: Int) -> String? {
        guard index + 4 <= file.count else { return nil }
        let bytes = file[index..<index + 4]
        let isName = bytes.allSatisfy { 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 }
        return isName ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// A capital first letter says that nobody can do without the chunk.
    private static func isCritical(_ name: String) -> Bool { name.first?.isUppercase ?? false }
}
