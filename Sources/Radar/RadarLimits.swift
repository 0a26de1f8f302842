/// What may be posted and asked.
public struct RadarLimits: Sendable, Hashable {
    /// Length of a text in characters as people count them, without the white space around it.
    public var textCharacters: ClosedRange<Int>
    /// From how far a message may be visible, in metres.
    public var visibleRadiusMeters: ClosedRange<Double>
    /// How long a message may stay visible, in seconds.
    public var timeToLiveSeconds: ClosedRange<Int64>
    /// What a message may be about, in the order in which they are offered.
    public var categories: [Category]
    /// How many sightings a page may hold.
    public var pageSize: ClosedRange<Int>

    /// The limits of the API: 1 to 500 characters, 10 m to 50 km, 1 s to 30 days.
    public static let standard = RadarLimits()

    /// The standard limits, but for those given.
    public init(
        textCharacters: ClosedRange<Int> = 1...500,
        visibleRadiusMeters: ClosedRange<Double> = 10...50_000,
        timeToLiveSeconds: ClosedRange<Int64> = 1...2_592_000,
        categories: [Category] = [.funny, .cute, .educational, .news, .question, .help],
        pageSize: ClosedRange<Int> = 1...1000
    ) {
        self.textCharacters = textCharacters
        self.visibleRadiusMeters = visibleRadiusMeters
        self.timeToLiveSeconds = timeToLiveSeconds
        self.categories = categories
        self.pageSize = pageSize
    }
}

extension Category {
    /// Made to be laughed at.
    public static let funny = Category(rawValue: "funny")
    /// Animals, mostly.
    public static let cute = Category(rawValue: "cute")
    /// Something to learn.
    public static let educational = Category(rawValue: "educational")
    /// Something happened.
    public static let news = Category(rawValue: "news")
    /// Somebody wants to know.
    public static let question = Category(rawValue: "question")
    /// Somebody needs a hand.
    public static let help = Category(rawValue: "help")
}
