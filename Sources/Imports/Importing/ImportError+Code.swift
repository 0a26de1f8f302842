extension ImportError {
    /// Why a file could not be imported, as one word: the one list by which whoever shows it words it in
    /// another language.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        case fileNotFound = "file_not_found"
        case isDirectory = "is_directory"
        case unreadable = "unreadable"
        case empty = "empty"
        case emptyInside = "empty_inside"
        case notText = "not_text"
        case brokenPairs = "broken_pairs"
        case noTable = "no_table"
        case badArchive = "bad_archive"
        case badOpenStreetMap = "bad_openstreetmap"
        case unpacksTooLarge = "unpacks_too_large"
        case longRow = "long_row"
        case longQuote = "long_quote"
        case badShapefile = "bad_shapefile"
        case badSpreadsheet = "bad_spreadsheet"
        case severalSheets = "several_sheets"
        case noSuchSheet = "no_such_sheet"
        case badLayerFile = "bad_layer_file"
        case severalLayers = "several_layers"
        case noSuchLayer = "no_such_layer"
        case noLayerLibrary = "no_layer_library"
        case badFeed = "bad_feed"
        case badFormat = "bad_format"
        case noFeed = "no_feed"
        case notInFeed = "not_in_feed"
        case optionWithoutColumns = "option_without_columns"
        case otherColumns = "other_columns"
        case noScratch = "no_scratch"
        case scratchFull = "scratch_full"
        case tooLarge = "too_large"
        case tooManyRows = "too_many_rows"
        case noRoom = "no_room"
        case noTemporaryFolder = "no_temporary_folder"
        case cancelled = "cancelled"
        case changedWhileRead = "changed_while_read"
        case notGeoJSON = "not_geojson"
        case noHeader = "no_header"
        case badHeaderLine = "bad_header_line"
        case tooManyColumns = "too_many_columns"
        case noRows = "no_rows"
        case noFeatures = "no_features"
        case unreadableMapping = "unreadable_mapping"
        case unreadableConstant = "unreadable_constant"
        case unknownColumn = "unknown_column"
        case unknownField = "unknown_field"
        case invalidConstant = "invalid_constant"
        case ambiguousColumns = "ambiguous_columns"
        case unclearAxes = "unclear_axes"
        case missingField = "missing_field"
        case noCoordinates = "no_coordinates"
        case unclearReferenceSystem = "unclear_reference_system"
        case wrongReferenceSystem = "wrong_reference_system"
        case unusableReferenceSystem = "unusable_reference_system"
        case unknownProfile = "unknown_profile"
        case badProfile = "bad_profile"
        case profileDoesNotFit = "profile_does_not_fit"
        case profileOfOtherKind = "profile_of_other_kind"
        case unreadableRepairs = "unreadable_repairs"
        case badRecord = "bad_record"
        case everythingRejected = "everything_rejected"
    }

    /// What a sentence about an error speaks of, as those of reports do.
    public typealias Value = Finding.Value

    /// Why, as one word.
    public var code: Code { told.code }

    /// What the error speaks of, by name.
    public var values: [String: Value] { told.values }

    /// The same with options called so, in what says what to do; what stands in the file stays as it is.
    public func values(as wording: OptionWording) -> [String: Value] {
        var values = values
        for name in Self.advice {
            switch values[name] {
            case .text(let text): values[name] = .text(wording.text(text))
            case .texts(let texts): values[name] = .texts(texts.map(wording.text))
            default: break
            }
        }
        return values
    }

    /// The values that are not the file's.
    private static let advice = ["hint", "reason", "option", "allowed"]

    /// All columns of the file, where the error is about what they mean.
    public var columns: [String] {
        switch self {
        case .missingField(_, let columns, _), .noCoordinates(let columns, _, _),
            .profileDoesNotFit(_, _, let columns):
            columns
        case .unknownColumn(_, let choices): choices
        default: []
        }
    }

    private var told: (code: Code, values: [String: Value]) {
        switch self {
        case .file(let error): error.told
        case .noTable(let name, let firstLine):
            (.noTable, ["name": .text(name), "first_line": .text(firstLine)])
        case .badOpenStreetMap(let name, let reason):
            (.badOpenStreetMap, ["name": .text(name), "reason": .text(reason)])
        case .badLayerFile(let name, let title, let reason):
            (
                .badLayerFile,
                ["name": .text(name), "title": .text(title), "reason": .text(reason)]
            )
        case .severalLayers(let name, let layers):
            (.severalLayers, ["name": .text(name), "layers": .texts(layers)])
        case .noSuchLayer(let name, let layer, let layers):
            (
                .noSuchLayer,
                ["name": .text(name), "layer": .text(layer), "layers": .texts(layers)]
            )
        case .noLayerLibrary(let name, let title):
            (.noLayerLibrary, ["name": .text(name), "title": .text(title)])
        case .badFeed(let name, let reason):
            (.badFeed, ["name": .text(name), "reason": .text(reason)])
        case .badFormat(let name, let format, let reason):
            (
                .badFormat,
                ["name": .text(name), "format": .text(format), "reason": .text(reason)]
            )
        case .noFeed(let name):
            (.noFeed, ["name": .text(name)])
        case .notInFeed(let name, let kind, let has):
            (.notInFeed, ["name": .text(name), "kind": .text(kind), "has": .texts(has)])
        case .optionWithoutColumns(let option, let name):
            (.optionWithoutColumns, ["option": .text(option), "name": .text(name)])
        case .otherColumns(let name, let missing, let first):
            (
                .otherColumns,
                ["name": .text(name), "missing": .texts(missing), "first": .text(first)]
            )
        case .noScratch(let reason):
            (.noScratch, ["reason": .text(reason)])
        case .scratchFull(let reason):
            (.scratchFull, ["reason": .text(reason)])
        case .tooLarge(let limitBytes):
            (.tooLarge, ["limit_bytes": .number(limitBytes)])
        case .tooManyRows(let limit):
            (.tooManyRows, ["limit": .number(Int64(limit))])
        case .cancelled: (.cancelled, [:])
        case .noHeader(let name, let firstLine):
            (.noHeader, ["name": .text(name), "first_line": .text(firstLine)])
        case .badHeaderLine(let name, let line, let reason):
            (
                .badHeaderLine,
                ["name": .text(name), "line": .number(Int64(line)), "reason": .text(reason)]
            )
        case .tooManyColumns(let name, let columns, let limit):
            (
                .tooManyColumns,
                [
                    "name": .text(name), "columns": .number(Int64(columns)),
                    "limit": .number(Int64(limit)),
                ]
            )
        case .noRows(let name):
            (.noRows, ["name": .text(name)])
        case .noFeatures(let name):
            (.noFeatures, ["name": .text(name)])
        case .unreadableMapping(let text):
            (.unreadableMapping, ["text": .text(text)])
        case .unreadableConstant(let text):
            (.unreadableConstant, ["text": .text(text)])
        case .unknownColumn(let column, let choices):
            (.unknownColumn, ["column": .text(column), "choices": .texts(choices)])
        case .unknownField(let field, let option, let choices):
            (
                .unknownField,
                ["field": .text(field), "option": .text(option), "choices": .texts(choices)]
            )
        case .invalidConstant(let field, let value, let allowed):
            (
                .invalidConstant,
                ["field": .text(field), "value": .text(value), "allowed": .text(allowed)]
            )
        case .ambiguousColumns(let field, let choices):
            (.ambiguousColumns, ["field": .text(field), "choices": .texts(choices)])
        case .unclearAxes(let field, let choices, let latitude, let longitude):
            (
                .unclearAxes,
                [
                    "field": .text(field), "choices": .texts(choices), "latitude": .text(latitude),
                    "longitude": .text(longitude),
                ]
            )
        case .missingField(let field, let columns, let hint):
            (
                .missingField,
                ["field": .text(field), "columns": .texts(columns), "hint": .text(hint)]
            )
        case .noCoordinates(let columns, let reason, let hint):
            (
                .noCoordinates,
                ["columns": .texts(columns), "reason": .text(reason), "hint": .text(hint)]
            )
        case .unclearReferenceSystem(let columns, let choices):
            (.unclearReferenceSystem, ["columns": .texts(columns), "choices": .texts(choices)])
        case .wrongReferenceSystem(let system, let reason):
            (.wrongReferenceSystem, ["system": .text(system), "reason": .text(reason)])
        case .unusableReferenceSystem(let reason):
            (.unusableReferenceSystem, ["reason": .text(reason)])
        case .unknownProfile(let name, let choices):
            (.unknownProfile, ["name": .text(name), "choices": .texts(choices)])
        case .badProfile(let name, let line, let reason):
            (
                .badProfile,
                ["name": .text(name), "line": .number(Int64(line)), "reason": .text(reason)]
            )
        case .profileDoesNotFit(let name, let missing, let columns):
            (
                .profileDoesNotFit,
                ["name": .text(name), "missing": .texts(missing), "columns": .texts(columns)]
            )
        case .profileOfOtherKind(let name, let kind, let field):
            (
                .profileOfOtherKind,
                ["name": .text(name), "kind": .text(kind), "field": .text(field)]
            )
        case .unreadableRepairs(let name, let reason):
            (.unreadableRepairs, ["name": .text(name), "reason": .text(reason)])
        case .everythingRejected(let rows, let causes):
            (
                .everythingRejected,
                ["rows": .number(Int64(rows)), "causes": .texts(causes.map(\.cause))]
            )
        }
    }
}
