import Foundation
import TestSupport
import Testing

/// The dashboard that ships (`scripts/make-dashboard`) against what a service tells.
@Suite struct DashboardTests {
    private static let file = Checkout.root.appending(
        path: "scripts/packaging/grafana-dashboard.json"
    )

    @Test("draws every metric that is told, and asks for none that is not")
    func metrics() async throws {
        let folder = try TemporaryFolder()
        let server = try await AmbitServer.start(database: folder.path("test.sqlite"))
        let text = String(decoding: try await server.get("/metrics").body, as: UTF8.self)
        let told = Set(text.matches(of: /TYPE ([a-z_]+)/).map { String($0.1) })
        #expect(told.count > 20)

        let dashboard = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: Self.file)) as? [String: Any]
        )
        let panels = try #require(dashboard["panels"] as? [[String: Any]])
        var asked: Set<String> = []
        for panel in panels {
            for target in panel["targets"] as? [[String: Any]] ?? [] {
                let query = try #require(target["expr"] as? String)
                let names = query.matches(of: /\b(?:ambit|http)_[a-z_]+/).map { String($0.output) }
                #expect(names.count == 1, "\(query)")
                asked.formUnion(
                    names.map { $0.hasSuffix("_bucket") ? String($0.dropLast(7)) : $0 }
                )
            }
        }
        #expect(asked.subtracting(told).sorted() == [], "asked for, and not told")
        #expect(
            told.subtracting(asked).sorted() == [],
            "told, and not drawn: scripts/make-dashboard"
        )
        // No panel lies on another.
        let places = panels.compactMap { $0["gridPos"] as? [String: Int] }
        #expect(places.count == panels.count)
        #expect(Set(places.map { "\($0["x"] ?? 0) \($0["y"] ?? 0)" }).count == places.count)
    }
}
