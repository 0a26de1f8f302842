public import Geodesy

/// Addresses that open a way in other people's maps.
public struct MapLinks: Sendable, Hashable {
    /// Google Maps, on the web or in its app.
    public let googleMaps: String
    /// Apple Maps, on the web or in its app.
    public let appleMaps: String
    /// OpenStreetMap's own page, with FOSSGIS's router.
    public let openStreetMap: String
    /// The end, for whatever map a phone has (RFC 5870 knows one place, not two).
    public let geo: String
    /// The start likewise.
    public let geoStart: String

    /// Links with both ends, to 1e-6 degrees (0.1 m).
    ///
    /// Source: Google's "Maps URLs", Apple's "Map Links", OpenStreetMap's `/directions`.
    public init(from start: Coordinate, to end: Coordinate, mode: TravelMode) {
        let (a, b) = (Self.text(start), Self.text(end))
        let (google, apple, engine) =
            switch mode {
            case .walk: ("walking", "w", "fossgis_osrm_foot")
            case .drive: ("driving", "d", "fossgis_osrm_car")
            }
        googleMaps =
            "https://www.google.com/maps/dir/?api=1&origin=\(a)&destination=\(b)"
            + "&travelmode=\(google)"
        appleMaps = "https://maps.apple.com/?saddr=\(a)&daddr=\(b)&dirflg=\(apple)"
        openStreetMap =
            "https://www.openstreetmap.org/directions?engine=\(engine)&route=\(a)%3B\(b)"
        geo = "geo:\(b)"
        geoStart = "geo:\(a)"
    }

    /// `38.9072,-77.0369`.
    private static func text(_ place: Coordinate) -> String {
        "\(text(place.latitude)),\(text(place.longitude))"
    }

    private static func text(_ degrees: Double) -> String {
        let millionths = Int((degrees * 1e6).rounded())
        let (whole, rest) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let sign = millionths < 0 ? "-" : ""
        guard rest > 0 else { return "\(sign)\(whole)" }
        var digits = String(rest)
        digits = String(repeating: "0", count: 6 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }
}
