internal import ExternalSort
internal import Foundation
internal import Geodesy

/// Finds which of many stations lie within thirty metres of another.
///
/// The stations are sorted along bands of latitude, sixty metres high, by their longitudes: of those in
/// a band that lie within half its height of each other, east to west, each has its neighbour beside it.
/// Two places within thirty metres share a band of one of two sets, one of which is shifted by half a
/// band; so both are looked at.
struct CloseStations {
    private var grids: [ExternalSorter<Spot>]

    static let closeMeters = 30.0

    /// A place in ten-millionths of a degree, a centimetre.
    struct Place {
        let latitude: Int32
        let longitude: Int32

        init(latitude: Int32, longitude: Int32) {
            self.latitude = latitude
            self.longitude = longitude
        }

        init(_ coordinate: Coordinate) {
            latitude = Int32((coordinate.latitude * 1e7).rounded())
            longitude = Int32((coordinate.longitude * 1e7).rounded())
        }
    }

    /// A station by its band and longitude.
    private struct Spot: SortRecord {
        let sortKey: UInt64
        let row: UInt32

        var band: UInt64 { sortKey >> 32 }
        var longitude: Int64 { Int64(sortKey & 0xFFFF_FFFF) }
    }

    /// The height of a band: at least sixty metres, anywhere.
    private static let bandHeight: Int64 = 5_500

    init(memoryBytes: Int) {
        grids = Array(repeating: ExternalSorter(memoryBytes: memoryBytes / 2), count: 2)
    }

    /// Adds a station.
    ///
    /// - Parameter row: Names it.
    mutating func add(_ place: Place, row: UInt32) throws(ScratchError) {
        let south = Int64(place.latitude) + 900_000_000
        let east = UInt64(bitPattern: Int64(place.longitude) + 1_800_000_000)
        for shift in grids.indices {
            let band = (south + Int64(shift) * Self.bandHeight / 2) / Self.bandHeight
            try grids[shift].append(Spot(sortKey: UInt64(band) << 32 | east, row: row))
        }
    }

    /// Hands over the stations that may have another within thirty metres, and few that have none;
    /// some of them twice.
    ///
    /// - Complexity: O(n) for n stations.
    consuming func forEach(
        _ body: (_ row: UInt32) throws(ScratchError) -> Void
    ) throws(ScratchError) {
        for grid in grids {
            var sorted = try grid.sorted()
            var last: Spot?
            var width = (band: UInt64.max, value: Int64(0))
            while let spot = try sorted.next() {
                defer { last = spot }
                if width.band != spot.band { width = (spot.band, Self.width(of: spot.band)) }
                guard let last, last.band == spot.band,
                    spot.longitude - last.longitude <= width.value
                else { continue }
                try body(last.row)
                try body(spot.row)
            }
        }
    }

    /// Half a band's height from east to west, at least, anywhere in a band.
    private static func width(of band: UInt64) -> Int64 {
        let middle = Double(Int64(band) * bandHeight - 900_000_000) / 1e7
        // Degrees of longitude shrink with the cosine of the latitude; a band lies within a
        // thousandth of a degree of its number, whichever set it is of.
        let shrink = max(0.01, cos((abs(middle) + 0.001) * .pi / 180))
        return Int64(Double(bandHeight) / 2 / shrink) + 1
    }
}
