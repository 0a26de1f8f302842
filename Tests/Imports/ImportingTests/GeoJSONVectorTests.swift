import Foundation
import Polling
import RowFiles
import TestSupport
import Testing

@testable import Importing

/// The vectors of the GeoJSON schema as files, and geometries by themselves.
@Suite struct GeoJSONVectorTests {
    private static let folder = "vectors/geojson-schema/test/fixtures"

    /// The rows of a file, and why it or the first of them cannot be read.
    private func read(_ path: String) -> (geometries: Int, rows: Int, fault: String?) {
        var (geometries, rows) = (0, 0)
        do throws(ImportError) {
            let input = ImportInput.file(path)
            let inspection = try importing(FileInspection.inspect(input.file) { _ in })
            let source = try GeoJSONRowSource(input.file, inspection)
            var row = Row()
            while try source.next(&row) {
                rows += 1
                if let fault = row.fault { return (geometries, rows, fault.reason.text) }
                if case .some? = row.geometry { geometries += 1 }
            }
        } catch { return (geometries, rows, error.description) }
        return (geometries, rows, nil)
    }

    @Test("every valid vector is read")
    func valid() throws {
        guard let root = Checkout.realFile(Self.folder + "/valid") else { return }
        let files = try #require(FileManager.default.subpaths(atPath: root))
            .filter { $0.hasSuffix(".json") }
        #expect(files.count == 30)
        for file in files {
            let found = read(root + "/" + file)
            #expect(found.fault == nil, "\(file)")
            let isEmpty = file == "featurecollection/empty.json"
            #expect(found.rows == (isEmpty ? 0 : 1), "\(file)")
            let hasNone = isEmpty || file == "feature/null-geometry.json"
            #expect(found.geometries == (hasNone ? 0 : 1), "\(file)")
        }
    }

    /// What is wrong with each, as the reason has it.
    private static func fault(of file: String) -> String {
        let parts = file.dropLast(5).split(separator: "/")
        let (type, flaw) = (String(parts[0]), String(parts[1]))
        let names = GeoJSONGeometry.typeNames
        let name = names.first { $0.lowercased() == type } ?? type
        return switch (type, flaw) {
        case (_, "1d"), (_, "1d-point"): "a position has 1 number; it must have two"
        case ("feature", "no-type"): "it has no \"type\"; it must be a Feature"
        case ("featurecollection", "no-type"):
            "it has no \"type\"; it must be a FeatureCollection"
        case (_, "no-type"): "a geometry has no \"type\""
        case ("feature", "boolean-id"): "its \"id\" is"
        case ("feature", "object-id"): "its \"id\" is"
        case ("feature", "no-geometry"): "it has no \"geometry\""
        case ("feature", "no-properties"): "it has no \"properties\""
        case (_, "no-features"): "the FeatureCollection has no \"features\""
        case (_, "bad-geometry"): "\"Line\" is no type of geometry"
        case (_, "bad-type"): "\"Polgon\" is no type of geometry"
        case (_, "no-geometries"): "a GeometryCollection has no \"geometries\""
        case (_, "no-coordinates"): "a \(name) has no \"coordinates\""
        case (_, "bad-bbox"): "a \"bbox\" must be four or six numbers"
        default: "a vector that this test does not know"
        }
    }

    @Test("every invalid vector is refused with its own fault")
    func invalid() throws {
        guard let root = Checkout.realFile(Self.folder + "/invalid") else { return }
        let files = try #require(FileManager.default.subpaths(atPath: root))
            .filter { $0.hasSuffix(".json") }
        #expect(files.count == 36)
        for file in files {
            let fault = read(root + "/" + file).fault
            #expect(fault?.contains(Self.fault(of: file)) == true, "\(file): \(fault ?? "read")")
        }
    }

    @Test("geometries by themselves are features without properties")
    func bare() async throws {
        let imports = Imports()
        let error = await #expect(throws: ImportError.self) {
            try await imports.stations(
                "{\"type\":\"Point\",\"coordinates\":[-77.03]}",
                name: "point.json"
            )
        }
        #expect(error?.description.contains("a position has 1 number") == true)
        let report = try await imports.stations(
            "{\"type\":\"Point\",\"coordinates\":[-77.03,38.9]}\n"
                + "{\"type\":\"Feature\",\"properties\":{\"name\":\"Hall\"},\"geometry\":"
                + "{\"type\":\"Point\",\"coordinates\":[-77.04,38.9]}}\n",
            name: "two.json"
        )
        #expect(imports.stations.published.map(\.name) == ["Hall"])
        #expect(report.rejectedRows.map(\.row) == [1])
    }

    @Test("a geometry that lacks what records of the kind need is refused for that alone")
    func bareLine() async throws {
        let error = await #expect(throws: ImportError.self) {
            try await Imports().stations(
                "{\"type\":\"LineString\",\"coordinates\":[[-110,45],[110,-45]]}",
                name: "line.json"
            )
        }
        #expect(error?.description.hasPrefix("the features are of type LineString") == true)
        #expect(error?.description.contains("The columns are") == false)
        #expect(
            ImportError.missingField("code", columns: [], hint: "Name it.").description
                == "no column gives the code; the file has no columns. Name it."
        )
    }

    @Test("a collection without features says so")
    func empty() async throws {
        let error = await #expect(throws: ImportError.self) {
            try await Imports().stations(
                "{\"type\":\"FeatureCollection\",\"features\":[]}",
                name: "empty.json"
            )
        }
        #expect(
            error?.description
                == "\"empty.json\" can be read, but there is no feature in it; export it again"
        )
    }

    @Test("a collection's type may follow its features, and must be there")
    func lateType() async throws {
        let features =
            "\"features\":[{\"type\":\"Feature\",\"properties\":{\"name\":\"Hall\"},"
            + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[-77.04,38.9]}}]"
        let imports = Imports()
        _ = try await imports.stations(
            "{\(features),\"type\":\"FeatureCollection\"}",
            name: "late.json"
        )
        #expect(imports.stations.published.map(\.name) == ["Hall"])
        for end in ["}", ",\"type\":\"Topology\"}"] {
            let error = await #expect(throws: ImportError.self) {
                try await Imports().stations("{\(features)\(end)", name: "late.json")
            }
            #expect(error?.description.contains("it must be a FeatureCollection") == true)
        }
    }
}
