internal import Compressing
package import FeatureCollections
internal import Synchronization

/// The tiles that were asked for last, as long as their version of a collection is the published one.
///
/// It holds no more than some number of bytes: what was not asked for longest goes first.
package final class TileCache: Sendable {
    /// A tile as it is sent.
    package struct Entry: Sendable {
        /// The tile; empty where nothing is in it.
        package let bytes: [UInt8]
        /// The same in the gzip format; nil where that would not be shorter, or where nobody has asked for it.
        package fileprivate(set) var packed: [UInt8]?
        /// Whether somebody has asked for it in the gzip format.
        fileprivate var isPackingKnown: Bool

        /// What is held, with what it costs to know of it.
        fileprivate var cost: Int { bytes.count + (packed?.count ?? 0) + 200 }

        /// With the packed form as well.
        fileprivate consuming func packing() -> Entry {
            if bytes.count >= TileCache.shortestBytes {
                packed = Gzip.compressed(bytes, effort: .waitedFor)
            }
            isPackingKnown = true
            return self
        }
    }

    fileprivate struct Key: Hashable {
        let collection: String
        let address: TileAddress
    }

    fileprivate struct State {
        var entries: [Key: (entry: Entry, use: UInt64)] = [:]
        /// The keys by their last use, from the one that was not used longest; some are used again later.
        var uses: [(key: Key, use: UInt64)] = []
        var firstUse = 0
        var bytes = 0
        var clock: UInt64 = 0
        /// What is published, by the collection's id.
        var revisions: [String: String] = [:]
    }

    private let state = Mutex(State())
    private let limitBytes: Int

    /// - Parameter limitBytes: How many bytes are held at most; an entry that is larger is not.
    package init(limitBytes: Int = 64 << 20) { self.limitBytes = limitBytes }

    /// How many bytes are held.
    package var heldBytes: Int { state.withLock { $0.bytes } }

    /// A tile of a collection, made when it is asked for the first time.
    ///
    /// - Parameter isPacked: Whether the packed form is asked for.
    /// - Complexity: O(1) amortized for a tile that is held.
    package func tile(
        _ address: TileAddress,
        of collection: FeatureCollection,
        isPacked: Bool
    ) -> Entry {
        let key = Key(collection: collection.id, address: address)
        let known = state.withLock { state -> Entry? in
            state.show(collection)
            guard let entry = state.entries[key]?.entry else { return nil }
            state.use(key, entry)
            return entry
        }
        if let known, known.isPackingKnown || !isPacked { return known }
        var entry =
            known
            ?? Entry(
                bytes: TileMaker(collection).tile(address),
                packed: nil,
                isPackingKnown: false
            )
        if isPacked { entry = entry.packing() }
        hold(entry, key, revision: collection.revision)
        return entry
    }

    /// Keeps an entry in the place of one that knows less.
    private func hold(_ entry: Entry, _ key: Key, revision: String) {
        state.withLock { state in
            // Another version may have been published since.
            guard state.revisions[key.collection] == revision, entry.cost <= limitBytes else {
                return
            }
            if let held = state.entries[key]?.entry {
                guard entry.isPackingKnown, !held.isPackingKnown else { return }
                state.bytes -= held.cost
            }
            state.bytes += entry.cost
            state.use(key, entry)
            state.shrink(to: limitBytes)
        }
    }

    /// Shorter tiles fit into a packet as they are.
    fileprivate static let shortestBytes = 1000
}

extension TileCache.State {
    /// Forgets the tiles of an earlier version.
    fileprivate mutating func show(_ collection: FeatureCollection) {
        let known = revisions.updateValue(collection.revision, forKey: collection.id)
        guard let known, known != collection.revision else { return }
        entries = entries.filter { key, value in
            guard key.collection == collection.id else { return true }
            bytes -= value.entry.cost
            return false
        }
    }

    /// Notes that an entry was used now.
    fileprivate mutating func use(_ key: TileCache.Key, _ entry: TileCache.Entry) {
        clock += 1
        entries[key] = (entry, clock)
        uses.append((key, clock))
        // Uses that are not the last ones of their keys are swept out now and then.
        guard uses.count - firstUse > 2 * entries.count + 1024 else { return }
        uses = uses[firstUse...].filter { entries[$0.key]?.use == $0.use }
        firstUse = 0
    }

    fileprivate mutating func shrink(to limit: Int) {
        while bytes > limit, firstUse < uses.count {
            let (key, use) = uses[firstUse]
            firstUse += 1
            guard let held = entries[key], held.use == use else { continue }
            bytes -= held.entry.cost
            entries[key] = nil
        }
    }
}
