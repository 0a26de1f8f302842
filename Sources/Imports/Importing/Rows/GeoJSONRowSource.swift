internal import ReferenceSystems
internal import RowFiles

/// The features of a GeoJSON file as rows: one FeatureCollection, or one Feature after another
/// (newline-delimited GeoJSON, with or without record separators, RFC 8142), where a geometry by itself
/// is a feature without properties; or the objects of a JSON array.
///
/// Properties are cells under their names; the geometry stands beside them. The members of an object
/// in an object are cells as well, under both names; a list of objects or of lists is not kept. The file
/// is read a feature at a time.
final class GeoJSONRowSource: RowSource {
    let layout: GeoJSONLayout
    private(set) var columns: [String] = []
    let blankRows = 0
    private let name: String
    private let window: TextWindow
    private let stream: any ByteStream
    private var indexes: [String: Int] = [:]
    private var rowNumber = 0
    private var isAtEnd = false
    private var isFirstFeature = true
    /// Members that were left out, being lists of objects.
    private var leftOut: [String] = []
    /// The system that an old-style `crs` member names.
    private(set) var referenceSystem: CoordinateReferenceSystem?
    /// Whether the collection has said that it is one; its "type" may follow the features.
    private var hasType: Bool

    var bytesRead: Int64 { stream.bytesRead }
    var notes: [ImportNote] {
        var notes: [ImportNote] = []
        if !leftOut.isEmpty {
            notes.append(
                ImportNote(.note, Finding(.listsLeftOut, ["names": .texts(leftOut)]))
            )
        }
        return notes
    }

    /// - Throws: ``RowFileError/notGeoJSON(name:reason:)`` when the file is some other JSON.
    init(_ input: SourceFile, _ inspection: FileInspection) throws(ImportError) {
        name = input.name
        stream = try importing(input.openStream(inspection.compression))
        window = TextWindow(stream, inspection)
        (layout, referenceSystem, hasType) = try importing(
            GeoJSONPreamble.read(window, name: input.name)
        )
    }

    func next(_ row: inout Row) throws(ImportError) -> Bool {
        guard !isAtEnd else { return false }
        let isThere =
            switch layout {
            case .collection, .array: try importing(nextOfCollection(&row))
            case .sequence: try importing(nextOfSequence(&row))
            }
        // Each row has a cell for every column that came before it.
        guard columns.count <= CSVRowSource.columnLimit, leftOut.count <= CSVRowSource.columnLimit
        else {
            throw .file(
                .notGeoJSON(
                    name: name,
                    reason:
                        "up to row \(grouped(rowNumber)) its features have more than "
                        + "\(grouped(CSVRowSource.columnLimit)) properties of different names, the "
                        + "most that is read; export it with fewer"
                )
            )
        }
        return isThere
    }

    // MARK: A collection

    /// Reads what stands behind the last feature: the collection's other members, and nothing else.
    private func readRest() throws(RowFileError) {
        if layout == .collection { try readMembers() }
        guard try window.skipSpace() == nil else {
            throw .notGeoJSON(
                name: name,
                reason: "line \(window.line): something follows behind the end of the "
                    + "\(layout == .array ? "array" : "collection"): two files in one? Import them "
                    + "as two"
            )
        }
    }

