import FeatureFiles
import Foundation

/// The files that a Shapefile is, each beside the other.
enum ShapefileFiles {
    /// The files of the Shapefile to which a file belongs by its name, the `.shp` last; the file alone where its
    /// name is that of no part.
    static func parts(of path: String) -> [String] {
        func isNamed(_ part: ShapefileOutput.Part) -> Bool {
            path.lowercased().hasSuffix(".\(part.rawValue)")
        }
        guard ShapefileOutput.Part.allCases.contains(where: isNamed) else { return [path] }
        return ShapefileOutput.Part.allCases.map { isNamed($0) ? path : name($0, beside: path) }
    }

    private static func name(_ part: ShapefileOutput.Part, beside path: String) -> String {
        "\(path.dropLast(4)).\(part.rawValue)"
    }

    /// Indexes that other programs make of a Shapefile, which would find the rows of another one.
    private static let indexes = ["qix", "sbn", "sbx"]

    /// Writes a table, and tells what is not kept as it was.
    ///
    /// All files are written before the first takes its name. Until the last has it there is no `.shp`, so that
    /// nobody reads shapes with values of another file.
    ///
    /// - Parameter path: Ends in `.shp`; the files replace those of the same names.
    /// - Throws: ``OutputError``.
    static func write(_ table: SpatialTable, to path: String) throws {
        let file: ShapefileOutput
        do { file = try ShapefileOutput(table) } catch {
            throw OutputError.noSpatialFile(reason: reason(error, path))
        }
        var streams: [OutputStream] = []
        for (part, target) in zip(ShapefileOutput.Part.allCases, parts(of: path)) {
            let stream = try OutputStream.open(target)
            try file.write(part) { try stream.write($0) }
            try stream.flush()
            streams.append(stream)
        }
        unlink(FilePlace(path).path)
        for ending in indexes { unlink("\(path.dropLast(4)).\(ending)") }
        for stream in streams { try stream.finish() }
        tell(file.loss, path)
    }

    private static func reason(_ fault: ShapefileOutput.Fault, _ path: String) -> String {
        let other = "write a .gpkg, .fgb or .parquet instead"
        return switch fault {
        case .mixedShapes:
            "\(path): a Shapefile holds points, lines or areas, and not two of them; \(other)"
        case .tooManyColumns(let count, let most):
            "\(path): \(grouped(count)) columns are more than the \(most) of a Shapefile; choose some with "
                + "--fields, or \(other)"
        case .tooWide(let bytes, let most):
            "\(path): its rows would be \(grouped(bytes)) bytes wide, and those of a Shapefile have "
                + "\(grouped(most)) at most; choose columns with --fields, or \(other)"
        case .tooLong(let part):
            "\(path): its .\(part.rawValue) part would be longer than the format allows; \(other)"
        }
    }

    private static func tell(_ loss: ShapefileOutput.Loss, _ path: String) {
        if !loss.renamed.isEmpty {
            let names = loss.renamed.map { "\($0.column) is \($0.name)" }.joined(separator: ", ")
            StandardError.print("\(path): names were changed to fit: \(names)")
        }
        if !loss.cut.isEmpty {
            let columns = loss.cut.map { "\($0.column) (\(grouped($0.count)))" }.joined(
                separator: ", "
            )
            StandardError.print(
                "\(path): texts of more than 254 bytes were cut: \(columns); a .gpkg, .fgb or .parquet keeps "
                    + "them whole"
            )
        }
        if loss.droppedCharacters > 0 {
            StandardError.print(
                "\(path): \(counted(loss.droppedCharacters, "characters")) NUL, which end a text there, "
                    + "\(loss.droppedCharacters == 1 ? "was" : "were") left out"
            )
        }
    }
}
