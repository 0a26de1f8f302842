internal import Importing

/// A whole number with commas between its thousands.
func grouped(_ number: Int) -> String { Importing.grouped(number) }

/// A count and its noun: `1 row`, `2 addresses`.
///
/// - Parameter plural: What more than one are called.
func counted(_ number: Int, _ plural: String) -> String { counted(number, ofKind: plural) }

/// What is said of what was left out: `2 rows without a place were left out.`
func leftOut(_ number: Int, _ plural: String, without thing: String) -> String {
    "\(counted(number, plural)) without \(thing) \(number == 1 ? "was" : "were") left out."
}
