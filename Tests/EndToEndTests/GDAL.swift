import Foundation
import Testing

/// GDAL's programs.
enum GDAL {
    static let isInstalled = ["/usr/bin/ogrinfo", "/usr/local/bin/ogrinfo"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
    }
    static let notice: Comment = "skipped: ogrinfo is not installed (apt install gdal-bin)"

    /// What a program writes; fails where it complains.
    static func run(_ arguments: [String]) throws -> String {
        let outcome = try Program.run(arguments[0], Array(arguments.dropFirst()))
        try #require(outcome.exitCode == 0, "\(arguments): \(outcome.errors)")
        return outcome.output
    }

    /// Copies the features of a file, or one of them, into a layer called `shapes`.
    static func geoJSON(of path: String, into file: String, feature: Int? = nil) throws -> String {
        try? FileManager.default.removeItem(atPath: file)
        let source = path.hasSuffix(".gz") ? "/vsigzip/" + path : path
        _ = try run(
            [
                "ogr2ogr", "-f", "GeoJSON", file, source, "-nln", "shapes", "-lco",
                "COORDINATE_PRECISION=17",
            ]
                + (feature.map { ["-fid", "\($0)"] } ?? [])
        )
        return file
    }
}
