/// The segments of a JPEG file.
///
/// Source: ITU-T T.81, annex B; JEITA CP-3451 (Exif) for the orientation.
enum JPEGFile {
    private static let startOfImage: UInt8 = 0xD8
    private static let endOfImage: UInt8 = 0xD9
    private static let startOfScan: UInt8 = 0xDA
    private static let application0: UInt8 = 0xE0
    private static let application1: UInt8 = 0xE1
    private static let application2: UInt8 = 0xE2
    private static let application14: UInt8 = 0xEE

    /// What the file is read into, segment by segment.
    private struct Reading {
        var kept: [UInt8] = [0xFF, startOfImage]
        var size: PictureSize?
        /// 1 to 8, as Exif counts; 1 for a picture that stands upright.
        var orientation = 1
        var hasScan = false
    }

    static func parts(of file: [UInt8]) throws(PictureError) -> PictureParts {
        var reading = Reading()
        var position = 2
        while let marker = try marker(file, &position), marker != endOfImage {
            guard let length = file.big16(position), length >= 2, position + length <= file.count
            else { throw .damaged(.jpeg) }
            let segment = position..<position + length
            try take(marker, file, segment, into: &reading)
            position += length
            if marker == startOfScan {
                let end = endOfScan(file, from: position)
                reading.kept += file[position..<end]
                reading.hasScan = true
                position = end
            }
        }
        guard let size = reading.size, reading.hasScan else { throw .damaged(.jpeg) }
        reading.kept += [0xFF, endOfImage]
        guard reading.orientation != 1 else { return PictureParts(size: size, bytes: reading.kept) }
        // How it is turned is no secret, and without it the picture would lie on its side.
        let bytes = reading.kept.prefix(2) + exif(reading.orientation) + reading.kept.dropFirst(2)
        let isOnItsSide = reading.orientation >= 5
        return PictureParts(
            size: isOnItsSide ? PictureSize(width: size.height, height: size.width) : size,
            bytes: Array(bytes)
        )
    }

    /// The next marker; nil at the end of a file that has pixels and no end: many cameras leave it out.
    private static func marker(
        _ file: [UInt8],
        _ position: inout Int
    ) throws(PictureError) -> UInt8? {
        guard position < file.count else { return nil }
        guard file[position] == 0xFF else { throw .damaged(.jpeg) }
        while position < file.count, file[position] == 0xFF { position += 1 }
        guard position < file.count else { return nil }
        defer { position += 1 }
        guard file[position] >= 0xC0 else { throw .damaged(.jpeg) }
        return file[position]
    }

    private static func take(
        _ marker: UInt8,
        _ file: [UInt8],
        _ segment: Range<Int>,
        into reading: inout Reading
    ) throws(PictureError) {
        let content = file[segment].dropFirst(2)
        switch marker {
        case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
            guard let height = file.big16(segment.lowerBound + 3),
                let width = file.big16(segment.lowerBound + 5), content.count >= 6, width > 0,
                height > 0, reading.size == nil
            else { throw .damaged(.jpeg) }
            reading.size = PictureSize(width: width, height: height)
        case application1:
            if content.starts(with: "Exif\u{0}\u{0}".utf8) {
                reading.orientation = orientation(Array(content.dropFirst(6))) ?? 1
            }
            return
        case application2 where content.starts(with: "ICC_PROFILE\u{0}".utf8): break
        case application0 where content.starts(with: "JFIF\u{0}".utf8): break
        case application14 where content.starts(with: "Adobe".utf8): break
        // Of cameras and programs, and comments.
        case 0xE0...0xEF, 0xF0...0xFE: return
        default: break
        }
        reading.kept += [0xFF, marker]
        reading.kept += file[segment]
    }

    /// Where the pixels of a scan end: at the next marker that is no restart.
    private static func endOfScan(_ file: [UInt8], from start: Int) -> Int {
        var index = start
        while index + 1 < file.count {
            if file[index] == 0xFF {
                let next = file[index + 1]
                let isOfScan = next == 0 || (0xD0...0xD7).contains(next) || next == 0xFF
                if !isOfScan { return index }
            }
            index += 1
        }
        return file.count
    }

    // MARK: Orientation

    private static let orientationTag = 0x0112

    /// What the first directory says of the orientation; nil where it says nothing that can be read.
    private static func orientation(_ tiff: [UInt8]) -> Int? {
        guard tiff.count >= 8 else { return nil }
        let isLittle: Bool
        switch (tiff[0], tiff[1]) {
        case (0x49, 0x49): isLittle = true
        case (0x4D, 0x4D): isLittle = false
        default: return nil
        }
        func number(_ index: Int, _ bytes: Int) -> Int? {
            if isLittle { return tiff.little(index, bytes: bytes) }
            return bytes == 2 ? tiff.big16(index) : tiff.big32(index)
        }
        guard number(2, 2) == 42, let start = number(4, 4), let count = number(start, 2) else {
            return nil
        }
        for entry in 0..<count {
            let place = start + 2 + 12 * entry
            guard let tag = number(place, 2) else { return nil }
            guard tag == orientationTag else { continue }
            guard number(place + 2, 2) == 3, let value = number(place + 8, 2),
                (1...8).contains(value)
            else { return nil }
            return value
        }
        return nil
    }

    /// A segment that says how the picture is turned, and nothing else.
    private static func exif(_ orientation: Int) -> [UInt8] {
        let tiff: [UInt8] = [
            0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0,
            UInt8(orientation), 0, 0, 0, 0, 0, 0,
        ]
        let content = Array("Exif\u{0}\u{0}".utf8) + tiff
        let length = content.count + 2
        return [0xFF, application1, UInt8(length >> 8), UInt8(length & 0xFF)] + content
    }
}
