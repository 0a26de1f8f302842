/// The sentences of a report on a file as a whole.
enum FileWording: String, FindingWording {
    case titlesPassedOver = "titles_passed_over"
    case twoHeaderLines = "two_header_lines"
    case repeatedColumns = "repeated_columns"
    case namelessColumns = "nameless_columns"
    case andMore = "and_more"
    case textBehindQuote = "text_behind_quote"
    case repeatedHeaders = "repeated_headers"
    case missingLastValues = "missing_last_values"
    case ofFile = "of_file"
    case listsLeftOut = "lists_left_out"
    case readAsOtherEncoding = "read_as_other_encoding"
    case doublyEncoded = "doubly_encoded"
    case doublyEncodedMended = "doubly_encoded_mended"
    case replacementCharacters = "replacement_characters"
    case nulBytes = "nul_bytes"
    case profilePassesOver = "profile_passes_over"
    case profileUnmatched = "profile_unmatched"
    case notCharset = "not_charset"
    case unknownCharset = "unknown_charset"
    case undecodableTexts = "undecodable_texts"
    case thinParts = "thin_parts"
    case deletedRecords = "deleted_records"
    case turnRulesLeftOut = "turn_rules_left_out"
    case spreadsheetErrors = "spreadsheet_errors"
    case webTexts = "web_texts"
    case listsJoined = "lists_joined"
    case wholeNumbers = "whole_numbers"

    var english: String {
        switch self {
        case .titlesPassedOver: "lines above the columns' names were passed over"
        case .twoHeaderLines:
            """
            the columns' names stand in two lines, which were put together; where that is \
            wrong, name the line that has them with --header N
            """
        case .repeatedColumns:
            """
            columns stand twice in the header: {columns}; the later ones are called "{example} \
            (2)" and so on
            """
        case .namelessColumns:
            """
            columns have no name in the header: {columns}; say what they hold with --map \
            "{example}"=field
            """
        case .andMore: "{names} and {more} more"
        case .textBehindQuote:
            """
            text stands behind a closing quote in {rows|row|rows}; the value was kept as it is \
            written, quotes included
            """
        case .repeatedHeaders:
            """
            {lines|line|lines} that {lines?repeats|repeat} the columns' names, or a title \
            above them, passed over
            """
        case .missingLastValues:
            """
            the header names {columns} columns and most rows have {values} values \
            ({rows|row|rows}); nothing was read for {missing}
            """
        case .ofFile: "{file}: {finding}"
        case .listsLeftOut: "lists of objects were left out: {names}"
        case .readAsOtherEncoding:
            "the file is not UTF-8 and was read as {encoding}; look at names with accents"
        case .doublyEncoded:
            """
            {characters|character|characters} as if UTF-8 had been read as windows-1252 and \
            saved again ("Ã¼" for "ü"); export the file again as UTF-8, or import it with \
            --mend-encoding
            """
        case .doublyEncodedMended:
            """
            {characters|character|characters} as if UTF-8 had been read as windows-1252 and \
            saved again ("Ã¼" for "ü"); read as they were meant
            """
        case .replacementCharacters:
            """
            {characters|character|characters} U+FFFD (\u{FFFD}), which \
            {characters?stands|stand} for what an earlier program could not read; what stood \
            there is lost, so export the file again from its source
            """
        case .nulBytes: "NUL bytes were dropped: {count}"
        case .profilePassesOver: "the profile \"{profile}\" passes over {rows|row|rows}"
        case .profileUnmatched:
            """
            {column} is not written as the profile "{profile}" expects in {rows|row|rows}; \
            nothing was taken out of it
            """
        case .notCharset:
            """
            the .cpg part says UTF-8, but the texts are something else and were read as \
            windows-1252; look at names with accents
            """
        case .unknownCharset:
            """
            nothing says how the texts are encoded, and they are not UTF-8; they were read as \
            windows-1252. Look at names with accents
            """
        case .undecodableTexts:
            """
            the texts of {records|record|records} hold bytes that are no character of \
            {charset}; \u{FFFD} stands in their place
            """
        case .thinParts:
            """
            {records|record|records} with {parts|part|parts} of too few points, for a line \
            needs two places and a ring three: left out, and the other parts are read
            """
        case .deletedRecords:
            "passed over {records|record|records} that the .dbf part marks as deleted"
        case .turnRulesLeftOut:
            """
            turn restrictions that are not kept, because they lack a member or do not hang \
            together: {count}
            """
        case .spreadsheetErrors:
            """
            {cells|cell|cells} with a spreadsheet's error for a value, such as {example} ({columns}): \
            taken for blank; mend {cells?its formula|the formulas}, and export the file again
            """
        case .webTexts:
            """
            {cells|cell|cells} written as for a web page ({columns}), read as a page shows \
            {cells?it|them}: {example}
            """
        case .listsJoined:
            """
            {cells|cell|cells} with a list for a value ({columns}), read with semicolons between \
            its members: {example}
            """
        case .wholeNumbers:
            """
            {cells|whole number is|whole numbers are} written with a fraction ({columns}), as \
            spreadsheets and programs do, and read without: {example}
            """
        }
    }
}
