/// A count and its noun: `1 row`, `2 rows`, `12,345 rows`.
func counted(_ count: Int, _ noun: String) -> String {
    grouped(count) + " " + noun + (count == 1 ? "" : "s")
}

/// A whole number with commas between its thousands: `12,345`.
func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number.magnitude).reversed().enumerated() {
        if index > 0, index % 3 == 0 { text.append(",") }
        text.append(digit)
    }
    return (number < 0 ? "-" : "") + String(text.reversed())
}
