/// A whole number with commas between its thousands.
func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number.magnitude).reversed().enumerated() {
        if index > 0, index % 3 == 0 { text.append(",") }
        text.append(digit)
    }
    return (number < 0 ? "-" : "") + String(text.reversed())
}

/// A count and its noun: `1 row`, `2 rows`, `12,345 rows`.
///
/// - Parameter plural: What more than one are called; without an `s` at its end, one is called so too.
func counted(_ number: Int, _ plural: String) -> String {
    let isPlural = number != 1 || !plural.hasSuffix("s")
    return grouped(number) + " " + (isPlural ? plural : String(plural.dropLast()))
}

/// What is said of what was left out: `2 rows without a place were left out.`
func leftOut(_ number: Int, _ plural: String, without thing: String) -> String {
    "\(counted(number, plural)) without \(thing) \(number == 1 ? "was" : "were") left out."
}
