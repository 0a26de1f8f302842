/// A picture made of a few bytes.
enum PNGFixture {
    /// A grey picture, stored and not compressed.
    static func gray(width: Int, height: Int) -> [UInt8] {
        let raw = (0..<height).flatMap { _ in [0] + [UInt8](repeating: 200, count: width) }
        var data: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: raw.count, by: 65_535) {
            let block = raw[start..<min(start + 65_535, raw.count)]
            let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
            data += [start + block.count == raw.count ? 1 : 0, low, high, ~low, ~high] + block
        }
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in raw {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        data += big(b << 16 | a)
        let head = big(UInt32(width)) + big(UInt32(height)) + [8, 0, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", head)
            + chunk("IDAT", data) + chunk("IEND", [])
    }

    private static func big(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(number >> $0 & 255) }
    }

    static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in body {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return big(UInt32(content.count)) + body + big(~crc)
    }
}
