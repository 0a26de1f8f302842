internal import Geodesy
internal import Radar

/// What `GET /v1/messages` is asked.
struct MessageListQuery {
    /// What the board is asked.
    let query: MessageQuery
    /// What was read, for the link to the next page.
    let reader: QueryReader

    /// Beyond this radius an answer may take long, in metres.
    private static let shortRadiusMeters = 50_000.0

    /// - Parameters:
    ///   - query: Of the URL, still encoded.
    ///   - order: Which message comes first where the query does not say.
    ///   - hasPages: Whether it may ask for a page behind the first.
    /// - Throws: ``Problem`` of status 400 with everything that is wrong.
    init(
        _ query: String?,
        on board: MessageBoard,
        standard order: MessageQuery.Order = .nearest,
        hasPages: Bool = true
    ) throws(Problem) {
        var reader = QueryReader(query)
        let place = reader.place()
        let radius = reader.radius(on: board)
        let categories = reader.categories(on: board)
        let order = reader.word("sort", standard: order)
        let limit = reader.limit()
        let cursor = hasPages ? reader.messageCursor(on: board) : nil
        let mapEpoch = reader.mapEpoch()
        // As ``QueryReader/checked(_:)``, without what parameter packs cost at run time.
        try reader.check()
        guard let center = place, let reach = radius, let sort = order, let count = limit else {
            throw .internalError
        }
        self.query = MessageQuery(
            center: center,
            radius: reach,
            categories: categories,
            order: sort,
            limit: count,
            cursor: cursor,
            mapEpoch: mapEpoch
        )
        self.reader = reader
    }

    /// Whether the answer looks at few messages: the nearest within a moderate radius, from the
    /// first. What sorts or filters first may have to look at all.
    var isShort: Bool {
        query.order == .nearest && query.cursor == nil && query.categories == nil
            && query.radius.meters <= Self.shortRadiusMeters
    }
}

extension QueryReader {
    /// The radius of `radius_m`, required, as far as the board lets anybody look.
    mutating func radius(on board: MessageBoard) -> Distance? {
        guard let radius = radius() else { return nil }
        if let violation = board.limits.violation(inRadius: radius) {
            note(ParameterError(violation))
        }
        return radius
    }

    /// `category=funny,cute`; nil for all of them.
    mutating func categories(on board: MessageBoard) -> Set<Category>? {
        guard let text = text("category") else { return nil }
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        let categories = Set(words.map { Category(rawValue: String($0)) })
        for violation in board.violations(inCategories: categories) {
            note(ParameterError(violation))
        }
        return categories
    }

    /// `map_epoch`: by which map of shards the node was chosen; nil where that is not said.
    mutating func mapEpoch() -> Int64? {
        guard let text = text("map_epoch") else { return nil }
        guard let epoch = Int64(text), epoch >= 0 else {
            note(
                "map_epoch",
                .outOfRange,
                "is \(quoted(text)); it is the map_epoch that /v1/shards names, 0 or more",
                .range(text, 0, Int.max)
            )
            return nil
        }
        return epoch
    }

    fileprivate mutating func messageCursor(on board: MessageBoard) -> MessageCursor? {
        guard let text = text("cursor") else { return nil }
        do throws(RadarError) {
            return try MessageCursor(parsing: text, under: board.publicIDs)
        } catch .refused(let violations) {
            for violation in violations {
                note(ParameterError(violation, namesNothing: isShapedAsCursor(text)))
            }
        } catch {
            note("cursor", .unknownCursor, "is none that came with a list")
        }
        return nil
    }

    /// Whether a text looks like the cursor of a list: 92 letters of base64url.
    private func isShapedAsCursor(_ text: String) -> Bool {
        text.utf8.count == 92
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
