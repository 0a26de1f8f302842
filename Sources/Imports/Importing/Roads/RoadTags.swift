internal import Geodesy
internal import Roads

/// What a row of any file says of a road, in the tags that ``WaySigns`` reads.
struct RoadTags {
    private let plan: FieldPlan
    /// The signs that have a column, and those whose column is a number where nothing is said.
    private let signs: [Field]
    /// Whether the class is OpenStreetMap's `highway`: without a value of it that is known, a line is no
    /// road.
    private let isTagged: Bool
    /// Whether the number's column is called `route`, as OpenStreetMap calls what goes there.
    private let hasRoutes: Bool

    init(_ plan: FieldPlan, _ sample: FileSample) {
        self.plan = plan
        signs = Field.roadSigns.filter { $0 != .roadOtherTags && plan.has($0) }
        let kind = plan.column(.roadKind).map { sample.columns[$0] }
        isTagged =
            kind.map { column in
                (column.memberKey ?? column.key).text == "highway"
                    && column.firstValues.contains {
                        let word = $0.lowercased()
                        return RoadText.openStreetMap[word] != nil
                            || WaySigns.unbuilt.contains(word)
                    }
            } ?? false
        hasRoutes =
            plan.column(.roadNumber)
            .map { (sample.columns[$0].memberKey ?? sample.columns[$0].key).text == "route" }
            ?? false
    }

    /// A row's tags.
    struct Reading {
        var tags: [String: String] = [:]
        /// The class that is written.
        var written: String?
        /// Whether the class says nothing that is known.
        var isUnknownClass = false

        /// What a line is that is no road: `"proposed"`, `railway is "rail"`.
        var thing: String {
            if let written { return "\"\(written)\"" }
            let others = RoadState.otherThings.union(["man_made", "route"]).sorted()
            return others.first { tags[$0] != nil }.map { "\($0) is \"\(tags[$0] ?? "")\"" }
                ?? "no class"
        }
    }

    func read(_ row: borrowing Row) -> Reading {
        var reading = Reading()
        if let text = plan.text(.roadOtherTags, row) { reading.tags = Self.hstore(text) }
        for sign in signs {
            guard let text = plan.text(sign, row) else { continue }
            // Databases write 0 where a limit is not known.
            if CarSize.keys.contains(sign.name), PlainNumber.read(text) == 0 { continue }
            reading.tags[sign.name] = text.lowercased()
        }
        let fields: [(Field, String)] = [
            (.roadOneWay, "oneway"), (.roadJunction, "junction"), (.roadAccess, "access"),
            (.roadDriving, "motorcar"), (.roadWalking, "foot"),
        ]
        for (field, key) in fields {
            if let text = plan.text(field, row) { reading.tags[key] = text.lowercased() }
        }
        if hasRoutes, let text = plan.text(.roadNumber, row) {
            reading.tags["route"] = text.lowercased()
        }
        reading.written = plan.text(.roadKind, row) ?? reading.tags["highway"]
        classify(&reading)
        return reading
    }

    /// Says what it is in a value of `highway`, or leaves it out of what is no road.
    private func classify(_ reading: inout Reading) {
        guard let written = reading.written?.lowercased() else {
            reading.tags["highway"] = isTagged || isOther(reading.tags) ? nil : "residential"
            return
        }
        reading.tags["highway"] = written
        guard !isTagged, RoadText.openStreetMap[written] == nil,
            !WaySigns.unbuilt.contains(written)
        else { return }
        guard !RoadState.saysClosed(written) else { return }
        let kind = RoadText.kind(written)
        reading.isUnknownClass = kind == nil
        reading.tags["highway"] = RoadText.highway(kind ?? .street)
        if kind == .motorway, reading.tags["oneway"] == nil { reading.tags["oneway"] = "no" }
        switch written {
        case "s1830",
            _ where written.contains("bridle"):
            reading.tags["highway"] = "bridleway"
        case "s1740",
            _ where written.contains("private"):
            reading.tags["access"] = reading.tags["access"] ?? "private"
        // A dirt road is a road; what needs four-wheel drive or serves a farm is not one for all.
        case _ where kind == .track && (written.contains("dirt") || written.contains("grade")):
            reading.tags["tracktype"] = reading.tags["tracktype"] ?? "grade"
        default: break
        }
    }

    /// Whether tags of a line without a class say that it is something else.
    private func isOther(_ tags: [String: String]) -> Bool {
        let routes = [
            "ferry", "shuttle_train", "train", "railway", "tracks", "tram", "subway", "light_rail",
            "power",
        ]
        return RoadState.otherThings.contains {
            tags[$0].map { RoadState.flag($0) != false } ?? false
        }
            || tags["man_made"] != nil || tags["route"].map(routes.contains) ?? false
    }

    /// The tags of a text such as `"oneway"=>"yes","maxspeed"=>"50"`, as far as they are read.
    ///
    /// Source: PostgreSQL documentation, "hstore".
    private static func hstore(_ text: String) -> [String: String] {
        guard text.contains("=>") else { return [:] }
        var tags: [String: String] = [:]
        var texts: [String] = []
        var current: String?
        var isEscaped = false
        for character in text {
            if isEscaped {
                current?.append(character)
                isEscaped = false
            } else if character == "\\", current != nil {
                isEscaped = true
            } else if character == "\"" {
                if let ended = current { texts.append(ended) }
                current = current == nil ? "" : nil
            } else {
                current?.append(character)
            }
        }
        for index in stride(from: 0, to: texts.count - 1, by: 2) {
            let key = texts[index].lowercased()
            guard WaySigns.keys.contains(key) || RoadState.otherThings.contains(key) else {
                continue
            }
            tags[key] = texts[index + 1].lowercased()
        }
        return tags
    }
}

extension RoadText {
    /// The value of `highway` for a kind of road.
    static func highway(_ kind: RoadKind) -> String {
        switch kind {
        case .ramp: "motorway_link"
        case .street: "residential"
        case .livingStreet: "living_street"
        case .motorway, .trunk, .primary, .secondary, .tertiary, .service, .track, .pedestrian,
            .cycleway, .path, .steps, .ferry:
            kind.rawValue
        }
    }
}
