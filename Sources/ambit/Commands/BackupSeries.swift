import Foundation
import ServiceLifecycle
import SpatiaLiteStore
import Timekeeping

/// Backups of one database in one folder, each named after its moment, and only the latest of them kept.
struct BackupSeries: Service {
    let database: String
    let folder: String
    /// From the beginning of one to the beginning of the next.
    let interval: Duration
    /// How many are kept, 1 or more.
    let keep: Int
    let clock: any WallClock

    /// Copies the database at once, or when the latest backup that lies in the folder is old enough, and
    /// then again and again until it is shut down.
    ///
    /// - Throws: What keeps the first copy from being made. After that a copy that fails is told of, and
    ///   the next is tried at its time.
    func run() async throws {
        try await cancelWhenGracefulShutdown {
            var hasCopied = false
            var next = latest().map { $0 + interval.milliseconds } ?? clock.now
            while !Task.isCancelled {
                let wait = next.milliseconds(since: clock.now)
                // A clock that was set back must not put the next one off for long.
                let pause = min(max(wait, 0), interval.milliseconds)
                guard (try? await Task.sleep(for: .milliseconds(pause))) != nil else { return }
                next = clock.now + interval.milliseconds
                do {
                    try await copy()
                    hasCopied = true
                } catch {
                    guard hasCopied else { throw error }
                    StandardError.print(
                        "error: no backup was made: \(error). The next is tried in time."
                    )
                }
            }
        }
    }

    /// Copies the database now, and removes what is too old.
    private func copy() async throws {
        let moment = clock.now
        let path = "\(folder)/\(stem)-\(Self.text(of: moment))\(Self.ending)"
        let store = try await SpatiaLiteStore.open(database, access: .readOnly)
        let outcome: Swift.Result<Void, any Error>
        do {
            try await store.backup(to: path)
            _ = try await VaultOptions.copyKeys(of: store, beside: path)
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        try await store.close()
        try outcome.get()
        StandardError.print("\(database) was copied to \(path).")
        for name in backups().map(\.name).dropLast(keep) {
            try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
            StandardError.print("\(folder)/\(name) was removed; the latest \(keep) are kept.")
        }
    }

    private func latest() -> Timestamp? { backups().last?.moment }

    /// A backup that lies in the folder.
    private struct Copy {
        let moment: Timestamp
        let name: String
    }

    /// The backups of the database that lie in the folder, the oldest first. Whatever else lies there is
    /// left alone.
    private func backups() -> [Copy] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { name in moment(of: name).map { Copy(moment: $0, name: name) } }
            .sorted { $0.moment < $1.moment }
    }

    /// When a file of the series was made; nil for any other file.
    private func moment(of name: String) -> Timestamp? {
        guard name.hasPrefix(stem + "-"), name.hasSuffix(Self.ending) else { return nil }
        let text = String(name.dropFirst(stem.count + 1).dropLast(Self.ending.count))
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2,
            let moment = Timestamp(
                rfc3339: parts[0] + "T" + parts[1].replacing("-", with: ":")
            ), Self.text(of: moment) == text
        else { return nil }
        return moment
    }

    private static let ending = ".sqlite"

    /// The database's name without its ending.
    private var stem: String {
        URL(fileURLWithPath: database).deletingPathExtension().lastPathComponent
    }

    /// A moment as it stands in a name: `2026-11-03T07-00-00.000Z`. Some file systems have no colons.
    private static func text(of moment: Timestamp) -> String {
        moment.rfc3339.replacing(":", with: "-")
    }
}

extension Timestamp {
    fileprivate static func + (moment: Timestamp, milliseconds: Int64) -> Timestamp {
        Timestamp(millisecondsSince1970: moment.millisecondsSince1970 + milliseconds)
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }

    /// Reads a whole number and a unit: `90s`, `15min`, `6h` or `1d`; from a second to a year.
    init?(parsing text: String) {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let seconds: [Substring: Int64] = ["s": 1, "min": 60, "h": 3600, "d": 86_400]
        guard let number = Int64(digits), 1...31_622_400 ~= number,
            let unit = seconds[text.dropFirst(digits.count)], number * unit <= 31_622_400
        else { return nil }
        self = .seconds(number * unit)
    }
}
