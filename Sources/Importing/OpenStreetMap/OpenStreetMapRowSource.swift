/// The roads of a file of OpenStreetMap as rows, under the tags that say how one may go.
final class OpenStreetMapRowSource: RowSource {
    let columns = [
        "id", "name", "ref", "highway", "oneway", "maxspeed", "junction", "driving", "foot",
        "access", "turn_rules",
    ]
    let blankRows = 0
    private let file: OpenStreetMapFile
    private let byteCount: Int64
    private var index = 0

    init(_ file: OpenStreetMapFile, byteCount: Int64) {
        self.file = file
        self.byteCount = byteCount
    }

    var bytesRead: Int64 {
        file.ways.isEmpty ? byteCount : byteCount * Int64(index) / Int64(file.ways.count)
    }

    var notes: [ImportNote] {
        guard file.skippedTurns > 0 else { return [] }
        return [
            ImportNote(
                level: .warning,
                text:
                    "turn restrictions that are not kept, because they lead by way of a third road "
                    + "or lack a member: \(file.skippedTurns)",
                lines: []
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
        // What is said of a car counts before what is said of all vehicles.
        let oneWay = tags["oneway:motorcar"] ?? tags["oneway:motor_vehicle"] ?? tags["oneway"]
        let driving = tags["motorcar"] ?? tags["motor_vehicle"] ?? tags["vehicle"]
        let cells = [
            String(way.id), tags["name"], tags["ref"], tags["highway"], oneWay, tags["maxspeed"],
            tags["junction"], driving, tags["foot"], tags["access"], turnRules(of: way),
        ]
        for cell in cells {
            row.append((cell ?? "").utf8)
            row.endCell()
        }
        let lines = lines(of: way)
        switch lines.count {
        case 0: row.geometry = .missing
        case 1: row.geometry = .some(.lineString(lines[0]))
        default: row.geometry = .some(.multiLineString(lines))
        }
        return true
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

    private func turnRules(of way: OpenStreetMapWay) -> String? {
        guard let turns = file.turns[way.id] else { return nil }
        let texts = turns.compactMap { turn in
            file.place(of: turn.node).map { place in
                "\(turn.isMandatory ? "only" : "no") \(place.latitude),\(place.longitude) \(turn.to)"
            }
        }
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }
}
