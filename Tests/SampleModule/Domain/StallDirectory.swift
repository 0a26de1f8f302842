package import Geodesy
internal import Synchronization

/// The published stalls in memory.
package final class StallDirectory: Sendable {
    private let stalls = Mutex<[Stall]?>(nil)

    /// An empty directory, which is not loaded.
    package init() {}

    /// Whether ``replace(with:)`` was called.
    package var isLoaded: Bool { stalls.withLock { $0 != nil } }

    /// How many stalls there are.
    package var count: Int { stalls.withLock { $0?.count ?? 0 } }

    /// Shows stalls in place of those that were there.
    package func replace(with fresh: [Stall]) { stalls.withLock { $0 = fresh } }

    /// The stall with an id; nil for none.
    package func stall(_ id: String) -> Stall? { stalls.withLock { $0?.first { $0.id == id } } }

    /// The stalls within a radius, nearest first; ties by id.
    ///
    /// - Complexity: O(n log n).
    package func within(_ radius: Distance, of center: Coordinate) -> [(Stall, Distance)] {
        let all = stalls.withLock { $0 ?? [] }
        return all.map { ($0, Geodesic.distance(from: center, to: $0.place)) }
            .filter { $0.1 <= radius }
            .sorted { ($0.1, $0.0.id) < ($1.1, $1.0.id) }
    }
}
