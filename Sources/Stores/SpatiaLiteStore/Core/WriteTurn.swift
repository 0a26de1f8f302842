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
        .callback { [looks] tries in Self.waits(tries, of: looks) }
    }

    /// Waits for the next look.
    ///
    /// - Returns: False, at once, where there are no more.
    private static func waits(_ tries: Int, of looks: Int) -> Bool {
        guard tries < looks else { return false }
        usleep(lookMicroseconds)
        return true
    }

    /// Lets a connection wait in this way again: SpatiaLite sets SQLite's own when it is loaded.
    func restore(in db: Database) {
        sqlite3_busy_handler(
            db.sqliteConnection,
            { looks, tries in
                WriteTurn.waits(Int(tries), of: Int(bitPattern: looks)) ? 1 : 0
            },
            UnsafeMutableRawPointer(bitPattern: looks)
        )
    }
}
