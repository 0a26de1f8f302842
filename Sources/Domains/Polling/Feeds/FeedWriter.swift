internal import Datasets
internal import Polling
internal import Synchronization
internal import Timekeeping
internal import XMLWriting

/// Writes the elements of a feed.
struct FeedWriter {
    typealias Sink = @Sendable ([UInt8]) throws -> Void

    let source: FeedSource
    let plan: FeedPlan
    let options: FeedExport.Options
    private let sink: Sink
    var xml = XMLText()
    var ids = FeedIDs()
    var summary = FeedExport.Summary()
    /// The ids of precincts, beside those of the plan.
    var precinctIDs: [String] = []
    var localityIDs: [String] = []
    var stationIDs: [Station.ID: String] = [:]
    private var districtIDs: [DistrictKey: String] = [:]
    private var districts: [(id: String, reference: DistrictReference)] = []
    private var hoursIDs: [HoursKey: String] = [:]
    private(set) var stateID = ""
    /// The dataset of the first address, whose keys are kept.
    var addressDataset: DatasetName?
    /// The districts of contests and measures, which precincts list even where they are their locality or
    /// their state.
    private let ballotDistricts: Set<DistrictKey>

    /// Hours that are written once, whichever stations have them.
    private struct HoursKey: Hashable {
        let hours: FeedHours?
        let note: String?
    }

    /// So much is written before it is handed on, in bytes.
    private static let pieceBytes = 1 << 18

    private init(
        _ source: FeedSource,
        _ plan: FeedPlan,
        _ options: FeedExport.Options,
        _ sink: @escaping Sink
    ) {
        (self.source, self.plan, self.options, self.sink) = (source, plan, options, sink)
        let areas =
            source.contests.map { ($0.id.rawValue, $0.area) }
            + source.measures.map { ($0.id.rawValue, $0.area) }
        ballotDistricts = Set(
            areas.compactMap { $1.district ?? plan.districtOfBallot[$0] }.map(DistrictKey.init)
        )
    }

    /// Writes all of it.
    ///
    /// - Returns: What was written.
    static func write(
        _ source: FeedSource,
        _ plan: FeedPlan,
        _ options: FeedExport.Options,
        from store: any FeedExport.Store,
        to sink: @escaping Sink
    ) async throws -> FeedExport.Summary {
        let state = Mutex(FeedWriter(source, plan, options, sink))
        try state.withLock { try $0.begin() }
        try await store.forEachStation { batch in
            try state.withLock { writer in
                for station in batch where options.has(station.dataset) {
                    try writer.add(station)
                }
            }
        }
        try state.withLock { writer in
            try writer.addPrecincts()
            try writer.addBallot()
        }
        try await store.forEachAddress { batch in
            try state.withLock { writer in
                for entry in batch where options.has(entry.dataset) { try writer.add(entry) }
            }
        }
        return try state.withLock { try $0.finish() }
    }

    /// Hands on what was written, where it is enough or all of it.
    mutating func flush(all: Bool = false) throws {
        guard all || xml.bytes.count >= Self.pieceBytes else { return }
        try sink(xml.take())
    }

    /// Writes an element at the top.
    mutating func element(
        _ name: String,
        id: String,
        _ body: (inout XMLText) -> Void
    ) throws {
        xml.element(name, ["id": id], body)
        summary.count(name)
        try flush()
    }

    private mutating func begin() throws {
        xml.begin(
            "VipObject",
            [
                "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance", "schemaVersion": "6.0",
                "xsi:noNamespaceSchemaLocation":
                    "https://raw.githubusercontent.com/votinginfoproject/vip-specification/master/"
                    + "vip_spec.xsd",
            ]
        )
        let (options, state) = (options, plan.state)
        try element("Source", id: ids.id("source")) { xml in
            xml.element("DateTime", text: options.moment.rfc3339)
            xml.element("Name", text: options.sourceName)
            xml.element("VipId", text: options.sourceID)
        }
        stateID = ids.id("state", state)
        try element("State", id: stateID) { $0.element("Name", text: state) }
        try addElection()
        summary.lose(.otherElections, source.otherElectionCount)
        summary.lose(.straddling, plan.straddlingCount)
        summary.lose(.withoutVoters, plan.unvotedCount)
    }

