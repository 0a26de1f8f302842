package import ArgumentParser
package import DomainModules
internal import Foundation
internal import Polling
internal import PollingFeeds
package import SpatiaLiteStore
internal import Synchronization
internal import Timekeeping

/// `ambit export vip`: what is published of an election, as a feed for other programs.
package struct ExportCommand: StoreCommand {
    /// What is written.
    package enum Format: String, CaseIterable, ExpressibleByArgument, Sendable {
        /// A feed of the Voting Information Project, version 6.0.
        case vip
    }

    package static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes an election as a feed of the Voting Information Project.",
        discussion: """
            A feed has the polling locations, precincts, contests, measures and street segments of one \
            election, as version 6.0 of the specification has them (XML). What has no place in a feed, such \
            as accessibility, is told on standard error. A feed that was imported comes out of it again: \
            `ambit import feed FILE --dataset NAME --check` finds nothing to change.

            EXAMPLES
              ambit export vip --state Nebraska -o curlew.xml
              ambit export vip --dataset va --source-name Virginia --vip-id 51 -o va.xml
            """
    )

    @Argument(help: "What to write: vip.")
    package var format: Format

    @OptionGroup var source: ReadingOptions

    @Option(
        help: ArgumentHelp(
            "The election, by its key, its id or its day (default: the next one, or the last).",
            valueName: "name"
        )
    )
    package var election: String?

    @Option(
        help: ArgumentHelp(
            "A dataset that is read, or what the names of a feed's datasets begin with; may be "
                + "repeated (default: all).",
            valueName: "name"
        )
    )
    package var dataset: [String] = []

    @Option(
        help: ArgumentHelp(
            "The state or the land (default: the one that the precincts name).",
            valueName: "name"
        )
    )
    package var state: String?

    @Option(
        help: ArgumentHelp(
            "The county or town of precincts that name none (default: the only published county).",
            valueName: "name"
        )
    )
    package var locality: String?

    @Option(help: ArgumentHelp("Who publishes the feed.", valueName: "name"))
    package var sourceName = "Ambit"

    @Option(
        help: ArgumentHelp(
            "The publisher's number with the project: the FIPS code of the state or the county.",
            valueName: "number"
        )
    )
    package var vipID = "0"

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("The file to write (default: standard output).", valueName: "file")
    )
    package var output: String?

    package init() {}

    package func validate() throws {
        let texts = [
            ("--state", state), ("--locality", locality), ("--source-name", sourceName),
            ("--vip-id", vipID), ("--election", election),
        ]
        for (option, text) in texts where text?.allSatisfy(\.isWhitespace) == true {
            throw ValidationError("\(option) is blank; leave it out, or say what it is")
        }
        guard let output else { return }
        let target = Self.resolved(output)
        for ending in DatabaseOptions.endings
        where Self.resolved(database.path + ending) == target {
            throw ValidationError(
                "--output is \"\(output)\", which belongs to the database; name another file"
            )
        }
    }

    private static func resolved(_ path: String) -> String {
        URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
    }

    package var database: DatabaseOptions { source.file }

    package var reading: ReadingOptions? { source }

    package func run(on store: SpatiaLiteStore) async throws {
        var options = FeedExport.Options(moment: SystemWallClock().now)
        options.sourceName = sourceName
        options.sourceID = vipID
        options.state = state
        options.locality = locality
        options.election = election
        options.datasets = dataset
        let file = try WrittenFile(output)
        let summary = try await FeedExport(of: store, options).write { try file.write($0) }
        try file.finish()
        let counts = summary.elements.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
        var lines = ["Wrote \(counts)" + (output.map { " to \($0)." } ?? ".")]
        lines += Self.words(of: summary.losses)
        try FileHandle.standardError.write(
            contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8)
        )
    }

    /// What could not be written, most of it first.
    static func words(of losses: [FeedLoss: Int]) -> [String] {
        losses.map { loss, count in (count, words(loss, count)) }
            .sorted { ($1.0, $0.1) < ($0.0, $1.1) }.map(\.1)
    }

    private static func words(_ loss: FeedLoss, _ count: Int) -> String {
        switch loss {
        case .accessibility:
            "Not in the feed, which has no place for it: the accessibility of \(count) stations."
        case .column(let name):
            "Not in the feed, which has no place for it: \"\(name)\" of \(count) stations."
        case .wordedHours:
            "Hours in words, for no days, times and time zone can be read in them: of "
                + "\(count) stations."
        case .addressesOfNobody:
            "Not in the feed: \(count) addresses that name neither a precinct nor a station."
        case .houses:
            "Not in the feed: \(count) ranges of houses whose numbers no street segment can have."
        case .withoutDistrict:
            "Written as of the whole locality: \(count) contests and measures that name no district."
        case .halfMeaning:
            "Not in the feed: what one answer means, of \(count) measures that do not tell what the "
                + "other does."
        case .otherElections:
            "Not in the feed: \(count) contests and measures of other elections; --election names one."
        case .withoutVoters:
            "On nobody's ballot: \(count) contests and measures of districts that no precinct lies in."
        case .straddling:
            "Written as of both: \(count) precincts that lie in two districts of one type."
        case .characters:
            "Left out: \(count) characters that no XML may hold."
        }
    }
}

/// A file that appears under its name when it is whole; or standard output.
private final class WrittenFile: Sendable {
    private let target: URL?
    private let part: URL?
    private let handle: Mutex<FileHandle>

    init(_ path: String?) throws {
        guard let path else {
            (target, part) = (nil, nil)
            handle = Mutex(.standardOutput)
            return
        }
        let url = URL(filePath: path)
        let part = url.deletingLastPathComponent()
            .appending(
                path: ".\(url.lastPathComponent).part-\(ProcessInfo.processInfo.processIdentifier)"
            )
        guard FileManager.default.createFile(atPath: part.path, contents: nil) else {
            throw CannotWrite(path: path)
        }
        (target, self.part) = (url, part)
        handle = Mutex(try FileHandle(forWritingTo: part))
    }

    deinit { if let part { try? FileManager.default.removeItem(at: part) } }

    func write(_ bytes: [UInt8]) throws {
        try handle.withLock { try $0.write(contentsOf: Data(bytes)) }
    }

    func finish() throws {
        guard let target, let part else { return }
        try handle.withLock { handle in
            try handle.synchronize()
            try handle.close()
        }
        guard rename(part.path, target.path) == 0 else { throw CannotWrite(path: target.path) }
    }
}

/// A file that cannot be written.
private struct CannotWrite: Error, CustomStringConvertible {
    let path: String

    var description: String {
        "\"\(path)\" cannot be written: look whether its folder exists and may be written to"
    }
}
