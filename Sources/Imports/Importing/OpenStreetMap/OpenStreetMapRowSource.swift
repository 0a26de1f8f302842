internal import Geodesy
internal import Radar
internal import Roads
internal import RowFiles

/// The roads of a file of OpenStreetMap as rows, under the tags that say how one may go.
final class OpenStreetMapRowSource: RowSource {
    let columns =
        [
            "id", "name", "ref", "highway", "oneway", "maxspeed", "junction", "driving", "foot",
            "tracktype", "turn_rules", "barriers",
        ] + OpenStreetMapRowSource.conditionalKeys
    private static let conditionalKeys = [
        "motor_vehicle:conditional", "foot:conditional", "access:conditional",
    ]
    let blankRows = 0
    private let file: OpenStreetMapFile
    private let byteCount: Int64
    private var index = 0
    private var turnedNames: (count: Int, example: String) = (0, "")

    init(_ file: OpenStreetMapFile, byteCount: Int64) {
        self.file = file
        self.byteCount = byteCount
    }

    var bytesRead: Int64 {
        file.ways.isEmpty ? byteCount : byteCount * Int64(index) / Int64(file.ways.count)
    }

    var notes: [ImportNote] {
        var notes: [ImportNote] = []
        if turnedNames.count > 0 {
            notes.append(
                ImportNote(
                    .warning,
                    Finding(
                        .turnedNames,
                        [
                            "example": .text(turnedNames.example),
                            "count": .number(turnedNames.count),
                        ]
                    )
                )
            )
        }
        guard file.skippedTurns > 0 else { return notes }
        return notes + [
            ImportNote(
                .warning,
                Finding(.turnRulesLeftOut, ["count": .number(file.skippedTurns)])
            )
        ]
    }

    func next(_ row: inout Row) throws(ImportError) -> Bool {
        guard index < file.ways.count else { return false }
        let way = file.ways[index]
        index += 1
        row.begin(line: index)
        row.number = index
        let tags = way.tags
        let signs = WaySigns(tags: tags)
        let driving = signs.driving
        let lines = lines(of: way)
        let cells = [
            String(way.id), shown(tags["name"]), shown(tags["ref"]), signs.kindWord,
            signs.unknownOneWay ?? driving.passage.rawValue, speed(signs, lines), tags["junction"],
            driving.passage == .closed ? "no" : driving.isLimited ? "destination" : "yes",
            signs.walking == .closed ? "no" : signs.walking.rawValue, tags["tracktype"],
            turnRules(of: way), barriers(of: way),
            conditional(DatedClosure.drivingKeys, tags), conditional(["foot:conditional"], tags),
            tags["access:conditional"],
        ]
        for cell in cells {
            row.append((cell ?? "").utf8)
            row.endCell()
        }
        switch lines.count {
        case 0: row.geometry = .missing
        case 1: row.geometry = .some(.lineString(lines[0]))
        default: row.geometry = .some(.multiLineString(lines))
        }
        return true
    }

    /// What holds at times alone for some, as the key for the fewest says.
    private func conditional(_ keys: [String], _ tags: [String: String]) -> String? {
        keys.dropLast(keys.count > 1 ? 1 : 0).lazy.compactMap { tags[$0] }.first
    }

    /// A text that people read; nil for one that would be shown other than it reads. The road stays:
    /// without it ways would lead around it.
    private func shown(_ text: String?) -> String? {
        guard let text, let control = RadarLimits.directionControl(in: text) else { return text }
        if turnedNames.count == 0 { turnedNames.example = RadarLimits.name(control) }
        turnedNames.count += 1
        return nil
    }

    /// The stretches of a way whose nodes the file has.
    private func lines(of way: OpenStreetMapWay) -> [[GeoJSONGeometry.Position]] {
        var lines: [[GeoJSONGeometry.Position]] = []
        var line: [GeoJSONGeometry.Position] = []
        for node in way.nodes {
            if let place = file.place(of: node) {
                line.append(place)
            } else {
                if line.count > 1 { lines.append(line) }
                line = []
            }
        }
        if line.count > 1 { lines.append(line) }
        return lines
    }

    /// How fast one goes: of a ferry, as long as it takes.
    private func speed(
        _ signs: WaySigns,
        _ lines: [[GeoJSONGeometry.Position]]
    ) -> String? {
        guard signs.kindWord == "ferry", let minutes = signs.minutesOnBoard else {
            return signs.tags["maxspeed"]
        }
        let meters = lines.reduce(0.0) { sum, line in
            let places = line.compactMap {
                try? Coordinate(latitude: $0.latitude, longitude: $0.longitude)
            }
            return zip(places, places.dropFirst())
                .reduce(sum) { $0 + Geodesic.distance(from: $1.0, to: $1.1).meters }
        }
        let speed = meters / minutes * 0.06
        return speed.isFinite ? String(min(max(speed, 1), 100)) : nil
    }

    private func turnRules(of way: OpenStreetMapWay) -> String? {
        guard let turns = file.turns[way.id] else { return nil }
        let texts = turns.compactMap { turn -> String? in
            guard let (node, via) = file.course(of: turn), let place = file.place(of: node) else {
                return nil
            }
            let keys = via.isEmpty ? "" : "via " + via.map(String.init).joined(separator: ",") + " "
            return "\(turn.isMandatory ? "only" : "no") \(place.latitude),\(place.longitude) "
                + "\(keys)\(turn.to)"
        }
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }

    private func barriers(of way: OpenStreetMapWay) -> String? {
        let texts = way.nodes.compactMap { node -> String? in
            let modes = NodeSigns.blocks(file.tags(ofNode: node))
            guard !modes.isEmpty, let place = file.place(of: node) else { return nil }
            let names = modes.map(\.rawValue).sorted().joined(separator: " ")
            return "\(place.latitude),\(place.longitude) \(names)"
        }
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }
}
