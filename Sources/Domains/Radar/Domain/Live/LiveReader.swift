internal import Geodesy
internal import SpatialIndex
internal import Synchronization

/// A reader of a live stream: what it wants, and what waits for it.
///
/// Handing over never waits. A reader that lets too much pile up loses what is piled up and is told
/// so, and that is the last that it is told.
final class LiveReader: Sendable {
    private struct State {
        var waiting: [LiveEvent] = []
        var continuation: CheckedContinuation<[LiveEvent]?, Never>?
        /// Nothing is handed over any more.
        var isOver = false
        /// Whether anything was handed over since it was asked last.
        var wasTold = false
    }

    let query: LiveQuery
    /// Another node has told it already what expires up to that moment, in milliseconds; nil where none has.
    let expiredUpTo: Int64?
    private let origin: GeodesicOrigin
    /// Latitudes farther away than this are out of reach; degrees.
    private let latitudeReach: Double
    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: How many events may wait, 1 or more.
    init(_ query: LiveQuery, capacity: Int, expiredUpTo: Int64? = nil) {
        self.query = query
        self.expiredUpTo = expiredUpTo
        self.capacity = capacity
        origin = GeodesicOrigin(query.center)
        // A degree of the meridian is nowhere shorter than at the equator, 110,574 m (WGS84).
        latitudeReach = query.radius.meters / 110_574 + 1e-6
    }

    /// How far the reader is from a place that it can see a message at; nil when it cannot.
    func distance(to place: Coordinate, visibleWithin visibleRadius: Distance) -> Distance? {
        if let polygon = query.polygon { return polygon.contains(place) ? .zero : nil }
        guard (place.latitude - query.center.latitude).magnitude <= latitudeReach else {
            return nil
        }
        let distance = origin.distance(to: place)
        let isSeen =
            distance <= query.radius && distance.meters <= Reach.upTo(visibleRadius).meters
        return isSeen ? distance : nil
    }

    /// What became of an event that a reader was told.
    enum Outcome: Sendable {
        case taken
        /// The reader was too slow: it is told that it is dropped, and nothing else any more.
        case dropped
        /// The reader has gone.
        case gone
    }

    func tell(_ event: LiveEvent) -> Outcome {
        let (continuation, outcome) = state.withLock { state in
            tell(event, &state)
        }
        continuation?.resume(returning: [event])
        return outcome
    }

    private func tell(
        _ event: LiveEvent,
        _ state: inout State
    ) -> (CheckedContinuation<[LiveEvent]?, Never>?, Outcome) {
        guard !state.isOver else { return (nil, .gone) }
        state.wasTold = true
        if let continuation = state.continuation.take() { return (continuation, .taken) }
        guard state.waiting.count < capacity else {
            state.waiting = [LiveEvent(.dropped, position: nil)]
            state.isOver = true
            return (nil, .dropped)
        }
        state.waiting.append(event)
        return (nil, .taken)
    }

    /// Tells that nothing happened, if nothing was told since this was called last.
    func tellAlive(at position: LivePosition?) {
        let wasTold = state.withLock { state in
            defer { state.wasTold = false }
            return state.wasTold || !state.waiting.isEmpty
        }
        guard !wasTold else { return }
        _ = tell(LiveEvent(.nothing, position: position))
        state.withLock { $0.wasTold = false }
    }

    /// Hands over what waits and nothing after that.
    func end() {
        let continuation = state.withLock { state in
            state.isOver = true
            return state.continuation.take()
        }
        continuation?.resume(returning: nil)
    }

    /// What waits now.
    func takeWaiting() -> [LiveEvent] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// What waits, or the next that comes; nil when nothing comes any more, and when the task is
    /// cancelled.
    func next() async -> [LiveEvent]? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let events: [LiveEvent]?? = state.withLock { state in
                    if !state.waiting.isEmpty {
                        defer { state.waiting = [] }
                        return state.waiting
                    }
                    if state.isOver { return .some(nil) }
                    state.continuation = continuation
                    return nil
                }
                if let events { continuation.resume(returning: events) }
            }
        } onCancel: {
            end()
        }
    }
}
