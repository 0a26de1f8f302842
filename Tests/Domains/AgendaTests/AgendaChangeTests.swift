import Datasets
import Foundation
import Testing
import Timekeeping

@testable import Agenda
@testable import AgendaModule

@Suite struct AgendaChangeTests {
    private static func span(_ hour: Int64) throws -> EventSpan {
        let zone = try #require(ZoneRules(named: "UTC"))
        let first = Timestamp.seconds(1_800_000_000 + hour * 3600)
        return EventSpan(from: first, to: .seconds(first.wholeSeconds + 3600), in: zone)
    }

    private static func event(_ key: String, _ title: String = "Fair", hour: Int64 = 0) throws
        -> Event
    {
        Event(
            dataset: try DatasetName("fairs"),
            key: key,
            kind: .fair,
            title: title,
            summary: nil,
            status: .scheduled,
            span: try span(hour),
            venue: Venue(),
            link: nil,
            origin: nil
        )
    }

    private static func session(_ key: String, of event: String = "a", hour: Int64 = 0) throws
        -> Session
    {
        Session(
            dataset: try DatasetName("talks"),
            key: key,
            event: event,
            title: "Talk",
            summary: nil,
            status: .scheduled,
            span: try span(hour),
            day: try span(hour).starts.day,
            room: nil,
            track: nil,
            people: [],
            language: nil,
            link: nil,
            movedFrom: nil,
            place: nil,
            origin: nil
        )
    }

    private static func snapshot(_ events: [Event], _ sessions: [Session] = []) -> AgendaSnapshot {
        AgendaSnapshot(events: events, sessions: sessions, versions: [])
    }

    private static func words(_ changes: [AgendaChange]) -> [String] {
        changes.map { change in
            switch change.subject {
            case .event(let event): "\(change.act.rawValue) \(event.id)"
            case .session(let session): "\(change.act.rawValue) \(session.id)"
            }
        }
    }

    @Test("what is new, moved, changed and gone is told, each once, by ids")
    func changes() throws {
        let before = Self.snapshot(
            [try Self.event("a"), try Self.event("b"), try Self.event("c"), try Self.event("e")],
            [try Self.session("1"), try Self.session("2")]
        )
        let after = Self.snapshot(
            [
                try Self.event("0"), try Self.event("b", "Another title"),
                try Self.event("c", hour: 1), try Self.event("e"), try Self.event("z"),
            ],
            [try Self.session("1", hour: 2), try Self.session("2")]
        )
        #expect(
            Self.words(after.changes(since: before)) == [
                "added fairs.0", "removed fairs.a", "changed fairs.b", "moved fairs.c",
                "added fairs.z", "moved talks.1",
            ]
        )
        #expect(after.changes(since: after).isEmpty)
        #expect(before.changes(since: Self.snapshot([])).allSatisfy { $0.act == .added })
        #expect(Self.snapshot([]).changes(since: before).allSatisfy { $0.act == .removed })
    }

    @Test("who listens is told each publication, and nothing of what did not change")
    func listening() async throws {
        let directory = AgendaDirectory()
        let (first, second) = (
            Self.snapshot([try Self.event("a")]), Self.snapshot([try Self.event("a", hour: 3)])
        )
        let (changes, id) = directory.listen()
        // The first that is loaded is no change.
        directory.replace(with: first)
        directory.replace(with: first)
        directory.replace(with: second)
        directory.end(id)
        var told: [[String]] = []
        for await published in changes { told.append(Self.words(published)) }
        #expect(told == [["moved fairs.a"]])
        #expect(directory.listenerCount == 0)
    }

    @Test("a sign tells nothing, and who does not ask for signs is let go as well")
    func signs() async throws {
        let directory = AgendaDirectory()
        let (changes, id) = directory.listen()
        directory.sign(to: id)
        var iterator = changes.makeAsyncIterator()
        #expect(await iterator.next()?.isEmpty == true)
        for _ in 0..<9 { directory.sign(to: id) }
        #expect(directory.listenerCount == 0)
        directory.sign(to: id)
    }

    @Test("who does not ask for what is told is let go, and so is everybody at the end")
    func dropped() async throws {
        let directory = AgendaDirectory()
        let snapshots = [
            Self.snapshot([try Self.event("a")]), Self.snapshot([try Self.event("b")]),
        ]
        directory.replace(with: snapshots[0])
        let slow = directory.listen()
        for number in 1...10 { directory.replace(with: snapshots[number % 2]) }
        #expect(directory.listenerCount == 0)
        var count = 0
        for await _ in slow.changes { count += 1 }
        #expect(count == 8)
        let other = directory.listen()
        directory.endAll()
        for await _ in other.changes { Issue.record("nothing was published") }
        #expect(directory.listenerCount == 0)
    }

    @Test("the stream names what a change is of, and shows it as the routes do")
    func bytes() throws {
        let changes = [
            AgendaChange(.moved, .event(try Self.event("a", hour: 1))),
            AgendaChange(.removed, .session(try Self.session("1"))),
        ]
        let text = String(
            decoding: AgendaStreamRoutes.bytes(of: changes, at: .seconds(1_800_000_000)),
            as: UTF8.self
        )
        let parts = text.components(separatedBy: "\n\n")
        #expect(parts.count == 3 && parts[2].isEmpty)
        #expect(parts[0].hasPrefix("event: event\ndata: {\"change\":\"moved\",\"event\":{"))
        #expect(parts[0].contains(#""id":"fairs.a""#))
        #expect(parts[1].hasPrefix("event: session\ndata: {\"change\":\"removed\",\"session\":{"))
        #expect(!parts[0].dropFirst(13).contains("\n\n"))
    }
}
