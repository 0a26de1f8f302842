package import Datasets
package import Geodesy

/// Where an exhibitor stands.
package struct Booth: Sendable, Hashable {
    /// The dataset that it came with.
    package let dataset: DatasetName
    /// The fair that it is at, as the file writes it.
    package let event: String
    /// What stands on its sign, such as `B 12`; no two of a fair have the same.
    package let label: String
    /// Where it is; nil for one that is known by its spot on the plan alone.
    package let place: Coordinate?
    /// Where it is on the plan, in pixels; nil where the file does not say.
    package let spot: PlanSpot?
    /// On which floor it is, as the file writes it.
    package let level: String?

    /// A booth with all its members.
    package init(
        dataset: DatasetName,
        event: String,
        label: String,
        place: Coordinate?,
        spot: PlanSpot?,
        level: String?
    ) {
        self.dataset = dataset
        self.event = event
        self.label = label
        self.place = place
        self.spot = spot
        self.level = level
    }

    /// How labels are compared: people write `b-12` for `B 12`.
    package static func folded(_ label: String) -> String {
        label.uppercased().filter { $0.isLetter || $0.isNumber }
    }
}

/// What visitors look for besides exhibitors.
package struct FairPlace: Sendable, Hashable {
    /// What it is.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case food
        case activity
        case restroom
        case entrance
        case firstAid = "first_aid"
        case stage
        case info
        case other
    }

    /// The dataset that it came with.
    package let dataset: DatasetName
    /// Its key in the file.
    package let key: String
    /// The fair that it is at, as the file writes it.
    package let event: String
    /// What it is.
    package let kind: Kind
    /// What it is called.
    package let name: String
    /// Where it is.
    package let place: Coordinate
    /// When it is open, in words.
    package let hours: String?
    /// What there is to be had, such as `two tacos for the price of one`.
    package let offer: String?
    /// On which floor it is, as the file writes it.
    package let level: String?

    /// A place with all its members.
    package init(
        dataset: DatasetName,
        key: String,
        event: String,
        kind: Kind,
        name: String,
        place: Coordinate,
        hours: String?,
        offer: String?,
        level: String?
    ) {
        self.dataset = dataset
        self.key = key
        self.event = event
        self.kind = kind
        self.name = name
        self.place = place
        self.hours = hours
        self.offer = offer
        self.level = level
    }

    /// Its id among all places.
    package var id: String { "\(dataset).\(key)" }
}
