import PostgresTesting
import RadarPostgres
import StoreContract
import Testing

@Suite(.enabled(if: PrivateCluster.isInstalled, "PostgreSQL is not installed"))
struct ClusterContractTests {
    @Test("keeps the contract of stores of messages", arguments: RadarContract.clauses)
    func keepsTheContract(clause: RadarContract) async throws {
        let place = try ClusterPlace()
        try await clause.verify(place)
        let faults = try Cluster.check(place.address).compactMap { subject, problem in
            problem.map { "\(subject): \($0)" }
        }
        #expect(faults == [])
    }
}
