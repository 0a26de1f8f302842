internal import Crypto

extension FileInspection {
    /// Of a file of OpenStreetMap, which is no text to look at.
    static func ofOpenStreetMap(_ input: ImportInput) throws(ImportError) -> FileInspection {
        var digest = SHA256()
        let reader = try FileReader(path: input.path)
        while true {
            let chunk = try reader.read(chunkSize)
            if chunk.isEmpty { break }
            digest.update(data: chunk)
        }
        return FileInspection(
            byteCount: reader.bytesRead,
            sha256: digest.finalize().hexadecimal,
            compression: nil,
            encoding: .utf8,
            byteOrderMarkLength: 0,
            nulCount: 0,
            holdsNULs: false,
            firstForeignLine: nil,
            doublyEncodedCount: 0,
            lineEnding: nil
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
