internal import Geodesy
internal import Timekeeping

/// The members of a fix that need not be there, as whole numbers.
private struct Members {
    /// What one is in each: metres, metres, metres a second, degrees.
    static let units = [0.1, 0.1, 0.01, 0.01]

    static func values(_ fix: Fix) -> [Double?] {
        [fix.accuracyMeters, fix.altitudeMeters, fix.speedMetersPerSecond, fix.headingDegrees]
    }
}

/// Writes chunks of fixes as differences, in bytes of which seven bits count.
struct FixWriter {
    private(set) var bytes: [UInt8] = []

    private static let degree = 1e7

    /// A place as it is read again.
    static func rounded(_ place: Coordinate) -> Coordinate {
        Coordinate(
            uncheckedLatitude: Double(whole(place.latitude)) / degree,
            longitude: Double(whole(place.longitude)) / degree
        )
    }

    private static func whole(_ degrees: Double) -> Int64 { Int64((degrees * degree).rounded()) }

    /// Writes which members the chunk has, then its fixes.
    mutating func write(_ chunk: ArraySlice<Fix>) {
        let rows = chunk.map(Members.values)
        var masks: [UInt64] = Array(repeating: 0, count: Members.units.count)
        for (row, values) in rows.enumerated() {
            for (member, value) in values.enumerated() where value?.isFinite == true {
                masks[member] |= 1 << UInt64(row)
            }
        }
        let all: UInt64 = rows.count == 64 ? .max : (1 << UInt64(rows.count)) - 1
        for mask in masks {
            bytes.append(mask == 0 ? 0 : mask == all ? 1 : 2)
            if mask != 0, mask != all {
                for shift in stride(from: 0, to: 64, by: 8) {
                    bytes.append(UInt8(truncatingIfNeeded: mask >> UInt64(shift)))
                }
            }
        }
        var (time, step, latitude, longitude) = (chunk.first?.at, Int64(0), Int64(0), Int64(0))
        var last: [Int64] = Array(repeating: 0, count: masks.count)
        for (row, fix) in chunk.enumerated() {
            let passed = time.map { fix.at.milliseconds(since: $0) } ?? 0
            append(passed - step)
            (time, step) = (fix.at, passed)
            let (north, east) = (Self.whole(fix.place.latitude), Self.whole(fix.place.longitude))
            append(north - latitude)
            append(east - longitude)
            (latitude, longitude) = (north, east)
            for (member, value) in rows[row].enumerated() {
                guard let value, value.isFinite else { continue }
                let scaled = (value / Members.units[member]).rounded()
                // What no device tells stays as far as it goes.
                let whole = Int64(max(-1e15, min(1e15, scaled)))
                append(whole - last[member])
                last[member] = whole
            }
        }
    }

    private mutating func append(_ number: Int64) {
        var rest = UInt64(bitPattern: (number << 1) ^ (number >> 63))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}

/// Reads what ``FixWriter`` has written, fix by fix, from bytes that may be damaged: it never reads beyond
/// them, and says when they are not what a writer wrote.
struct FixScanner {
    private let bytes: UnsafeRawBufferPointer
    private var index: Int
    private var masks = SIMD4<UInt64>(repeating: 0)
    private var row: UInt64 = 0
    private var step: Int64 = 0
    private var last = SIMD4<Int64>(repeating: 0)
    /// When the fix that was read last was taken, in milliseconds since 1970.
    private(set) var time: Int64
    /// Its latitude, in units of 10^-7 degrees.
    private(set) var latitude: Int64 = 0
    /// Its longitude, in units of 10^-7 degrees.
    private(set) var longitude: Int64 = 0
    /// Whether all that was read can have been written.
    private(set) var isSound = true

    /// - Parameters:
    ///   - index: Where the chunk begins.
    ///   - first: The time of its first fix.
    init(_ bytes: UnsafeRawBufferPointer, at index: Int, from first: Timestamp) {
        self.bytes = bytes
        self.index = index
        time = first.millisecondsSince1970
        for member in 0..<Members.units.count {
            let kind = byte()
            masks[member] = kind == 1 ? .max : 0
            guard kind == 2 else { continue }
            for shift in stride(from: 0, to: 64, by: 8) {
                masks[member] |= UInt64(byte()) << UInt64(shift)
            }
        }
    }

    /// Reads the next fix.
    ///
    /// - Returns: Whether it is one.
    mutating func next() -> Bool {
        step &+= number()
        time &+= step
        latitude &+= number()
        longitude &+= number()
        let bit: UInt64 = 1 << row
        row &+= 1
        for member in 0..<Members.units.count where masks[member] & bit != 0 {
            last[member] &+= number()
        }
        if latitude.magnitude > 900_000_000 || longitude.magnitude > 1_800_000_000 || row > 64 {
            isSound = false
        }
        return isSound
    }

    /// Where the next byte is.
    var end: Int { index }

    /// Where the fix that was read last was taken.
    var place: Coordinate {
        Coordinate(
            uncheckedLatitude: Double(latitude) / 1e7,
            longitude: Double(longitude) / 1e7
        )
    }

    /// The fix that was read last.
    var fix: Fix {
        func value(_ member: Int) -> Double? {
            masks[member] & 1 << (row &- 1) == 0
                ? nil : Double(last[member]) * Members.units[member]
        }
        return Fix(
            at: Timestamp(millisecondsSince1970: time),
            place: place,
            accuracyMeters: value(0),
            altitudeMeters: value(1),
            speedMetersPerSecond: value(2),
            headingDegrees: value(3)
        )
    }

    private mutating func byte() -> UInt8 {
        guard index >= 0, index < bytes.count else {
            isSound = false
            return 0
        }
        defer { index &+= 1 }
        return bytes[index]
    }

    private mutating func number() -> Int64 {
        var (rest, shift) = (UInt64(0), UInt64(0))
        while true {
            let next = byte()
            rest |= UInt64(next & 0x7F) << shift
            guard next & 0x80 != 0 else { break }
            shift += 7
            guard shift < 64 else {
                isSound = false
                break
            }
        }
        return Int64(bitPattern: rest >> 1) ^ -Int64(bitPattern: rest & 1)
    }
}
