/// What earns points at a fair, and how many.
package struct PointRule: Sendable, Hashable {
    /// What a visitor did.
    package enum Deed: String, Sendable, Hashable, CaseIterable {
        /// Rated an exhibitor.
        case rating
        /// Gave the code of its booth with it.
        case code
        /// Took part in something.
        case activity
    }

    /// What may be given for a deed.
    package static let range = 0...1000
    /// What a rating earns where the fair says nothing.
    package static let standardRating = 10

    /// The most that one visitor may earn by a deed at a fair, where anything limits it.
    package static let mostRange = 0...1_000_000

    /// What each deed earns; 0 for nothing.
    package private(set) var points: [Deed: Int] = [.rating: standardRating]
    /// How many points one visitor may earn by a deed; none for as many as there are.
    package var most: [Deed: Int] = [:]

    /// Ten points for a rating.
    package init() {}

    /// What a deed earns.
    package subscript(_ deed: Deed) -> Int {
        get { points[deed, default: 0] }
        set { points[deed] = newValue }
    }
}

/// How a visitor proved to have been at a booth.
package enum Proof: String, Sendable, Hashable, CaseIterable {
    /// On their honour.
    case none
    /// By the code that stands there.
    case code
    /// By a place near it, which is not kept.
    case near

    /// How near is near: what phones know of their place between stands and trees.
    package static let nearMeters = 50.0
}

/// Why somebody is at a fair.
package enum AttendeeRole: String, Sendable, Hashable, CaseIterable {
    case student
    case parent
    case teacher
    case exhibitor
    case volunteer
    case other
}
