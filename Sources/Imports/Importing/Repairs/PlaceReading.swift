internal import Geodesy
internal import ReferenceSystems

extension RepairProposal {
    /// A way to read the two numbers of a row, other than as they stand.
    public enum Reading: String, Sendable, Hashable, Codable, CaseIterable {
        /// Latitude for longitude and longitude for latitude; easting for northing on a map grid.
        case swapped
        /// West for east, or east for west.
        case otherLongitudeSign = "other_longitude_sign"
        /// South for north, or north for south.
        case otherLatitudeSign = "other_latitude_sign"
        /// Both.
        case otherSigns = "other_signs"
        /// Swapped, and then the other sign of the longitude.
        case swappedOtherLongitudeSign = "swapped_other_longitude_sign"
        /// Swapped, and then the other sign of the latitude.
        case swappedOtherLatitudeSign = "swapped_other_latitude_sign"

        /// What is wrong where this is right.
        var kind: Kind {
            switch self {
            case .swapped, .swappedOtherLongitudeSign, .swappedOtherLatitudeSign: .swappedAxes
            case .otherLongitudeSign, .otherLatitudeSign, .otherSigns: .lostSign
            }
        }

        /// How many mistakes it takes to write the numbers so.
        var mistakes: Int {
            switch self {
            case .swapped, .otherLongitudeSign, .otherLatitudeSign: 1
            case .otherSigns, .swappedOtherLongitudeSign, .swappedOtherLatitudeSign: 2
            }
        }

        /// Whether the numbers have to be degrees.
        var needsDegrees: Bool { self != .swapped }

        /// For people: `with the axes swapped it lies ...`.
        var words: Finding {
            switch self {
            case .swapped: Finding(.axesSwapped)
            case .otherLongitudeSign: Finding(.otherLongitude)
            case .otherLatitudeSign: Finding(.otherLatitude)
            case .otherSigns: Finding(.otherSigns)
            case .swappedOtherLongitudeSign, .swappedOtherLatitudeSign:
                Finding(.axesSwappedAndSign)
            }
        }

        /// The numbers as they are read.
        func applied(to numbers: PlaceReader.Numbers) -> PlaceReader.Numbers {
            let (x, y) = (numbers.x, numbers.y)
            return switch self {
            case .swapped: .init(x: y, y: x)
            case .otherLongitudeSign: .init(x: -x, y: y)
            case .otherLatitudeSign: .init(x: x, y: -y)
            case .otherSigns: .init(x: -x, y: -y)
            case .swappedOtherLongitudeSign: .init(x: -y, y: x)
            case .swappedOtherLatitudeSign: .init(x: y, y: -x)
            }
        }
    }
}

extension PlaceReader {
    /// The place that numbers name when they are read in another way; nil where they name none.
    func place(_ numbers: Numbers, read reading: RepairProposal.Reading) -> Coordinate? {
        if reading.needsDegrees, !plan.system.isGeographic { return nil }
        return try? place(reading.applied(to: numbers))
    }
}
