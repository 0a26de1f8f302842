internal import Datasets
internal import RowFiles

extension FeedContents {
    /// Reads the text files of a feed.
    ///
    /// - Parameter spool: Takes the street segments.
    static func ofFiles(
        _ files: FlatFeedFiles,
        spool: SegmentSpool
    ) throws(ImportError) -> FeedContents {
        var reading = FlatFeedReading(files, spool: spool)
        for part in files.parts { try reading.read(part) }
        return try reading.finish()
    }
}

/// The reading of text files, one after another.
private struct FlatFeedReading {
    private let files: FlatFeedFiles
    private let spool: SegmentSpool
    private var contents = FeedContents()
    private var elements = Version3Elements()
    private var encodings: [String] = []
    private var kept = (count: 0, bytes: 0)

    init(_ files: FlatFeedFiles, spool: SegmentSpool) {
        self.files = files
        self.spool = spool
    }

    mutating func read(_ part: FlatFeedFiles.Part) throws(ImportError) {
        guard let table = try FlatTable(part) else {
            contents.remark(
                note: ImportNote(.warning, Finding(.emptyPart, ["file": .text(part.name)]))
            )
            return
        }
        try check(table, part)
        note(table, part)
        var faults: (count: Int, lines: [Int], reason: Finding?) = (0, [], nil)
        while let outcome = try table.next() {
            switch outcome {
            case .fault(let line, let reason):
                if faults.count == 0 { faults.reason = reason }
                faults.count += 1
                if faults.lines.count < 5 { faults.lines.append(line) }
            case .record(let record): try add(record, part)
            }
        }
        guard let reason = faults.reason else { return }
        contents.remark(
            note: ImportNote(
                .warning,
                Finding(
                    .unreadRows,
                    [
                        "rows": .count(faults.count), "file": .text(part.name),
                        "finding": .finding(reason),
                    ]
                ),
                lines: faults.lines
            )
        )
    }

    private func check(_ table: FlatTable, _ part: FlatFeedFiles.Part) throws(ImportError) {
        if table.columns.contains(where: FlatFile.version5Columns.contains) {
            throw FlatFeedFiles.otherVersion(files.name, part.name)
        }
        let missing = part.file.required.filter { !table.columns.contains($0) }
        guard missing.isEmpty else {
            throw .badFeed(
                name: files.name,
                reason: "\(part.name) has no column \(missing.joined(separator: ", ")); it has "
                    + "\(table.columns.prefix(20).joined(separator: ", ")). Export it again, with the "
                    + "names of the columns in its first line"
            )
        }
    }

    /// Tells how a file was read.
    private mutating func note(_ table: FlatTable, _ part: FlatFeedFiles.Part) {
        let encoding = table.encoding.rawValue
        if !encodings.contains(encoding) { encodings.append(encoding) }
        if let line = table.firstForeignLine {
            contents.remark(
                note: ImportNote(
                    .warning,
                    Finding(
                        .partOfOtherEncoding,
                        ["file": .text(part.name), "encoding": .text(encoding)]
                    ),
                    lines: [line]
                )
            )
        }
    }

    private mutating func add(
        _ record: FlatTable.Record,
        _ part: FlatFeedFiles.Part
    ) throws(ImportError) {
        let file = part.file
        let record = contents.turnedTexts.removed(from: record, of: file.name)
        if file.name == Version3Elements.segmentName {
            try spool.add(version3: record.line, id: record["id"] ?? "") { group, name in
                record[group.isEmpty ? name : "\(group)_\(name)"]
            }
            return
        }
        if let ownerColumn = file.owner, let target = file.required.last {
            guard let owner = record[ownerColumn], let id = record[target] else { return }
            try keep(1, id.utf8.count)
            let order = record["sort_order"].map { ["sort_order": $0] } ?? [:]
            elements.add(
                file,
                owner: owner,
                FeedElement(name: target, attributes: order, line: record.line, text: id)
            )
            return
        }
        guard Version3Elements.names.contains(file.name) else {
            contents.passOver(file.name)
            return
        }
        try keep(1 + record.cells.count, record.cells.reduce(0) { $0 + $1.text.utf8.count })
        elements.add(
            FeedElement(
                name: file.name,
                attributes: ["id": record["id"] ?? ""],
                line: record.line,
                children: record.cells.map {
                    FeedElement(name: $0.column, attributes: [:], line: record.line, text: $0.text)
                }
            )
        )
    }

    private mutating func keep(_ count: Int, _ bytes: Int) throws(ImportError) {
        kept.count += count
        kept.bytes += bytes + count * FeedDocument.elementCost
        guard kept.count <= FeedDocument.keptLimit, kept.bytes <= FeedDocument.keptBytesLimit else {
            throw .badFeed(
                name: files.name,
                reason: "it has more than \(grouped(FeedDocument.keptLimit)) cells, or "
                    + "\(FeedDocument.keptBytesLimit >> 20) MB, besides street segments; no feed has "
                    + "so many"
            )
        }
    }

    mutating func finish() throws(ImportError) -> FeedContents {
        contents.segments = try spool.finish()
        contents.encoding = encodings.joined(separator: ", ")
        if !files.others.isEmpty {
            let names = Array(files.others.prefix(10))
            contents.remark(
                note: ImportNote(.note, Finding(.otherFiles, ["files": .texts(names)]))
            )
        }
        contents.translate(&elements, spool)
        return contents
    }
}
