internal import RowFiles

/// A count and its noun: `1 row`, `2 rows`, `12,345 rows`.
func counted(_ count: Int, _ noun: String) -> String {
    grouped(count) + " " + noun + (count == 1 ? "" : "s")
}

/// How many records of a kind there are: `1 election`, `2 addresses`.
package func counted(_ count: Int, ofKind kind: String) -> String {
    grouped(count) + " " + (count == 1 ? singular(kind) : plural(kind))
}

/// What the records of a kind are called: the kind's own word, but for ground, which nobody counts.
package func plural(_ kind: String) -> String { kind == "ground" ? "pieces of ground" : kind }

/// What one record of a kind is called: `address` of `addresses`.
func singular(_ kind: String) -> String {
    if kind == "ground" { return "piece of ground" }
    if kind.hasSuffix("ies") { return kind.dropLast(3) + "y" }
    let isLong = kind.hasSuffix("sses") || kind.hasSuffix("ches")
    let ending = isLong ? "es" : kind.hasSuffix("s") ? "s" : ""
    return String(kind.dropLast(ending.count))
}

/// A whole number with commas between its thousands: `12,345`.
package func grouped(_ number: Int) -> String { RowFiles.grouped(number) }

/// A number as people write it: `999`, not `999.0`.
func shown(_ number: Double) -> String {
    number == number.rounded() && number.magnitude < 1e15 ? String(Int(number)) : String(number)
}
