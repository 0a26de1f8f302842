import Datasets
import Foundation
import Polling
import Testing

@testable import Importing

/// Stations of several rows, some of which are refused, and come later.
@Suite struct AddedRowsTests {
    private let imports = Imports()
    private static let header = "id,name,address,lat,lon,precinct,portion\n"

    /// Ten stations of two rows each: precincts 1 and 101, 2 and 102, and so on.
    private static func rows(_ change: (inout [String]) -> Void = { _ in }) -> String {
        var rows = (1...10).flatMap { number in
            [(number, "north"), (number + 100, "south")].map { precinct, portion in
                "\(number),Hall \(number),\(number) Main St,42.\(10 + number),-101.5,"
                    + "\(precinct),\(portion)\n"
            }
        }
        change(&rows)
        return header + rows.joined()
    }

    private func add(_ text: String, map: [String] = []) async throws -> ImportReport {
        try await imports.stations(text) { options in
            options.keepsOthers = true
            options.mappings = try map.map { try ColumnMapping(parsing: $0) }
        }
    }

    private func precincts(_ id: Int) -> Set<String> {
        let station = imports.stations.published.first { $0.id.rawValue == "dc.\(id)" }
        return Set(station?.districts.map(\.code) ?? [])
    }

    @Test("what a refused row of a station says is taken from the public by force alone")
    func partlyRefused() async throws {
        _ = try await imports.stations(Self.rows())
        #expect(precincts(3) == ["3", "103"])
        let bad = Self.rows { $0[5] = "3,Hall 3,3 Main St,421.3,-101.5,103,south\n" }
        let refused = try await imports.stations(bad)
        #expect(refused.outcome == .refused)
        #expect(refused.forceNeeded.map(\.limit) == [.partlyRefused])
        #expect(
            refused.forceNeeded.first?.text.hasPrefix(
                "1 of the 10 published stations would lose what rows of theirs say that were refused"
            ) == true
        )
        #expect(refused.changes.firstChanged.first?.refusedRow?.line == 7)
        #expect(precincts(3) == ["3", "103"])
        let forced = try await imports.stations(bad, force: true)
        #expect(forced.outcome == .published)
        #expect(precincts(3) == ["3"])
    }

    @Test("a mended row that is added joins the station's other rows")
    func mended() async throws {
        _ = try await imports.stations(Self.rows { $0.remove(at: 5) })
        #expect(precincts(3) == ["3"])
        let report = try await add(
            Self.header + "3,Hall 3,3 Main St,42.13,-101.5,103,south\n"
        )
        #expect(report.outcome == .published)
        #expect(precincts(3) == ["3", "103"])
        #expect(report.changes.changed == 1)
        #expect(
            report.changes.firstChanged.first?.differences.contains { $0.contains("no longer") }
                == false
        )
        #expect(imports.stations.published.count == 10)
        // The same once more has nothing to change.
        let again = try await add(
            Self.header + "3,Hall 3,3 Main St,42.13,-101.5,103,south\n"
        )
        #expect(again.outcome == .nothingToChange)
    }

    /// A library of three days, of which the second may be written otherwise, and a church of one.
    private static func days(_ second: String?, hasIDs: Bool = true) -> String {
        let all = [
            "7,Library,7 St,40.2,-75.2,2026-11-01,8am-5pm,east", second,
            "7,Library,7 St,40.2,-75.2,2026-11-03,7am-8pm,west",
            "8,Church,8 St,40.3,-75.3,2026-11-03,7am-8pm,door",
        ].compactMap { $0 }
        let rows = ["id,name,address,lat,lon,start_date,hours,entrance"] + all
        return rows.map { hasIDs ? $0 : String($0.drop { $0 != "," }.dropFirst()) }
            .joined(separator: "\n") + "\n"
    }

    private static let secondDay = "7,Library,7 St,40.2,-75.2,2026-11-02,8am-7pm,north"

    private var library: Station? { imports.stations.published.first { $0.name == "Library" } }

    @Test("a mended day is added to the station's other days", arguments: [true, false])
    func mendedDay(hasIDs: Bool) async throws {
        let bad = Self.secondDay.replacing("40.2", with: "40.2x")
        let first = try await imports.stations(Self.days(bad, hasIDs: hasIDs))
        #expect(first.rows.rejected == 1)
        let header = Self.days(nil, hasIDs: hasIDs).prefix { $0 != "\n" }
        let row = hasIDs ? Self.secondDay : String(Self.secondDay.dropFirst(2))
        let mended = "\(header)\n\(row)\n"
        #expect(try await add(mended).outcome == .published)
        #expect(
            Set((library?.hours ?? "").split(separator: "; ").map(String.init)) == [
                "2026-11-01 8am-5pm", "2026-11-02 8am-7pm", "2026-11-03 7am-8pm",
            ]
        )
        #expect(library?.attributes["entrance"] == "east; west; north")
        #expect(try await add(mended).outcome == .nothingToChange)
    }

    @Test("a row of a complete station that is added again takes none of its days")
    func knownDay() async throws {
        _ = try await imports.stations(Self.days(Self.secondDay))
        let before = library
        let header = Self.days(nil).prefix { $0 != "\n" }
        #expect(try await add("\(header)\n\(Self.secondDay)\n").outcome == .nothingToChange)
        #expect(library == before)
    }

    @Test(
        "hours that contradict those of their day take their place, and a shift beside them does not"
    )
    func otherHours() async throws {
        _ = try await imports.stations(Self.days(Self.secondDay))
        let header = Self.days(nil).prefix { $0 != "\n" }
        _ = try await add(
            "\(header)\n\(Self.secondDay.replacing("8am-7pm", with: "9am-6pm"))\n"
                + "\(Self.secondDay.replacing("8am-7pm", with: "8pm-9pm"))\n"
        )
        #expect(
            library?.hours
                == "2026-11-01 8am-5pm; 2026-11-03 7am-8pm; 2026-11-02 9am-6pm; 2026-11-02 8pm-9pm"
        )
    }

    @Test("a row that is added and leaves cells blank takes nothing from its station")
    func blankCells() async throws {
        let header = "id,name,address,zip,lat,lon,hours,accessible,phone\n"
        _ = try await imports.stations(header + "7,Hall,7 St,19001,40.2,-75.2,7am-8pm,yes,555-1\n")
        let before = try #require(imports.stations.published.first)
        #expect(before.hours == "7am-8pm")
        let same = try await add(header + "7,Hall,7 St,,40.2,-75.2,,,\n")
        #expect(same.outcome == .nothingToChange)
        // What one value alone can hold is the added row's.
        _ = try await add(header + "7,Hall,7 St,,40.2,-75.2,8am-8pm,,\n")
        var after = before
        after.hours = "8am-8pm"
        #expect(imports.stations.published == [after])
    }

    @Test(
        "rows that are added in other columns take nothing from their stations, and need no force"
    )
    func otherColumns() async throws {
        _ = try await imports.stations(Self.rows())
        // Four of ten stations, which their file knows by name and address alone.
        let report = try await add(
            "Where,Street,N,E,Bez\n"
                + (1...4).map { "Hall \($0),\($0) Main St,42.\(10 + $0),-101.5,\(200 + $0)\n" }
                .joined(),
            map: ["Where=name", "Street=address", "N=latitude", "E=longitude", "Bez=precinct"]
        )
        #expect(report.forceNeeded.isEmpty)
        #expect(report.outcome == .published)
        #expect(report.changes.idChanged == 4)
        #expect(report.changes.changed == 4)
        #expect(
            report.changes.firstChanged.first?.differences.contains { $0.contains("no longer") }
                == false
        )
        #expect(precincts(3) == ["3", "103", "203"])
        #expect(precincts(5) == ["5", "105"])
        #expect(imports.stations.published.count == 10)
    }

    @Test("a row that is refused among those that are added leaves its station as it is")
    func refusedAmongAdded() async throws {
        _ = try await imports.stations(Self.rows())
        let report = try await add(
            Self.header
                + (1...4).map { "\($0),Hall \($0),\($0) Main St,421.3,-101.5,20\($0),south\n" }
                .joined()
                + (11...30).map { "\($0),Hall \($0),\($0) Main St,42.\(10 + $0),-101.5,11,north\n" }
                .joined()
        )
        #expect(report.changes.rowRefused == 4)
        #expect(report.outcome == .published)
        #expect(imports.stations.published.count == 30)
        #expect(precincts(3) == ["3", "103"])
    }

    /// As ``rows(_:)``, with other ids.
    private static let renamed = rows { rows in rows = rows.map { "A" + $0 } }

    @Test(
        "a row that is added under a published id joins that station, whatever its file calls it now"
    )
    func publishedID() async throws {
        _ = try await imports.stations(Self.rows())
        let changed = try await imports.stations(Self.renamed)
        #expect(changed.changes.idChanged == 10)
        let row = "3,Hall 3 (north door),3 Main St,42.13,-101.5,303,north\n"
        let report = try await add(Self.header + row)
        #expect(report.outcome == .published)
        #expect(report.changes.added == 0)
        #expect(report.changes.changed == 1)
        #expect(imports.stations.published.count == 10)
        #expect(precincts(3) == ["3", "103", "303"])
        let station = imports.stations.published.first { $0.id.rawValue == "dc.3" }
        #expect(station?.name == "Hall 3 (north door)")
        #expect(station?.sourceKeys == ["a3"])
        #expect(try await add(Self.header + row).outcome == .nothingToChange)
        // Its file goes on to know it by its own id.
        let again = try await imports.stations(Self.renamed)
        #expect(again.changes.added == 0 && again.changes.removed == 0)
        #expect(again.changes.idChanged == 0 && again.changes.changed == 1)
    }

    @Test("a row with the id of a published station that it is not like is another station")
    func reusedID() async throws {
        _ = try await imports.stations(Self.rows())
        _ = try await imports.stations(Self.renamed)
        let report = try await add(
            Self.header + "4,Museum,99 Hill Rd,43.5,-100.5,404,north\n"
        )
        #expect(report.changes.added == 1)
        #expect(report.changes.changed == 0)
        #expect(imports.stations.published.count == 11)
        #expect(precincts(4) == ["4", "104"])
        #expect(report.changes.firstAdded.map(\.id) == ["dc.4-2"])
    }

    /// So many rows of the library, a day each.
    private static func manyDays(_ numbers: Range<Int>, entrance: (Int) -> String = { _ in "east" })
        -> String
    {
        let rows = numbers.map { number in
            let (month, day) = (number / 28, number % 28 + 1)
            let date = "\(2026 + month / 12)-\(month % 12 + 101)-\(day + 100)"
                .replacing("-1", with: "-")
            return "7,Library,7 St,40.2,-75.2,\(date),8am-5pm,\(entrance(number))\n"
        }
        return "id,name,address,lat,lon,start_date,hours,entrance\n" + rows.joined()
    }

    private var dayCount: Int { Set(SideBySide.values(library?.hours ?? "")).count }

    @Test("every day of a long early vote is kept, in one file or added to another's")
    func manyDays() async throws {
        let whole = try await imports.stations(Self.manyDays(0..<45))
        #expect(whole.outcome == .published)
        #expect(dayCount == 45)
        _ = try await add(Self.manyDays(40..<85))
        #expect(dayCount == 85)
        #expect(!whole.notes.contains { $0.text.contains("start_date differs") })
    }

    @Test("of more days than a year has the first are kept, which is told")
    func tooManyDays() async throws {
        let report = try await imports.stations(Self.manyDays(0..<400))
        #expect(dayCount == 366)
        #expect(
            report.notes.contains {
                $0.level == .warning
                    && $0.text
                        == "start_date differs between the merged rows of 1 station; of more "
                        + "than 366 days with hours the first are kept"
            }
        )
    }

    @Test("a column that has no room for what is added stays as it is, which is told")
    func fullColumn() async throws {
        _ = try await imports.stations(Self.manyDays(0..<20) { "door \($0)" })
        let before = library?.attributes["entrance"]
        let few = try await add(Self.manyDays(20..<25) { "door \($0)" })
        #expect(SideBySide.values(library?.attributes["entrance"] ?? "").count == 25)
        #expect(!few.notes.contains { $0.text.contains("more than 30") })
        let full = library?.attributes["entrance"]
        #expect(full != before)
        let report = try await add(Self.manyDays(25..<40) { "door \($0)" })
        #expect(library?.attributes["entrance"] == full)
        #expect(dayCount == 40)
        #expect(
            report.notes.contains {
                $0.level == .warning
                    && $0.text == "entrance of 1 published station would have more than 30 values, "
                        + "which are not kept side by side: it stays as it is"
            }
        )
    }

    @Test("a row that is added with another time zone gives its station that one alone")
    func addedZone() async throws {
        let header = "id,name,lat,lon,"
        _ = try await imports.stations(header + "tz\n7,Hall,40.2,-75.2,Europe/London\n")
        _ = try await add(header + "time_zone\n7,Hall,40.2,-75.2,Europe/Berlin\n")
        let station = try #require(imports.stations.published.first)
        #expect(station.timeZone == "Europe/Berlin")
        #expect(station.attributes.count == 1)
    }

    @Test("an import that gives the stations other districts is not published by itself")
    func renumbered() async throws {
        _ = try await imports.stations(Self.rows())
        let renumbered = Self.rows { rows in
            rows = rows.map { row in
                var cells = row.split(separator: ",").map(String.init)
                cells[5] = "9\(cells[5])"
                return cells.joined(separator: ",")
            }
        }
        let report = try await imports.stations(renumbered)
        #expect(report.outcome == .refused)
        #expect(report.forceNeeded.map(\.limit) == [.districts])
        #expect(precincts(3) == ["3", "103"])
        let few = Self.rows { $0[0] = $0[0].replacing(",1,north", with: ",11,north") }
        #expect(try await imports.stations(few).outcome == .published)
    }

    @Test("places of a file whose axes are swapped lie in Antarctica, which a warning says")
    func swapped() async throws {
        let report = try await imports.stations(
            "id,name,lat,lon\n1,Hall,-77.03,38.9\n2,Library,-77.01,38.91\n",
            mode: .check
        )
        #expect(
            report.notes.contains {
                $0.level == .warning
                    && $0.text.contains("latitude and longitude are probably swapped")
            }
        )
        let right = try await imports.stations(
            "id,name,lat,lon\n1,Hall,38.9,-77.03\n2,Library,38.91,-77.01\n",
            mode: .check
        )
        #expect(!right.notes.contains { $0.text.contains("swapped") })
    }
}
