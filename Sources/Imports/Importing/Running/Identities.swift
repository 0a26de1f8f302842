internal import Datasets
internal import ExternalSort

/// Under which ids records are published whose files have them under other keys: in memory while they
/// are few, else on disk.
struct Identities: Sendable {
    private var few: [String: String] = [:]
    /// The keys of records by their ids, where these are others.
    private var fewForeign: [String: String] = [:]

    /// What lies on disk: ids and keys as text, and by the hashes of keys and of ids.
    private var texts: ScratchLog
    private var newKeys: ExternalSorter<Key>
    private var newIDs: ExternalSorter<ForeignID>
    private var tables: [(keys: SortedTable<Key>, ids: SortedTable<ForeignID>)] = []
    private let fewCount: Int
    private let memoryBytes: Int
    /// Where the keys come from.
    var keys = RecordKeys.ids

    /// A key by its hash, which holds within this process, and where the id lies that it stands for.
    private struct Key: SortRecord {
        let sortKey: UInt64
        let start: UInt64
        let length: UInt64
    }

    /// An id by its hash, and where the key lies that its record has.
    private struct ForeignID: SortRecord {
        let sortKey: UInt64
        let start: UInt64
        let length: UInt64
    }

    init(memoryBytes: Int = ImportMemory.standard.comparisonBytes) {
        self.memoryBytes = memoryBytes
        // A key and an id in two tables take some 300 bytes.
        fewCount = memoryBytes / 4 / 300
        texts = ScratchLog(memoryBytes: memoryBytes / 16)
        newKeys = ExternalSorter(memoryBytes: memoryBytes / 8)
        newIDs = ExternalSorter(memoryBytes: memoryBytes / 16)
    }

    /// Whether every record goes by the key that its file has.
    var isEmpty: Bool { few.isEmpty && tables.isEmpty && newKeys.count == 0 }

    /// Remembers that a record goes by an id and that its file has it under a key; it is found when
    /// ``settle()`` was called.
    mutating func add(_ id: String, knownAs key: String) throws(ScratchError) {
        guard few.count >= fewCount else {
            few[key] = id
            fewForeign[id] = key
            return
        }
        let idStart = try texts.append { $0.append(contentsOf: id.utf8) }
        let keyStart = try texts.append { $0.append(contentsOf: key.utf8) }
        try newKeys.append(
            Key(
                sortKey: Self.hash(key),
                start: UInt64(idStart),
                length: UInt64(keyStart - idStart)
            )
        )
        try newIDs.append(
            ForeignID(
                sortKey: Self.hash(id),
                start: UInt64(keyStart),
                length: UInt64(texts.count - keyStart)
            )
        )
    }

    /// Makes all that was added quick to find.
    mutating func settle() throws(ScratchError) {
        guard newKeys.count > 0 else { return }
        var keys = ExternalSorter<Key>(memoryBytes: memoryBytes / 8)
        var ids = ExternalSorter<ForeignID>(memoryBytes: memoryBytes / 16)
        swap(&keys, &newKeys)
        swap(&ids, &newIDs)
        tables.append((try SortedTable(keys), try SortedTable(ids)))
    }

    /// The id that the record goes by which the file has under a key.
    func id(ofKey key: String) throws(ScratchError) -> String { try foreignID(ofKey: key) ?? key }

    private func foreignID(ofKey key: String) throws(ScratchError) -> String? {
        if let id = few[key] { return id }
        if tables.isEmpty { return nil }
        let hash = Self.hash(key)
        for table in tables {
            guard let found = try table.keys.find(hash)?.record else { continue }
            return try text(from: found.start, length: found.length)
        }
        return nil
    }

    private func text(from start: UInt64, length: UInt64) throws(ScratchError) -> String {
        let range = Int(start)..<Int(start + length)
        return String(decoding: try texts.read(range), as: UTF8.self)
    }

    /// The key under which the file has the record that goes by an id; nil where the two are one, or the
    /// id is the key of another record as well.
    func key(ofForeignID id: String) throws(ScratchError) -> String? {
        try foreignID(ofKey: id) == nil ? foreignKey(ofID: id) : nil
    }

    private func foreignKey(ofID id: String) throws(ScratchError) -> String? {
        if let key = fewForeign[id] { return key }
        if tables.isEmpty { return nil }
        let hash = Self.hash(id)
        for table in tables {
            guard let found = try table.ids.find(hash)?.record else { continue }
            return try text(from: found.start, length: found.length)
        }
        return nil
    }

    /// The id of a record that is new: its key, unless a record goes by that which the file has
    /// under another.
    mutating func addNew(_ key: String) throws(ScratchError) -> String {
        guard try foreignKey(ofID: key) != nil else { return key }
        var number = 2
        while try isTaken("\(key)-\(number)") { number += 1 }
        // Few are, and the next one has to know of it.
        few[key] = "\(key)-\(number)"
        fewForeign["\(key)-\(number)"] = key
        return "\(key)-\(number)"
    }

    private func isTaken(_ id: String) throws(ScratchError) -> Bool {
        if try foreignKey(ofID: id) != nil { return true }
        return try foreignID(ofKey: id) != nil
    }

    /// A record as it is to be published, and what is to be kept of its origin.
    func published<Record: ImportableRecord>(
        _ record: Record,
        writing: UInt64?
    ) throws(ScratchError) -> (Record, RecordOrigin) {
        guard let id = try foreignID(ofKey: record.importKey) else {
            return (record, RecordOrigin(writing: writing))
        }
        return (
            record.withImportKey(id, keepsOwn: keys == .ids),
            RecordOrigin(key: record.importKey, writing: writing)
        )
    }

    private static func hash(_ text: String) -> UInt64 {
        UInt64(bitPattern: Int64(text.hashValue))
    }
}
