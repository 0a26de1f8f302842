internal import Geodesy

extension Finding {
    /// Why numbers are no place, or places no area.
    init(_ error: GeodesyError) {
        self =
            switch error {
            case .invalidLatitude(let number):
                Finding(.latitudeOutOfRange, ["number": .text("\(number)")])
            case .invalidLongitude(let number):
                Finding(.longitudeOutOfRange, ["number": .text("\(number)")])
            case .invalidDistance(let number):
                Finding(.distanceOutOfRange, ["number": .text("\(number)")])
            case .shortRing(let positions):
                Finding(.ringTooShort, ["positions": .number(positions)])
            case .invalidRing(let places): Finding(.ringTooThin, ["places": .number(places)])
            default: Finding(.unusablePlace, ["detail": .text(error.description)])
            }
    }
}
