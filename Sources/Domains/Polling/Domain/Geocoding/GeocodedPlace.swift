public import Geodesy

/// A place that a text may mean.
public struct GeocodedPlace: Sendable, Hashable {
    /// What sort of thing it is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A postcode of a gazetteer or with a polygon.
        case postcode
        /// An address of a list.
        case address
        /// The street of a list whose house the text names and no list has: somewhere in it. The place is
        /// that of the nearest number which the list has.
        case street
        /// A polling station.
        case station
        /// A district.
        case district
    }

    /// What sort of thing it is.
    public let kind: Kind
    /// The id of the record; of a street, of the entry whose place it has.
    public let id: String
    /// What people call it.
    public let label: String
    /// Where it is; nil for an address whose list gives no place.
    public let coordinate: Coordinate?
    /// How far what is meant may lie from the place; nil where nobody has said.
    public let accuracy: Distance?
    /// How much of the text it is, 0 to 1: 1 when every word stands in it as it was written.
    public let score: Double
    /// What of the text is a part of a building, as `apt 4`, which is not looked for: the place is that of
    /// the building. nil where nothing is.
    public var unit: String?
}
