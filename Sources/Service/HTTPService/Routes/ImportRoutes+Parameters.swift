internal import Datasets
internal import Importing
internal import ReferenceSystems
internal import RowFiles

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
