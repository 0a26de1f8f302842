internal import Cryptography
internal import RowFiles

extension FileInspection {
    /// Of a file of OpenStreetMap, which is no text to look at.
    static func ofOpenStreetMap(_ input: ImportInput) throws(ImportError) -> FileInspection {
        let digest = SHA256()
        let reader = try importing(FileReader(path: input.path))
        while true {
            let chunk = try importing(reader.read(chunkSize))
            if chunk.isEmpty { break }
            digest.update(chunk)
        }
        return FileInspection(
            byteCount: reader.bytesRead,
            sha256: digest.finalize().hexadecimal
        )
    }
}

extension FileFormat {
    /// Of a file of OpenStreetMap.
    static let openStreetMap = FileFormat(
        kind: "osm",
        encoding: TextEncoding.utf8.rawValue,
        byteOrderMark: false,
        compression: nil,
        delimiter: nil,
        lineEnding: nil
    )
}
