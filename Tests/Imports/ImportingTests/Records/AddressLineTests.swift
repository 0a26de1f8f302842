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
            (["1 New Salem St", "Salem"], "1 New Salem St"),
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
}
