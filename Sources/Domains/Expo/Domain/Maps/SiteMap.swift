package import Geodesy

/// The drawn plan of a fair, or of one of its floors, and how it lies on the ground.
package struct SiteMap: Sendable, Hashable {
    /// Its number among all plans.
    package let id: Int64
    /// The fair, by its id.
    package let fair: String
    /// The floor; nil where the fair has one alone.
    package let level: String?
    /// The picture, by its hash.
    package let picture: String
    /// What it shows, in words; nil for one that was kept before plans had words of their own.
    package let alt: String?
    /// How wide the picture is, in pixels.
    package let width: Int
    /// How high it is.
    package let height: Int
    /// Points whose place is known: none, or three and more.
    package let points: [PlanFit.ControlPoint]
    /// How the plan lies; nil for one that is a picture alone.
    package let fit: PlanFit?

    /// A residual beyond which a plan is taken for wrong unless whoever uploads it says that it is meant.
    package static let residualLimitMeters = 10.0

    /// How far from the fair a known point may be unless whoever uploads the plan says that it is meant.
    package static let farLimitMeters = 5_000.0

    /// A plan with all its members.
    package init(
        id: Int64,
        fair: String,
        level: String?,
        picture: String,
        alt: String? = nil,
        width: Int,
        height: Int,
        points: [PlanFit.ControlPoint],
        fit: PlanFit?
    ) {
        self.id = id
        self.fair = fair
        self.level = level
        self.picture = picture
        self.alt = alt
        self.width = width
        self.height = height
        self.points = points
        self.fit = fit
    }

    /// Where the corners of the picture lie: upper left, upper right, lower right, lower left; nil without a
    /// fit.
    package var corners: [Coordinate]? {
        guard let fit else { return nil }
        let (right, bottom) = (Double(width), Double(height))
        let spots = [
            PlanSpot(x: 0, y: 0), PlanSpot(x: right, y: 0), PlanSpot(x: right, y: bottom),
            PlanSpot(x: 0, y: bottom),
        ]
        let places = spots.compactMap { fit.place(of: $0) }
        return places.count == spots.count ? places : nil
    }
}
