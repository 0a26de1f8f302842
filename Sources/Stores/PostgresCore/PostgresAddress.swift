internal import CPostgres

/// Where a PostgreSQL database is: a URI as libpq takes it, such as `postgresql://ambit@db1,db2/ambit`.
///
/// The password stands in the file that `PGPASSFILE` names (`~/.pgpass` by itself) or in a service file,
/// never in the address: every process on a machine sees the arguments of all others.
package struct PostgresAddress: Sendable, Hashable, CustomStringConvertible {
    /// The URI: what another node is told, to find the same place.
    package let uri: String
    /// The hosts and the database, for people: no user, and no password.
    package let description: String

    /// Whether a text is meant to be such an address.
    package static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
    }

    /// - Throws: ``PostgresError/badAddress(_:)`` in words that repeat no password.
    package init(_ text: String) throws(PostgresError) {
        guard Self.isAddress(text) else {
            throw .badAddress("is no address; write one such as postgresql://ambit@db1,db2/ambit")
        }
        guard ambit_postgres_exists() != 0 else {
            throw .badAddress("cannot be used: libpq is missing; install the package libpq5")
        }
        var reason: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(text, &reason) else {
            PQfreemem(reason)
            // libpq's own words repeat the address, and a password in it.
            throw .badAddress(
                "cannot be read as postgresql://USER@HOST:PORT,.../DATABASE?OPTION=VALUE; a character "
                    + "with a meaning of its own there stands as a percent sign and two digits"
            )
        }
        defer { PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val {
                values[String(cString: keyword)] = String(cString: value)
            }
            option += 1
        }
        guard values["password"] == nil else {
            throw .badAddress(
                "has a password in it, which every process of this machine can read; put it into the "
                    + "file that PGPASSFILE names (~/.pgpass), or name a service (?service=NAME)"
            )
        }
        uri = text
        let places = values["host"] ?? values["hostaddr"] ?? values["service"] ?? "this machine"
        description = "\(values["dbname"] ?? "the database") at \(places)"
    }
}
