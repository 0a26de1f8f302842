import Foundation

/// Shapefiles in an archive, made to take long.
enum NastyShapefile {
    static func bytes(_ kind: NastyFile, _ length: Int) -> Data {
        func square(_ x: Double, _ y: Double, _ radius: Double, isHole: Bool) -> [(Double, Double)]
        {
            let corners = [
                (x - radius, y - radius), (x - radius, y + radius), (x + radius, y + radius),
                (x + radius, y - radius), (x - radius, y - radius),
            ]
            return isHole ? corners.reversed() : corners
        }
        switch kind {
        case .thinParts:
            return archive([polygon((0..<length / 20).map { [(Double($0) / 1e5, 1)] })])
        case .shapeRings:
            let rings = (0..<length / 84).map { number in
                let (x, y) = (Double(number % 400) / 100, Double(number / 400) / 100)
                return square(x, y, 0.004, isHole: number % 2 == 0)
            }
            return archive([polygon(rings)])
        case .nestedRings:
            let rings = (0..<length / 84).map { number in
                square(7, 43, 5 - Double(number) / 1e5, isHole: number % 2 == 1)
            }
            return archive([polygon(rings)])
        default:
            let spiky = (0..<length / 40).map { (Double($0 % 2), Double($0) / 1e6) }
            return archive([polygon([spiky])], entries: length / 20)
        }
    }

    /// An area of which some corners are no places.
    static func area(_ corners: [(Double, Double)]) -> Data { archive([polygon([corners])]) }

    private static func little(_ value: Int, _ count: Int) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
    }

    private static func big(_ value: Int) -> Data { Data(little(value, 4).reversed()) }

    private static func doubles(_ values: [Double]) -> Data {
        values.withUnsafeBytes { Data($0) }
    }

    private static func polygon(_ rings: [[(Double, Double)]]) -> Data {
        var starts: [UInt32] = []
        var places: [Double] = []
        for ring in rings {
            starts.append(UInt32(places.count / 2))
            for place in ring { places += [place.0, place.1] }
        }
        return little(5, 4) + doubles([0, 0, 0, 0]) + little(rings.count, 4)
            + little(places.count / 2, 4) + starts.withUnsafeBytes { Data($0) } + doubles(places)
    }

    /// - Parameter entries: How many records the index has, all but the first of which lie where the
    ///   first does.
    private static func archive(_ records: [Data], entries: Int? = nil) -> Data {
        var (body, index) = (Data(), Data())
        for (number, record) in records.enumerated() {
            index += big(50 + body.count / 2) + big(record.count / 2)
            body += big(number + 1) + big(record.count / 2) + record
        }
        let first = Data(index.prefix(8))
        let count = entries ?? records.count
        for _ in records.count..<max(count, records.count) { index += first }
        func header(_ length: Int) -> Data {
            big(9994) + Data(count: 20) + big(length / 2) + little(1000, 4) + little(5, 4)
                + doubles([-180, -90, 180, 90, 0, 0, 0, 0])
        }
        var table = Data([3, 120, 1, 1]) + little(count, 4) + little(65, 2) + little(3, 2)
        table += Data(count: 20) + Data("CODE".utf8) + Data(count: 7) + Data("C".utf8)
        table += Data([0, 0, 0, 0, 2]) + Data(count: 15) + Data([0x0D])
        for _ in 0..<count { table += Data(" a ".utf8) }
        return NastyFile.archive([
            ("l.shp", header(100 + body.count) + body),
            ("l.shx", header(100 + index.count) + index),
            ("l.dbf", table),
        ])
    }
}
