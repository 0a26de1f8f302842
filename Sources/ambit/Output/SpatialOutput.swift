import FeatureCollections
import FeatureFiles
import Foundation
import GeoJSON
import Geodesy
import SpatiaLiteStore

extension RowFormat {
    /// The files that rows become which are written to a path.
    func parts(of path: String) -> [String] {
        self == .shp ? ShapefileFiles.parts(of: path) : [path]
    }
}

/// Rows as a file of other geographic programs, which tells what its columns hold before the first row.
struct SpatialOutput {
    let path: String
    let format: RowFormat

    init(path: String, format: RowFormat) throws {
        let ending = ".\(format.rawValue)"
        guard path.lowercased().hasSuffix(ending) else {
            throw OutputError.noSpatialFile(
                reason:
                    "--output \"\(path)\" must end in \(ending) with --format \(format.rawValue)"
            )
        }
        let isNew = !FilePlace(path).isTaken
        for part in format.parts(of: path) {
            _ = try OutputPath(part, option: "--output")
            // The parts of a Shapefile that is there are replaced with it; others are somebody's own.
            guard part == path || !isNew || !FilePlace(part).isTaken else {
                throw OutputError.unusable(
                    option: "--output",
                    path: path,
                    reason:
                        "\(part) would be written with it, and is there without such a file; name "
                        + "another file, or move that away"
                )
            }
        }
        self.path = path
        self.format = format
        if format == .gpkg, !isNew { try Self.keepOtherLayers(of: path) }
    }

    /// What rows are called in a file that names them.
    private static func name(of path: String) -> String {
        URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    }

    /// A GeoPackage is replaced whole: one with other layers is somebody's own.
    private static func keepOtherLayers(of path: String) throws {
        guard OutputPath.isDatabase(path) else { return }
        let layers = try SpatialFile.otherLayers(in: path, than: name(of: path))
        guard layers?.isEmpty != true else { return }
        let reason =
            layers.map { layers in
                let names = layers.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ")
                let more = layers.count > 3 ? " and \(layers.count - 3) more" : ""
                return
                    "it holds other layers (\(names)\(more)), which would be lost; name another file"
            } ?? "it is a database that is no GeoPackage; name another file"
        throw OutputError.unusable(option: "--output", path: path, reason: reason)
    }

    /// - Parameters:
    ///   - columns: With what they hold, which no value has to show.
    ///   - shape: What the geometries would be where there are none.
    func write(
        _ rows: [Row],
        columns: [OutputColumn],
        shape: SpatialTable.Shape
    ) async throws {
        var table = SpatialTable(
            name: Self.name(of: path),
            columns: columns.enumerated().map { index, column in
                let values = rows.lazy.map { $0.values[index] }
                return .init(name: column.name, kind: .of(values, told: column.kind))
            }
        )
        table.shapeWithoutRows = shape
        table.rows = rows.map { row in
            .init(
                geometry: row.geometry.flatMap(Self.geometry),
                values: zip(row.values, table.columns).map { Self.value($0, $1.kind) }
            )
        }
        if format == .gpkg || format == .fgb { tellDropped(table.dropNULs()) }
        switch format {
        case .shp: return try ShapefileFiles.write(table, to: path)
        case .gpkg:
            // The file behind a link is replaced, as by the other formats.
            let target = FilePlace(path).path
            let partial = SpatialFile.partial(of: target)
            UnfinishedFiles.add(partial)
            defer { UnfinishedFiles.remove(partial) }
            return try await SpatialFile.writeGeoPackage(table, to: target)
        default: break
        }
        let output = try OutputStream.open(path)
        switch format {
        case .fgb: try table.writeFlatGeobuf { try output.write($0) }
        case .parquet: try table.writeGeoParquet { try output.write($0) }
        default:
            let dropped = try table.writeKML { try output.write($0) }
            if dropped > 0 {
                StandardError.print(
                    "\(counted(dropped, "characters")) that XML cannot hold \(dropped == 1 ? "was" : "were") "
                        + "left out"
                )
            }
        }
        try output.finish()
    }

    private func tellDropped(_ count: Int) {
        guard count > 0 else { return }
        StandardError.print(
            "\(path): \(counted(count, "characters")) NUL, which end a text for programs that read it, "
                + "\(count == 1 ? "was" : "were") left out"
        )
    }

    private static func geometry(_ geometry: Geometry) -> SpatialTable.Geometry? {
        switch geometry {
        case .point(let place): .point(place)
        case .area(let area): .area(area)
        case .line(let line): .lines(line.cutAtAntimeridian)
        }
    }

    private static func value(_ value: Value, _ kind: SpatialTable.Kind) -> SpatialTable.Value {
        switch value {
        case .text(let text):
            kind == .real ? value.plainNumber.map(SpatialTable.Value.real) ?? .null : .text(text)
        case .integer(let number): .integer(number)
        case .number(let number): .real(number)
        case .meters(let distance): .real((distance.meters * 1000).rounded() / 1000)
        case .boolean(let flag): .boolean(flag)
        case .missing: .null
        }
    }
}
