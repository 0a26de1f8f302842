import Testing

@testable import Importing

@Suite struct AddressLineTests {
    private func row(_ cells: [String]) -> Row {
        var row = Row()
        row.begin(line: 1)
        for cell in cells {
            row.append(Array(cell.utf8))
            row.endCell()
        }
        return row
    }

    private func address(_ cells: [String], parts: [[Int]], towns: [Int]) -> String? {
        var line = AddressLine()
        // What an earlier row left must not show.
        line.begin()
        line.add(row(["12 Old Street, Springfield"]), [0])
        line.begin()
        for part in parts { line.add(row(cells), part) }
        for town in towns { line.addTown(row(cells), town) }
        return line.text
    }

    @Test(
        "parts are joined, and a town is added that no part names",
        arguments: [
            (["1 Elm St", "Salem"], "1 Elm St, Salem"),
            (["1 Elm St, SALEM 97301", "Salem"], "1 Elm St, SALEM 97301"),
            (["1 New Salem St", "Salem"], "1 New Salem St, Salem"),
            (["5 Boston Post Rd", "Boston"], "5 Boston Post Rd, Boston"),
            (["9 Salem St", "Salem"], "9 Salem St, Salem"),
            (["9 Salem St 01970", "Salem"], "9 Salem St 01970, Salem"),
            (["10 London Road", "London"], "10 London Road, London"),
            (["3 Leeds Street, LS1 1AA", "Leeds"], "3 Leeds Street, LS1 1AA, Leeds"),
            (["12 rue de Lyon", "Lyon"], "12 rue de Lyon, Lyon"),
            (["Berlin-Straße 2", "Berlin"], "Berlin-Straße 2, Berlin"),
            (["Hall, 9 Salem St", "Salem"], "Hall, 9 Salem St, Salem"),
            (["Via Roma 3", "Roma"], "Via Roma 3, Roma"),
            (["Calle de Toledo 1200", "Toledo"], "Calle de Toledo 1200, Toledo"),
            (["1 Elm St Salem OR 97301", "Salem"], "1 Elm St Salem OR 97301"),
            (["1 Elm St Salem", "Salem"], "1 Elm St Salem"),
            (["1 High St, Leeds LS1 1AA", "Leeds"], "1 High St, Leeds LS1 1AA"),
            (["Hauptstr. 12, 50676 Köln", "Köln"], "Hauptstr. 12, 50676 Köln"),
            (["Hauptstr. 12 50676 Köln", "Köln"], "Hauptstr. 12 50676 Köln"),
            (["Dam 1, 1012 AB Amsterdam", "Amsterdam"], "Dam 1, 1012 AB Amsterdam"),
            (["1 Elm St\nSalem", "Salem"], "1 Elm St Salem"),
            (["1 Elm St, Salem, OR 97301", "Salem, OR 97301"], "1 Elm St, Salem, OR 97301"),
            (["1 Salemtown Rd", "Salem"], "1 Salemtown Rd, Salem"),
            (["1 Elm St", "St. Mary's"], "1 Elm St, St. Mary's"),
            (["1 Elm St, st marys", "St. Mary's"], "1 Elm St, st marys"),
            (["1  Elm\nSt", "  Salem  "], "1 Elm St, Salem"),
            (["1 Elm St;Salem; OR", "Salem"], "1 Elm St, Salem, OR"),
            (["", "Salem"], "Salem"),
            (["1 Elm St", ""], "1 Elm St"),
            (["1 Elm St", "-"], "1 Elm St"),
            (["Hauptstraße 1, KÖLN", "Köln"], "Hauptstraße 1, KÖLN"),
            (["Hauptstraße 1", "Köln"], "Hauptstraße 1, Köln"),
            (["", ""], nil),
        ] as [([String], String?)]
    )
    func towns(cells: [String], expected: String?) {
        #expect(address(cells, parts: [[0]], towns: [1]) == expected)
    }

    @Test("the cells of one part are joined by spaces, and blank ones leave none")
    func parts() {
        let cells = ["12", "Main St", "", "Salem", "OR", "Salem"]
        #expect(
            address(cells, parts: [[0, 1], [2], [2, 2]], towns: [3, 4, 5])
                == "12 Main St, Salem, OR"
        )
    }

    private func address(_ street: String, town: String, state: String) -> String? {
        var line = AddressLine()
        let row = row([street, town, state])
        line.begin()
        line.add(row, [0])
        line.addTown(row, 1, beside: [1, 2])
        line.addTown(row, 2, beside: [1, 2], isState: true)
        return line.text
    }

    @Test(
        "a state is named by what stands last, and not by a word of the street",
        arguments: [
            ("12 MA-9 Hwy", "Natick", "MA", "12 MA-9 Hwy, Natick, MA"),
            ("PA Turnpike Plaza", "Lancaster", "PA", "PA Turnpike Plaza, Lancaster, PA"),
            ("9 Salem St", "Salem", "MA", "9 Salem St, Salem, MA"),
            ("12 Salem Ct", "Salem", "CT", "12 Salem Ct, Salem, CT"),
            ("1 Elm St, Hartford CT", "Hartford", "CT", "1 Elm St, Hartford CT"),
            ("1 Elm St, Hartford, CT 06101", "Hartford", "CT", "1 Elm St, Hartford, CT 06101"),
            ("1 Elm St Salem MA 01970", "Salem", "MA", "1 Elm St Salem MA 01970"),
            ("1 Elm St, Salem, MA 01970, USA", "Salem", "MA", "1 Elm St, Salem, MA 01970, USA"),
        ]
    )
    func states(street: String, town: String, state: String, expected: String) {
        #expect(address(street, town: town, state: state) == expected)
    }

    @Test(
        "a street whose name begins with a number keeps its house's",
        arguments: [
            ("5", "5 Mile Rd", "5 5 Mile Rd"), ("12", "12 High Street", "12 High Street"),
            ("5", "5 Street", "5 5 Street"), ("17000", "6 Mile Rd", "17000 6 Mile Rd"),
        ]
    )
    func numberedStreets(house: String, street: String, expected: String) {
        #expect(address([house, street], parts: [[0, 1]], towns: []) == expected)
    }
}
