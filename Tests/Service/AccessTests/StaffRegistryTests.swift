import Access
import Synchronization
import Testing
import Timekeeping

@Suite struct StaffRegistryTests {
    private let store = MemoryStaffTokenStore()
    private let clock = ManualWallClock(Timestamp(millisecondsSince1970: 1000))
    private let registry: StaffRegistry

    init() { registry = StaffRegistry(store: store, clock: clock) }

    @Test("a token is known by what it was made for until it is revoked")
    func life() async throws {
        let (staff, staffToken) = try await registry.create(role: .staff, label: "Ann")
        let (moderator, moderatorToken) = try await registry.create(role: .moderator, label: "Bo")
        #expect(try await registry.entry(presenting: staffToken)?.role == .staff)
        #expect(try await registry.entry(presenting: moderatorToken)?.role == .moderator)
        clock.set(Timestamp(millisecondsSince1970: 2000))
        #expect(try await registry.revoke(staff.id).revokedAt == clock.now)
        #expect(try await registry.entry(presenting: staffToken)?.role == nil)
        #expect(try await registry.entry(presenting: moderatorToken)?.role == .moderator)
        #expect(try await registry.tokens().map(\.label) == ["Ann", "Bo"])
        #expect(try await registry.tokens().map { $0.revokedAt != nil } == [true, false])
        await #expect(throws: AccessError.unknownToken(99)) { try await registry.revoke(99) }
        #expect(moderator.role == .moderator)
    }

    @Test("tokens are long, begin alike, differ, and are stored as hashes alone")
    func secrets() async throws {
        var tokens: Set<String> = []
        for _ in 0..<100 {
            let token = try await registry.create(role: .staff, label: "x").token
            #expect(token.wholeMatch(of: /ambit_[0-9a-f]{64}/) != nil)
            tokens.insert(token)
        }
        #expect(tokens.count == 100)
        #expect(store.hashes.count == 100)
        #expect(store.hashes.allSatisfy { $0.count == 32 })
        for token in tokens { #expect(!store.hashes.contains(Array(token.utf8))) }
    }

    @Test("what has not the form of a token is not even looked up")
    func forms() async throws {
        let token = try await registry.create(role: .staff, label: "x").token
        for text in [
            "", "ambit_", String(token.dropLast()), token + "0", token.uppercased(),
            "x" + token.dropFirst(), String(repeating: "é", count: 35),
        ] {
            #expect(try await registry.entry(presenting: text) == nil, "\(text)")
        }
        #expect(store.lookups == 0)
        let other = "ambit_" + String(repeating: "0", count: 64)
        #expect(try await registry.entry(presenting: other) == nil)
        #expect(store.lookups == 1)
    }

    @Test("a label says who: not nothing, not too much, on one line")
    func labels() async throws {
        for label in ["", " ", "a\nb", "a\u{0}", String(repeating: "a", count: 101)] {
            await #expect(throws: AccessError.invalidLabel(label)) {
                try await registry.create(role: .staff, label: label)
            }
        }
        #expect(
            AccessError.invalidLabel("a\n\u{1B}").description
                == #"label is "a\n\u{1B}"; a label says who holds the token, in 1 to 100 characters, "#
                + "none of them a control character"
        )
        _ = try await registry.create(role: .staff, label: String(repeating: "é", count: 100))
    }
}

/// Tokens in memory.
private final class MemoryStaffTokenStore: StaffTokenStore {
    private let state = Mutex((tokens: [StaffToken](), hashes: [[UInt8]](), lookups: 0))

    var hashes: [[UInt8]] { state.withLock { $0.hashes } }
    var lookups: Int { state.withLock { $0.lookups } }

    func addStaffToken(
        hash: [UInt8],
        role: StaffRole,
        event: String?,
        label: String,
        at moment: Timestamp
    ) async throws -> StaffToken {
        state.withLock { state in
            let token = StaffToken(
                id: Int64(state.tokens.count + 1),
                role: role,
                event: event,
                label: label,
                createdAt: moment
            )
            state.tokens.append(token)
            state.hashes.append(hash)
            return token
        }
    }

    func staffToken(hash: [UInt8]) async throws -> StaffToken? {
        state.withLock { state in
            state.lookups += 1
            return state.hashes.firstIndex(of: hash).map { state.tokens[$0] }
        }
    }

    func staffTokens() async throws -> [StaffToken] { state.withLock { $0.tokens } }

    func revokeStaffToken(_ id: Int64, at moment: Timestamp) async throws -> StaffToken? {
        state.withLock { state in
            guard let index = state.tokens.firstIndex(where: { $0.id == id }) else { return nil }
            let old = state.tokens[index]
            state.tokens[index] = StaffToken(
                id: old.id,
                role: old.role,
                event: old.event,
                label: old.label,
                createdAt: old.createdAt,
                revokedAt: old.revokedAt ?? moment
            )
            return state.tokens[index]
        }
    }
}
