internal import Datasets
internal import Importing
internal import ReferenceSystems

/// What an import is asked for besides its file: the parameters of the query.
extension ImportRoutes {
    /// A yes or no in a query.
    enum Flag: String, CaseIterable {
        case `true`, `false`
    }

    func referenceSystem(_ query: inout QueryReader) -> CoordinateReferenceSystem? {
        guard let text = query.text("crs") else { return nil }
        do {
            return try CoordinateReferenceSystem(parsing: text)
        } catch .unreadable {
            query.note(
                "crs",
                .notASystem,
                "is \(quoted(text)); write its number in the EPSG register, such as EPSG:27700",
                .value(text)
            )
        } catch {
            query.note("crs", .notASystem, "is \(quoted(text)); \(error)", .value(text))
        }
        return nil
    }

    /// The dataset of districts whose place the file takes.
    func replaces(_ query: inout QueryReader, kind: ImportDesk.Kind?) -> DatasetName? {
        guard let text = query.text("replaces") else { return nil }
        guard kind?.replacesOthers ?? true else {
            query.note(
                "replaces",
                .notOfKind,
                "is \(quoted(text)); only \(desk.names { $0.replacesOthers }) take another dataset's place",
                .value(text)
            )
            return nil
        }
        do {
            return try DatasetName(text)
        } catch {
            query.note(
                "replaces",
                .notADataset,
                "is \(quoted(text)); \(DatasetName.rule)",
                .value(text)
            )
            return nil
        }
    }

    /// The line of a table that names its columns.
    func headerLine(_ query: inout QueryReader) -> Int? {
        guard let text = query.text("header") else { return nil }
        guard let line = Int(text), line >= 1 else {
            query.note(
                "header",
                .notALine,
                "is \(quoted(text)); it is the number of a line, 1 or more",
                .value(text)
            )
            return nil
        }
        return line
    }

    /// The name under which the file is told of in the report and in the ledger: of a path the last part
    /// alone, as on the command line.
    func fileName(_ query: inout QueryReader) -> String {
        guard let text = query.text("name") else { return "upload" }
        // The path is one of the sender's machine, of whatever make that is.
        let name =
            text.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last.map { String($0) } ?? ""
        let isName = (1...Self.longestName).contains(name.unicodeScalars.count)
        if !isName || [".", ".."].contains(name) || text.hasHiddenControls {
            query.note(
                "name",
                .notAFileName,
                "is \(quoted(text)); it is a file's name of 1 to \(Self.longestName) characters, none of "
                    + "them a control character",
                .value(text)
            )
        }
        return name
    }

    /// As long as file systems allow names to be.
    private static let longestName = 255

    /// One of the profiles that ship with Ambit: files of the server's are nobody's business.
    func profile(_ query: inout QueryReader) -> ImportProfile? {
        guard let name = query.text("profile") else { return nil }
        guard ImportProfile.shippedNames.contains(name) else {
            let names = ImportProfile.shippedNames
            query.note(
                "profile",
                .notOneOf,
                "is \(quoted(name)); it is one of \(names.joined(separator: ", "))",
                .choices(name, names)
            )
            return nil
        }
        do {
            return try ImportProfile.named(name)
        } catch {
            query.note("profile", .notAProfile, "\(error)", .value(name))
            return nil
        }
    }

    /// What `repairs` says for the decisions of earlier imports into the dataset.
    static let earlierRepairs = "earlier"

