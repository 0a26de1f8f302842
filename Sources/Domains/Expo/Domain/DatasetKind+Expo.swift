package import Datasets

extension DatasetKind {
    /// Who shows something at fairs.
    package static let exhibitors = DatasetKind(rawValue: "exhibitors")
    /// Where they stand.
    package static let booths = DatasetKind(rawValue: "booths")
    /// What else a visitor looks for: food, restrooms, stages.
    package static let places = DatasetKind(rawValue: "places")
    /// Where more is told of a fair, and where visitors say what they thought.
    package static let links = DatasetKind(rawValue: "links")
}
