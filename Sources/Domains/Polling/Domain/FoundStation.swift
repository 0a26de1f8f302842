public import Geodesy

/// A station and how far it is from the place that was asked for.
public struct FoundStation: Sendable, Hashable {
    /// The station.
    public let station: Station
    /// The geodesic distance.
    public let distance: Distance

    /// A station and its distance.
    public init(station: Station, distance: Distance) {
        self.station = station
        self.distance = distance
    }
}

/// Where a page of stations ended: a distance and an id, so that no station comes twice while the
/// stations stay as they are.
///
/// Opaque to clients: read from and written to a text that is safe in a URL once it is
/// percent-encoded.
public struct StationCursor: Sendable, Hashable {
    let distance: Distance
    let id: Station.ID

    /// Asks for what comes after a station that was found.
    public init(after last: FoundStation) {
        distance = last.distance
        id = last.station.id
    }

    /// Reads a cursor that a client sent back; nil when it is none that Ambit wrote.
    public init?(parsing text: String) {
        guard let dash = text.firstIndex(of: "-"), text[..<dash].utf8.count == 16,
            let bits = UInt64(text[..<dash], radix: 16),
            let distance = try? Distance.meters(Double(bitPattern: bits))
        else { return nil }
        self.distance = distance
        id = Station.ID(rawValue: String(text[text.index(after: dash)...]))
        guard self.text == text, !id.rawValue.isEmpty else { return nil }
    }

    /// The cursor as text: the distance's 64 bits as 16 hexadecimal digits, a dash and the id.
    public var text: String {
        let digits = String(distance.meters.bitPattern, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits + "-" + id.rawValue
    }

    /// Whether a station comes after the cursor: farther, or as far with a greater id.
    func precedes(_ found: FoundStation) -> Bool {
        found.distance != distance ? distance < found.distance : id < found.station.id
    }
}
