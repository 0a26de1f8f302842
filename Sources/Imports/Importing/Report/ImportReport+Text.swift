internal import RowFiles

extension ImportReport {
    /// The report for a terminal: what was read, what the columns were taken for, what was refused
    /// and why, what changes.
    ///
    /// - Parameter width: The widest line, in characters, 40 or more.
    public func text(width: Int = 100) -> String {
        var page = TextPage(width: max(40, width))
        page.add("\(source.file): \(grouped(Int(source.bytes))) bytes, \(format.summary)")
        page.add("SHA-256 \(source.sha256)", indent: 2)
        page.blank()
        addRows(&page)
        addColumns(&page)
        addCoordinates(&page)
        addSamples(&page)
        addRejections(&page)
        addRepairs(&page)
        addDuplicates(&page)
        addDistricts(&page)
        addAddressLists(&page)
        addBallot(&page)
        addDistrictFits(&page)
        addNotes(&page)
        addChanges(&page)
        addOutcome(&page)
        return page.text
    }

    private func addRows(_ page: inout TextPage) {
        let counts: [(String, Int, String)] = [
            ("read", rows.read, rows.read == 1 ? "row of data" : "rows of data"),
            ("accepted", rows.accepted, rows.accepted == 1 ? singular(kind) : plural(kind)),
            (
                "merged", rows.merged,
                rows.merged == 1 ? "row that repeats one of them" : "rows that repeat one of them"
            ),
            ("rejected", rows.rejected, rows.rejected == 1 ? "row" : "rows"),
        ]
        page.table(counts.map { [$0.0, grouped($0.1), $0.2] }, rightAligned: [1])
        if rows.blank > 0 { page.add("passed over: \(counted(rows.blank, "blank row"))") }
        if withoutPlace > 0 {
            page.add("without a place: \(grouped(withoutPlace)) of the \(plural(kind))")
        }
    }

    private func addColumns(_ page: inout TextPage) {
        page.blank()
        page.add("Columns")
        page.table(
            columns.map { [$0.column, $0.field, $0.reason] }
                + constants.map { ["(\($0.value))", $0.field, $0.reason] },
            header: ["column", "taken for", "why"],
            indent: 2
        )
    }

    private func addCoordinates(_ page: inout TextPage) {
        guard let coordinates else { return }
        page.blank()
        var text = "Coordinates: \(coordinates.system) (\(coordinates.name))"
        if let accuracy = coordinates.accuracyM, accuracy > 0 {
            text += ", exact to \(lengthText(accuracy))"
        }
        page.add(text + "; \(coordinates.reason)")
    }

    private func addRejections(_ page: inout TextPage) {
        guard rows.rejected > 0 else { return }
        page.blank()
        page.add("Rejected")
        for cause in causes {
            page.add("\(cause.title): \(counted(cause.rows, "row"))", indent: 2)
            let examples = rejectedRows.filter { $0.cause == cause.cause }.prefix(5)
            for example in examples { page.add(text(of: example), indent: 4) }
            if cause.rows > examples.count {
                page.add("... and \(grouped(cause.rows - examples.count)) more", indent: 4)
            }
        }
    }

    /// Where a refused row stands, and what is wrong with it.
    func text(of row: RejectedRow) -> String {
        var subject = place(of: row)
        if let column = row.column { subject += ", \(column)" }
        if let value = row.value { subject += " \"\(value)\"" }
        return "\(subject): \(row.reason)"
    }

    /// Where a refused row stands: `line 7`, `line 7 of north.csv`.
    private func place(of row: RejectedRow) -> String {
        let place =
            switch format.kind {
            case "geojson", "json": "feature \(row.row)"
            case "shapefile": "record \(row.row)"
            case "xlsx", "xls", "ods": "row \(row.line)"
            case "osm": "road \(row.row)"
            case "frab_json", "eventyay": "entry \(row.row)"
            case _ where format.isLayer: "feature \(row.row)"
            default: "line \(row.line)"
            }
        return place + (row.file.map { " of \($0)" } ?? "")
    }

    private func addNotes(_ page: inout TextPage) {
        guard !notes.isEmpty else { return }
        page.blank()
        for note in notes {
            page.add((note.level == .warning ? "Warning: " : "Note: ") + note.line)
        }
    }

    /// What changes what is published in a way that the sender may not expect, each in a line: it is
    /// told even where nothing else is.
    public var warnings: [String] {
        var warnings = notes.filter { $0.level == .warning }.map(\.line)
        if changes.rowRefused > 0 {
            let rows = changes.firstRowRefused.compactMap(\.refusedRow)
            let lines = rows.sorted { $0.row < $1.row }.prefix(5).map(place)
            let kinds = changes.rowRefused == 1 ? singular(kind) : plural(kind)
            warnings.append(
                "\(grouped(changes.rowRefused)) published \(kinds) "
                    + "\(changes.rowRefused == 1 ? "stays" : "stay") as published, for "
                    + "\(changes.rowRefused == 1 ? "its row was" : "their rows were") refused"
                    + (lines.isEmpty ? "" : " (\(lines.joined(separator: ", ")))")
                    + "; write the rows down with --rejects FILE, mend them and import them with --add"
            )
        }
        if repairs.withheld > 0 {
            warnings.append(
                "\(counted(repairs.withheld, "station")) without the place that the file gives, which "
                    + "is surely wrong; --save-repairs FILE writes down what it may be"
            )
        }
        if repairs.keptPlaces > 0 {
            warnings.append(
                "\(counted(repairs.keptPlaces, "station")) at the place that is published, for that of "
                    + "the file is surely wrong; --save-repairs FILE writes down what it may be"
            )
        }
        return warnings.map(\.withVisibleControls)
    }
}

extension ImportNote {
    /// The text, and the lines that it is about.
    fileprivate var line: String {
        guard !lines.isEmpty else { return text }
        let numbers = lines.map(String.init).joined(separator: ", ")
        return "\(text) (\(lines.count == 1 ? "line" : "lines") \(numbers))"
    }
}

extension FileFormat {
    /// In words: `CSV, UTF-8, comma, CRLF`.
    var summary: String {
        let kinds = [
            "csv": "CSV", "geojson": "GeoJSON", "ndjson": "newline-delimited GeoJSON",
            "json": "JSON array", "shapefile": "shapefile", "vip": "Voting Information Project",
            "osm": "OpenStreetMap", "geopackage": "GeoPackage", "flatgeobuf": "FlatGeobuf",
            "parquet": "Parquet",
            "kml": "KML", "gpx": "GPX", "gml": "GML", "mapinfo": "MapInfo",
            "filegdb": "file geodatabase",
        ]
        var parts = [kinds[kind] ?? kind, encoding + (byteOrderMark ? " with a mark" : "")]
        if let delimiter { parts.append(delimiter) }
        if let lineEnding { parts.append(lineEnding) }
        if let compression { parts.append(compression) }
        return parts.joined(separator: ", ")
    }
}
