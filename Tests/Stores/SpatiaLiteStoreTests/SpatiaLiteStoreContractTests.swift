import StoreContract
import Testing

@Suite struct SpatiaLiteStoreContractTests {
    @Test("keeps the contract of stores", arguments: StoreContract.clauses)
    func keepsTheContract(clause: StoreContract) async throws {
        try await clause.verify(TemporaryStorePlace())
    }
}
