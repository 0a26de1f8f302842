import FeatureCollections
import FeatureFilters
import Geodesy

/// Has conditions read, and asked of a few features.
enum FilterEntry {
    private static let fields = [
        FeatureField("name", .text, ""), FeatureField("size", .number, ""),
        FeatureField("count", .integer, ""), FeatureField("open", .boolean, ""),
        FeatureField("day", .day, ""),
    ]

    private static let features: [Feature] = {
        let place = Coordinate(uncheckedLatitude: 40, longitude: -100)
        let other = Coordinate(uncheckedLatitude: 41, longitude: -100)
        return [
            Feature(
                id: "1",
                shape: .point(place),
                values: [
                    .text("Hall"), .number(1.5), .integer(2), .boolean(true), .text("2026-11-03"),
                ]
            ),
            Feature(
                id: "2",
                shape: .lines([[place, other]]),
                values: fields.map { _ in .null }
            ),
            Feature(id: "3", shape: nil, values: fields.map { _ in .null }),
        ]
    }()

    static func read(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self),
            text.utf8.count <= FilterLimits.bytes
        else { return }
        for encoding in FeatureFilter.Encoding.allCases {
            do throws(FilterFault) {
                let filter = try FeatureFilter(text, in: encoding, over: fields)
                _ = (filter.boxes, features.map(filter.holds))
            } catch { _ = error.description }
        }
    }
}
