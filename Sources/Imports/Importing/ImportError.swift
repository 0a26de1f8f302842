public import Datasets
internal import ExternalSort
public import RowFiles

/// Why a whole file could not be imported. Nothing was changed when one is thrown.
public enum ImportError: Error, Hashable, Sendable {
    /// No rows could be made of its bytes, for another reason than that somebody has stopped the import.
    case file(RowFileError)
    /// The file is a text whose lines nothing divides into columns.
    case noTable(name: String, firstLine: String)
    /// A file of OpenStreetMap is damaged, or is to be read as something else than roads.
    case badOpenStreetMap(name: String, reason: String)
    /// A file of another geographic program is damaged, or of a sort that is not read.
    case badLayerFile(name: String, title: String, reason: String)
    /// Several layers of a file may be meant.
    case severalLayers(name: String, layers: [String])
    /// The layer that was named is none of the file's.
    case noSuchLayer(name: String, layer: String, layers: [String])
    /// What reads such a file is not installed.
    case noLayerLibrary(name: String, title: String)
    /// A feed of the Voting Information Project is damaged or not whole, or the file is none.
    case badFeed(name: String, reason: String)
    /// The file is no feed, and was to be imported as one.
    case noFeed(name: String)
    /// A file of a format that a kind reads besides tables is damaged, or not as the format has it.
    case badFormat(name: String, format: String, reason: String)
    /// The feed holds nothing of the sort that is asked for.
    case notInFeed(name: String, kind: String, has: [String])
    /// An option that says how tables are read was given for a file that is none.
    case optionWithoutColumns(String, name: String)
    /// Files that are to be imported together have different columns.
    case otherColumns(name: String, missing: [String], first: String)
    /// What memory should not hold could not be put aside on disk; why, in words.
    case noScratch(String)
    /// The same, for the disk is full.
    case scratchFull(String)
    /// The upload is longer than allowed.
    case tooLarge(limitBytes: Int64)
    /// An upload has more rows than are allowed.
    case tooManyRows(limit: Int)
    /// Somebody has stopped the import.
    case cancelled
    /// The first line names no columns.
    case noHeader(name: String, firstLine: String)
    /// The line that was named for the columns' names holds nothing, or is too far down.
    case badHeaderLine(name: String, line: Int, reason: String)
    /// The header names more columns than any table has.
    case tooManyColumns(name: String, columns: Int, limit: Int)
    /// There is a header and no row of data.
    case noRows(name: String)
    /// A file that is no table of lines has no features in it.
    case noFeatures(name: String)
    /// `--map` is not `column=field`.
    case unreadableMapping(String)
    /// `--set` is not `field=value`.
    case unreadableConstant(String)
    /// `--map` names a column that the file does not have.
    case unknownColumn(String, choices: [String])
    /// `--map` or `--set`, the option, names a field that records of this kind do not have.
    case unknownField(String, option: String, choices: [String])
    /// `--set` gives a field a value that it cannot have.
    case invalidConstant(field: String, value: String, allowed: String)
    /// Several columns fit a field equally well.
    case ambiguousColumns(field: String, choices: [String])
    /// Several columns hold what may be a latitude or a longitude, each with a value of it; and the pair
    /// that may be meant.
    case unclearAxes(field: String, choices: [String], latitude: String, longitude: String)
    /// No column and no constant gives a field that is needed.
    case missingField(String, columns: [String], hint: String)
    /// The file gives no coordinates that could be used.
    case noCoordinates(columns: [String], reason: String, hint: String)
    /// The coordinates are those of a map grid, and none or several systems of the EPSG register
    /// fit them.
    case unclearReferenceSystem(columns: [String], choices: [String])
    /// The coordinates cannot be in the system that was named.
    case wrongReferenceSystem(String, reason: String)
    /// A coordinate reference system that is unknown or cannot be read.
    case unusableReferenceSystem(String)
    /// `--profile` names none that ships with Ambit.
    case unknownProfile(String, choices: [String])
    /// A line of a profile cannot be read.
    case badProfile(String, line: Int, reason: String)
    /// The file lacks columns that the profile needs.
    case profileDoesNotFit(String, missing: [String], columns: [String])
    /// The profile gives a field that records of the kind do not have.
    case profileOfOtherKind(String, kind: String, field: String)
    /// A file of decisions about repairs cannot be read.
    case unreadableRepairs(name: String, reason: String)
    /// Every row was refused; the causes, worst first.
    case everythingRejected(rows: Int, causes: [CauseOfRefusals])
}

