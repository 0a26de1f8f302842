internal import Datasets
internal import Foundation
internal import Polling
internal import RowFiles
internal import Synchronization

/// A feed of the Voting Information Project, versions 3, 5 and 6: all that a jurisdiction knows of an
/// election. An XML document, perhaps with shapefiles packed beside it, or of version 3 a set of text
/// files.
///
/// Read once, as a stream. Street segments, of which a state has millions, are put into a file beside
/// it; all else is kept. What is of version 3 is kept as version 5 would say it.
///
/// Source: Voting Information Project, XML specification 3.0, 5.2 and 6.0 (`vip_spec.xsd`).
final class VIPFeed: Sendable {
    /// The name of the file that was given.
    let name: String
    /// The files that it was read from.
    let paths: [String]
    /// The version of the specification that the feed says it keeps to, such as `5.2`.
    let version: String
    /// How its text is encoded, for the report.
    let encoding: String
    let compression: Compression?
    /// The elements by name, in the document's order.
    private let elements: [String: [FeedElement]]
    /// What each id names.
    private let slots: [String: (name: String, index: Int)]
    /// The street segments, one a line; nil where there are none.
    let segments: (path: String, count: Int)?
    /// The shapefiles in the archive, by the names under which the feed speaks of them.
    private let shapefiles: [String: ShapefileParts]
    /// How many elements there are of each name that Ambit has no use for.
    let unused: [String: Int]
    /// Links that name what the feed does not have.
    let dangling: [DanglingLinks]
    /// What there is to tell of the feed, by the kind of record; those about all under nil.
    private let notes: [DatasetKind?: [ImportNote]]
    /// The codes of precincts and of electoral districts, by their elements' ids.
    private let codes: [String: String]
    private let folder: TemporaryFolder
    private let foundStationLinks = Mutex<StationLinks?>(nil)
    /// Texts that were left out.
    let turnedTexts: TurnedTexts

    // MARK: Reading

    /// Whether a document begins as a feed does.
    static func isFeed(_ head: [UInt8]) -> Bool {
        let start = head.prefix(64 << 10)
        let text =
            switch TextEncoding.byteOrderMark(in: start)?.0 ?? .utf16WithoutMark(in: start) {
            case .utf16LittleEndian, .utf16BigEndian:
                String(decoding: start.filter { $0 != 0 }, as: UTF8.self)
            default: String(decoding: start, as: UTF8.self)
            }
        let content = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        return content.first == "<" && FeedContents.isFeed(String(content))
    }

    /// Reads a document that lies by itself, perhaps within gzip.
    convenience init(_ input: ImportInput, compression: Compression?) throws(ImportError) {
        let folder = try importing(TemporaryFolder())
        try self.init(
            name: input.name,
            paths: [input.path],
            contents: .ofDocument(
                try input.openStream(compression),
                name: input.name,
                spool: SegmentSpool(path: folder.path(Self.spoolName))
            ),
            compression: compression,
            folder: folder
        )
    }

    /// Reads the text files of a feed of version 3.
    convenience init(_ files: FlatFeedFiles, _ input: ImportInput) throws(ImportError) {
        let folder = try importing(TemporaryFolder())
        try self.init(
            name: files.name,
            paths: files.compression == nil ? files.parts.map(\.path) : [input.path],
            contents: .ofFiles(
                files,
                spool: SegmentSpool(path: folder.path(Self.spoolName))
            ),
            compression: files.compression,
            folder: folder
        )
    }

    /// Reads a document in a zip archive, and the shapefiles beside it.
    convenience init(
        _ archive: ZipArchive,
        document: String,
        files: [String]
    ) throws(ImportError) {
        let folder = try importing(TemporaryFolder())
        let nested = files.filter { $0.lowercased().hasSuffix(".zip") }
        func target(_ file: String) -> String? {
            if file == document { return "feed.xml" }
            return nested.firstIndex(of: file).map { "attachment-\($0).zip" }
        }
        try importing(archive.unpack(into: folder, as: target))
        let stream = try importing(PlainByteStream(path: folder.path("feed.xml")))
        guard Self.isFeed(try importing(PlainByteStream(path: folder.path("feed.xml")).next()))
        else {
            throw .badFeed(
                name: archive.name,
                reason: "\(document) is no feed of the Voting Information Project (VipObject)"
            )
        }
        var shapefiles: [String: ShapefileParts] = [:]
        for (index, file) in nested.enumerated() {
            let inner = ZipArchive(path: folder.path("attachment-\(index).zip"), name: file)
            let files = try importing(inner.fileNames())
            guard files.contains(where: { $0.lowercased().hasSuffix(".shp") }) else { continue }
            let parts = try importing(ShapefileParts.unpacked(from: inner, files: files))
            shapefiles[URL(fileURLWithPath: file).lastPathComponent.lowercased()] = parts
        }
        try self.init(
            name: archive.name,
            paths: [archive.path],
            contents: .ofDocument(
                stream,
                name: archive.name,
                spool: SegmentSpool(path: folder.path(Self.spoolName))
            ),
            compression: .zip,
            folder: folder,
            shapefiles: shapefiles
        )
    }

