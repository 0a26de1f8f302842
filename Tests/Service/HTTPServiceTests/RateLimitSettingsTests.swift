import GeoJSON
import Testing

@testable import HTTPService

@Suite struct RateLimitSettingsTests {
    @Test("every limit is read as it is written, and does not change the others")
    func roundTrip() throws {
        let values: [RateLimits.Setting: String] = [
            .postsPerDevice: "3,4/min", .postsPerAddress: "5,6/s", .reportsPerDevice: "7,8/h",
            .reportsPerAddress: "9,10/day", .freeDevicesPerAddress: "11,12/h",
            .provenDevicesPerAddress: "13,14/min", .proofBits: "5-17",
            .queriesPerAddress: "100000,100000/s", .connectionsPerAddress: "15",
        ]
        var limits = RateLimits()
        for setting in RateLimits.Setting.allCases {
            let before = RateLimits.Setting.allCases.map { limits.text(of: $0) }
            let value = try #require(values[setting])
            try limits.set(setting.rawValue, to: value)
            #expect(limits.text(of: setting) == value)
            let after = RateLimits.Setting.allCases.map { limits.text(of: $0) }
            #expect(zip(before, after).filter { $0 != $1 }.count == 1)
        }
        #expect(limits.newDevices.proofBits == 5...17)
        #expect(limits.postsPerAddress == .init(burst: 5, perSecond: 6))
        try limits.set("free_devices_per_address", to: "0")
        #expect(limits.newDevices.free == nil)
        #expect(limits.text(of: .freeDevicesPerAddress) == "0")
        try limits.set("free_devices_per_address", to: "2,1/day")
        #expect(limits.newDevices.free == .init(burst: 2, perSecond: 1.0 / 86_400))
    }

    @Test(
        "what is no value is refused, with what is",
        arguments: [
            ("posts_per_address", "5"), ("posts_per_address", "5,6"),
            ("posts_per_address", "0,6/min"), ("posts_per_address", "5,0/min"),
            ("posts_per_address", "5,6/week"), ("posts_per_address", "100001,6/s"),
            ("posts_per_address", "-1,6/s"), ("posts_per_address", "0"),
            ("proof_bits", "0-5"), ("proof_bits", "9-29"), ("proof_bits", "9-8"),
            ("proof_bits", "9"), ("connections_per_address", "0"),
            ("connections_per_address", "many"), ("posts", "5,6/min"),
        ]
    )
    func refused(name: String, value: String) {
        var limits = RateLimits()
        let error = #expect(throws: RateLimits.SettingError.self) {
            try limits.set(name, to: value)
        }
        let text = error?.description ?? ""
        #expect(text.hasPrefix("\(name) is "))
        #expect(text.contains(name == "posts" ? "known are posts_per_device" : "\(value); write "))
    }

    @Test("the fastest and the slowest that can be set keep the arithmetic whole")
    func extremes() throws {
        for text in ["100000,1/day", "1,1/day", "100000,100000/s", "1,100000/s"] {
            var limits = RateLimits()
            try limits.set("posts_per_address", to: text)
            let buckets = TokenBuckets(limits.postsPerAddress)
            let decade: Int64 = 315_360_000_000_000_000
            for _ in 0..<limits.postsPerAddress.burst {
                #expect(buckets.take(1, at: decade) == nil)
            }
            #expect(try #require(buckets.take(1, at: decade)) > 0)
        }
    }

    @Test("the description of the interface tells what holds, the standard ones as they ship")
    func told() async throws {
        let shipped = try JSONValue(parsing: PackageResources.openapi_json)
        let told = try #require(shipped["info"]?["x-rate-limits"])
        #expect(told.names == RateLimits.Setting.allCases.map(\.rawValue))
        for setting in RateLimits.Setting.allCases {
            #expect(told[setting.rawValue] == .string(RateLimits().text(of: setting)))
        }
        func served(_ limits: RateLimits?) async throws -> JSONValue? {
            let service = try await TestService { $0.rateLimits = limits }
            let text = try await service.get("/openapi.json").body
            return try JSONValue(parsing: Array(text.utf8))["info"]?["x-rate-limits"]
        }
        #expect(try await served(RateLimits()) == told)
        #expect(try await served(nil) == .object([]))
        var limits = RateLimits()
        try limits.set("proof_bits", to: "3-4")
        #expect(try await served(limits)?["proof_bits"] == .string("3-4"))
    }
}
