internal import CAmbit
internal import Geodesy
internal import SpatialIndex

/// Places and lengths of a caller's lists, checked one by one as they are read.
///
/// Another thread of the caller may write to the lists meanwhile, so a value that was good is looked at anew
/// whenever it is read.
///
/// Sendable: the lists live until the call returns, and nothing here writes to them.
struct Places: @unchecked Sendable {
    let count: Int
    private let latitudes: UnsafePointer<Double>?
    private let longitudes: UnsafePointer<Double>?
    private let step: Int
    private let arguments: (latitude: ambit_argument, longitude: ambit_argument)

    init(
        _ places: ambit_places,
        named arguments: (latitude: ambit_argument, longitude: ambit_argument) = (
            AMBIT_LATITUDE, AMBIT_LONGITUDE
        )
    ) {
        (latitudes, longitudes) = (places.latitudes, places.longitudes)
        count = latitudes == nil || longitudes == nil ? 0 : max(0, Int(places.count))
        step = places.step == 0 ? 0 : 1
        self.arguments = arguments
    }

    /// The one place that stands for all.
    var isOne: Bool { step == 0 }

    /// - Throws: What is wrong with the place of this number, which is one of ``count``.
    @inline(__always)
    func coordinate(_ number: Int) throws(Refusal) -> Coordinate {
        let index = number &* step
        guard let latitudes, let longitudes else { throw .noMemory }
        let (latitude, longitude) = (latitudes[index], longitudes[index])
        do throws(GeodesyError) {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            if case .invalidLatitude = error {
                throw .outOfRange(arguments.latitude, index, latitude)
            }
            throw .outOfRange(arguments.longitude, index, longitude)
        }
    }

    /// - Throws: What is wrong with the first place that is wrong.
    func check() throws(Refusal) {
        for number in 0..<(isOne ? min(1, count) : count) { _ = try coordinate(number) }
    }
}

/// Lengths for places: one each, or one for all.
///
/// Sendable: as ``Places``.
struct Lengths: @unchecked Sendable {
    private let meters: UnsafePointer<Double>?
    private let step: Int

    init(_ lengths: ambit_lengths) {
        meters = lengths.meters
        step = lengths.step == 0 ? 0 : 1
    }

    /// A finite length.
    ///
    /// - Throws: What is wrong with the length for the place of this number.
    @inline(__always)
    func distance(_ number: Int) throws(Refusal) -> Distance {
        let index = number &* step
        guard let value = meters?[index] else { throw .outOfRange(AMBIT_LENGTH, index, .nan) }
        do throws(GeodesyError) {
            return try .meters(value)
        } catch {
            throw .outOfRange(AMBIT_LENGTH, index, value)
        }
    }

    /// A length, or nil for an infinite one.
    ///
    /// - Throws: As ``distance(_:)``.
    @inline(__always)
    func limit(_ number: Int) throws(Refusal) -> Distance? {
        if let meters, meters[number &* step] == .infinity { return nil }
        return try distance(number)
    }

    /// - Throws: What is wrong with the first length that is wrong.
    func check(_ count: Int, allowingInfinity: Bool) throws(Refusal) {
        for number in 0..<(step == 0 ? min(1, count) : count) {
            if allowingInfinity { _ = try limit(number) } else { _ = try distance(number) }
        }
    }
}
