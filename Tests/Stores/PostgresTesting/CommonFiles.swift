import Foundation
package import PostgresCore
import PostgresRows
package import SpatiaLiteStore

/// Files of nodes on a PostgreSQL server of the tests' own.
package enum CommonFiles {
    /// Whether tests of modules run on such files, instead of on files by themselves: `AMBIT_TEST_NODES` is `1`.
    package static let areWanted = ProcessInfo.processInfo.environment["AMBIT_TEST_NODES"] == "1"

    /// What a file follows: a new database at first, and the same when it is opened again.
    package static var ownDatabase: CommonSource {
        CommonSource { known in
            let address = try known.map { try PostgresAddress($0) }
            return PostgresRows(
                in: try address ?? PrivateCluster.shared.get().clusterDatabase()
            )
        }
    }

    /// What files follow that have a database in common.
    package static func following(_ address: PostgresAddress) -> CommonSource {
        CommonSource { _ in PostgresRows(in: address) }
    }
}
