import Foundation
import TestSupport
import Testing

/// Imports point inward only: a wing of the house imports those that stand before it.
@Suite struct WingTests {
    /// Bindings stand next to the engine, which is all that they may import.
    private static let wings = [
        "Engine", "Bindings", "Files", "Stores", "Imports", "Service", "Domains",
    ]

    /// Domains that others may build on.
    private static let commonGround: Set<String> = ["Agenda", "AgendaRecords", "Ground", "Roads"]

    /// Arrows that point outward until what they need has moved into its domain. One that is gone goes from
    /// this list; none is added.
    private static let outward: Set<String> = [
        "Importing -> Ground", "Importing -> Polling", "Importing -> Radar", "Importing -> Roads",
        "SpatiaLiteStore -> Access", "SpatiaLiteStore -> Ground", "SpatiaLiteStore -> Polling",
        "SpatiaLiteStore -> Radar", "SpatiaLiteStore -> Roads",
        "HTTPService -> Ground", "HTTPService -> Polling", "HTTPService -> Radar",
        "HTTPService -> Roads",
    ]

    private let targets: [Manifest.Target]

    init() throws { targets = try Manifest().targets }

    private func wing(of target: Manifest.Target) -> Int? {
        let parts = target.folder.split(separator: "/")
        guard parts.first == "Sources", parts.count > 2 else { return nil }
        return Self.wings.firstIndex(of: String(parts[1]))
    }

    private func domain(of target: Manifest.Target) -> Substring? {
        let parts = target.folder.split(separator: "/")
        return parts.count > 2 && parts[1] == "Domains" ? parts[2] : nil
    }

    @Test("all that is built stands in a wing, but for the command and the benchmark")
    func wings() throws {
        let outside = targets.filter { $0.folder.hasPrefix("Sources/") && wing(of: $0) == nil }
        #expect(outside.map(\.name).sorted() == ["ambit", "ambit-bench"])
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: Checkout.root.appending(path: "Sources").path
        )
        #expect(Set(folders) == Set(Self.wings + ["ambit", "ambit-bench"]))
        for target in targets {
            let folder = Checkout.root.appending(path: target.folder).path
            #expect(FileManager.default.fileExists(atPath: folder), "\(target.name)")
        }
    }

    @Test("no wing imports one behind it, and no domain another that is no common ground")
    func arrows() {
        let byName = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
        var found: Set<String> = []
        for target in targets {
            guard let own = wing(of: target) else { continue }
            for name in target.dependencies {
                guard let other = byName[name], let its = wing(of: other) else { continue }
                let isBetweenDomains =
                    domain(of: target) != nil && domain(of: other) != nil
                    && domain(of: target) != domain(of: other)
                    && !Self.commonGround.contains(name)
                if its > own || isBetweenDomains { found.insert("\(target.name) -> \(name)") }
            }
        }
        #expect(found.subtracting(Self.outward).sorted() == [])
        #expect(Self.outward.subtracting(found).sorted() == [], "gone: take it from the list")
    }

    @Test("bindings face outward: nothing of Ambit imports one")
    func bindings() {
        let bindings = Set(
            targets.filter { $0.folder.hasPrefix("Sources/Bindings/") }.map(\.name)
        )
        #expect(bindings == ["CAmbit", "CInterface"])
        let importing = targets.filter { target in
            !bindings.contains(target.name) && !bindings.isDisjoint(with: target.dependencies)
        }
        #expect(importing.map(\.name) == [])
    }

    @Test("from bytes to rows and tracks nothing is known of stores, domains and records")
    func readers() throws {
        let readers = ["RowFiles", "TrackFiles"]
        let reached = try reached(from: readers).subtracting(readers)
        let outside = targets.filter { target in
            guard reached.contains(target.name) else { return false }
            return !["Sources/Engine/", "Sources/Files/"].contains { target.folder.hasPrefix($0) }
        }
        #expect(outside.map(\.name) == [])
    }

    @Test("behind the libraries for other programs is no system library")
    func libraries() throws {
        #expect(try reached(from: ["Geodesy", "SpatialIndex"]) == Self.engineLibraries)
        #expect(
            try reached(from: ["CInterface"])
                == Self.engineLibraries.union(["CInterface", "CAmbit"])
        )
    }

    private static let engineLibraries: Set<String> = ["Geodesy", "SpatialIndex", "CIndexKernels"]

    /// Targets, and all that they import.
    private func reached(from names: [String]) throws -> Set<String> {
        let byName = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
        var reached: Set<String> = []
        var next = names
        while let name = next.popLast() {
            guard reached.insert(name).inserted else { continue }
            next += try #require(byName[name]).dependencies
        }
        return reached
    }
}
