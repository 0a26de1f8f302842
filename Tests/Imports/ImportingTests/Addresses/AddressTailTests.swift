import Datasets
import Polling
import RowFilesTesting
import TestSupport
import Testing
import Timekeeping

@testable import Importing

/// Whole addresses in one column: streets, towns and postcodes.
@Suite struct AddressTailTests {
    @Test(
        "the street, the town and the postcode behind a house are told apart",
        arguments: [
            ("Main St, Bluestem 69701", "Main St", "Bluestem", "69701"),
            ("Main St, Bluestem, NE 69701", "Main St", "Bluestem", "69701"),
            ("Main St, Bluestem NE 69701-1234", "Main St", "Bluestem", "69701-1234"),
            ("Main St, Bluestem, NE, 69701", "Main St", "Bluestem", "69701"),
            ("Main St Apt 4, Bluestem 69701", "Main St", "Bluestem", "69701"),
            ("Main St, Apt 4, Bluestem", "Main St", "Bluestem", nil),
            ("Main St #4, Bluestem", "Main St", "Bluestem", nil),
            ("Hauptstr., 50676 Köln", "Hauptstr.", "Köln", "50676"),
            ("Test Street, Belfast, BT99 9AA", "Test Street", "Belfast", "BT99 9AA"),
            ("Hannan St, Kalgoorlie WA 6430", "Hannan St", "Kalgoorlie", "6430"),
            ("Highway 69701, Bluestem", "Highway 69701", "Bluestem", nil),
            ("Main St", "Main St", nil, nil), ("Unit St, Bluestem", "Unit St", "Bluestem", nil),
            ("Lot Rd, NE", "Lot Rd", "NE", nil), ("", "", nil, nil), (" , ,", " , ,", nil, nil),
        ] as [(String, String, String?, String?)]
    )
    func parts(text: String, street: String, town: String?, postcode: String?) {
        let tail = AddressTail(text[...], postcode: nil)
        #expect(tail.street == street)
        #expect(tail.town == town)
        #expect(tail.postcode == postcode)
    }

    @Test("a postcode of another column is not repeated in the town")
    func given() {
        let tail = AddressTail("Test Street, Belfast, BT99 9AA", postcode: "BT999AA")
        #expect(tail.town == "Belfast")
        #expect(tail.postcode == nil)
    }

    @Test("a list of whole addresses is found by town, by postcode and without its flats")
    func found() async throws {
        let store = FakeStore<AddressEntry>(kind: .addresses)
        let text = """
            address,precinct
            "100 Main St Apt 4, Bluestem, NE 69701",101
            "100 Main St, Ringdal, NE 69726",208

            """
        _ = try await withFile(Array(text.utf8), name: "addresses.csv") { path in
            try await AddressImporter(
                store: store,
                clock: ManualWallClock(Timestamp(millisecondsSince1970: 1_800_000_000_000))
            ).run(.file(path), options: ImportOptions(dataset: try DatasetName("list")))
        }
        let book = AddressBook(store.published)
        func codes(_ text: String) -> [String] {
            guard let match = book.find(text), !match.isHouseMissing, !match.isTownOther else {
                return []
            }
            return match.entries.flatMap(\.districts).map(\.code)
        }
        #expect(codes("100 Main St, Ringdal") == ["208"])
        #expect(codes("100 Main St Ringdal NE 69726") == ["208"])
        #expect(codes("100 Main St Apt 4, Bluestem") == ["101"])
        #expect(codes("100 Main St 69701") == ["101"])
        // Both towns have it.
        #expect(codes("100 Main St").sorted() == ["101", "208"])
    }
}
