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

/// Reads what ``FixWriter`` has written.
struct FixReader {
    private let bytes: [UInt8]
    private var index: Int

    init(_ bytes: [UInt8], at index: Int) {
        self.bytes = bytes
        self.index = index
    }

    /// - Parameter first: The time of the first fix.
    mutating func read(_ count: Int, from first: Timestamp) -> [Fix] {
        var masks: [UInt64] = []
        for _ in Members.units {
            let kind = byte()
            var mask: UInt64 = kind == 1 ? .max : 0
            if kind == 2 {
                for shift in stride(from: 0, to: 64, by: 8) {
                    mask |= UInt64(byte()) << UInt64(shift)
                }
            }
            masks.append(mask)
        }
        var (time, step) = (first.millisecondsSince1970, Int64(0))
        var (latitude, longitude) = (Int64(0), Int64(0))
        var last: [Int64] = Array(repeating: 0, count: masks.count)
        var fixes: [Fix] = []
        fixes.reserveCapacity(count)
        for row in 0..<count {
            step += number()
            time += step
            latitude += number()
            longitude += number()
            var values: [Double?] = Array(repeating: nil, count: masks.count)
            for member in masks.indices where masks[member] & 1 << UInt64(row) != 0 {
                last[member] += number()
                values[member] = Double(last[member]) * Members.units[member]
            }
            fixes.append(
                Fix(
                    at: Timestamp(millisecondsSince1970: time),
                    place: Coordinate(
                        uncheckedLatitude: Double(latitude) / 1e7,
                        longitude: Double(longitude) / 1e7
                    ),
                    accuracyMeters: values[0],
                    altitudeMeters: values[1],
                    speedMetersPerSecond: values[2],
                    headingDegrees: values[3]
                )
            )
        }
        return fixes
    }

    private mutating func byte() -> UInt8 {
        defer { index += 1 }
        return bytes[index]
    }

    private mutating func number() -> Int64 {
        var (rest, shift) = (UInt64(0), UInt64(0))
        while true {
            let next = byte()
            rest |= UInt64(next & 0x7F) << shift
            guard next & 0x80 != 0 else { break }
            shift += 7
        }
        return Int64(bitPattern: rest >> 1) ^ -Int64(bitPattern: rest & 1)
    }
}