/// Why some rows were refused.
public struct CauseOfRefusals: Sendable, Hashable {
    /// What was wrong with them, as reports have it, such as `missing_coordinate`.
    public let cause: String
    /// How many they are, and the first of them, in English.
    public let text: String
}

extension ImportError: StorageFailure {
    /// A full disk, or a folder that is gone, is nobody's fault who brings a file.
    public var storageFault: StorageFault? {
        switch self {
        case .file(.noRoom), .scratchFull: .full
        case .file(.noTemporaryFolder), .noScratch: .noWorkingFolder
        default: nil
        }
    }
}

extension ImportError {
    /// Why what memory should not hold could not be put aside.
    static func putAside(_ error: any Error) -> ImportError {
        if case ScratchError.full? = error as? ScratchError { return .scratchFull("\(error)") }
        return .noScratch("\(error)")
    }
}

extension ImportError: CustomStringConvertible {
    /// What was wrong, with the value, what is allowed and what to do on the command line.
    public var description: String { text(as: .options) }

    /// The same with what to do where options are called so.
    public func text(as wording: OptionWording) -> String {
        wording.text(words(wording)).withVisibleControls
    }

    private func words(_ wording: OptionWording) -> String {
        switch self {
        case .file(let error): error.description
        case .noTable(let name, let firstLine):
            "\"\(name)\" is no table: no comma, semicolon, tab or bar divides its lines, of which the "
                + "first is \"\(firstLine)\"; nor is it JSON, which begins with a { or a [. Export it "
                + "again"
        case .badOpenStreetMap(let name, let reason):
            "\"\(name)\" is a file of OpenStreetMap, but \(reason)"
        case .badLayerFile(let name, let title, let reason):
            "the \(title) \"\(name)\" cannot be read: \(reason)"
        case .severalLayers(let name, let layers):
            "several layers of \"\(name)\" hold features: \(listed(layers)); say which with --layer NAME"
        case .noSuchLayer(let name, let layer, let layers):
            "--layer is \"\(layer)\"; \"\(name)\" has \(listed(layers))"
        case .noLayerLibrary(let name, let title):
            "\"\(name)\" is a \(title), which is read by GDAL, and that is not installed here; install it "
                + "(Debian: apt-get install libgdal32), or export the file as GeoJSON or CSV"
        case .badFeed(let name, let reason):
            "\"\(name)\" is no feed that can be read: \(reason)"
        case .badFormat(let name, let format, let reason):
            "\"\(name)\" is no \(format) that can be read: \(reason)"
        case .noFeed(let name):
            "\"\(name)\" is no feed of the Voting Information Project, which is XML that begins with a "
                + "VipObject, or text files such as precinct.txt, in a folder or a zip; name what it holds "
                + "(stations, addresses, ...) instead of feed"
        case .notInFeed(let name, let kind, let has):
            "the feed \"\(name)\" has no \(kind)"
                + (has.isEmpty ? "" : "; it has \(has.joined(separator: ", "))")
        case .optionWithoutColumns(let option, let name):
            "\(option) says how columns are read, and \"\(name)\" has none; leave it out"
        case .otherColumns(let name, let missing, let first):
            "\"\(name)\" lacks columns that \"\(first)\" has: \(listed(missing)); import files of "
                + "different make one by one"
        case .noScratch(let reason), .scratchFull(let reason): reason
        case .tooLarge(let limit):
            "the upload is longer than \(limit) bytes; compress it with gzip, or import it on the "
                + "server with `ambit import`"
        case .tooManyRows(let limit):
            "the upload has more than \(grouped(limit)) rows; send its parts with --add, which keeps "
                + "what is published beside them, or import it on the server with `ambit import`"
        case .cancelled: "the import was cancelled; nothing was changed"
        case .noHeader(let name, let firstLine):
            "none of the first \(HeaderFinder.lineLimit) lines of \"\(name)\" names its columns (the "
                + "first is \"\(firstLine)\"); add a line with the columns' names at the top, or say "
                + "which line has them with --header N"
        case .badHeaderLine(let name, let line, let reason):
            "--header is \(line): \(reason) in \"\(name)\"; name the line that has the columns' names, "
                + "as an editor numbers it"
        case .tooManyColumns(let name, let columns, let limit):
            "the first line of \"\(name)\" names \(columns) columns; at most \(limit) are allowed. "
                + "Look whether its line ends were lost"
        case .noRows(let name):
            "\"\(name)\" has a line of column names and no row of data; export it again"
        case .noFeatures(let name):
            "\"\(name)\" can be read, but there is no feature in it; export it again"
        case .unreadableMapping(let text):
            "--map is \"\(text)\"; write column=field, such as lat=latitude"
        case .unreadableConstant(let text) where text.hasHiddenControls:
            "--set is \"\(text.withVisibleControls)\", which holds a character that turns the direction "
                + "of writing, or none that is shown; leave it out"
        case .unreadableConstant(let text):
            "--set is \"\(text)\"; write field=value, such as category=news"
        case .unknownColumn(let column, let choices):
            "--map: the file has no column \"\(column)\"; it has \(listed(choices))"
        case .unknownField(let field, let option, let choices):
            "\(option): there is no field \"\(field)\"; the fields are \(listed(choices))"
        case .invalidConstant(let field, let value, let allowed):
            "\(field) is set to \"\(value)\"; \(allowed)"
        case .ambiguousColumns(let field, let choices):
            "\(field) could be any of \(listed(choices)); say which with "
                + "--map \(quotedWhereNeeded(choices.first ?? "COLUMN"))=\(field)"
        case .unclearAxes(let field, let choices, let latitude, let longitude):
            "\(field) could be any of \(choices.joined(separator: "; ")). Say which is which, for instance "
                + "with --map \(quotedWhereNeeded(latitude))=latitude --map "
                + "\(quotedWhereNeeded(longitude))=longitude"
        case .missingField(let field, let columns, let hint):
            "no column gives the \(field); \(theColumns(columns)). \(hint)"
        case .noCoordinates(let columns, let reason, let hint):
            "\(reason). \(hint)." + (columns.isEmpty ? "" : " The columns are \(listed(columns))")
        case .unclearReferenceSystem(let columns, let choices):
            "the coordinates are those of a map grid, not degrees (\(columns.joined(separator: ", ")))"
                + (choices.isEmpty
                    ? ", and nothing in the file says which; name its number in the EPSG register "
                        + "with --crs EPSG:nnnn"
                    : ", and could be " + choices.joined(separator: "; or ")
                        + ". Say which with --crs EPSG:nnnn")
        case .wrongReferenceSystem(let system, let reason):
            "the coordinates are not in \(system): \(reason)"
        case .unusableReferenceSystem(let reason): reason
        case .unknownProfile(let name, let choices):
            "there is no profile \"\(name)\"; there are \(choices.joined(separator: ", ")), or the "
                + "path of a file, such as ./\(name).profile"
        case .badProfile(let name, let line, let reason):
            "profile \"\(name)\"" + (line > 0 ? ", line \(line)" : "") + ": \(reason)"
        case .profileDoesNotFit(let name, let missing, let columns):
            "the profile \"\(name)\" does not fit the file, which lacks \(listed(missing)); its "
                + "columns are \(listed(columns))"
        case .profileOfOtherKind(let name, let kind, let field):
            "the profile \"\(name)\" is not made for \(kind), which have no field \"\(field)\"; leave "
                + "it out, or "
                + (wording == .options
                    ? "write one with --save-profile"
                    : "say with --map and --set how to read the file")
        case .unreadableRepairs(let name, let reason):
            "\"\(name)\" holds no decisions about repairs: \(reason)"
        case .everythingRejected(let rows, let causes):
            "all of \(counted(rows, "row")) were rejected: "
                + causes.map(\.text).joined(separator: "; ")
        }
    }
}

private func theColumns(_ names: [String]) -> String {
    names.isEmpty ? "the file has no columns" : "the columns are \(listed(names))"
}

private func quotedWhereNeeded(_ column: String) -> String {
    column.contains(" ") ? "\"\(column)\"" : column
}
