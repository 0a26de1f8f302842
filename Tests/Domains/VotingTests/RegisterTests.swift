import Datasets
import Foundation
import Importing
import Polling
import SpatiaLiteStore
import Synchronization
import TestSupport
import Testing

/// Lists of addresses from real files, from the file to what a voter is told.
@Suite struct RegisterTests {
    private static func imported(
        _ scratch: ScratchStore,
        stations: String,
        addresses: String
    ) async throws -> VoterGuide {
        let clock = scratch.clock
        _ = try await StationImporter(store: scratch.store.stations, clock: clock)
            .run(.file(stations), options: ImportOptions(dataset: try DatasetName("stations")))
        let report = try await AddressImporter(
            store: scratch.store.addresses,
            districts: scratch.store,
            clock: clock
        ).run(.file(addresses), options: ImportOptions(dataset: try DatasetName("addresses")))
        let use = try #require(report.districts.first { $0.type == "polling_district" })
        #expect(use.among == .stations)
        #expect(use.addresses == report.rows.accepted)
        return try await scratch.guide()
    }

    @Test("a register of electors in Exeter: each address votes where its own row says")
    func exeter() async throws {
        guard
            let path = Checkout.realFile("stations/uk_ems/tei_xpress_democracy_club_20191212.csv")
        else { return }
        let scratch = try await ScratchStore()
        let guide = try await Self.imported(scratch, stations: path, addresses: path)
        let rows = try String(contentsOfFile: path, encoding: .utf8)
            .split(whereSeparator: \.isNewline).dropFirst()
            .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        #expect(rows.count == 90)
        for row in rows {
            let (line, postcode, district, station) = (row[3], row[9], row[27], row[28])
            let answer = try #require(guide.answer(address: "\(line), \(postcode)"))
            let assignment = try #require(answer.assignment, "\(line)")
            #expect(assignment.method == .address)
            #expect(assignment.district?.code == district)
            #expect(assignment.station.station.id.rawValue == "stations.\(station)")
            let start = line.lowercased()
            #expect(
                answer.matchedAddresses.contains { $0.lowercased().hasPrefix(start) },
                "\(line)"
            )
            for text in ["\(postcode) \(line)", "\(line) \(postcode)"] {
                let other = guide.answer(address: text)?.assignment
                #expect(other?.station == assignment.station, "\(text)")
            }
            // The list has no street of `Poplar Cottage, 11 High Street, Ide, Exeter`, and Ide for its town.
            let whole = row[3...8].filter { !$0.isEmpty }.joined(separator: ", ")
            for text in [whole, whole.replacing(",", with: "")] {
                let warnings = guide.answer(address: text)?.warnings.map(\.code) ?? []
                #expect(!warnings.contains(.doubtfulTown), "\(text)")
            }
        }
    }

    @Test("a register with localities and an area knows each address by them, and by no other")
    func localities() async throws {
        guard let path = Checkout.realFile("stations/uk_ems/ems-idox-eros.csv") else { return }
        let scratch = try await ScratchStore()
        let report = try await AddressImporter(store: scratch.store.addresses, clock: scratch.clock)
            .run(.file(path), options: ImportOptions(dataset: try DatasetName("addresses")))
        #expect(report.rows.accepted == 9)
        #expect(report.districts.isEmpty)
        let book = try await scratch.guide().addresses
        #expect(Set(book.entries.compactMap(\.town)) == ["CHORLEY"])
        for entry in book.entries {
            let house = try #require(entry.houses.first?.numbers.lowerBound)
            let line = "\(house.words) \(entry.street)"
            for town in ["Adlington", "Adlington, Lancashire", "Chorley", "Chorley, Lancashire"] {
                let match = try #require(book.find("\(line), \(town)"))
                #expect(match.entries.map(\.id) == [entry.id] && !match.isTownOther, "\(town)")
            }
            for town in ["Adlington, Cheshire", "Leeds"] {
                #expect(book.find("\(line), \(town)")?.isTownOther == true, "\(town)")
            }
        }
    }

    @Test("whatever house a list is accepted with, the store reads the same one back")
    func readBack() async throws {
        let signs = ["", " ", "-", "/", ".", ",", "#", " - ", "–", "&", "½", " 1/2", ".0"]
        let ends = ["", "3", "14", "1099", "123456", "1234567", "a", "B", "b-c", "1/2"]
        let forms = ["1", "2", "12", "999", "99999", "1234567"].flatMap { number in
            signs.flatMap { sign in ends.map { number + sign + $0 } }
        }
        let scratch = try await ScratchStore()
        let file = scratch.folder + "/houses.csv"
        let rows = forms.enumerated().map { "\($0),Elm St,\"\($1)\",,,7" }
        let ranges = forms.enumerated().map { "r\($0),Elm St,,1,\"\($1)\",7" }
        try (["id,street,house_number,number_odd_from,number_odd_to,precinct"] + rows + ranges)
            .joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
        let report = try await AddressImporter(store: scratch.store.addresses, clock: scratch.clock)
            .run(.file(file), options: ImportOptions(dataset: try DatasetName("list")))
        let read = Mutex<[String: AddressEntry]>([:])
        try await scratch.store.forEachAddress { batch in
            read.withLock { read in for entry in batch { read[entry.id.rawValue] = entry } }
        }
        let entries = read.withLock { $0 }
        #expect(entries.count == report.rows.accepted)
        #expect(entries.count > 200 && report.rows.rejected > 500)
        for (number, form) in forms.enumerated() {
            if let house = entries["list.\(number)"]?.houses.first {
                #expect(house.numbers.lowerBound == HouseNumber(parsing: form), "\(form)")
                #expect(house.numbers.upperBound == HouseNumber(parsing: form), "\(form)")
            }
            if let range = entries["list.r\(number)"]?.houses.first {
                #expect(range.numbers.lowerBound == HouseNumber(parsing: "1"), "\(form)")
                #expect(range.numbers.upperBound == HouseNumber(parsing: form), "\(form)")
            }
        }
    }

    /// The file of the streets of Cologne, and what it tells voters; nil, with a notice, where it is
    /// absent.
    private static let cologne = Task { () -> (path: String, guide: VoterGuide)? in
        guard let path = Checkout.realFile("stations/de_koeln/adressen.csv"),
            let stations = Checkout.realFile("stations/de_koeln/wahllokale.csv")
        else { return nil }
        let scratch = try await ScratchStore()
        return (path, try await imported(scratch, stations: stations, addresses: path))
    }

    /// A row of the streets of Cologne.
    private struct StreetRow {
        let street: String
        let part: String
        let house: Int
        let postcode: String
        let district: String
    }

    private func streets(_ path: String) throws -> [StreetRow] {
        try String(contentsOfFile: path, encoding: .utf8)
            .split(whereSeparator: \.isNewline).dropFirst()
            .compactMap { line in
                let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                    .map(String.init)
                // No house has the number 0: such rows are refused.
                guard let house = Int(cells[1]) ?? Int(cells[3]), house > 0 else { return nil }
                return StreetRow(
                    street: cells[0],
                    part: cells[6],
                    house: house,
                    postcode: cells[7],
                    district: cells[8]
                )
            }
    }

    @Test("a street of Cologne written without its part of the town is not another part's street")
    func parts() async throws {
        guard let (path, guide) = try await Self.cologne.value else { return }
        let rows = try streets(path).filter { $0.street.hasSuffix(")") }
        #expect(rows.count > 500)
        var assigned = 0
        for row in rows {
            let name = row.street.prefix { $0 != "(" }.trimmingCharacters(in: .whitespaces)
            let answer = try #require(
                guide.answer(address: "\(name) \(row.house), \(row.postcode)")
            )
            if let district = answer.assignment?.district {
                assigned += 1
                #expect(district.code == row.district, "\(row)")
            } else {
                #expect(answer.choices.contains { $0.district.code == row.district }, "\(row)")
            }
        }
        #expect(assigned * 10 > rows.count * 9)
        // In a postcode that has no such street, nothing is assigned.
        for text in ["Aachener Str. 55, 80331 München", "Aachener Str. 12, Berlin"] {
            let other = try #require(guide.answer(address: text))
            #expect(other.assignment == nil && !other.choices.isEmpty)
            #expect(other.warnings.map(\.code) == [.ambiguousAddress])
        }
    }

    @Test("the streets of Cologne: the house's own district by number and side, never another's")
    func cologne() async throws {
        guard let (path, guide) = try await Self.cologne.value else { return }
        let rows = try streets(path)
        #expect(rows.count > 3000)
        let names = Set(rows.map { $0.street.lowercased() })
        var random = SeededRandom(seed: 11)
        var (assigned, offered) = (0, 0)
        for row in rows.shuffled(using: &random).prefix(150) {
            let text = "\(row.street) \(row.house), \(row.postcode) Köln"
            let answer = try #require(guide.answer(address: text))
            if let district = answer.assignment?.district {
                assigned += 1
                #expect(district.code == row.district, "\(text)")
            } else {
                // Without a station, or where the list has the house twice.
                #expect(
                    answer.warnings.contains { $0.code == .noStation }
                        || answer.choices.contains { $0.district.code == row.district }
                )
            }
            // The same with two letters of the name that changed places.
            var letters = Array(row.street)
            guard letters.count > 5, letters[2] != letters[3], letters[2].isLetter,
                letters[3].isLetter
            else { continue }
            letters.swapAt(2, 3)
            let wrong = String(letters)
            guard !names.contains(wrong.lowercased()) else { continue }
            let asked = guide.answer(address: "\(wrong) \(row.house), \(row.postcode) Köln")
            #expect(asked?.assignment == nil, "\(wrong)")
            if asked?.choices.contains(where: { $0.district.code == row.district }) == true {
                offered += 1
            }
        }
        #expect(assigned > 135)
        #expect(offered > 120)
    }

    /// How many houses of Cologne are asked for; all of them in the environment's `REGISTER_ROWS`.
    private static let sampleSize =
        ProcessInfo.processInfo.environment["REGISTER_ROWS"].flatMap(Int.init) ?? 150

    @Test("an address of Cologne in any order, without commas, is its own street's or none")
    func orders() async throws {
        guard let (path, guide) = try await Self.cologne.value else { return }
        var random = SeededRandom(seed: 12)
        var assigned: [Int: Int] = [:]
        let rows = try streets(path).shuffled(using: &random).prefix(Self.sampleSize)
        for row in rows {
            let (street, house, code) = (row.street, row.house, row.postcode)
            let texts = [
                "\(street) \(house), \(code) Köln", "\(street) \(house) \(code) Köln",
                "\(code) Köln \(street) \(house)", "\(code) \(street) \(house) Köln",
                "Köln \(code) \(street) \(house)", "\(house) \(street) \(code) Köln",
                // Nothing that is loaded knows which town this is.
                "Köln \(street) \(house)", "\(street) \(house) Köln",
            ]
            for (order, text) in texts.enumerated() {
                let answer = try #require(guide.answer(address: text), "\(text)")
                guard let district = answer.assignment?.district else { continue }
                assigned[order, default: 0] += 1
                #expect(district.code == row.district, "\(text)")
            }
        }
        for order in 0..<6 {
            #expect(assigned[order, default: 0] * 10 > rows.count * 9, "\(order)")
        }
        #expect(assigned[6] == nil && assigned[7] == nil)
    }

    @Test(
        "a street of Cologne that the list lacks is not taken for the one that its name ends with"
    )
    func lackingStreets() async throws {
        guard let (path, guide) = try await Self.cologne.value else { return }
        let book = guide.addresses
        // Streets beside one that has the end of their name.
        var seen: Set<String> = []
        let lacking = try streets(path).compactMap {
            row -> (street: String, line: String, code: String)? in
            let rest = row.street.drop { $0 != " " && $0 != "-" }.dropFirst()
            guard !rest.isEmpty, seen.insert(row.street + row.postcode).inserted,
                let found = book.find("\(rest), \(row.postcode)"), !found.isStreetDoubtful,
                let other = found.entries.first,
                other.street != row.street, let house = other.houses.first
            else { return nil }
            return (row.street, "\(row.street) \(house.numbers.lowerBound)", row.postcode)
        }
        #expect(lacking.count > 20)
        // The list has `Neuer Weyerstraßer Weg`, too.
        func letters(_ text: String) -> String { text.lowercased().filter(\.isLetter) }
        let names = Set(lacking.map { letters($0.street) })
        let rest = AddressBook(book.entries.filter { !names.contains(letters($0.street)) })
        for (_, line, code) in lacking {
            for town in ["", "Köln "] {
                let text = "\(code) \(town)\(line)"
                guard let found = rest.find(text) else { continue }
                #expect(
                    found.isStreetDoubtful || found.isTownOther || found.isHouseMissing,
                    "\(text)"
                )
            }
        }
    }

    @Test(
        "a wrong part of Cologne beside the right postcode is told or asked back, a right one never"
    )
    func wrongParts() async throws {
        guard let (path, guide) = try await Self.cologne.value else { return }
        // Some cells hold commas, and one is a part's number.
        let all = try streets(path).filter { !$0.part.contains(where: \.isNumber) }
        let parts = Set(all.map(\.part)).sorted()
        #expect(parts.count > 80)
        var random = SeededRandom(seed: 13)
        var rows = all.filter { $0.part.contains("/") }.shuffled(using: &random)
            .prefix(Self.sampleSize)
        rows += all.shuffled(using: &random).prefix(Self.sampleSize)
        for row in rows {
            let line = "\(row.street) \(row.house), \(row.postcode)"
            let names = [
                row.part, "Köln", "Koeln", "Köln-\(row.part)", "\(row.part), Köln",
                row.part.replacing("/", with: "-"),
            ]
            for name in names {
                let answer = try #require(guide.answer(address: "\(line) \(name)"))
                #expect(!answer.warnings.contains { $0.code == .doubtfulTown }, "\(line) \(name)")
                guard let district = answer.assignment?.district else { continue }
                #expect(district.code == row.district, "\(line) \(name)")
            }
            // `Altstadt/Süd` of `Altstadt/Nord` before all others.
            let like = parts.filter { $0 != row.part && $0.prefix(5) == row.part.prefix(5) }
            let others = like + parts.shuffled(using: &random).prefix(2)
            for other in others where other != row.part && !row.part.contains(other) {
                for name in [other, "Köln-\(other)"] {
                    let answer = try #require(guide.answer(address: "\(line) \(name)"))
                    #expect(
                        answer.assignment == nil
                            || answer.warnings.contains { $0.code == .doubtfulTown },
                        "\(line) \(name)"
                    )
                }
            }
        }
    }

    @Test("a postcode of Cologne straddles districts; ranges of houses give an order, and no share")
    func cologneByPostcode() async throws {
        guard let (path, guide) = try await Self.cologne.value else { return }
        let answer = try #require(guide.answer(postcode: "50674"))
        #expect(answer.assignment == nil)
        var districts: Set<String> = []
        for line in try String(contentsOfFile: path, encoding: .utf8)
            .split(whereSeparator: \.isNewline)
        {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            if cells[7] == "50674" { districts.insert(String(cells[8])) }
        }
        #expect(Set(answer.choices.map(\.district.code)) == districts)
        #expect(answer.choices.allSatisfy { $0.share == nil })
        let counts = answer.choices.map(\.addressCount)
        #expect(counts.first == counts.max())
    }
}
