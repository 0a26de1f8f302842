package import Geodesy

extension QueryReader {
    private static let boxExample = "west,south,east,north in degrees: -77.2,38.8,-76.9,39"

    /// The box of `bbox`; nil when it is absent or wrong.
    ///
    /// - Parameter isRequired: Whether it is wrong that there is none.
    package mutating func box(isRequired: Bool = true) -> BoundingBox? {
        guard let text = text("bbox") else {
            if isRequired { require("bbox", "give \(Self.boxExample)") }
            return nil
        }
        guard let edges = Self.numbers(text, count: 4) else {
            note("bbox", .notABox, "is \(quoted(text)); it is \(Self.boxExample)", .value(text))
            return nil
        }
        do {
            return try BoundingBox(
                west: edges[0],
                south: edges[1],
                east: edges[2],
                north: edges[3]
            )
        } catch {
            note("bbox", .notABox, "is \(quoted(text)); \(error)", .value(text))
            return nil
        }
    }

    /// The level of `zoom`; nil when it is absent or wrong.
    package mutating func zoom(_ levels: ClosedRange<Int>) -> Int? {
        guard let text = text("zoom") else { return nil }
        guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let zoom = Int(text), levels.contains(zoom)
        else {
            note(
                "zoom",
                .outOfRange,
                "is \(quoted(text)); a zoom is a whole number from \(levels.lowerBound) to "
                    + "\(levels.upperBound)",
                .range(text, levels.lowerBound, levels.upperBound)
            )
            return nil
        }
        return zoom
    }

    /// So many decimal numbers between commas, and nothing else that `Double` would read.
    static func numbers(_ text: String, count: Int) -> [Double]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            PlainNumber.read(part.drop { $0 == " " })
        }
        return parts.count == count && numbers.count == count ? numbers : nil
    }
}
