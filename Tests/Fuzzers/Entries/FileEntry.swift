import Datasets
import Polling
import Roads
import Timekeeping

@testable import Importing
@testable import RowFiles
@testable import TrackFiles

/// Has files read as an import reads them.
enum FileEntry {
    /// How much may come out of a file: what was made to fill disks has limits of its own.
    private static let mostBytes = 4 << 20
    private static let mostRows = 20_000

    /// Reads a file row by row.
    static func read(_ bytes: [UInt8], as kind: DatasetKind) {
        let folder = FuzzFolder()
        let path = folder.write(bytes, as: "list")
        read(.file(path), as: kind)
    }

    private static func read(_ input: ImportInput, as kind: DatasetKind) {
        do {
            var options = ImportOptions(dataset: try DatasetName("fuzz"))
            options.rowLimit = mostRows
            options.mendsEncoding = true
            let file = try OpenedFile(input, kind: kind, options: options) { _ in }
            _ = try file.sample(input)
            let rows = try file.open()
            var row = Row()
            while try rows.next(&row) {
                for index in 0..<row.count { _ = row.cell(index) }
            }
            _ = rows.notes
        } catch {
            // What a report would say of it.
            _ = "\(error)"
        }
    }

    /// Reads the tracks of a file.
    static func tracks(_ bytes: [UInt8]) {
        let path = FuzzFolder().write(bytes, as: "list")
        let now = Timestamp(millisecondsSince1970: 1_800_000_000_000)
        do throws(TrackError) { _ = try TrackReader(path: path, now: now).read().remarks } catch {
            _ = "\(error)"
        }
    }

    /// Reads an XML document event by event, from chunks of some bytes.
    static func xml(_ bytes: [UInt8]) {
        guard String(validating: bytes, as: UTF8.self) != nil else { return }
        var reader = XMLReader(ChunkStream(bytes) { () throws(RowFileError) in [] })
        var isFirst = true
        do {
            while let event = try reader.next() {
                guard case .start = event else { continue }
                // Attributes are read or passed over.
                if isFirst { _ = try reader.attributes() }
                isFirst.toggle()
            }
        } catch { _ = reader.line }
    }

    /// Unpacks every file of an archive.
    static func zip(_ bytes: [UInt8]) {
        let folder = FuzzFolder()
        do {
            let path = folder.write(bytes, as: "list.zip")
            let reader = try FileReader(path: path)
            for entry in try ZipDirectory(reader, name: "list.zip").entries.prefix(20) {
                guard let stream = try? ZipEntryStream(reader, entry, name: "list.zip") else {
                    continue
                }
                drain(stream)
            }
        } catch { _ = "\(error)" }
        read(bytes, as: .stations)
    }

    /// Unpacks a file.
    static func gzip(_ bytes: [UInt8]) {
        let folder = FuzzFolder()
        let path = folder.write(bytes, as: "list.gz")
        if let stream = try? GzipStream.open(path: path, name: "list.gz") { drain(stream) }
    }

    private static func drain(_ stream: any ByteStream) {
        var count = 0
        while count < mostBytes, let chunk = try? stream.next(), !chunk.isEmpty {
            count += chunk.count
        }
    }

    /// Reads a shapefile whose parts stand behind the lengths of the second, third and fourth, two bytes
    /// each, the lowest first.
    static func shapefile(_ bytes: [UInt8]) {
        guard bytes.count >= 6 else { return }
        var rest = bytes[6...]
        func part(_ offset: Int) -> ArraySlice<UInt8> {
            let length = Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
            defer { rest = rest.dropFirst(length) }
            return rest.prefix(length)
        }
        let folder = FuzzFolder()
        _ = folder.write(part(0), as: "layer.shx")
        _ = folder.write(part(2), as: "layer.dbf")
        let page = part(4)
        if page.isEmpty {
            folder.remove("layer.cpg")
        } else {
            _ = folder.write(page, as: "layer.cpg")
        }
        read(.file(folder.write(rest, as: "layer.shp")), as: .districts)
    }
}
