internal import Datasets
internal import Polling
internal import RowFiles

/// What was read of a feed, whatever its version and form: elements as version 5 has them.
struct FeedContents {
    /// What the feed says, or is by its form: `5.2`.
    var version = ""
    /// How its text is encoded, for the report.
    var encoding = "XML"
    /// The elements by name, in the document's order.
    private(set) var elements: [String: [FeedElement]] = [:]
    /// What each id names.
    private(set) var slots: [String: (name: String, index: Int)] = [:]
    /// How many elements there are of each name that nothing is made of.
    private(set) var unused: [String: Int] = [:]
    /// What is to be told, each with the kinds of records that it is about; none for all.
    private(set) var remarks: [(kinds: [DatasetKind], note: ImportNote)] = []
    /// Links that name nothing.
    var dangling = DanglingLinkCounter()
    /// Texts that were left out.
    var turnedTexts = TurnedTexts()
    /// The street segments, one a line; nil where there are none.
    var segments: (path: String, count: Int)?

    /// How many names of unused elements are told apart: the specification has some twenty.
    private static let unusedLimit = 100

    mutating func add(_ element: FeedElement) {
        let index = elements[element.name, default: []].count
        elements[element.name, default: []].append(element)
        if !element.id.isEmpty { slots[element.id] = (element.name, index) }
    }

    mutating func passOver(_ name: String) {
        let isTold = unused[name] != nil || unused.count < Self.unusedLimit
        unused[isTold ? name : "others", default: 0] += 1
    }

    mutating func remark(_ kinds: DatasetKind..., note: ImportNote) {
        remarks.append((kinds, note))
    }

    /// Counts the links of street segments that name nothing.
    ///
    /// - Parameter prefix: What stands before the ids that the feed has.
    mutating func countDangling(
        _ link: FeedLink,
        _ uses: [String: Int],
        prefix: String = "",
        isKnown: (String) -> Bool
    ) {
        let ids = uses.map { (id: String($0.key.dropFirst(prefix.count)), times: $0.value) }
        for (id, times) in ids.sorted(by: { $0.id < $1.id }) where !isKnown(id) {
            dangling.add(link, id, times: times)
        }
    }
}

extension FeedContents {
    /// Elements of versions 5 and 6 that something is made of. Of all others, such as who published the
    /// feed, only the number is kept.
    static let usedNames: Set<String> = [
        "BallotMeasureContest", "BallotMeasureSelection", "BallotStyle", "Candidate",
        "CandidateContest", "CandidateSelection", "Election", "ElectoralDistrict", "ExternalFile",
        "HoursOpen", "Locality", "Office", "OrderedContest", "Party", "PartyContest",
        "PartySelection", "Person", "PollingLocation", "Precinct", "RetentionContest", "State",
        segmentName,
    ]
    private static let segmentName = "StreetSegment"
    /// The root of a document, by which versions before 5 and since are told apart.
    private static let root = "VipObject"
    private static let rootOfVersion3 = "vip_object"

    /// Whether a document begins as a feed does.
    static func isFeed(_ head: String) -> Bool {
        head.contains("<" + root) || head.contains("<" + rootOfVersion3)
    }

    /// Reads a document.
    ///
    /// - Parameter spool: Takes the street segments.
    static func ofDocument(
        _ stream: any ByteStream,
        name: String,
        spool: SegmentSpool
    ) throws(ImportError) -> FeedContents {
        var contents = FeedContents()
        var old = Version3Elements()
        var isOld = false
        var isFirst = true
        try FeedDocument.read(
            stream,
            name: name,
            keeping: usedNames.union(Version3Elements.names).union([Version3Elements.segmentName])
        ) { root, element throws(ImportError) -> Bool in
            if isFirst {
                isFirst = false
                isOld = try checkRoot(root, name)
                contents.version = root.attributes["schemaVersion"] ?? ""
            }
            let element = contents.turnedTexts.removed(from: element)
            if element.name == (isOld ? Version3Elements.segmentName : segmentName) {
                try isOld ? spool.add(version3: element) : spool.add(element)
                return false
            }
            guard (isOld ? Version3Elements.names : usedNames).contains(element.name) else {
                contents.passOver(element.name)
                return false
            }
            if isOld { old.add(element) } else { contents.add(element) }
            return true
        }
        contents.segments = try spool.finish()
        if isOld { contents.translate(&old, spool) } else { contents.countDangling(spool) }
        return contents
    }

    /// - Returns: Whether the document is of version 3.
    private static func checkRoot(_ root: FeedElement, _ name: String) throws(ImportError) -> Bool {
        guard [Self.root, rootOfVersion3].contains(root.name) else {
            throw .badFeed(name: name, reason: "its root is \(root.name); it must be VipObject")
        }
        let isOld = root.name == rootOfVersion3
        let version = root.attributes["schemaVersion"] ?? ""
        let major = String(version.prefix { $0.isNumber })
        guard version.isEmpty || (isOld ? ["3"] : ["5", "6"]).contains(major) else {
            throw .badFeed(
                name: name,
                reason: "it is of version \(version); versions 3, 5 and 6 can be read"
            )
        }
        return isOld
    }

    private mutating func countDangling(_ spool: SegmentSpool) {
        dangling.count(FeedLink.ofVersion5, in: elements) { [slots] id, names in
            slots[id].map { names.contains($0.name) } ?? false
        }
        countDangling(
            FeedLink("StreetSegment", "PrecinctId", ["Precinct"], .addresses),
            spool.precincts
        ) { [slots] in slots[$0]?.name == "Precinct" }
    }
}

extension FeedContents {
    /// Takes in what was read of a feed of version 3.
    mutating func translate(_ old: inout Version3Elements, _ spool: SegmentSpool) {
        old.resolveLinks()
        if version.isEmpty { version = "3.0" }
        let source = old
        dangling.count(FeedLink.ofVersion3, in: source.elements) { id, names in
            names.contains { source.element($0, id) != nil }
        }
        for (link, id) in source.ownerless { dangling.add(link, id) }
        countDangling(
            FeedLink("street_segment", "precinct_id", ["precinct"], .addresses),
            spool.precincts,
            prefix: Version3Translation.precinctPrefix
        ) { source.element("precinct", $0) != nil }
        countDangling(
            FeedLink("street_segment", "precinct_split_id", ["precinct_split"], .addresses),
            spool.splits,
            prefix: Version3Translation.splitPrefix
        ) { source.element("precinct_split", $0) != nil }
        for (name, entry) in source.repeated.sorted(by: { $0.key < $1.key }) {
            remark(
                note: ImportNote(
                    .warning,
                    Finding(
                        .idsRepeated,
                        [
                            "count": .count(entry.count), "name": .text(name),
                            "example": .text(entry.example),
                        ]
                    )
                )
            )
        }
        for element in Version3Translation(source).elements() { add(element) }
    }
}
