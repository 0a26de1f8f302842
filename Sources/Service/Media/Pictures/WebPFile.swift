/// The chunks of a WebP file.
///
/// Source: RFC 9649.
enum WebPFile {
    private static let keptChunks: Set<String> = [
        "VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP",
    ]
    /// The bits of `VP8X` that say that `EXIF` and `XMP ` follow.
    private static let metadataBits: UInt8 = 0x0C

    static func parts(of file: [UInt8]) throws(PictureError) -> PictureParts {
        guard let whole = file.little(4, bytes: 4), whole >= 12, whole + 8 <= file.count else {
            throw .damaged(.webP)
        }
        var kept: [UInt8] = []
        kept.reserveCapacity(whole)
        var size: PictureSize?
        var hasPixels = false
        var position = 12
        while position + 8 <= whole + 8 {
            let name = String(decoding: file[position..<position + 4], as: UTF8.self)
            guard let length = file.little(position + 4, bytes: 4),
                position + 8 + length <= whole + 8
            else { throw .damaged(.webP) }
            let content = position + 8..<position + 8 + length
            // Chunks begin at even places.
            let end = min(content.upperBound + length % 2, whole + 8)
            if size == nil {
                guard let found = Self.size(name, file, content) else { throw .damaged(.webP) }
                size = found
            }
            if ["VP8 ", "VP8L", "ANMF"].contains(name) { hasPixels = true }
            if keptChunks.contains(name) {
                let flags = kept.count + 8
                kept += file[position..<end]
                if name == "VP8X" { kept[flags] &= ~metadataBits }
            }
            position = end
        }
        guard let size, hasPixels else { throw .damaged(.webP) }
        let length = kept.count + 4
        let head =
            Array("RIFF".utf8) + (0..<4).map { UInt8(length >> (8 * $0) & 0xFF) }
            + Array("WEBP".utf8)
        return PictureParts(size: size, bytes: head + kept)
    }

    /// The size that the first chunk tells.
    private static func size(_ name: String, _ file: [UInt8], _ content: Range<Int>) -> PictureSize?
    {
        let start = content.lowerBound
        let (width, height): (Int, Int)
        switch name {
        case "VP8X":
            guard content.count >= 10, let w = file.little(start + 4, bytes: 3),
                let h = file.little(start + 7, bytes: 3)
            else { return nil }
            (width, height) = (w + 1, h + 1)
        case "VP8L":
            guard content.count >= 5, file[start] == 0x2F,
                let bits = file.little(start + 1, bytes: 4)
            else { return nil }
            (width, height) = (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        case "VP8 ":
            guard content.count >= 10, file[start + 3] == 0x9D, file[start + 4] == 0x01,
                file[start + 5] == 0x2A, let w = file.little(start + 6, bytes: 2),
                let h = file.little(start + 8, bytes: 2)
            else { return nil }
            (width, height) = (w & 0x3FFF, h & 0x3FFF)
        default: return nil
        }
        return width > 0 && height > 0 ? PictureSize(width: width, height: height) : nil
    }
}
