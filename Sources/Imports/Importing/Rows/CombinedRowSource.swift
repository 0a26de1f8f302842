internal import ReferenceSystems

/// The rows of several files one after another, under the columns of the first.
final class CombinedRowSource: RowSource {
    typealias Part = (name: String, open: () throws(ImportError) -> any RowSource)

    private(set) var columns: [String] = []
    private(set) var referenceSystem: CoordinateReferenceSystem?
    /// Those of the first file.
    private(set) var titles: [String] = []
    private let parts: [Part]
    private var current: (any RowSource)?
    /// For each column of ``columns`` its index in the current file.
    private var indexes: [Int?] = []
    private var knownColumns = 0
    private var next = 0
    private var number = 0
    private var original = Row()
    private var finished: (blankRows: Int, bytesRead: Int64, notes: [ImportNote]) = (0, 0, [])

    /// - Throws: ``ImportError/otherColumns(name:missing:first:)`` as soon as a file is reached that
    ///   lacks columns which the first has.
    init(_ parts: [Part]) throws(ImportError) {
        self.parts = parts
        try openNext()
    }

    var blankRows: Int { finished.blankRows + (current?.blankRows ?? 0) }
    var bytesRead: Int64 { finished.bytesRead + (current?.bytesRead ?? 0) }
    var notes: [ImportNote] { finished.notes + (current.map(notes(of:)) ?? []) }

    private func notes(of source: any RowSource) -> [ImportNote] {
        source.notes.map {
            ImportNote(
                $0.level,
                Finding(
                    .ofFile,
                    ["file": .text(parts[next - 1].name), "finding": .finding($0.finding)]
                ),
                lines: $0.lines
            )
        }
    }

    private func openNext() throws(ImportError) {
        if let current {
            finished.blankRows += current.blankRows
            finished.bytesRead += current.bytesRead
            finished.notes += notes(of: current)
        }
        current = nil
        guard next < parts.count else { return }
        let source = try parts[next].open()
        let system = try systemOfNext(source)
        if next == 0 {
            columns = source.columns
            titles = source.titles
            referenceSystem = system
        } else if !(source is GeoJSONRowSource) {
            let missing = columns.filter { !source.columns.contains($0) }
            guard missing.isEmpty else {
                throw .otherColumns(
                    name: parts[next].name,
                    missing: missing,
                    first: parts[0].name
                )
            }
        }
        guard system == referenceSystem else {
            throw .wrongReferenceSystem(
                referenceSystem?.description ?? "degrees",
                reason: "\(parts[next].name) is in " + (system?.description ?? "another system")
            )
        }
        current = source
        next += 1
        knownColumns = -1
    }

    /// The system that the next file names, before its features or behind them.
    private func systemOfNext(
        _ source: any RowSource
    ) throws(ImportError) -> CoordinateReferenceSystem? {
        guard source.referenceSystem == nil, source is GeoJSONRowSource else {
            return source.referenceSystem
        }
        let other = try parts[next].open()
        try other.findReferenceSystem()
        return other.referenceSystem
    }

    func next(_ row: inout Row) throws(ImportError) -> Bool {
        while let source = current {
            guard try source.next(&original) else {
                try openNext()
                continue
            }
            if knownColumns != source.columns.count { learnColumns(of: source) }
            number += 1
            row.begin(line: original.line)
            row.file = parts[next - 1].name
            row.number = number
            row.geometry = original.geometry
            row.fault = original.fault
            row.oddity = original.oddity
            for index in indexes {
                if let index, index < original.count { row.append(original.verbatimBytes(index)) }
                row.endCell()
            }
            return true
        }
        return false
    }

    /// Finds the file's columns among all; new ones are added, and are blank in the other files.
    private func learnColumns(of source: any RowSource) {
        for name in source.columns where !columns.contains(name) { columns.append(name) }
        indexes = columns.map { source.columns.firstIndex(of: $0) }
        knownColumns = source.columns.count
    }
}
