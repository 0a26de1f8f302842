internal import Access
internal import Testing
internal import Timekeeping

extension StoreContract {
    static let accessClauses = [
        StoreContract("a staff token is found by its hash, in every store that has the place open")
        { place in
            let store = try await place.open()
            let other = try await place.open()
            let first = try await store.addStaffToken(
                hash: [1, 2],
                role: .moderator,
                event: nil,
                label: "Ann",
                at: moment(1)
            )
            let second = try await other.addStaffToken(
                hash: [3],
                role: .staff,
                event: nil,
                label: "Bo",
                at: moment(2)
            )
            #expect(first.id < second.id)
            #expect(first.role == .moderator && first.label == "Ann")
            #expect(first.createdAt == moment(1) && first.revokedAt == nil)
            #expect(try await other.staffToken(hash: [1, 2]) == first)
            #expect(try await store.staffToken(hash: [3]) == second)
            #expect(try await store.staffToken(hash: [1]) == nil)
            #expect(try await store.staffTokens() == [first, second])
        },
        StoreContract("a revoked staff token stays in the list as it was revoked first") { place in
            let store = try await place.open()
            let other = try await place.open()
            let token = try await store.addStaffToken(
                hash: [1],
                role: .staff,
                event: nil,
                label: "Ann",
                at: moment()
            )
            #expect(
                try await other.revokeStaffToken(token.id, at: moment(5))?.revokedAt == moment(5)
            )
            #expect(try await store.staffToken(hash: [1])?.revokedAt == moment(5))
            #expect(
                try await store.revokeStaffToken(token.id, at: moment(9))?.revokedAt == moment(5)
            )
            #expect(try await store.staffTokens().map(\.revokedAt) == [moment(5)])
            #expect(try await store.revokeStaffToken(99, at: moment()) == nil)
            await #expect(throws: (any Error).self) {
                try await store.addStaffToken(
                    hash: [1],
                    role: .staff,
                    event: nil,
                    label: "",
                    at: moment()
                )
            }
        },
    ]
}
