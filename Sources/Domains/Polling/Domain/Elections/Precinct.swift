public import Datasets

/// What a list says of a precinct: where its voters vote and which districts they belong to. Its
/// boundary, where one is known, is a district of type `precinct` with the same code.
public struct Precinct: Sendable, Hashable, Identifiable {
    /// Names a precinct: `albemarle-precincts.0203`.
    public typealias ID = RecordID<Precinct>

    /// The precinct's own id.
    public let id: ID
    /// The dataset that it came with.
    public let dataset: DatasetName
    /// The code, such as `0203`.
    public var code: String
    /// The name, such as "203 - GEORGETOWN".
    public var name: String
    /// The districts that its voters belong to.
    public var districts: [DistrictReference]
    /// The stations that serve it, in the file's order.
    public var stations: [Station.ID]
    /// Whether its voters vote by mail alone; nil where the file does not say.
    public var isMailOnly: Bool?

    /// A precinct with all its members.
    public init(
        id: ID,
        dataset: DatasetName,
        code: String,
        name: String,
        districts: [DistrictReference] = [],
        stations: [Station.ID] = [],
        isMailOnly: Bool? = nil
    ) {
        self.id = id
        self.dataset = dataset
        self.code = code
        self.name = name
        self.districts = districts
        self.stations = stations
        self.isMailOnly = isMailOnly
    }
}
