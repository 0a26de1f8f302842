import Agenda
import Datasets

@testable import AgendaRecords
@testable import Importing

/// Has calendars and schedules read.
enum AgendaEntry {
    private static let formats: [KindFormat] = [DatasetKind.sessions, .events].flatMap { kind in
        [
            CalendarFormat.of(kind), FrabFormat.xml(kind), FrabFormat.json(kind),
            EventyayFormat.of(kind),
        ]
    }

    /// Reads bytes as the file of whichever format knows it; else each reads it.
    static func read(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return }
        let file = FormatFiles.File(path: "sessions", bytes: bytes)
        let files = FormatFiles(name: "list", files: [file])
        let known = formats.filter { $0.isKnown(.text(text)) }
        for format in known.isEmpty ? formats : known {
            do { _ = try format.lines(of: files).map(\.values) } catch { _ = "\(error)" }
        }
    }
}
