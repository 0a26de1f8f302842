import Foundation
import Testing

/// A database of a few districts about the equator.
enum SquareDistricts {
    /// A square with a hole, its neighbour to the east, one in two parts about the antimeridian, and
    /// a ward that has the first and half of the second.
    static let squares = """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","properties":{"code":"1","name":"Hollow"},"geometry":{"type":"Polygon","coordinates":[
         [[0,0],[1,0],[1,1],[0,1],[0,0]],[[0.4,0.4],[0.6,0.4],[0.6,0.6],[0.4,0.6],[0.4,0.4]]]}},
        {"type":"Feature","properties":{"code":"2","name":"East"},"geometry":{"type":"Polygon","coordinates":[
         [[1,0],[2,0],[2,1],[1,1],[1,0]]]}},
        {"type":"Feature","properties":{"code":"3","name":"Dateline"},"geometry":{"type":"MultiPolygon","coordinates":[
         [[[179,-1],[180,-1],[180,1],[179,1],[179,-1]]],[[[-180,-1],[-179,-1],[-179,1],[-180,1],[-180,-1]]]]}}]}
        """
    static let ward = """
        {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"code":"W","name":"West Ward"},
         "geometry":{"type":"Polygon","coordinates":[[[0,0],[1.5,0],[1.5,1],[0,1],[0,0]]]}}]}
        """

    /// The squares as precincts, and the ward.
    static func database(in folder: TemporaryFolder) async throws -> String {
        try await folder.bring("square districts") { folder in
            for (file, text, type) in [
                ("squares.geojson", squares, "precinct"), ("ward.geojson", ward, "ward"),
            ] {
                let imported = try await AmbitCommand.run(
                    "import",
                    "districts",
                    try folder.write(text, to: file),
                    "--dataset",
                    type,
                    "--type",
                    type,
                    "--database",
                    folder.path("areas.sqlite"),
                    "--quiet"
                )
                try #require(imported.exitCode == 0, "\(imported.errors)")
            }
        }
        return folder.path("areas.sqlite")
    }
}
