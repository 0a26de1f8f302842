import Dispatch
import Foundation

/// Rows with places on their way in.
typealias PlaceFeed = RowFeed<PlaceRow>

/// Reads rows on a thread of its own, a few pieces ahead of whoever uses them.
final class RowFeed<Item: Sendable>: Sendable {
    enum Event: Sendable {
        /// Comes first.
        case opened(columns: [OutputColumn], byteCount: Int?, expectedCount: Int?)
        case chunk([Item], bytesRead: Int)
        /// Rows that are still to be read.
        case block(PlaceBlock, bytesRead: Int)
        /// Comes last.
        case ended(skipped: Int)
    }

    let events: AsyncThrowingStream<Event, any Error>
    private let makeRoom: @Sendable () -> Void
    private let output: AsyncThrowingStream<Event, any Error>.Continuation
    private static var chunkSize: Int { 256 }

    /// - Parameters:
    ///   - path: A file; nil for standard input.
    ///   - skipsBadRows: Whether rows that cannot be used are left out.
    ///   - inBlocks: Whether whoever uses the rows can read them out of a block.
    ///   - ahead: How many pieces may wait.
    ///   - open: Tells by the first bytes how they are read.
    init(
        path: String?,
        skipsBadRows: Bool,
        inBlocks: Bool = false,
        ahead: Int,
        open: @escaping @Sendable (ByteSource) throws -> any FeedSource<Item>
    ) {
        // A semaphore that goes with less in it than it began with ends the process: a feed may be
        // given up at any time.
        let room = DispatchSemaphore(value: 0)
        for _ in 0..<ahead { room.signal() }
        makeRoom = { room.signal() }
        let (events, continuation) = AsyncThrowingStream.makeStream(of: Event.self)
        self.events = events
        output = continuation
        Thread.detachNewThread {
            do {
                let bytes = try path.map { try ByteSource(path: $0) } ?? ByteSource()
                try Self.read(bytes, skipsBadRows, inBlocks, room, continuation, open)
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
    }

    private init(
        events: AsyncThrowingStream<Event, any Error>,
        output: AsyncThrowingStream<Event, any Error>.Continuation,
        makeRoom: @escaping @Sendable () -> Void
    ) {
        self.events = events
        self.output = output
        self.makeRoom = makeRoom
    }

    /// Makes room for another piece.
    func consumed() { makeRoom() }

    /// Ends the feed where nobody wants more.
    func stop() { output.finish() }

    private static func read(
        _ bytes: ByteSource,
        _ skipsBadRows: Bool,
        _ inBlocks: Bool,
        _ room: DispatchSemaphore,
        _ continuation: AsyncThrowingStream<Event, any Error>.Continuation,
        _ open: (ByteSource) throws -> any FeedSource<Item>
    ) throws {
        let start = try bytes.peek()
        // Of a packed file its length tells little of how many rows it has.
        let length = bytes.isPacked ? nil : bytes.totalByteCount
        let expected = length.map { estimate(of: $0, from: start) }
        let source = try open(bytes)
        continuation.yield(
            .opened(
                columns: OutputColumn.all(source.columns, source.kinds),
                byteCount: bytes.totalByteCount,
                expectedCount: expected
            )
        )
        var pending: [Item] = []
        var skipped = 0
        func deliver() {
            guard !pending.isEmpty else { return }
            room.wait()
            continuation.yield(.chunk(pending, bytesRead: bytes.byteCount))
            pending.removeAll(keepingCapacity: true)
        }
        // Who writes into a pipe may wait for an answer before writing on.
        if bytes.totalByteCount == nil { bytes.beforeReading = deliver }
        defer { bytes.beforeReading = {} }
        while !Interruption.isRequested {
            if inBlocks, let block = try source.nextBlock() {
                deliver()
                room.wait()
                continuation.yield(.block(block, bytesRead: bytes.byteCount))
                continue
            }
            do {
                guard let row = try source.next() else { break }
                pending.append(row)
                if pending.count == chunkSize { deliver() }
            } catch let error as PlaceFileError {
                guard case .badRow = error, skipsBadRows else {
                    deliver()
                    throw error
                }
                skipped += 1
            }
        }
        deliver()
        continuation.yield(.ended(skipped: skipped))
    }

    /// How many rows a file has if it goes on as it begins: a row a line, or a geometry each.
    private static func estimate(of byteCount: Int, from start: [UInt8]) -> Int {
        guard !start.isEmpty else { return 0 }
        let geometries = start.split(separator: Array(#""geometry""#.utf8)).count - 1
        let rows = geometries > 0 ? geometries : start.count { $0 == UInt8(ascii: "\n") }
        return Int(Double(max(1, rows)) * Double(byteCount) / Double(start.count))
    }
}

extension RowFeed where Item == PlaceRow {
    /// The places of a file, or of standard input.
    convenience init(path: String?, skipsBadRows: Bool, inBlocks: Bool = false, ahead: Int) {
        self.init(
            path: path,
            skipsBadRows: skipsBadRows,
            inBlocks: inBlocks,
            ahead: ahead
        ) {
            try PlaceSources.open($0)
        }
    }

    /// The rows of a layer as places.
    convenience init(_ source: any LayerSource, ahead: Int) {
        let (room, taker) = AsyncStream.makeStream(of: Void.self)
        for _ in 0..<ahead { taker.yield() }
        let (events, continuation) = AsyncThrowingStream.makeStream(of: Event.self)
        self.init(events: events, output: continuation, makeRoom: { taker.yield() })
        let reading = Task {
            do {
                let set = try await source.points()
                continuation.yield(
                    .opened(
                        columns: OutputColumn.all(source.columns, source.kinds),
                        byteCount: set.count,
                        expectedCount: set.count
                    )
                )
                // An area is as much work as many points.
                let size = source.isLoadable ? Self.chunkSize : 8
                var start = 0
                var rooms = room.makeAsyncIterator()
                while start < set.count, !Interruption.isRequested {
                    guard await rooms.next() != nil else { break }
                    let range = start..<min(start + size, set.count)
                    let rows = try await source.rows(of: set, Array(range))
                    let places = zip(range, rows).compactMap { index, row in
                        row.map {
                            PlaceRow(
                                coordinate: set.places[index],
                                values: $0.values,
                                id: $0.id,
                                identity: $0.identity,
                                area: source.area(ofRow: set.rows[index])
                            )
                        }
                    }
                    start = range.upperBound
                    continuation.yield(.chunk(places, bytesRead: start))
                }
                continuation.yield(.ended(skipped: 0))
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in reading.cancel() }
    }
}