    private static let spoolName = "segments.csv"

    private init(
        name: String,
        paths: [String],
        contents: FeedContents,
        compression: Compression?,
        folder: TemporaryFolder,
        shapefiles: [String: ShapefileParts] = [:]
    ) throws(ImportError) {
        self.name = name
        self.paths = paths
        version = contents.version
        encoding = contents.encoding
        self.compression = compression
        elements = contents.elements
        slots = contents.slots
        unused = contents.unused
        self.folder = folder
        self.shapefiles = shapefiles
        segments = contents.segments
        dangling = contents.dangling.all
        notes = contents.notes
        codes = contents.codes
        turnedTexts = contents.turnedTexts
        guard !kinds.isEmpty else {
            throw .badFeed(
                name: name,
                reason: "it holds nothing that can be imported: no polling locations, precincts, "
                    + "elections, contests or street segments; export it again, and look what was "
                    + "chosen"
            )
        }
    }

    // MARK: What is in it

    /// The elements with a name, in the document's order.
    func all(_ name: String) -> [FeedElement] { elements[name] ?? [] }

    /// The element with an id, when it has one of some names.
    func element(_ id: String, _ names: String...) -> FeedElement? {
        guard let slot = slots[id], names.contains(slot.name) else { return nil }
        return elements[slot.name]?[slot.index]
    }

    /// The shapefile that an `ExternalFile` names.
    func shapefile(_ external: FeedElement) -> ShapefileParts? {
        guard let uri = external.value("FileUri") else { return nil }
        let last = uri.split(separator: "/").last.map(String.init) ?? uri
        return shapefiles[last.lowercased()]
    }

    /// What there is to tell to those who import one kind of record.
    func notes(of kind: DatasetKind) -> [ImportNote] { notes[kind] ?? [] }

    /// What there is to tell of the feed as a whole.
    var wholeNotes: [ImportNote] { notes[nil] ?? [] }

    /// What names its polling locations; found once, for its rows are read several times.
    var stationLinks: StationLinks {
        foundStationLinks.withLock { found in
            if let found { return found }
            let links = StationLinks(self)
            found = .some(links)
            return links
        }
    }

    /// The kinds of records that are in the feed, in the order in which they are imported.
    var kinds: [DatasetKind] {
        var kinds: [DatasetKind] = []
        if hasBoundaries { kinds.append(.districts) }
        if !all("PollingLocation").isEmpty { kinds.append(.stations) }
        if !all("Precinct").isEmpty { kinds.append(.precincts) }
        if !all("Election").isEmpty { kinds.append(.elections) }
        if ["CandidateContest", "RetentionContest", "PartyContest"].contains(where: {
            !all($0).isEmpty
        }) {
            kinds.append(.contests)
        }
        if !all("BallotMeasureContest").isEmpty { kinds.append(.measures) }
        if segments != nil { kinds.append(.addresses) }
        return kinds
    }

    private var hasBoundaries: Bool {
        !shapefiles.isEmpty && all("Precinct").contains { $0["SpatialBoundary"] != nil }
    }

    /// The rows of a kind that is read by rows: stations, and districts with their boundaries.
    ///
    /// - Parameter kind: One of ``kinds``.
    /// - Throws: ``RowFileError/badShapefile(name:reason:)``.
    func rows(of kind: DatasetKind) throws(ImportError) -> any RowSource {
        kind == .districts ? try FeedDistrictSource(self) : FeedStationSource(self)
    }

    // MARK: Districts

    /// The district that an `ElectoralDistrict` or a `Locality` is.
    func reference(_ id: String) -> DistrictReference? {
        guard let element = element(id, "ElectoralDistrict", "Locality", "State"),
            let name = element.value("Name") ?? element.value("Number")
        else { return nil }
        if element.name == "State" { return DistrictReference(type: "state", code: name) }
        return DistrictReference(
            type: FeedContents.districtType(element),
            code: codes[id] ?? element.value("Number") ?? name
        )
    }

    /// The districts that a precinct's voters belong to: those that it lists, its locality and state.
    func districts(of precinct: FeedElement) -> [DistrictReference] {
        var references = precinct.ids("ElectoralDistrictIds").compactMap { reference($0) }
        func add(_ reference: DistrictReference?) {
            if let reference, !references.contains(reference) { references.append(reference) }
        }
        if let locality = precinct.value("LocalityId").flatMap({ element($0, "Locality") }) {
            add(reference(locality.id))
            add(locality.value("StateId").flatMap { reference($0) })
        }
        return references
    }

    /// The code by which stations and boundaries name a precinct.
    func code(of precinct: FeedElement) -> String? {
        codes[precinct.id] ?? precinct.value("Number") ?? precinct.value("Name")
    }
}
