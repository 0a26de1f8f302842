import Foundation
import GRDB
import Testing

/// Lists of addresses as an older Ambit has kept them.
@Suite struct OldListTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("test.sqlite")
    }

    private func ambit(_ arguments: String...) async throws -> AmbitCommand.Outcome {
        try await AmbitCommand.run(arguments + ["--database", database])
    }

    private func answer(_ address: String) async throws -> String {
        let outcome = try await ambit("vote", "--address", address, "--format", "json")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return outcome.output.filter { $0 != " " }
    }

    @Test("a house that cannot be read any more is nobody's, and stops nothing else")
    func unreadHouse() async throws {
        let stations = try folder.write(
            "id,name,lat,lon,precinct\n1,Old Hall,38.9,-77,7\n2,New Hall,38.91,-77,8\n",
            to: "stations.csv"
        )
        let list = try folder.write(
            "id,street,house_number,precinct\n1,Elm Rd,12a,7\n2,Elm Rd,5,8\n",
            to: "list.csv"
        )
        for (kind, file) in [("stations", stations), ("addresses", list)] {
            let outcome = try await ambit("import", kind, file, "--dataset", kind, "--quiet")
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        #expect(try await answer("12a Elm Rd").contains(#""addresses":["12aElmRd"]"#))
        let queue = try DatabaseQueue(path: database)
        let changed = try await queue.write { db in
            let table = try String.fetchOne(
                db,
                sql: "SELECT name FROM sqlite_schema WHERE name GLOB 'addresses_[0-9]'"
            )
            try db.execute(
                sql: "UPDATE \(table ?? "") SET houses = replace(houses, '12a', '10011099')"
            )
            return db.changesCount
        }
        try queue.close()
        #expect(changed > 0)
        #expect(try await answer("5 Elm Rd").contains(#""addresses":["5ElmRd"]"#))
        for house in ["12a", "12", "1001", "1001-1099", "0"] {
            let text = try await answer("\(house) Elm Rd")
            #expect(text.contains(#""assignment":null"#), "\(house)")
            #expect(!text.contains(#"["\#(house)ElmRd"]"#), "\(house)")
            #expect(text.contains(#""10011099ElmRd""#), "\(house)")
        }
    }
}