    /// Reads a collection's members behind the features, and its closing brace.
    private func readMembers() throws(RowFileError) {
        while let byte = try window.skipSpace() {
            guard [UInt8(ascii: "}"), UInt8(ascii: ",")].contains(byte) else {
                throw .notGeoJSON(
                    name: name,
                    reason:
                        "line \(window.line): a comma or the closing brace of the collection is "
                        + "missing"
                )
            }
            window.advance(to: window.position + 1)
            if byte == UInt8(ascii: "}") {
                guard hasType else {
                    throw .notGeoJSON(
                        name: name,
                        reason: "it has no \"type\"; it must be a FeatureCollection"
                    )
                }
                return
            }
            guard let key = try window.valueExtent(from: 0),
                let colon = try window.separator(from: key.upperBound, in: ":"),
                let value = try window.valueExtent(from: colon + 1)
            else { break }
            switch try window.parsed(key, name: name).string {
            case "features":
                throw .notGeoJSON(
                    name: name,
                    reason: "line \(window.line): the collection has \"features\" twice"
                )
            case "type" where !hasType:
                let type = try window.parsed(value, name: name).string
                guard type == "FeatureCollection" else {
                    throw .notGeoJSON(
                        name: name,
                        reason:
                            "its type is \(type.map { "\"\($0)\"" } ?? "no text"); it must be a "
                            + "FeatureCollection"
                    )
                }
                hasType = true
            case "crs" where referenceSystem == nil:
                referenceSystem = try GeoJSONPreamble.namedSystem(window, value, name: name)
            default: break
            }
            window.advance(to: window.position + value.upperBound)
        }
        throw .notGeoJSON(
            name: name,
            reason: "line \(window.line): it breaks off behind the last feature; export it again, "
                + "and look whether the export finished"
        )
    }

    /// Passes over the features that are left, none of which is parsed: the old-style `crs` member may
    /// stand behind them.
    func findReferenceSystem() throws(ImportError) {
        guard layout == .collection, referenceSystem == nil, !isAtEnd else { return }
        try importing(passRest())
    }

    private func passRest() throws(RowFileError) {
        while try passSeparator() {
            guard try window.skipSpace() != nil, let extent = try window.valueExtent(from: 0) else {
                // What is wrong with the file is told where it is read.
                return
            }
            rowNumber += 1
            window.advance(to: window.position + extent.upperBound)
        }
    }

    private func nextOfCollection(_ row: inout Row) throws(RowFileError) -> Bool {
        guard try passSeparator() else { return false }
        guard try window.skipSpace() != nil, let extent = try window.valueExtent(from: 0) else {
            throw .notGeoJSON(
                name: name,
                reason: "line \(window.line): it breaks off in feature \(rowNumber + 1); export "
                    + "it again, and look whether the export finished"
            )
        }
        begin(&row)
        read(extent, into: &row)
        window.advance(to: window.position + extent.upperBound)
        return true
    }

    /// Moves past what stands before the next feature.
    ///
    /// - Returns: false where there is none, once what stands behind the last was read.
    private func passSeparator() throws(RowFileError) -> Bool {
        let separators = isFirstFeature ? "]" : ",]"
        if let separator = try window.separator(from: 0, in: separators) {
            let isEnd = window.bytes[window.position + separator] == UInt8(ascii: "]")
            window.advance(to: window.position + separator + 1)
            if isEnd {
                isAtEnd = true
                try readRest()
                return false
            }
        } else if !isFirstFeature {
            throw .notGeoJSON(
                name: name,
                reason: "line \(window.line): it breaks off behind feature \(rowNumber); export "
                    + "it again, and look whether the export finished"
            )
        }
        isFirstFeature = false
        return true
    }

    // MARK: A sequence

    private func nextOfSequence(_ row: inout Row) throws(RowFileError) -> Bool {
        let recordSeparator: UInt8 = 0x1E
        while let byte = try window.skipSpace() {
            if byte == recordSeparator {
                window.advance(to: window.position + 1)
                continue
            }
            begin(&row)
            // A broken feature must not swallow the next: a feature that is not whole in its line
            // may go on below, so the line is taken only when the value cannot be found.
            if let extent = try window.valueExtent(from: 0), byte == UInt8(ascii: "{") {
                read(extent, into: &row)
                if row.fault == nil {
                    window.advance(to: window.position + extent.upperBound)
                    return true
                }
            } else {
                row.fault = RowFault(
                    cause: .badFeature,
                    reason: Finding(.incompleteFeature)
                )
            }
            try window.skipLine()
            return true
        }
        isAtEnd = true
        return false
    }

    // MARK: A feature

    private func begin(_ row: inout Row) {
        rowNumber += 1
        row.begin(line: window.line)
        row.number = rowNumber
    }

    private func read(_ extent: Range<Int>, into row: inout Row) {
        let start = window.position
        var parser = StrictJSONParser(
            window.bytes,
            in: start + extent.lowerBound..<start + extent.upperBound
        )
        do {
            let feature = try parser.parseWhole()
            try fill(&row, with: feature)
        } catch let fault as JSONFault {
            let reason = Finding(.invalidJSON, ["detail": .text(fault.reason)])
            row.fault = RowFault(cause: .badFeature, reason: reason)
        } catch let fault as GeoJSONFault {
            row.fault = RowFault(cause: .badFeature, reason: Finding(of: fault))
        } catch {
            row.fault = RowFault(cause: .badFeature, reason: Finding(.unreadableFeature))
        }
    }

    private func fill(_ row: inout Row, with feature: StrictJSONValue) throws(GeoJSONFault) {
        var cells: [String?] = []
        func set(_ name: String, _ text: String) {
            guard columns.count <= CSVRowSource.columnLimit else { return }
            let index = column(name)
            while cells.count <= index { cells.append(nil) }
            cells[index] = text
        }
        if layout == .array, feature["type"]?.string != "Feature" {
            guard case .object(let members) = feature else {
                throw .noObject(kind: feature.kind)
            }
            setMembers(members, under: "", set)
        } else if layout == .sequence, let type = feature["type"]?.string,
            GeoJSONGeometry.typeNames.contains(type)
        {
            row.geometry = .some(try GeoJSONGeometry(feature))
        } else {
            row.geometry = Row.Geometry(try GeoJSONFeature.geometry(of: feature))
            if let id = feature["id"] { set("id", id.cellText) }
            if case .object(let members)? = feature["properties"] {
                setMembers(members, under: "", set)
            }
        }
        for cell in cells {
            row.append((cell ?? "").utf8)
            row.endCell()
        }
    }

    /// The members of an object as cells, those of the objects in it too.
    private func setMembers(
        _ members: [(name: String, value: StrictJSONValue)],
        under prefix: String,
        _ set: (String, String) -> Void
    ) {
        for member in members {
            let name = prefix + member.name
            switch member.value {
            case .object(let inner): setMembers(inner, under: name + ".", set)
            case .array(let values) where values.contains(where: \.hasMembers):
                if leftOut.count <= CSVRowSource.columnLimit, !leftOut.contains(name) {
                    leftOut.append(name)
                }
            default: set(name, member.value.cellText)
            }
        }
    }

    private func column(_ name: String) -> Int {
        if let index = indexes[name] { return index }
        indexes[name] = columns.count
        columns.append(name)
        return columns.count - 1
    }
}
