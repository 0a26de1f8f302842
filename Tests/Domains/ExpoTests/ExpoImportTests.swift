import AgendaModule
import Datasets
import DomainModules
import Expo
import Foundation
import Importing
import ModuleTesting
import SpatiaLiteStore
import TestSupport
import Testing

@testable import ExpoModule

/// A database of fairs in a folder of its own.
private struct FairDatabase {
    let folder: ModuleService.Folder
    let store: SpatiaLiteStore

    init() async throws {
        folder = try ModuleService.Folder()
        let options = try SpatiaLiteStore.Options.testing(
            FairFixture.list().schemas
        )
        store = try await SpatiaLiteStore.open(
            folder.path + "/a.sqlite",
            access: .readWrite,
            options: options
        )
    }

    func run(
        _ kind: String,
        _ text: String,
        event: String? = "denver",
        dataset: String? = nil,
        force: Bool = false
    ) async throws -> ImportReport {
        let path = folder.path + "/\(kind).csv"
        try Data(text.utf8).write(to: URL(filePath: path))
        return try await run(kind, path: path, event: event, dataset: dataset, force: force)
    }

    func run(
        _ kind: String,
        path: String,
        event: String? = "denver",
        dataset: String? = nil,
        force: Bool = false
    ) async throws -> ImportReport {
        let all = AgendaModule.kinds + ExpoModule.kinds
        let kind = try #require(all.first { $0.name == kind })
        var options = ImportOptions(
            dataset: try DatasetName(dataset ?? kind.name),
            constants: event.map { [FieldConstant(field: "event", value: $0)] } ?? [],
            isForced: force
        )
        options.event = event
        let work = ImportWork(input: .file(path), options: options, store: store)
        return try #require(try await kind.run(work) as? ImportReport)
    }

    func snapshot() async throws -> FairSnapshot { try await FairLoading(store).snapshot() }
}

@Suite struct ExpoImportTests {
    private func json(_ report: ImportReport) throws -> String {
        String(decoding: try report.json(), as: UTF8.self)
    }

    @Test(
        "names are kept as written, tiers are read from words, and the same again changes nothing"
    )
    func exhibitors() async throws {
        let database = try await FairDatabase()
        let file = """
            Company,Sponsor level,Stand,Website,Facebook,Tags
            noble energy,Gold Level,B-12,https://noble.example,https://facebook.example/noble,wind; sun
            LiUNA!,Keystone,,,,
            res,,C 3,javascript:alert(1),,
            """
        let report = try await database.run("exhibitors", file)
        #expect(report.outcome == .published && report.rows.accepted == 3)
        let told = try json(report)
        #expect(told.contains("expo_tier_unknown") && told.contains("link_left_out"))
        #expect(told.contains("expo_event_not_published"))
        let snapshot = try await database.snapshot()
        let found = snapshot.stands.map(\.exhibitor)
        #expect(found.map(\.name) == ["LiUNA!", "noble energy", "res"])
        #expect(found.map(\.standing.tier) == [.none, .gold, .none])
        #expect(found[0].standing.name == "Keystone")
        #expect(found[1].links == ["https://noble.example", "https://facebook.example/noble"])
        #expect(found[1].topics == ["wind", "sun"] && found[1].booth == "B-12")
        let again = try await database.run("exhibitors", file)
        #expect(again.outcome == .nothingToChange)
        let promoted = file.replacing("Keystone", with: "platinum")
        let changed = try json(try await database.run("exhibitors", promoted))
        #expect(changed.contains("field_was") || changed.contains("tier was"))
    }

    @Test("a fifth of the exhibitors may go, and more need consent")
    func guarded() async throws {
        let database = try await FairDatabase()
        func file(_ count: Int) -> String {
            "name\n" + (0..<count).map { "Stand \($0)\n" }.joined()
        }
        #expect(try await database.run("exhibitors", file(10)).outcome == .published)
        #expect(try await database.run("exhibitors", file(8)).outcome == .published)
        #expect(try await database.run("exhibitors", file(6)).outcome == .refused)
        #expect(try await database.snapshot().stands.count == 8)
        #expect(try await database.run("exhibitors", file(6), force: true).outcome == .published)
    }