    private mutating func finish() throws -> FeedExport.Summary {
        for (id, reference) in districts {
            let name = plan.districtNames[DistrictKey(reference)]
            let number = Self.number(reference.code)
            try element("ElectoralDistrict", id: id) { xml in
                // Readers take the number for the code, and the name where there is none.
                xml.element("Name", text: number == nil ? reference.code : name ?? reference.code)
                xml.element("Number", text: number)
                Self.write(type: reference.type, to: &xml)
            }
        }
        xml.end()
        try flush(all: true)
        summary.lose(.characters, xml.droppedCharacters)
        return summary
    }

    /// A code that is a whole number, and nothing but that.
    private static func number(_ code: String) -> String? {
        guard code.utf8.count <= 9, let number = Int(code), String(number) == code else {
            return nil
        }
        return code
    }

    // MARK: Districts

    /// The id of the element that a district is.
    mutating func id(of reference: DistrictReference) -> String {
        let key = DistrictKey(reference)
        if let known = districtIDs[key] { return known }
        let id = ids.id("district", key.type, key.code)
        districtIDs[key] = id
        districts.append((id, reference))
        return id
    }

    /// Writes what sort of district it is, in the specification's words where it has one.
    static func write(type: String, to xml: inout XMLText) {
        let plain = DistrictKey.canonicalType(type)
        if let known = types[plain] ?? (sameTypes.contains(plain) ? plain : nil) {
            xml.element("Type", text: known)
        } else {
            xml.element("Type", text: "other")
            xml.element("OtherType", text: plain)
        }
    }

    private static let sameTypes: Set<String> = [
        "borough", "city", "county", "municipality", "national", "special", "state", "town",
        "township", "utility", "village", "ward", "water",
    ]
    private static let types = [
        "council_district": "city-council", "congressional_district": "congressional",
        "county_council_district": "county-council", "judicial_district": "judicial",
        "school_district": "school", "state_house": "state-house", "state_senate": "state-senate",
    ]

    /// Whether precincts list a district that is their locality or state.
    func isOnBallots(_ reference: DistrictReference) -> Bool {
        ballotDistricts.contains(DistrictKey(reference))
    }

    // MARK: Hours

    /// The id of the element that has some hours, written where it is not yet; nil for none.
    mutating func id(of hours: FeedHours?, note: String?) throws -> String? {
        guard hours != nil || note != nil else { return nil }
        let key = HoursKey(hours: hours, note: note)
        if let known = hoursIDs[key] { return known }
        let id = ids.id("hours", String(hoursIDs.count + 1))
        hoursIDs[key] = id
        try element("HoursOpen", id: id) { xml in
            let schedules: [FeedHours.Schedule?] = hours.map(\.schedules) ?? [nil]
            for schedule in schedules {
                xml.element("Schedule") { xml in
                    if let schedule {
                        xml.element("Hours") { xml in
                            xml.element("StartTime", text: schedule.opens)
                            xml.element("EndTime", text: schedule.closes)
                        }
                    }
                    if schedule?.isByAppointment == true {
                        xml.element("IsOnlyByAppointment", text: "true")
                    }
                    if note?.contains("also by appointment") == true {
                        xml.element("IsOrByAppointment", text: "true")
                    }
                    if note?.contains("subject to change") == true {
                        xml.element("IsSubjectToChange", text: "true")
                    }
                    xml.element("StartDate", text: schedule?.first)
                    xml.element("EndDate", text: schedule?.last)
                }
            }
        }
        return id
    }
}

extension XMLText {
    /// Writes a text in its languages.
    mutating func localized(_ name: String, _ text: LocalizedText?) {
        guard let text, !text.byLanguage.isEmpty else { return }
        element(name) { xml in
            for language in text.languages {
                xml.element("Text", ["language": language], text: text.byLanguage[language])
            }
        }
    }
}
