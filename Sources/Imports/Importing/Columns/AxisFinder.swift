internal import Geodesy

/// Tells latitudes from longitudes by what columns hold and by what else a file says of where its
/// places are, whatever the headers.
struct AxisFinder {
    struct Pair: Hashable {
        let latitude: Int
        let longitude: Int
    }

    private let sample: FileSample
    private let constants: [FieldConstant]

    init(_ sample: FileSample, constants: [FieldConstant]) {
        self.sample = sample
        self.constants = constants
    }

    /// The pairs that some of a file's columns may be: one when it is clear, several when nothing tells
    /// them apart.
    ///
    /// Where several may be, those count that put the places into the country or state that the rest of
    /// the file speaks of, if any do. Complexity: O(columns²) at most, each with a look at some hundred
    /// rows.
    ///
    /// - Parameters:
    ///   - latitude: The column that is known to be the latitude, if one is.
    ///   - longitude: The same of the longitude.
    func pairs(of columns: [Int], latitude: Int?, longitude: Int?) -> [Pair] {
        // Of columns that say the same, one is enough.
        var distinct: [Int] = []
        for column in columns where column != latitude && column != longitude {
            let values = sample.columns[column].firstValues
            if !distinct.contains(where: { sample.columns[$0].firstValues == values }) {
                distinct.append(column)
            }
        }
        let latitudes =
            latitude.map { [$0] } ?? distinct.filter { sample.columns[$0].mayBeLatitude }
        let longitudes =
            longitude.map { [$0] } ?? distinct.filter { sample.columns[$0].mayBeLongitude }
        let pairs = latitudes.flatMap { latitude in
            longitudes.compactMap { longitude in
                latitude == longitude ? nil : Pair(latitude: latitude, longitude: longitude)
            }
        }
        guard pairs.count > 1 else { return pairs }
        let boxes = GridRegion.evident(in: sample, constants: constants).map(\.box)
        let evident = pairs.filter { pair in boxes.contains { share(of: pair, in: $0) >= 0.9 } }
        return evident.isEmpty ? pairs : evident
    }

    /// The share of the rows that a pair puts into a box.
    private func share(of pair: Pair, in box: BoundingBox) -> Double {
        let latitudes = Dictionary(
            sample.columns[pair.latitude].firstNumbers.map { ($0.row, $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
        let numbers = sample.columns[pair.longitude].firstNumbers.compactMap { longitude in
            latitudes[longitude.row].map { (latitude: $0, longitude: longitude.value) }
        }
        let inside = numbers.count { latitude, longitude in
            (try? Coordinate(latitude: latitude, longitude: longitude)).map(box.contains) ?? false
        }
        return numbers.isEmpty ? 0 : Double(inside) / Double(numbers.count)
    }

    /// Why several columns that could be the coordinates are none: with a value of each, and what to
    /// write instead.
    func unclear(_ pairs: [Pair], latitude: Int?, longitude: Int?) -> ImportError {
        let isLatitudeOpen = latitude == nil && longitude != nil
        let choices = Set(pairs.flatMap { [$0.latitude, $0.longitude] })
            .subtracting([latitude, longitude].compactMap(\.self)).sorted()
        let first = pairs[0]
        return .unclearAxes(
            field: isLatitudeOpen ? "latitude" : "longitude",
            choices: choices.map { column in
                let value = sample.columns[column].firstValues.first.map { ", such as \($0)" } ?? ""
                return "\"\(sample.columns[column].name)\"\(value)"
            },
            latitude: sample.columns[first.latitude].name,
            longitude: sample.columns[first.longitude].name
        )
    }
}

extension ColumnSample {
    /// Whether the numbers may be latitudes of places where people are: south of 60° there is but
    /// Antarctica, and north of 84° no land at all.
    fileprivate var mayBeLatitude: Bool {
        fitsLatitude && hemispheres.longitudes == 0
            && firstNumbers.count { -60...84 ~= $0.value } * 2 > firstNumbers.count
    }

    fileprivate var mayBeLongitude: Bool { fitsLongitude && hemispheres.latitudes == 0 }
}
