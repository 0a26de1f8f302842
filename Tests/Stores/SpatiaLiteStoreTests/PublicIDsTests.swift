import GRDB
import Radar
import StoreContract
import Testing

@testable import SpatiaLiteStore

@Suite("Public ids of a file")
struct PublicIDsTests {
    private let storePlace: TemporaryStorePlace

    init() throws { storePlace = try TemporaryStorePlace() }

    private func texts(_ ids: PublicIDs) -> [String] {
        (1...50 as ClosedRange<Int64>).map { "\(ids.publicID(of: Message.ID(rawValue: $0)))" }
    }

    @Test("ids stay the same over restarts, and for all who have the file open")
    func stable() async throws {
        let first = try await storePlace.openStore()
        let second = try await storePlace.openStore()
        let expected = texts(first.publicIDs)
        #expect(texts(second.publicIDs) == expected)
        try await first.close()
        try await second.close()
        let reader = try await storePlace.openStore(.readOnly)
        #expect(texts(reader.publicIDs) == expected)
        #expect(texts(reader.messageLayer.publicIDs) == expected)
        try await reader.close()
    }

    @Test("no two files have the same ids")
    func ofItsOwn() async throws {
        let one = try await storePlace.openStore()
        let elsewhere = try TemporaryStorePlace()
        let other = try await elsewhere.openStore()
        #expect(Set(texts(one.publicIDs)).isDisjoint(with: texts(other.publicIDs)))
        try await one.close()
        try await other.close()
    }

    @Test("two that make a file at once make one secret", arguments: 0..<5)
    func made(attempt: Int) async throws {
        let storePlace = try TemporaryStorePlace()
        async let one = storePlace.openStore()
        async let other = storePlace.openStore()
        let stores = try await [one, other]
        #expect(texts(stores[0].publicIDs) == texts(stores[1].publicIDs))
        for store in stores { try await store.close() }
    }

    @Test("a file that has lost its secret is refused: other ids would be given to its messages")
    func lost() async throws {
        try await storePlace.openStore().close()
        let database = try DatabaseQueue(path: storePlace.path)
        try await database.write { try $0.execute(sql: "DELETE FROM service_secret") }
        try database.close()
        let error = await #expect(throws: SpatiaLiteStoreError.self) {
            try await storePlace.openStore()
        }
        #expect(error?.description.contains("the secret that makes the ids") == true)
    }
}
