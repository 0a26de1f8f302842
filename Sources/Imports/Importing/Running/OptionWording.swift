/// What reports and errors call the options that they advise to use.
///
/// They are written in the words of the command line; who imports over HTTP has parameters of a query in
/// their place.
public enum OptionWording: Sendable, Hashable, CaseIterable {
    /// As on the command line: `--map "Site Name"=name`.
    case options
    /// As in the query of a request: `map=Site Name:name`.
    case parameters

    /// A text with the options called so.
    ///
    /// - Parameter text: As Ambit writes it, in the words of the command line.
    /// - Complexity: O(n) for n characters.
    public func text(_ text: String) -> String {
        guard self == .parameters, text.contains("--") else { return text }
        let called = text.replacing(Self.command) {
            "kind=\($0.output.kind)&type=\($0.output.type)"
        }
        let mapped = called.replacing(Self.mappings) { match in
            // One parameter holds them all.
            let pairs = match.output.matches(of: Self.mapping).map { mapping in
                "\(mapping.output.quoted ?? mapping.output.plain ?? ""):\(mapping.output.field)"
            }
            return "map=" + pairs.joined(separator: ",")
        }
        return mapped.replacing(Self.option) { match in
            let (name, value) = (String(match.output.name), match.output.value.map(String.init))
            return switch (name, value) {
            case ("accept", "earlier"?): "repairs=earlier"
            case ("force", _), ("add", _): "\(name)=true" + Self.rest(value)
            case ("mend-encoding", _): "mend_encoding=true" + Self.rest(value)
            case ("replaces", let value?): "replaces=\(value)"
            case ("set", let value?) where value.contains("="): "set=\(value)"
            case ("crs", let value?) where value.hasPrefix("EPSG:"): "crs=\(value)"
            // "--profile says ..." is a sentence.
            case ("profile", let value?) where value != "says": "profile=\(value)"
            case ("map", _), ("set", _), ("crs", _), ("profile", _), ("type", _),
                ("header", _), ("sheet", _):
                name + Self.rest(value)
            case ("layer", _): "sheet" + Self.rest(value)
            case ("save-profile", _), ("save-repairs", _), ("accept", _), ("rejects", _):
                "`ambit import --\(name)`" + Self.rest(value)
            default: String(match.output.0)
            }
        }
    }

    /// A word behind an option that is no value of it.
    private static func rest(_ value: String?) -> String { value.map { " " + $0 } ?? "" }

    private typealias Mapping = (
        Substring, quoted: Substring?, plain: Substring?, field: Substring
    )

    private static var mapping: Regex<Mapping> {
        /--map (?:"(?<quoted>[^"]*)"|(?<plain>[^\s"=]+))=(?<field>[a-z_]+)/
    }

    private static var mappings: Regex<Substring> {
        /--map (?:"[^"]*"|[^\s"=]+)=[a-z_]+(?: --map (?:"[^"]*"|[^\s"=]+)=[a-z_]+)*/
    }

    private static var command: Regex<(Substring, kind: Substring, type: Substring)> {
        /`ambit import (?<kind>[a-z]+) --type (?<type>[a-z_]+)`/
    }

    private static var option: Regex<(Substring, name: Substring, value: Substring?)> {
        /\B--(?<name>[a-z]+(?:-[a-z]+)*)(?: (?<value>[^\s,;)]*[^\s,;).]))?/
            .wordBoundaryKind(.simple)
    }
}

extension ImportReport {
    /// The same report with the options that it advises called so.
    public func worded(as wording: OptionWording) -> ImportReport {
        var report = self
        report.notes = notes.map { $0.worded(as: wording) }
        report.columns = columns.map { $0.worded(as: wording) }
        report.constants = constants.map {
            ConstantUse(field: $0.field, value: $0.value, reason: wording.text($0.reason))
        }
        report.rejectedRows = rejectedRows.map { row in
            row.reason.contains("--") ? row.with(reason: wording.text(row.reason)) : row
        }
        report.forceNeeded = forceNeeded.map { $0.worded(as: wording) }
        return report
    }
}

extension FeedReport {
    /// The same reports with the options that they advise called so.
    public func worded(as wording: OptionWording) -> FeedReport {
        FeedReport(
            dataset: dataset,
            version: version,
            reports: reports.map { $0.worded(as: wording) },
            unused: unused,
            danglingLinks: danglingLinks,
            notes: notes.map { $0.worded(as: wording) }
        )
    }
}

extension RejectedRow {
    fileprivate func with(reason: String) -> RejectedRow {
        RejectedRow(
            file: file,
            line: line,
            row: row,
            column: column,
            value: value,
            cause: cause,
            reason: reason,
            finding: finding,
            cells: cells,
            place: place
        )
    }
}
