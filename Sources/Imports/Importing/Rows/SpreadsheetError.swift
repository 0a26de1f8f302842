/// What a spreadsheet writes into a cell whose formula has no value: `#REF!`, `#N/A`, `Err:502`.
enum SpreadsheetError {
    /// Whether a text is one, in a language that spreadsheets are used in; or nothing but `#`, which
    /// stands where a value has no room.
    static func isOne(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= longest else { return false }
        if first == UInt8(ascii: "#") {
            if text.allSatisfy({ $0 == "#" }) { return text.count > 2 }
            return names.contains(text.dropFirst().uppercased().filter { $0 != "¡" && $0 != "¿" })
        }
        let number = text.dropFirst(calculation.count)
        return text.hasPrefix(calculation) && (1...3).contains(number.count)
            && number.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// In bytes; the widest column of `#` that is looked at.
    private static let longest = 40
    private static let calculation = "Err:"

    /// English, German, French, Spanish, Italian, Dutch and Polish.
    private static let names: Set<String> = [
        "REF!", "N/A", "VALUE!", "NAME?", "DIV/0!", "NUM!", "NULL!", "SPILL!", "CALC!", "FIELD!",
        "BLOCKED!", "UNKNOWN!", "CONNECT!", "BUSY!", "EXTERNAL!", "GETTING_DATA", "ERROR!",
        "MACRO?",
        "BEZUG!", "NV", "WERT!", "ZAHL!", "ÜBERLAUF!", "KALK!",
        "VALEUR!", "NOM?", "NOMBRE!", "PROPAGATION!",
        "VALOR!", "N/D", "NOMBRE?", "NULO!", "DESBORDAMIENTO!",
        "RIF!", "VALORE!", "NOME?", "NULLO!",
        "VERW!", "WAARDE!", "N/B", "NAAM?", "GETAL!", "LEEG!", "DEEL/0!",
        "ADR!", "ARG!", "N/D!", "NAZWA?", "LICZBA!", "ZERO!", "DZIEL/0!",
    ]
}
