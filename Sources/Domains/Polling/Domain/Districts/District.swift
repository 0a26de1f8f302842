public import Datasets
public import Geodesy

/// An area whose voters belong together: a precinct, a ward, a school district.
public struct District: Sendable, Hashable, Identifiable {
    /// Names a district: `dc-precincts.139`.
    public typealias ID = RecordID<District>

    /// The district's own id.
    public let id: ID
    /// The dataset that it came with.
    public let dataset: DatasetName
    /// Its type and its code, by which stations and contests name it.
    public var reference: DistrictReference
    /// Its name in the file's words, such as "Precinct 139".
    public var name: String
    /// Where it lies.
    public var area: MultiPolygon
    /// When its boundary is in force.
    public var validity: DistrictValidity

    /// A district with all its members.
    ///
    /// - Parameters:
    ///   - area: At least one polygon.
    ///   - validity: When its boundary is in force.
    public init(
        id: ID,
        dataset: DatasetName,
        reference: DistrictReference,
        name: String,
        area: MultiPolygon,
        validity: DistrictValidity = .always
    ) {
        self.id = id
        self.dataset = dataset
        self.reference = reference
        self.name = name
        self.area = area
        self.validity = validity
    }
}
