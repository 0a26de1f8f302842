public import Geodesy

/// A message that somebody wants to post.
public struct MessageDraft: Sendable, Hashable {
    /// How exactly the author's place is kept.
    public enum Precision: String, Sendable, Hashable, CaseIterable {
        /// As it was given, with five decimals (``Geodesy/Coordinate/published``).
        case exact
        /// Moved to the middle of its cell of ``BlurGrid`` before anything is stored.
        case blurred
    }

    /// What it says; white space around it does not count and is not kept.
    public var text: String
    /// What it is about.
    public var category: Category
    /// Where its author is.
    public var coordinate: Coordinate
    /// How far from it a reader may be.
    public var visibleRadius: Distance
    /// How long it stays visible, in seconds.
    public var timeToLiveSeconds: Int64
    /// How exactly the place is kept.
    public var precision: Precision

    /// A draft with all its members; ``RadarLimits`` checks them when it is posted.
    public init(
        text: String,
        category: Category,
        coordinate: Coordinate,
        visibleRadius: Distance,
        timeToLiveSeconds: Int64,
        precision: Precision = .exact
    ) {
        self.text = text
        self.category = category
        self.coordinate = coordinate
        self.visibleRadius = visibleRadius
        self.timeToLiveSeconds = timeToLiveSeconds
        self.precision = precision
    }
}

/// A draft as a client sent it: any member may be missing or out of range.
///
/// ``RadarLimits/draft(from:)`` makes a ``MessageDraft`` of it, or says all that is wrong at once.
public struct MessageForm: Sendable, Hashable {
    /// `text`: what it says.
    public var text: String?
    /// `category`: the category's word.
    public var category: String?
    /// `lat`: degrees north.
    public var latitude: Double?
    /// `lon`: degrees east.
    public var longitude: Double?
    /// `visible_radius_m`: metres.
    public var visibleRadiusMeters: Double?
    /// `ttl_s`: seconds.
    public var timeToLiveSeconds: Int64?
    /// `precision`: `exact` or `blurred`; nil for `exact`.
    public var precision: String?

    /// A form with the members that are known.
    public init(
        text: String? = nil,
        category: String? = nil,
        latitude: Double? = nil,
        longitude: Double? = nil,
        visibleRadiusMeters: Double? = nil,
        timeToLiveSeconds: Int64? = nil,
        precision: String? = nil
    ) {
        self.text = text
        self.category = category
        self.latitude = latitude
        self.longitude = longitude
        self.visibleRadiusMeters = visibleRadiusMeters
        self.timeToLiveSeconds = timeToLiveSeconds
        self.precision = precision
    }
}
