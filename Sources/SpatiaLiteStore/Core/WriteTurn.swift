internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// How a connection waits until nobody else writes.
///
/// SQLite's own way of waiting soon looks ten times a second alone, and another process that writes one
/// transaction after another is hardly ever met between two.
struct WriteTurn: Sendable {
    /// How often it looks before it gives up.
    private let looks: Int
    private static let lookMicroseconds: UInt32 = 1_000

    init(timeoutSeconds: Double) {
        looks = Int(timeoutSeconds * 1e6 / Double(Self.lookMicroseconds))
    }

    /// For the connections that a pool opens.
    var busyMode: Database.BusyMode {
        .callback { [looks] tries in
            guard tries < looks else { return false }
            usleep(Self.lookMicroseconds)
            return true
        }
    }

    /// Lets a connection wait in this way again: SpatiaLite sets SQLite's own when it is loaded.
    func restore(in db: Database) {
        sqlite3_busy_handler(
            db.sqliteConnection,
            { looks, tries in
                guard Int(tries) < Int(bitPattern: looks) else { return 0 }
                usleep(WriteTurn.lookMicroseconds)
                return 1
            },
            UnsafeMutableRawPointer(bitPattern: looks)
        )
    }
}
