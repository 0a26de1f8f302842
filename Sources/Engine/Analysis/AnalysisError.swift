/// Why a shape could not be read or a map not be laid out.
public enum AnalysisError: Error, Hashable, Sendable {
    /// A text that is not JSON.
    case notJSON(reason: String)
    /// JSON that is not GeoJSON, or not of the kind that was wanted.
    case notGeoJSON(reason: String)
    /// A geometry that cannot be used; the number counts features from 1.
    case badGeometry(feature: Int, reason: String)
    /// A file without a shape of the kind that was wanted.
    case noShape(wanted: String)
    /// A cell's size that is too small or too large for the map.
    case badCell(reason: String)
    /// The library that names the cells of H3 is not installed.
    case noH3
    /// An area of no size.
    case noExtent
    /// A line that is too long for areas to be looked for along it.
    case longLine(kilometers: Double, most: Double)
    /// People, candidates or a number of stations that no plan can be made of.
    case badSiting(reason: String)
}

extension AnalysisError: CustomStringConvertible {
    /// What is wrong, and what is allowed.
    public var description: String {
        switch self {
        case .notJSON(let reason): "not JSON: \(reason)"
        case .notGeoJSON(let reason): "not GeoJSON: \(reason)"
        case .badGeometry(let feature, let reason): "feature \(feature): \(reason)"
        case .noShape(let wanted): "there is no \(wanted) in it"
        case .badCell(let reason), .badSiting(let reason): reason
        case .noH3:
            "the cells of H3 need its library, and there is no libh3.so.1 beside ambit or among the "
                + "system's libraries; scripts/make-h3 makes it of the C source on PyPI (scripts/make-h3 "
                + "FOLDER puts it into the folder of another ambit); squares and hexagons need no library"
        case .noExtent: "it covers no ground"
        case .longLine(let length, let most):
            "the line is \(Int(length)) km long; areas are looked for along at most \(Int(most)) km, "
                + "give it in parts"
        }
    }
}
