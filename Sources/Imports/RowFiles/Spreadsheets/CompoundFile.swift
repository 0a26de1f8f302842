/// The documents that programs for offices wrote until 2007, and what they lock with a password since.
///
/// Source: Microsoft, "[MS-CFB]: Compound File Binary File Format", 2.2 and 2.6.
enum CompoundFile {
    private static let signature: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    private static let headerLength = 512
    private static let entryLength = 128
    private static let mostSectors = 256

    static func isOne(_ head: ArraySlice<UInt8>) -> Bool { head.starts(with: signature) }

    /// What a file is that is no workbook that can be read, and what to do with it; nil for one that is.
    static func advice(path: String) throws(RowFileError) -> String? {
        let names = try streamNames(try FileReader(path: path))
        if names.contains("EncryptedPackage") || names.contains("EncryptionInfo") {
            return OtherDocument.locked
        }
        if names.contains("Workbook") || names.contains("Book") { return nil }
        if names.contains("WordDocument") {
            return
                "it is a Word document; copy the table into a spreadsheet and save it as .xlsx or CSV"
        }
        return "it is a document as Office saved it until 2003; open it and save it as .xlsx or CSV"
    }

    /// The names in its directory, as far as they lie where the header says.
    private static func streamNames(_ reader: FileReader) throws(RowFileError) -> Set<String> {
        let header = try reader.read(at: 0, count: headerLength)
        guard let shift = ZipDirectory.number(header, 30, 2), (7...16).contains(shift),
            var sector = ZipDirectory.number(header, 48, 4)
        else { return [] }
        let length = 1 << Int(shift)
        var names: Set<String> = []
        var count = 0
        // The last ones stand for ends and free sectors.
        while sector < 0xFFFF_FFF0, count < mostSectors {
            count += 1
            let bytes = try reader.read(at: (Int64(sector) + 1) << Int64(shift), count: length)
            for start in stride(from: 0, to: bytes.count - entryLength + 1, by: entryLength) {
                if let name = name(bytes, start) { names.insert(name) }
            }
            guard let next = try follower(of: sector, reader, header, length) else { break }
            sector = next
        }
        return names
    }

    static func name(_ bytes: [UInt8], _ start: Int) -> String? {
        guard let length = ZipDirectory.number(bytes, start + 64, 2), length > 2, length <= 64
        else { return nil }
        let units = (0..<Int(length) / 2 - 1).compactMap {
            ZipDirectory.number(bytes, start + 2 * $0, 2).map(UInt16.init)
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// The sector that goes on where one ends, by the table of sectors.
    private static func follower(
        of sector: UInt64,
        _ reader: FileReader,
        _ header: [UInt8],
        _ length: Int
    ) throws(RowFileError) -> UInt64? {
        let perSector = UInt64(length / 4)
        // The header tells where the first 109 sectors of the table lie.
        let table = sector / perSector
        guard table < 109, let place = ZipDirectory.number(header, 76 + 4 * Int(table), 4),
            place < 0xFFFF_FFF0
        else { return nil }
        let offset = (Int64(place) + 1) * Int64(length) + 4 * Int64(sector % perSector)
        return ZipDirectory.number(try reader.read(at: offset, count: 4), 0, 4)
    }
}
