/// Postcodes that have lost their zeros in front to a spreadsheet.
extension PostcodeText {
    /// The ZIP code of a cell that has but its last three or four digits: 02108 of `2108` in MA.
    ///
    /// - Parameter state: The state beside it: only in some do codes begin with zeros, and elsewhere in the
    ///   world there are codes of four digits.
    /// - Returns: nil where the cell is no such code.
    static func withZeros(_ cell: String, state: String) -> String? {
        let digits = cell.prefix { $0 != "-" }
        guard 3...4 ~= digits.count, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
            let state = zeroStates[state.uppercased()]
        else { return nil }
        let code = String(repeating: "0", count: 5 - digits.count) + cell
        return state.contains(String(code.prefix(2))) ? code : nil
    }

    /// The first two digits of the codes of states and territories where the first is a zero.
    ///
    /// Source: USPS Publication 65, prefixes of ZIP codes.
    private static let zeroStates: [String: Set<String>] = {
        let short: [String: Set<String>] = [
            "CT": ["06"], "MA": ["01", "02", "05"], "ME": ["03", "04"], "NH": ["03"],
            "NJ": ["07", "08"], "PR": ["00"], "RI": ["02"], "VI": ["00"], "VT": ["05"],
        ]
        let long = [
            "CONNECTICUT": "CT", "MASSACHUSETTS": "MA", "MAINE": "ME", "NEW HAMPSHIRE": "NH",
            "NEW JERSEY": "NJ", "PUERTO RICO": "PR", "RHODE ISLAND": "RI", "VIRGIN ISLANDS": "VI",
            "VERMONT": "VT",
        ]
        return short.merging(long.compactMapValues { short[$0] }) { own, _ in own }
    }()
}
