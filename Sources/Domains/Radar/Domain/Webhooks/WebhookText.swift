internal import Geodesy

// What is sealed of a webhook: lines of text, numbers in their shortest form that reads back alike.
extension Webhook {
    /// The address, the categories, and the place or the corners.
    var sealedText: String {
        let categories = watch.categories?.map(\.rawValue).sorted().joined(separator: ",")
        var lines = [url, categories ?? "*"]
        switch watch.area {
        case .around(let center, let radius):
            lines.append("\(center.latitude) \(center.longitude) \(radius.meters)")
        case .polygon(let polygon):
            lines += polygon.exterior.map { "\($0.latitude) \($0.longitude)" }
        }
        return lines.joined(separator: "\n")
    }

    /// The address and the watch of a sealed text; nil for any other text.
    static func read(_ text: String) -> (url: String, watch: Watch)? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count >= 3 else { return nil }
        let categories =
            lines[1] == "*"
            ? nil : Set(lines[1].split(separator: ",").map { Category(rawValue: String($0)) })
        let rows = lines[2...].map { $0.split(separator: " ").compactMap { Double($0) } }
        if rows.count == 1, rows[0].count == 3,
            let center = try? Coordinate(latitude: rows[0][0], longitude: rows[0][1]),
            let radius = try? Distance.meters(rows[0][2])
        {
            return (lines[0], Watch(.around(center, radius), categories: categories))
        }
        let places = rows.compactMap { row in
            row.count == 2 ? try? Coordinate(latitude: row[0], longitude: row[1]) : nil
        }
        guard places.count == rows.count, let polygon = try? Polygon(exterior: places) else {
            return nil
        }
        return (lines[0], Watch(.polygon(polygon), categories: categories))
    }
}
