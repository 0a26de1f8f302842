import Foundation
import Testing

@testable import Media

@Suite struct CleanPictureTests {
    private func contains(_ bytes: [UInt8], _ text: String) -> Bool {
        Data(bytes).range(of: Data(text.utf8)) != nil
    }

    @Test("cameras, places and comments are cut out of a JPEG, and how it is turned stays")
    func jpeg() throws {
        let file = PictureFixture.turnedJPEG
        #expect(contains(file, "SecretCam") && contains(file, "secret comment"))
        let picture = try CleanPicture(file + Array("PK\u{3}\u{4}<script>".utf8))
        #expect(picture.kind == .jpeg)
        #expect(picture.size == PictureSize(width: 16, height: 24))
        for secret in ["SecretCam", "secret comment", "<script>"] {
            #expect(!contains(picture.bytes, secret))
        }
        #expect(picture.bytes.suffix(2) == [0xFF, 0xD9])
        // Cleaning again changes nothing: the orientation is there and nothing else.
        #expect(try CleanPicture(picture.bytes) == picture)
    }

    @Test("all scans of a progressive JPEG are kept")
    func progressive() throws {
        let file = PictureFixture.progressiveJPEG
        let picture = try CleanPicture(file)
        #expect(picture.size == PictureSize(width: 24, height: 16))
        func scans(_ bytes: [UInt8]) -> Int {
            zip(bytes, bytes.dropFirst()).count { $0 == (0xFF, 0xDA) }
        }
        #expect(scans(file) > 1 && scans(picture.bytes) == scans(file))
    }

    @Test("metadata are cut out of a WebP, and its header no longer names them")
    func webP() throws {
        let file = PictureFixture.webP
        #expect(contains(file, "SecretCam"))
        let picture = try CleanPicture(file)
        #expect(picture.kind == .webP && picture.size == PictureSize(width: 24, height: 16))
        #expect(!contains(picture.bytes, "SecretCam") && !contains(picture.bytes, "EXIF"))
        #expect(picture.bytes[20] & 0x0C == 0)
        #expect(try CleanPicture(picture.bytes) == picture)
    }

    @Test("texts and what follows the end are cut out of a PNG")
    func png() throws {
        let clean = PNGFixture.gray(width: 30, height: 20)
        let text = PNGFixture.chunk("tEXt", Array("Author\u{0}Secret".utf8))
        let gps = PNGFixture.chunk("eXIf", Array("MM secret".utf8))
        let head = 8 + 25
        let file = clean[..<head] + text + gps + clean[head...] + Array("trailing".utf8)
        let picture = try CleanPicture(Array(file))
        #expect(picture.bytes == clean)
        #expect(picture.size == PictureSize(width: 30, height: 20) && picture.kind == .png)
    }

    @Test("a PNG of which a bit was turned on its way is refused, but for what is not its pixels")
    func damagedPNG() throws {
        let clean = PNGFixture.gray(width: 30, height: 20)
        for place in [16, 33 + 8 + 20, clean.count - 1] {
            var file = clean
            file[place] ^= 0x10
            #expect(throws: PictureError.damaged(.png), "byte \(place)") { try CleanPicture(file) }
        }
        var gamma = PNGFixture.chunk("gAMA", [0, 0, 0xB1, 0x8F])
        #expect(
            try CleanPicture(clean[..<33] + gamma + clean[33...]).bytes.count == clean.count + 16
        )
        gamma[9] ^= 0x10
        #expect(try CleanPicture(clean[..<33] + gamma + clean[33...]).bytes == clean)
    }

    @Test("forty megapixels are taken, and one more row is not")
    func pixels() throws {
        func header(_ width: Int, _ height: Int) -> [UInt8] {
            let file = PNGFixture.gray(width: 1, height: 1)
            let size = [width, height].flatMap { number in
                [24, 16, 8, 0].map { UInt8(number >> $0 & 255) }
            }
            return file[..<8] + PNGFixture.chunk("IHDR", size + [8, 0, 0, 0, 0]) + file[33...]
        }
        #expect(try CleanPicture(header(8000, 5000)).size.pixelCount == 40_000_000)
        let large = PictureSize(width: 8000, height: 5001)
        #expect(throws: PictureError.tooManyPixels(large)) { try CleanPicture(header(8000, 5001)) }
        #expect("\(PictureError.tooManyPixels(large))".contains("8000 x 5001"))
        #expect(throws: PictureError.damaged(.png)) { try CleanPicture(header(0, 5)) }
        #expect(throws: PictureError.self) { try CleanPicture(header(1 << 31, 1 << 31)) }
    }

    @Test(
        "what is no picture that is taken is told for what it is",
        arguments: [
            ("", PictureError.empty), ("<svg xmlns='x'><script/></svg>", .vectorDrawing),
            ("<?xml version='1.0'?>\n<!-- a --><svg/>", .vectorDrawing),
            ("  <!DOCTYPE html><p>", .program), ("<script>1</script>", .program),
            ("#!/bin/sh\n", .program), ("GIF89a..", .otherFormat("GIF")),
            ("%PDF-1.7", .otherFormat("PDF")), ("hello", .unknown),
        ]
    )
    func refused(text: String, error: PictureError) {
        #expect(throws: error) { try CleanPicture(Array(text.utf8)) }
    }

    @Test("no cut and no changed byte crashes, and a cut file is not taken", arguments: 0..<4)
    func damaged(number: Int) throws {
        let files = [
            PictureFixture.turnedJPEG, PictureFixture.webP, PictureFixture.progressiveJPEG,
            PNGFixture.gray(width: 9, height: 9),
        ]
        let file = files[number]
        for length in stride(from: 1, to: file.count, by: 7) {
            _ = try? CleanPicture(Array(file.prefix(length)))
        }
        #expect(throws: PictureError.self) { try CleanPicture(Array(file.prefix(file.count / 8))) }
        var generator = Seeded(state: UInt64(number) + 1)
        for _ in 0..<2000 {
            var changed = file
            changed[Int.random(in: 0..<changed.count, using: &generator)] = .random(
                in: 0...255,
                using: &generator
            )
            _ = try? CleanPicture(changed)
        }
    }
}

/// Source: G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators" (2014).
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
