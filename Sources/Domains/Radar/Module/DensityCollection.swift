internal import FeatureCollections
internal import Geodesy
internal import Radar
internal import Synchronization
internal import Timekeeping

/// The density of messages as other programs see it; the messages themselves are in no collection, as a box
/// would show what is beyond their reach.
final class DensityContent: FeatureContent {
    private struct Made: Sendable {
        let squares: [(square: MessageDensity.Square, count: Int)]
        let index: ShapeIndex
    }

    private let board: MessageBoard
    private let clock: any WallClock
    private let state = Mutex<Made?>(nil)
    /// By itself, so that nobody who asks for it waits for a count.
    private let counted = Mutex<Timestamp?>(nil)

    fileprivate init(_ board: MessageBoard, _ clock: any WallClock) {
        self.board = board
        self.clock = clock
    }

    /// When it was counted; nil before.
    fileprivate var countedAt: Timestamp? { counted.withLock { $0 } }

    /// Counted once, when it is first looked at; who asks meanwhile waits for that.
    private var made: Made {
        state.withLock { state in
            if let state { return state }
            let squares = board.density().squares
            let index = ShapeIndex(squares.lazy.map { Self.shape(of: $0.square) })
            let made = Made(squares: squares, index: index)
            state = made
            let now = clock.now
            counted.withLock { $0 = now }
            return made
        }
    }

    var count: Int { made.squares.count }

    func feature(_ number: Int) -> Feature {
        let (square, count) = made.squares[number]
        return Feature(
            id: Self.id(of: square),
            shape: Self.shape(of: square),
            values: [.integer(Int64(count))]
        )
    }

    func shape(_ number: Int) -> FeatureShape? { Self.shape(of: made.squares[number].square) }

    func number(of id: String) -> Int? {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let row = Int(parts[0]), let column = Int(parts[1]) else {
            return nil
        }
        let square = MessageDensity.Square(row: row, column: column)
        guard Self.id(of: square) == id else { return nil }
        let squares = made.squares
        return number(of: square, orderedBy: { squares[$0].square }, by: <)
    }

    func numbers(near box: BoundingBox) -> [Int] { made.index.numbers(near: box) }

    private static func id(of square: MessageDensity.Square) -> String {
        "\(square.row)-\(square.column)"
    }

    private static func shape(of square: MessageDensity.Square) -> FeatureShape? {
        let box = square.box
        let corners = [
            (box.south, box.west), (box.south, box.east), (box.north, box.east),
            (box.north, box.west),
        ].map { Coordinate(uncheckedLatitude: $0.0, longitude: $0.1) }
        return (try? Polygon(exterior: corners)).map { .area(MultiPolygon([$0])) }
    }
}

/// Offers the density of messages, which is counted anew five minutes after it was counted, or later.
final class DensityDesk: Sendable {
    private struct Present: Sendable {
        let collection: FeatureCollection
        let content: DensityContent
    }

    private let board: MessageBoard
    private let clock: any WallClock
    private let present = Mutex<Present?>(nil)
    /// Tells its counts from those of an earlier process, or of another node.
    private let number = UInt64.random(in: .min ... .max)

    private static let keptMilliseconds: Int64 = 5 * 60_000

    init(_ board: MessageBoard, clock: any WallClock) {
        self.board = board
        self.clock = clock
    }

    /// The collection; none while messages are not loaded, and where the board has those of a part of the Earth
    /// alone.
    var collections: [FeatureCollection] {
        guard board.isLoaded, board.ground?.map.isDivided != true else { return [] }
        let now = clock.now
        return present.withLock { present in
            if let present {
                // Nobody has looked at it yet: it is as new as another one would be.
                guard let countedAt = present.content.countedAt else { return [present.collection] }
                // A clock that was set back makes it old, too.
                let age =
                    now.millisecondsSince1970.subtractingReportingOverflow(
                        countedAt.millisecondsSince1970
                    )
                if !age.overflow, 0..<Self.keptMilliseconds ~= age.partialValue {
                    return [present.collection]
                }
            }
            let content = DensityContent(board, clock)
            let collection = Self.collection(
                content,
                revision: "\(number).\(now.millisecondsSince1970)"
            )
            present = Present(collection: collection, content: content)
            return [collection]
        }
    }

    private static func collection(_ content: DensityContent, revision: String) -> FeatureCollection
    {
        FeatureCollection(
            id: "message-density",
            title: "Density of messages",
            description:
                "How many messages of lists, and how many people with messages of their own, are live in squares "
                + "of a twentieth of a degree, rounded down to a multiple of \(MessageDensity.leastCount). People "
                + "are counted where there are \(MessageDensity.leastCount) of them or more. Counted anew every "
                + "five minutes at most.",
            fields: [
                FeatureField(
                    "count",
                    .integer,
                    "How many at least: a multiple of \(MessageDensity.leastCount)."
                )
            ],
            geometry: .area,
            revision: revision,
            extent: .world,
            content: content
        )
    }
}
