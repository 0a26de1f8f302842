/// What a picture may be written in.
package enum PictureKind: String, Sendable, Hashable, CaseIterable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case webP = "image/webp"
}

/// How large a picture is, in pixels as it is shown.
package struct PictureSize: Sendable, Hashable {
    /// 1 or more.
    package let width: Int
    /// 1 or more.
    package let height: Int

    /// A size with both members.
    package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    /// How many pixels it has; sizes of pictures do not come near the end of the numbers.
    package var pixelCount: Int { width.multipliedReportingOverflow(by: height).partialValue }
}

/// A picture without what nobody needs to show it: positions, cameras, comments, whatever follows its end.
package struct CleanPicture: Sendable, Hashable {
    /// What it is written in.
    package let kind: PictureKind
    /// As it is shown.
    package let size: PictureSize
    /// The file.
    package let bytes: [UInt8]

    /// So many bytes at most are taken for a picture.
    package static let byteLimit = 10 << 20
    /// So many pixels at most.
    package static let pixelLimit = 40_000_000

    /// Reads the header and cuts out what is not the picture; no pixel is decoded.
    ///
    /// - Throws: ``PictureError``.
    /// - Complexity: O(n) for n bytes.
    package init(_ file: [UInt8]) throws(PictureError) {
        let parts: PictureParts
        if file.starts(with: PNGFile.signature) {
            (kind, parts) = (.png, try PNGFile.parts(of: file))
        } else if file.starts(with: [0xFF, 0xD8, 0xFF]) {
            (kind, parts) = (.jpeg, try JPEGFile.parts(of: file))
        } else if file.count >= 12, file.starts(with: "RIFF".utf8),
            file[8..<12].elementsEqual("WEBP".utf8)
        {
            (kind, parts) = (.webP, try WebPFile.parts(of: file))
        } else {
            throw Self.refusal(of: file)
        }
        let (pixels, overflow) = parts.size.width.multipliedReportingOverflow(by: parts.size.height)
        guard !overflow, pixels <= Self.pixelLimit else {
            throw .tooManyPixels(parts.size)
        }
        size = parts.size
        bytes = parts.bytes
    }

    /// Why a file that begins like none of the kinds is refused: what it is, as far as its beginning tells.
    private static func refusal(of file: [UInt8]) -> PictureError {
        guard !file.isEmpty else { return .empty }
        let head = String(decoding: file.prefix(4096), as: UTF8.self).lowercased()
        if head.contains("<svg") { return .vectorDrawing }
        let start = head.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        let isProgram =
            ["<!doctype html", "<html", "<script", "<?php", "#!"].contains { start.hasPrefix($0) }
            || file.starts(with: [0x7F, 0x45, 0x4C, 0x46]) || file.starts(with: "MZ".utf8)
        if isProgram || head.contains("<script") { return .program }
        let others: [(magic: [UInt8], name: String)] = [
            (Array("GIF8".utf8), "GIF"), (Array("BM".utf8), "BMP"), (Array("%PDF".utf8), "PDF"),
            ([0x49, 0x49, 0x2A, 0], "TIFF"), ([0x4D, 0x4D, 0, 0x2A], "TIFF"),
            ([0x50, 0x4B, 3, 4], "ZIP"),
        ]
        if let other = others.first(where: { file.starts(with: $0.magic) }) {
            return .otherFormat(other.name)
        }
        if file.count >= 12, file[4..<8].elementsEqual("ftyp".utf8) {
            return .otherFormat("HEIC or AVIF")
        }
        return .unknown
    }
}

/// What a format's reader makes of a file.
struct PictureParts {
    let size: PictureSize
    let bytes: [UInt8]
}

/// Why a file is not taken as a picture.
package enum PictureError: Error, Sendable, Hashable, CustomStringConvertible {
    case empty
    /// An SVG.
    case vectorDrawing
    /// A page, a script or a program.
    case program
    /// A format that is known and not taken.
    case otherFormat(String)
    case unknown
    /// It breaks off, or its parts do not fit together.
    case damaged(PictureKind)
    case tooManyPixels(PictureSize)

    package var description: String {
        switch self {
        case .empty: "the picture is empty: 0 bytes arrived"
        case .vectorDrawing:
            "the file is an SVG, which may hold scripts; save it as PNG, JPEG or WebP"
        case .program:
            "the file is a script or a page, and no picture; PNG, JPEG and WebP are taken"
        case .otherFormat(let name): "the file is \(name); PNG, JPEG and WebP are taken"
        case .unknown: "the file begins like no picture; PNG, JPEG and WebP are taken"
        case .damaged(let kind):
            "the file begins as \(kind.rawValue) and breaks off or is damaged; save the picture anew"
        case .tooManyPixels(let size):
            "the picture has \(size.width) x \(size.height) pixels; at most 40 megapixels are taken, "
                + "such as 8000 x 5000"
        }
    }
}

/// Numbers in files, highest byte first or last.
extension [UInt8] {
    /// Two bytes, the highest first; nil beyond the end.
    func big16(_ index: Int) -> Int? {
        guard index >= 0, index + 2 <= count else { return nil }
        return Int(self[index]) << 8 | Int(self[index + 1])
    }

    /// Four bytes, the highest first; nil beyond the end.
    func big32(_ index: Int) -> Int? {
        guard let high = big16(index), let low = big16(index + 2) else { return nil }
        return high << 16 | low
    }

    /// So many bytes, the lowest first; nil beyond the end.
    func little(_ index: Int, bytes size: Int) -> Int? {
        guard index >= 0, index + size <= count else { return nil }
        return self[index..<index + size].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
