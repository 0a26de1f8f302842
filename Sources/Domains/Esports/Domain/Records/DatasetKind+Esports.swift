package import Datasets

/// Tournaments are Agenda's word: see its own kinds.
extension DatasetKind {
    /// Games that are played.
    package static let games = DatasetKind(rawValue: "games")
    /// Teams that play.
    package static let teams = DatasetKind(rawValue: "teams")
    /// Contests of two sides.
    package static let matches = DatasetKind(rawValue: "matches")
    /// What shops offer.
    package static let products = DatasetKind(rawValue: "products")
    /// What accounts posted.
    package static let posts = DatasetKind(rawValue: "posts")
    /// Cities of the world, by which the places of tournaments are known.
    package static let cities = DatasetKind(rawValue: "cities")
    /// Decisions about what a place in a file means.
    package static let placenames = DatasetKind(rawValue: "placenames")
}
