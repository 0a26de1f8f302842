internal import Accounts
internal import Geodesy
internal import Mobility
internal import Synchronization
internal import Timekeeping
internal import Trajectories

/// Where somebody was, by the fixes that are kept of them.
struct Past: Sendable {
    /// The names of the devices of the index's tracks, in their order.
    let devices: [String]
    /// The fixes of each device.
    let index: TrackIndex
    /// Those of the device that is carried.
    let carried: PackedTrack

    init(_ kept: KeptFixes) {
        devices = kept.devices
        index = TrackIndex(kept.tracks.map(PackedTrack.init))
        carried = PackedTrack(kept.carried)
    }

    /// The fixes of a time, of which `to` is no part.
    ///
    /// - Parameter box: Edges included; nil for wherever one was.
    func fixes(from: Timestamp?, to: Timestamp?, in box: BoundingBox? = nil) -> KeptFixes {
        var kept = KeptFixes()
        if let box {
            let first = from ?? Timestamp(millisecondsSince1970: .min)
            let last = (to ?? Timestamp(millisecondsSince1970: .max)).adding(milliseconds: -1)
            guard let last, first <= last else { return kept }
            var tracks = [[Fix]](repeating: [], count: devices.count)
            for (track, fix) in index.fixes(in: box, during: first...last) {
                tracks[track].append(fix)
            }
            for (device, fixes) in zip(devices, tracks) where !fixes.isEmpty {
                kept.devices.append(device)
                kept.tracks.append(fixes)
            }
            return kept
        }
        for (device, track) in zip(devices, index.tracks) {
            let fixes = track.fixes(from: from, to: to)
            guard !fixes.isEmpty else { continue }
            kept.devices.append(device)
            kept.tracks.append(fixes)
        }
        return kept
    }

    /// How many fixes there are.
    var count: Int { index.tracks.reduce(0) { $0 + $1.count } }
}

/// The pasts of those who asked last, in memory: no index of people's places lies on a disk.
///
/// Each is made of all fixes when it is first asked for, and made anew when the fixes in the store are others.
final class PastIndex: Sendable {
    private struct Kept {
        let past: Past
        let mark: FixStore.Mark
        var usedAt: Timestamp
    }

    private let fixes: FixStore
    private let clock: any WallClock
    private let kept = Mutex<[AccountID: Kept]>([:])

    /// So many are kept at most.
    private static let limit = 32
    /// So long one is kept that nobody asks for, in milliseconds.
    private static let idleMilliseconds: Int64 = 300_000

    init(_ fixes: FixStore, clock: any WallClock) { (self.fixes, self.clock) = (fixes, clock) }

    /// Where an account was, by what is kept of it now.
    ///
    /// - Throws: What ``FixStore/fixes(of:from:to:newerThan:withImports:)`` throws.
    /// - Complexity: O(1) where the fixes are those of the last time, else O(n log n) for all of them.
    func past(of account: AccountID) async throws -> Past {
        let mark = try await fixes.mark(of: account)
        let now = clock.now
        let known = kept.withLock { kept -> Past? in
            guard kept[account]?.mark == mark else { return nil }
            kept[account]?.usedAt = now
            return kept[account]?.past
        }
        if let known { return known }
        let past = Past(try await fixes.fixes(of: account))
        kept.withLock { kept in
            // What came meanwhile has another mark, and the next question makes it anew.
            kept[account] = Kept(past: past, mark: mark, usedAt: now)
            guard kept.count > Self.limit else { return }
            let oldest = kept.min {
                ($0.value.usedAt, $0.key.rawValue) < ($1.value.usedAt, $1.key.rawValue)
            }
            if let oldest { kept[oldest.key] = nil }
        }
        return past
    }

    /// Forgets what is in memory of an account.
    func forget(_ account: AccountID) { kept.withLock { $0[account] = nil } }

    /// Forgets those that nobody asked for lately.
    func sweep() {
        let now = clock.now
        kept.withLock { kept in
            kept = kept.filter { now.milliseconds(since: $0.value.usedAt) < Self.idleMilliseconds }
        }
    }
}
