internal import Foundation
internal import Synchronization

/// Time zones by name, read from the system's files once.
enum Zones {
    private static let known = Mutex<[String: TimeZone?]>([:])
    private static let limit = 1000

    static func zone(_ name: String) -> TimeZone? {
        known.withLock { known in
            if let zone = known[name] { return zone }
            if known.count >= limit { known.removeAll() }
            let zone = TimeZone(identifier: name)
            known[name] = .some(zone)
            return zone
        }
    }
}