    /// `repairs` names an earlier import, `accept` those of its repairs that are to be made, and
    /// `refuse` those whose places are to stay as they are: by the digest under which each names its
    /// station. `accept=likely` are all that the import was sure of, but for those that `refuse` names.
    /// Nothing is accepted unasked.
    ///
    /// - Parameters:
    ///   - kind: What the file holds, where that could be read.
    ///   - dataset: Which the file is imported into, likewise.
    func decisions(
        _ query: inout QueryReader,
        kind: ImportDesk.Kind?,
        dataset: DatasetName?
    ) -> RepairDecisions? {
        let accepted = digests("accept", &query)
        let refused = digests("refuse", &query)
        guard let id = query.text("repairs") else {
            for (name, value) in [("accept", accepted), ("refuse", refused)] where value != nil {
                query.note(
                    name,
                    .needsOther,
                    "needs repairs, the id of the import that proposed them",
                    .other("repairs")
                )
            }
            return nil
        }
        if let kind, !kind.hasRepairs {
            query.note(
                "repairs",
                .notOfKind,
                "is about the places of stations; \(kind.name) have no repairs",
                .value(id)
            )
            return nil
        }
        if id == Self.earlierRepairs {
            for (name, value) in [("accept", accepted), ("refuse", refused)] where value != nil {
                query.note(
                    name,
                    .notTogether,
                    "goes with the id of an import in repairs; repairs=earlier decides the same as "
                        + "before, by itself",
                    .other("repairs")
                )
            }
            return nil
        }
        guard accepted != nil || refused != nil else {
            query.require(
                "accept",
                "say which repairs are made: likely, or the digests in station, separated by commas"
            )
            return nil
        }
        guard var reports = jobs.reports(id) else {
            query.note(
                ParameterError(
                    parameter: "repairs",
                    fault: .unknownImport,
                    message: "is \(quoted(id)); no import of that id is remembered",
                    values: .value(id),
                    namesNothing: true
                )
            )
            return nil
        }
        if let dataset {
            // Each kind of record in a feed has a dataset of its own.
            let names = [dataset.text] + (kind?.repairedSuffix.map { ["\(dataset)\($0)"] } ?? [])
            let datasets = Set(reports.map(\.dataset)).sorted().map { quoted($0) }
            reports = reports.filter { names.contains($0.dataset) }
            guard !reports.isEmpty || datasets.isEmpty else {
                query.note(
                    "repairs",
                    .unknownImport,
                    "is \(quoted(id)), an import into \(datasets.joined(separator: ", ")); name one "
                        + "into \(quoted(dataset.text))",
                    .value(id)
                )
                return nil
            }
        }
        if let both = accepted.map({ Set($0).intersection(refused ?? []) }), !both.isEmpty {
            let names = both.sorted().map { quoted($0) }.joined(separator: ", ")
            query.note(
                "refuse",
                .notTogether,
                "names \(names), as accept does; a repair is made or it is refused",
                .other("accept")
            )
            return nil
        }
        var decisions = RepairDecisions(reports.flatMap(\.repairs.decisions.repairs))
        if accepted == ["likely"] { decisions = decisions.acceptingLikely }
        var repairs = decisions.repairs
        let answers = [
            ("accept", accepted == ["likely"] ? [] : accepted ?? [], true),
            ("refuse", refused ?? [], false),
        ]
        for (name, stations, answer) in answers {
            let unknown = Set(stations).subtracting(repairs.map(\.station))
            guard unknown.isEmpty else {
                let names = unknown.sorted().map { quoted($0) }.joined(separator: ", ")
                query.note(
                    name,
                    .unknownRepair,
                    "names \(names); that import proposed no such repair",
                    .value(names)
                )
                return nil
            }
            for index in repairs.indices where stations.contains(repairs[index].station) {
                repairs[index].accept = answer
            }
        }
        return RepairDecisions(repairs)
    }

    private func digests(_ name: String, _ query: inout QueryReader) -> [String]? {
        guard let text = query.text(name) else { return nil }
        let digests = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if digests.contains("") {
            query.note(
                name,
                .notAPair,
                "is \(quoted(text)); a digest stands on both sides of each comma",
                .value(text)
            )
        }
        return digests
    }

    func kind(_ query: inout QueryReader) -> ImportDesk.Kind? {
        let names = desk.kinds.map(\.name)
        let rule = "a file holds " + names.joined(separator: ", ")
        guard let text = query.text("kind") else {
            query.require("kind", rule)
            return nil
        }
        guard let kind = desk.kinds.first(where: { $0.name == text }) else {
            query.note("kind", .notOneOf, "is \(quoted(text)); \(rule)", .choices(text, names))
            return nil
        }
        return kind
    }

    func dataset(_ query: inout QueryReader) -> DatasetName? {
        guard let text = query.text("dataset") else {
            query.require("dataset", "name the dataset to build a version of, such as dc")
            return nil
        }
        do {
            return try DatasetName(text)
        } catch {
            query.note(
                "dataset",
                .notADataset,
                "is \(quoted(text)); \(DatasetName.rule)",
                .value(text)
            )
            return nil
        }
    }

    /// `map=Site Name:name,...`.
    func mappings(_ query: inout QueryReader) -> [ColumnMapping] {
        list("map", "write column:field, such as lat:latitude", &query) {
            (text) throws(ImportError) in try ColumnMapping(parsing: text)
        }
    }

    /// `set=category=news,...`.
    func constants(_ query: inout QueryReader) -> [FieldConstant] {
        list("set", "write field=value, such as category=news", &query) {
            (text) throws(ImportError) in try FieldConstant(parsing: text)
        }
    }

    /// What stands between commas, each as `rule` says; `\,` is a comma of a column's own name.
    private func list<Value>(
        _ name: String,
        _ rule: String,
        _ query: inout QueryReader,
        _ parse: (String) throws(ImportError) -> Value
    ) -> [Value] {
        guard let text = query.text(name) else { return [] }
        var values: [Value] = []
        // No header holds the character that stands for nothing.
        let marked = text.replacing("\\,", with: "\u{0}")
        for marks in marked.split(separator: ",", omittingEmptySubsequences: false) {
            let part = marks.replacing("\u{0}", with: ",")
            do throws(ImportError) {
                values.append(try parse(String(part)))
            } catch {
                let whole = part.count == text.count ? "is" : "holds"
                query.note(
                    name,
                    .notAPair,
                    "\(whole) \(quoted(part)); \(rule)",
                    .value(part)
                )
            }
        }
        return values
    }
}
