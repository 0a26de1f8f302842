public import Wording

/// What may be posted and asked.
public struct RadarLimits: Sendable {
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
    /// How far a device may set itself to look, in metres.
    public var scanRadiusMeters: ClosedRange<Double>
    /// How far a list or a stream may look, in metres; from 0 on, exclusive.
    public var longestRadiusMeters: Double
    /// How many messages a device may have bookmarked.
    public var bookmarksPerDevice: Int
    /// Why a message may be reported, in the order in which the reasons are offered.
    public var reportReasons: [String]
    /// With how many reports by different devices a message is hidden until a moderator decides.
    public var reportsUntilHidden: Int
    /// Whose reports count for that.
    public var reportRules = ReportRules.standard
    /// How long the key of a post is kept, in seconds: a post that is sent again within that time
    /// makes no second message.
    public var postKeySeconds: Int64
    /// How many messages may live at once.
    public var liveMessages = Int.max
    /// How many messages of one device may live at once.
    public var liveMessagesPerDevice = Int.max
    /// What no message may hold.
    public var refusedWords: WordFilter

    /// Half the Earth's circumference at the equator, in whole metres: no two places are further
    /// apart. Source: pi times EPSG:7030's semi-major axis.
    public static let halfTheEarthMeters = 20_037_508.0

    /// The limits of the API: 1 to 500 characters, 10 m to 50 km, 1 s to 30 days.
    public static let standard = RadarLimits()

    /// The standard limits, but for those given.
    public init(
        textCharacters: ClosedRange<Int> = 1...500,
        visibleRadiusMeters: ClosedRange<Double> = 10...50_000,
        timeToLiveSeconds: ClosedRange<Int64> = 1...2_592_000,
        categories: [Category] = [.funny, .cute, .educational, .news, .question, .help],
        pageSize: ClosedRange<Int> = 1...1000,
        scanRadiusMeters: ClosedRange<Double> = 10...50_000,
        longestRadiusMeters: Double = Self.halfTheEarthMeters,
        bookmarksPerDevice: Int = 1000,
        reportReasons: [String] = [
            "spam", "abuse", "hate", "sexual", "violence", "personal_data", "false_information",
            "other",
        ],
        reportsUntilHidden: Int = 3,
        postKeySeconds: Int64 = 86_400,
        refusedWords: WordFilter = .none
    ) {
        self.textCharacters = textCharacters
        self.visibleRadiusMeters = visibleRadiusMeters
        self.timeToLiveSeconds = timeToLiveSeconds
        self.categories = categories
        self.pageSize = pageSize
        self.scanRadiusMeters = scanRadiusMeters
        self.longestRadiusMeters = longestRadiusMeters
        self.bookmarksPerDevice = bookmarksPerDevice
        self.reportReasons = reportReasons
        self.reportsUntilHidden = reportsUntilHidden
        self.postKeySeconds = postKeySeconds
        self.refusedWords = refusedWords
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
