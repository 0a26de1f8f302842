internal import Agenda
package import ArgumentParser
internal import Datasets
package import DomainModules
internal import Foundation
package import SpatiaLiteStore

/// `ambit calendar`: events, or an event's sessions, as a calendar for other programs.
package struct CalendarCommand: StoreCommand {
    package static let configuration = CommandConfiguration(
        commandName: "calendar",
        abstract: "Writes events, or an event's sessions, as a calendar (iCalendar).",
        discussion: """
            Without --event it has the events, with it that event's sessions. Times are written in UTC, so \
            that any calendar shows them in its own zone.

            EXAMPLES
              ambit calendar -o events.ics
              ambit calendar --game melee -o melee.ics
              ambit calendar --event fair-2027 -o programme.ics
            """
    )

    @OptionGroup package var database: DatabaseOptions

    @Option(help: "The event whose sessions are written: its id, or its key in its file.")
    package var event: String?

    @Option(help: "The dataset whose events are written.")
    package var dataset: String?

    @Option(help: "The game whose tournaments are written: its id or what it is called.")
    package var game: String?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("The file to write (default: standard output).", valueName: "file")
    )
    package var output: String?

    package init() {}

    package func validate() throws {
        if event != nil, game != nil {
            throw ValidationError("--game chooses events, and --event sessions; give one of them")
        }
        if event != nil, dataset != nil {
            throw ValidationError(
                "--dataset chooses events, and --event sessions; give one of them"
            )
        }
        if let output, database.isOwnFile(output) {
            throw ValidationError(
                "--output \"\(output)\" is the database or a file of it; name another file"
            )
        }
    }

    package func run(on store: SpatiaLiteStore) async throws {
        try await run(on: store, in: try ModuleList([AgendaModule.self]))
    }

    package func run(on store: SpatiaLiteStore, in modules: ModuleList) async throws {
        var chosen: Set<String>?
        if let game {
            guard let option = modules.option("game", of: "events") else {
                throw NothingPublished(what: "this program has no games")
            }
            chosen = try await option.ids(game, store)
        }
        let calendar = AgendaCalendar(try await AgendaModule.snapshot(of: store))
        let bytes: [UInt8]
        if let event {
            var filter = SessionFilter()
            filter.event = event
            let found = calendar.snapshot.sessions(filter, limit: .max)
            guard !found.isEmpty else {
                throw NothingPublished(what: "no session is published of the event \"\(event)\"")
            }
            bytes = calendar.bytes(of: found, name: calendar.snapshot.event(event)?.title ?? event)
        } else {
            var filter = EventFilter()
            if let dataset {
                filter.dataset = calendar.snapshot.versions.map(\.dataset).first {
                    $0.text == dataset
                }
                guard filter.dataset != nil else {
                    throw NothingPublished(what: "no events are published as \"\(dataset)\"")
                }
            }
            let found = calendar.snapshot.events(
                filter,
                limit: .max,
                where: { chosen?.contains($0.id) ?? true }
            ).map(\.event)
            bytes = calendar.bytes(of: found, name: game ?? dataset ?? "Ambit")
        }
        let data = Data(bytes)
        if let output {
            try data.write(to: URL(filePath: output))
        } else {
            try FileHandle.standardOutput.write(contentsOf: data)
        }
    }
}

/// What was asked for is not published.
private struct NothingPublished: Error, CustomStringConvertible {
    let what: String

    var description: String { "\(what); `ambit datasets list` shows what is" }
}
