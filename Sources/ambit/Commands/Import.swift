import ArgumentParser
import Datasets
import DomainModules
import Foundation
import HTTPService
import Importing
import ReferenceSystems
import RowFiles
import SpatiaLiteStore
import Synchronization

/// `ambit import`: brings a file into a dataset.
struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Imports a file: finds the columns, checks every row, reports, publishes.",
        discussion: """
            The file may be CSV, TSV, GeoJSON or a JSON array in any usual encoding, also within \
            gzip or zip; a shapefile, zipped or with its parts beside it; or a feed of the Voting \
            Information Project (versions 3, 5 and 6; version 3 also as a folder or a zip of text \
            files), of which each kind takes its own, and `feed` takes all: boundaries, stations, \
            precincts, elections, contests, measures and addresses, into the datasets \
            NAME-districts, NAME-stations, and so on. \
            The public sees the old version until the new one is whole; importing the same \
            content again changes nothing. A row that cannot be used is rejected with its line, \
            column, value and reason, and never stops the others. What is published of such a row \
            stays as it is published, and is told: mend the row (--rejects, --add), or take it out \
            of the file to remove the record.

            --check prints the difference to what is published: what is new, gone from the file, \
            kept because its row was rejected, renamed, moved and how far, and what is only written \
            differently. What looks like a wrong or a broken file is refused unless --force says that \
            it is right; see there what that is.

            Places that look wrong are reported with a proposed repair and how sure it is, and \
            nothing is repaired until you accept it; stations in the water are found where water \
            is published (`ambit import ground`), and those outside all districts where these are. \
            Where a whole file is swapped or has lost its minus signs, the boundaries, postcodes and \
            stations that are published tell, and one repair for all rows is proposed. A time zone \
            that is none of the IANA list (`US / Eastern`) rejects its rows; where something tells the \
            zone that is meant, one repair for all of these rows is proposed. What was accepted is \
            remembered: a later file with the same station and numbers, or the same zone, is \
            told so, and --accept earlier decides the same again.

            The exit code is 0 when all went well, 1 when nothing was published because the file or \
            a limit stood against it, 2 when rows were rejected (the others are published), 3 when \
            --check found that publishing would need --force.

            EXAMPLES
              ambit import stations polling_places.csv --dataset dc --check
              ambit import stations polling_places.csv --dataset dc
              ambit import stations list.csv --dataset harris --map "Site Name"=name
              ambit import messages comments.geojson.gz --dataset comments --set ttl_s=86400
              ambit import districts precincts.geojson --dataset dc-precincts --type precinct
              ambit import districts wards.zip --dataset wards --type ward --crs EPSG:26985
              ambit import districts wards2023.geojson --dataset wards-2023 --type ward \
                --replaces wards-2017
              ambit import ground lakes.geojson --dataset dc-water --type water
              ambit import contests results.csv --dataset dc-contests --set election=2026-general
              ambit import feed vipfeed.zip --dataset va
              ambit import stations list.csv --dataset harris --rejects mend.csv
              ambit import stations mend.csv --dataset harris --add

            Tracks are no dataset: `ambit import tracks FILE... --account NAME` keeps them in one \
            account's vault (ambit import tracks --help).
            """
    )

    @Argument(
        help: ArgumentHelp(
            """
            What the file holds: \(Import.list(Modules.all.kinds)).
            """,
            valueName: "kind"
        )
    )
    var kind: KindWord

    /// `stations, ground (water and parks, for the map), or feed (all that a feed has)`.
    private static func list(_ kinds: [ImportKind]) -> String {
        let words = kinds.map { kind in kind.note.map { "\(kind.name) (\($0))" } ?? kind.name }
        return words.dropLast().joined(separator: ", ") + ", or " + (words.last ?? "")
    }

    @Argument(
        help: ArgumentHelp(
            "The file. Several files with the same columns are imported together, as one version.",
            valueName: "file"
        )
    )
    var files: [String]

    @Option(
        help: ArgumentHelp(
            "The dataset to build a version of, such as dc; it is made if it is new.",
            valueName: "name"
        )
    )
    var dataset: String

    @Option(
        help: ArgumentHelp(
            "What the districts are (precinct, ward, school_district, postcode, ...), or what the "
                + "ground is (water or park).",
            valueName: "type"
        )
    )
    var type: String?

    @Option(
        help: ArgumentHelp(
            "The event that the file's records are of: its id, or its key in its file.",
            valueName: "id"
        )
    )
    var event: String?

    @Flag(help: "Read, check and compare; change nothing.")
    var check = false

    @Flag(
        help: """
            Keep what is published and not in the file, as when rows that were refused are mended \
            and added. A record with the id of a published one takes its place; a station keeps \
            what its added rows do not say.
            """
    )
    var add = false

    @Flag(
        help: """
            Read text that was encoded as UTF-8 twice ("Ã¼" for "ü") as it was meant.
            """
    )
    var mendEncoding = false

    @Flag(
        help: """
            Publish even if more than 20 % of the published records are gone, stay as they are as \
            their rows were rejected, serve other districts or lose their hours, are addresses that \
            lose their places or postcodes that have moved by over 5 km; half are called otherwise; \
            5 % have moved by over 200 m (boundaries: 50 km), are addresses of other districts or \
            called otherwise where they stand, or cost much more or less, or 10 % are at other \
            times; records lose what rejected rows say; values changed places, or a column slipped, \
            was sorted or filled down; rows look like persons, or are of several elections, sorts \
            of places or merged cells; boundaries lie on another dataset's or not on those they \
            replace, merge or begin later; codes are others, or have no station; or candidates are \
            lost or mixed, have all one party, or contests are on no ballot.
            """
    )
    var force = false

    @Option(
        help: ArgumentHelp(
            "Withdraw this dataset of districts in the moment in which the file is published: its "
                + "boundaries take the place of those.",
            valueName: "name"
        )
    )
    var replaces: String?

    @Option(
        name: .customLong("map"),
        help: ArgumentHelp(
            "Take this column for this field; may be repeated.",
            valueName: "column=field"
        )
    )
    var mappings: [String] = []

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "Give this field the same value in every row; may be repeated.",
            valueName: "field=value"
        )
    )
    var constants: [String] = []

    @Option(
        help: ArgumentHelp(
            "The system that the coordinates are in, by its number in the EPSG register; found "
                + "from the columns where it can be.",
            valueName: "EPSG:nnnn"
        )
    )
    var crs: String?

    @Option(
        help: ArgumentHelp(
            "The line of a table that names its columns, as an editor numbers it; found within the first "
                + "20 lines where it is not given.",
            valueName: "line"
        )
    )
    var header: Int?

    @Option(
        name: [.long, .customLong("layer")],
        help: ArgumentHelp(
            "The sheet of a workbook or the layer of a GeoPackage and its kin to read; the only one with "
                + "a table or with geometries where it is not given.",
            valueName: "name"
        )
    )
    var sheet: String?

    @Option(
        help: ArgumentHelp(
            "Read the file as this profile says: one that ships with Ambit ("
                + ImportProfile.shippedNames.joined(separator: ", ") + "), or a file.",
            valueName: "name"
        )
    )
    var profile: String?

    @Option(
        help: ArgumentHelp(
            "Write a profile of how the file was read into this file.",
            valueName: "file"
        )
    )
    var saveProfile: String?

    @Option(
        help: ArgumentHelp(
            "Apply the decisions on repairs in this file, as --save-repairs wrote it and you filled "
                + "it in; or `earlier`, those of earlier imports into the dataset.",
            valueName: "file"
        )
    )
    var accept: String?

    @Option(
        help: ArgumentHelp(
            "Write the repairs that are proposed, and those decided, into this file. Nothing in it "
                + "is accepted until you set accept to true, or accept_likely for all that are likely.",
            valueName: "file"
        )
    )
    var saveRepairs: String?

    @Option(
        help: ArgumentHelp(
            "Write the report as JSON into this file, or to standard output with -.",
            valueName: "file"
        )
    )
    var report: String?

    @Option(
        help: ArgumentHelp(
            "Write the refused rows as CSV into this file: the file's own columns, then the line and "
                + "the reason. Mend them, and import them with --add.",
            valueName: "file"
        )
    )
    var rejects: String?

    @Flag(help: "Print nothing but errors, warnings and a line at the end.")
    var quiet = false

    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        let what = kind.kind
        guard type == nil || what.options.types != nil else {
            throw ValidationError(
                "--type says what \(Self.names(" or ") { $0.types != nil }) are; "
                    + "\(what.name) have none"
            )
        }
        guard event == nil || what.options.isOfEvents else {
            throw ValidationError(
                "--event goes with \(Self.names(" and ") { $0.isOfEvents }); "
                    + "\(what.name) are of no event"
            )
        }
        guard replaces == nil || what.options.replacesOthers else {
            throw ValidationError(
                "--replaces is about \(Self.names(" and ") { $0.replacesOthers }); "
                    + "\(what.name) take nobody's place"
            )
        }
        guard header ?? 1 >= 1 else {
            throw ValidationError("--header is \(header ?? 0); lines are numbered from 1")
        }
        guard header == nil || what.isTable else {
            throw ValidationError("--header is for tables; a feed has no columns")
        }
        guard saveProfile == nil || what.isTable else {
            throw ValidationError("--save-profile is for tables; a feed needs no profile")
        }
        guard accept == nil || what.options.hasRepairs else {
            throw ValidationError(
                "--accept is about places of stations and time zones; \(what.name) have no repairs"
            )
        }
        guard rejects == nil || what.isTable else {
            throw ValidationError(
                "--rejects is for one kind of record; import the feed's stations, addresses, ... by "
                    + "themselves"
            )
        }
    }

    /// The kinds of which something holds.
    private static func names(
        _ separator: String,
        where holds: (ImportDesk.Kind) -> Bool
    ) -> String {
        Modules.all.kinds.map(\.options).filter(holds).map(\.name).joined(separator: separator)
    }

    func run() async throws {
        try checkOutputs()
        var options = ImportOptions(
            dataset: try DatasetName(dataset),
            mode: check ? .check : .publish,
            mappings: try mappings.map { try ColumnMapping(parsing: $0) },
            constants: try constants.map { try FieldConstant(parsing: $0) }
                + (type.map { [FieldConstant(field: "type", value: $0)] } ?? [])
                + (event.map { [FieldConstant(field: "event", value: $0)] } ?? []),
            isForced: force,
            importedBy: NSUserName()
        )
        options.event = event
        options.referenceSystem = try crs.map { try CoordinateReferenceSystem(parsing: $0) }
        options.profile = try profile.map { name throws(ImportError) in
            try ImportProfile.named(name)
        }
        options.keepsOthers = add
        options.replaces = try replaces.map { try DatasetName($0) }
        options.mendsEncoding = mendEncoding
        options.headerLine = header
        options.sheet = sheet
        if accept == Self.earlier {
            options.repeatsDecisions = true
        } else {
            options.decisions = try accept.map {
                try RepairDecisions(json: Self.bytes(of: $0), name: $0)
            }
        }
        let refused = Mutex<ImportReport?>(nil)
        options.whenAllIsRefused = { report in refused.withLock { $0 = report } }
        let progress = ProgressLine(isShown: StandardError.isTerminal && !quiet)
        func run(on store: SpatiaLiteStore) async throws -> any ImportOutcome {
            defer { progress.clear() }
            return try await kind.kind.run(
                ImportWork(
                    input: .files(files),
                    options: options,
                    store: store,
                    progress: { progress.show($0) }
                )
            )
        }
        let report: any ImportOutcome
        do {
            report =
                check
                ? try await database.withStoreToCheck(run)
                : try await database.withStore(.readWrite, run)
        } catch {
            // Nothing can be used of the file; what is wrong with its rows can.
            if let report = refused.withLock({ $0 }) { try save(report) }
            throw error
        }
        try write(report)
        if report.outcome == .refused {
            StandardError.print(
                "error: \(report.forceNeeded.map(\.text).joined(separator: "; ")). Nothing was "
                    + "changed; if the file is right, run this again with --force"
            )
            throw ExitCode.failure
        }
        if check, !force, !report.forceNeeded.isEmpty { throw Self.needsForce }
        if report.hasRejectedRows { throw ExitCode(2) }
    }

    /// What `--accept` says for the decisions of earlier imports.
    static let earlier = "earlier"
    /// A check found that publishing would be refused without `--force`.
    private static let needsForce = ExitCode(3)

    private static func bytes(of path: String) throws -> [UInt8] {
        do {
            return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw ImportError.file(
                .unreadable(path: path, reason: "no such file, or not to be read")
            )
        }
    }
}