    @Test(
        "exhibitors that another dataset has of the same event, by booth or by name, need consent"
    )
    func twins() async throws {
        let database = try await FairDatabase()
        let file = "name,booth\nWind & Co,B-1\nSun,B 2\n"
        #expect(
            try await database.run("exhibitors", file, dataset: "this-year").outcome == .published
        )
        for (row, twin) in [("Others,b1", "Wind & Co"), ("sún,", "Sun")] {
            let text = "name,booth\nNew,B 9\n\(row)\n"
            let report = try await database.run("exhibitors", text, dataset: "again")
            #expect(report.outcome == .refused)
            #expect(report.forceNeeded.map(\.limit) == [.sameExhibitor])
            let finding = try #require(report.forceNeeded.first)
            #expect(finding.count == 1 && finding.published == 2)
            #expect(finding.text.contains(twin) && finding.text.contains("this-year"))
        }
        #expect(try await database.snapshot().stands.count == 2)
        // Another event may have the same, and so may the dataset itself.
        let other = try await database.run("exhibitors", file, event: "houston", dataset: "houston")
        #expect(other.outcome == .published)
        let own = try await database.run("exhibitors", file + "More,\n", dataset: "this-year")
        #expect(own.outcome == .published)
        let forced = try await database.run("exhibitors", file, dataset: "again", force: true)
        #expect(forced.outcome == .published)
    }

    @Test("wrong and repeated booths are told, each in its own words")
    func booths() async throws {
        let database = try await FairDatabase()
        let report = try await database.run(
            "booths",
            """
            booth,latitude,longitude,plan_x,plan_y
            B 12,39.74,-104.99,,
            b-12,39.75,-104.99,,
            <b>,39.74,-104.99,,
            B 13,,,100,200
            B 14,,,100,
            B 15,,,,
            B 16,,,100,much
            """
        )
        #expect(report.rows.accepted == 2 && report.rows.rejected == 5)
        let told = try json(report)
        for code in [
            "repeated_id", "expo_label_unreadable", "expo_spot_incomplete", "expo_booth_nowhere",
            "expo_spot_unreadable",
        ] { #expect(told.contains(code), "\(code)") }
        let named = try json(
            try await database.run("exhibitors", "name,booth\nA,B 12\nB,b12\nC,D 99\n")
        )
        #expect(named.contains("expo_booth_shared") && named.contains("expo_booth_unknown"))
        #expect(named.contains(#"D 99"#))
    }

    @Test("a booth is known whether its file calls the event by its id or by its key")
    func boothsByEitherName() async throws {
        let database = try await FairDatabase()
        _ = try await database.run("events", FairFixture.events, event: nil, dataset: "fairs")
        for (label, event) in [("A1", "denver"), ("A2", "fairs.denver")] {
            let file = "booth,latitude,longitude\n\(label),39.74,-104.99\n"
            let dataset = "booths-\(label.lowercased())"
            _ = try await database.run("booths", file, event: event, dataset: dataset)
        }
        let file =
            "name,booth,event\nA,A1,denver\nB,A2,denver\nC,A1,fairs.denver\nD,A9,fairs.denver\n"
        let report = try await database.run("exhibitors", file, event: nil)
        func lines(_ code: String) -> [Int] {
            report.notes.filter { $0.finding.code == code }.flatMap(\.lines).sorted()
        }
        #expect(lines("expo_booth_unknown") == [5] && lines("expo_booth_shared") == [4])
        #expect(lines("expo_event_not_published") == [])
    }

    @Test("the file's event gives way to the one that was asked for, and that is told")
    func otherEvent() async throws {
        let database = try await FairDatabase()
        let report = try await database.run("exhibitors", "name,event\nA,houston\nB,denver\n")
        #expect(try json(report).contains("other_event"))
        #expect(try await database.snapshot().fair("denver")?.stands.count == 2)
        #expect(try await database.snapshot().fair("houston") == nil)
        let free = try await database.run(
            "exhibitors",
            "name,event\nA,houston\nC,denver\n",
            event: nil,
            dataset: "both"
        )
        #expect(free.outcome == .published)
        #expect(try await database.snapshot().fair("houston")?.stands.count == 1)
        await #expect(throws: ImportError.self) {
            try await database.run("exhibitors", "name\nA\n", event: nil, dataset: "none")
        }
    }

    @Test("places are of the kinds that people write")
    func places() async throws {
        let database = try await FairDatabase()
        let report = try await database.run(
            "places",
            "name,type,lat,lon\nA,Toilets,39.7,-104.9\nB,food,39.7,-104.9\nC,bar,39.7,-104.9\nD,,,\n"
        )
        #expect(report.rows.accepted == 2 && report.rows.rejected == 2)
        let kinds = try await FairLoading(database.store).places().map(\.kind)
        #expect(Set(kinds) == [.restroom, .food])
    }

    @Test(
        "an Eventyay folder gives all exhibitors with their levels, and all its rooms",
        .enabled(if: Checkout.hasRealFiles, Checkout.realFilesNotice)
    )
    func eventyay() async throws {
        let database = try await FairDatabase()
        let report = try await database.run(
            "exhibitors",
            path: Checkout.real("agenda/pycon17/sponsors"),
            event: "pycon17"
        )
        #expect(report.rows.accepted == 103 && report.rows.rejected == 0)
        let found = try await database.snapshot().stands.map(\.exhibitor)
        let levels = Dictionary(grouping: found, by: \.standing.name).mapValues(\.count)
        #expect(
            levels == [
                "Gold Level": 59, "Open Source Project/Community": 15, "Silver Level": 10,
                "Platinum Level": 7, "Media Level": 6, "Job Fair Participation": 3,
                "Keystone Level": 1, "Diamond Level": 1, "Patron Level": 1,
            ]
        )
        #expect(Set(found.compactMap(\.standing.ownLevel)) == Set(1...9))
        #expect(found.contains { $0.name == "Saucelabs.com/" })
        let first = try await database.snapshot().list(ExhibitorFilter(), limit: 2)
        #expect(first.map(\.stand.exhibitor.name) == ["Intel Software", "Google"])
        let again = try await database.run(
            "exhibitors",
            path: Checkout.real("agenda/pycon17/sponsors"),
            event: "pycon17"
        )
        #expect(again.outcome == .nothingToChange)
        let rooms = try await database.run(
            "places",
            path: Checkout.real("agenda/pycon17/microlocations"),
            event: "pycon17"
        )
        #expect(rooms.rows.accepted == 18)
        let places = try await FairLoading(database.store).places()
        #expect(places.count == 18 && places.contains { $0.name == "Oregon Ballroom 201–202" })
        #expect(places.contains { $0.name == "Room 4" && $0.level == "0" })
    }
}
