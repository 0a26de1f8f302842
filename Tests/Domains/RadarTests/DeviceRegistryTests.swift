import Radar
import RadarTesting
import Testing
import Timekeeping

@Suite struct DeviceRegistryTests {
    private let store = MemoryRadarStore()
    private var registry: DeviceRegistry {
        DeviceRegistry(store: store, clock: ManualWallClock(electionMorning))
    }

    @Test("a device is known again by its token and by no other")
    func knownAgain() async throws {
        let (first, firstToken) = try await registry.register()
        let (second, secondToken) = try await registry.register()
        #expect(firstToken != secondToken)
        #expect(try await registry.device(presenting: firstToken) == first)
        #expect(try await registry.device(presenting: secondToken) == second)
        let changed = String(firstToken.dropLast(2)) + (firstToken.hasSuffix("AA") ? "BA" : "AA")
        #expect(try await registry.device(presenting: changed) == nil)
    }

    @Test("a token is 43 letters of base64url and the store never sees it")
    func tokenShape() async throws {
        let (_, token) = try await registry.register()
        #expect(token.count == 43)
        #expect(
            token.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
        )
        #expect(store.tokenHashes.count == 1)
        #expect(store.tokenHashes.first?.count == 32)
        #expect(store.tokenHashes.first != Array(token.utf8))
    }

    @Test("what is stored is the SHA-256 of the token as coreutils computes it")
    func knownHash() async throws {
        // printf %s AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA | sha256sum
        let digits = "0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a"
        let hash = stride(from: 0, to: 64, by: 2).map { start in
            let from = digits.index(digits.startIndex, offsetBy: start)
            return UInt8(digits[from..<digits.index(from, offsetBy: 2)], radix: 16) ?? 0
        }
        let device = try await store.addDevice(tokenHash: hash, at: electionMorning)
        let token = String(repeating: "A", count: 43)
        #expect(try await registry.device(presenting: token) == device)
    }

    @Test(
        "what is no token is nobody's",
        arguments: [
            "", "A", String(repeating: "A", count: 42), String(repeating: "A", count: 44),
            String(repeating: "A", count: 42) + "B", String(repeating: "A", count: 42) + "=",
            String(repeating: "é", count: 43), String(repeating: "A", count: 100_000),
        ]
    )
    func noToken(text: String) async throws {
        // Not even looked up: the store would fail.
        store.setFails(true)
        #expect(try await registry.device(presenting: text) == nil)
    }
}
