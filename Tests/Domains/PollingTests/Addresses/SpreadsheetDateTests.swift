import Testing

@testable import Polling

@Suite struct SpreadsheetDateTests {
    @Test(
        "what spreadsheets make of 2-1, 1/2 and 1/2/3 is a date",
        arguments: [
            "02. Jan", "2-Jan", "02-Jan", "Jan-02", "Feb 01", "1-Feb", "01. Mrz", "3-Mär", "Mai 45",
            "02.ene", "2024-01-02", "02.01.2024", "1/2/2024", "2024-01-02 00:00:00",
            "2/1/2024 0:00", " 02. JAN ",
            "2. Januar", "3 - März", "1 August", "3. Maerz 2024",
        ]
    )
    func dates(text: String) { #expect(SpreadsheetDate.isDate(text)) }

    @Test(
        "houses, names and streets are none",
        arguments: [
            "", "2", "2-1", "1/2", "15/4/2", "37-15", "12 B", "1a", "2 May Cottage", "Jan",
            "125 Jan",
            "378 Westbourne", "2024", "1024-01-02", "2024-99", "2 Marsh House", "2 March House",
            "123/1/2024",
        ]
    )
    func others(text: String) { #expect(!SpreadsheetDate.isDate(text)) }

    @Test(
        "an address begins with a date where a sign is in it, and not where a street is called so"
    )
    func beginnings() {
        for text in ["02. Jan Main St", "1-Feb Main St", "Feb-01 Main St", "1/2/2024 Main St"] {
            #expect(SpreadsheetDate.begins(text), "\(text)")
        }
        for text in ["2 May St", "5 Jan Smuts Ave", "2-1 Main St", "12 Main St", "Main St 2"] {
            #expect(!SpreadsheetDate.begins(text), "\(text)")
        }
    }
}
