import FeatureFiles
import Foundation
import Importing
import RowFiles
import SpatialFiles

/// Where a file lies, and which sheet or layer of it is meant: `places.xlsx#Stations`, `city.gpkg#wards`.
struct SheetPath {
    let path: String
    /// nil where none was named.
    let sheet: String?

    /// A file whose own name has a `#` in it is that file.
    init(_ text: String) {
        if !FileManager.default.fileExists(atPath: text), let mark = text.lastIndex(of: "#") {
            let (path, sheet) = (text[..<mark], text[text.index(after: mark)...])
            if !sheet.isEmpty, FileManager.default.fileExists(atPath: String(path)) {
                self.path = String(path)
                self.sheet = String(sheet)
                return
            }
        }
        path = text
        sheet = nil
    }

    /// Whether a file lies there.
    static func exists(_ text: String) -> Bool {
        FileManager.default.fileExists(atPath: SheetPath(text).path)
    }

    /// The sheet that is meant; nil where the file is no workbook.
    ///
    /// - Throws: ``PlaceFileError`` where no sheet was named and one must be, or it is none of the file's.
    func open() throws -> SheetFile? {
        guard SheetFile.mayBe(path) else { return nil }
        do throws(RowFileError) { return try SheetFile(path: path, sheet: sheet) } catch {
            switch error {
            case .severalSheets(_, let sheets):
                throw PlaceFileError.badFile(
                    name: path,
                    reason:
                        "several sheets hold a table: \(sheets.quoted); name one behind the file, "
                        + "such as \"\(path)#\(sheets[0])\""
                )
            case .noSuchSheet(_, let sheet, let sheets):
                throw PlaceFileError.badFile(
                    name: path,
                    reason: "it has no sheet \"\(sheet.cut)\"; it has \(sheets.quoted)"
                )
            default: throw error
            }
        }
    }

    /// Whether a layer lies there.
    var isLayer: Bool { get throws { try LayerFile.open(path: path, layer: sheet) != nil } }

    /// What the columns of the layer that is meant hold, by their names; none where the file tells nothing.
    ///
    /// - Parameter name: What a column is called that the layer calls something.
    func columnKinds(_ name: (String) -> String) throws -> [String: SpatialTable.Kind] {
        guard try open() == nil, let layer = try openLayer() else { return [:] }
        return Dictionary(
            layer.columns.map { (name($0.name), SpatialTable.Kind($0.kind)) }
        ) { first, _ in first }
    }

    /// The layer that is meant; nil where the file has none.
    ///
    /// - Throws: ``PlaceFileError`` where no layer was named and one must be, or it is none of the file's.
    func openLayer() throws -> LayerFile? {
        do throws(ImportError) {
            if let file = try LayerFile.open(path: path, layer: sheet) { return file }
        } catch {
            switch error {
            case .severalLayers(_, let layers):
                throw PlaceFileError.badFile(
                    name: path,
                    reason:
                        "several layers hold features: \(layers.quoted); name one behind the file, such "
                        + "as \"\(path)#\(layers[0])\""
                )
            case .noSuchLayer(_, let layer, let layers):
                throw PlaceFileError.badFile(
                    name: path,
                    reason: "it has no layer \"\(layer.cut)\""
                        + (layers.isEmpty ? "" : "; it has \(layers.quoted)")
                )
            default: throw error
            }
        }
        guard let sheet else { return nil }
        throw PlaceFileError.badFile(
            name: path,
            reason: "it is no workbook and no file of layers; leave #\(sheet.cut) out"
        )
    }
}
