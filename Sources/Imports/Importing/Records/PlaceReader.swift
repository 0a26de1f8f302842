internal import Geodesy
internal import ReferenceSystems
internal import RowFiles

/// Reads the coordinates of rows.
struct PlaceReader {
    let plan: PlacePlan
    let columns: [String]

    /// What a row says of its place.
    enum Reading {
        case place(Coordinate)
        /// The row gives none: blank, `n/a`, or 0,0, which is no place but a program's way to say
        /// nothing.
        case missing
    }

    /// The two numbers that a row gives, before anything is made of them.
    struct Numbers: Hashable {
        /// Longitude or easting.
        var x: Double
        /// Latitude or northing.
        var y: Double
        /// Whether they are those of a feature's geometry, where a single 0 is taken for what it
        /// says.
        var isGeometry = false
    }

    func read(_ row: borrowing Row) throws(RowRefusal) -> Reading {
        guard let numbers = try numbers(row) else { return .missing }
        return .place(try place(numbers, of: row))
    }

    /// The place that the numbers of a row name.
    ///
    /// - Throws: ``RowRefusal`` when they name none, in the words of the row: `999` where it says so.
    func place(_ numbers: Numbers, of row: borrowing Row) throws(RowRefusal) -> Coordinate {
        do {
            return try place(numbers)
        } catch {
            var fault = error.fault
            guard let name = fault.column, let number = fault.value,
                let column = columns.firstIndex(of: name), let text = row.text(column),
                text != number, Double(number) != nil
            else { throw error }
            fault.value = text
            if row.number(column) != nil {
                fault.reason = fault.reason.with("number", .text(text))
            }
            throw RowRefusal(fault)
        }
    }

    // MARK: Numbers

    /// The numbers of a row.
    ///
    /// - Returns: nil where the row gives no place.
    /// - Throws: ``RowRefusal`` when something stands there that is no pair of numbers.
    func numbers(_ row: borrowing Row) throws(RowRefusal) -> Numbers? {
        try requireSystem(row)
        let found: Numbers
        switch plan.columns {
        case .geometry: return try numbersOfGeometry(row)
        case .pair(let latitude, let longitude):
            if row.isPlaceholder(latitude), row.isPlaceholder(longitude) { return nil }
            found = Numbers(
                x: try number(row, longitude, isLatitude: false),
                y: try number(row, latitude, isLatitude: true)
            )
        case .single(let column):
            if row.isPlaceholder(column) { return nil }
            found = try numbers(row.text(column) ?? "", column)
        }
        return found.x == 0 && found.y == 0 ? nil : found
    }

    /// - Throws: ``RowRefusal`` where the row's own column says that it is in another system than the
    ///   others.
    private func requireSystem(_ row: borrowing Row) throws(RowRefusal) {
        guard let column = plan.systemColumn, !column.agrees(row) else { return }
        throw refusal(
            columns[column.index],
            row.text(column.index) ?? "",
            Finding(.otherSystem, ["system": .text("\(column.system)")])
        )
    }

    /// Whether a row gives 0, 0.
    func isZero(_ row: borrowing Row) -> Bool {
        switch plan.columns {
        case .geometry:
            guard case .some(.point(let position))? = row.geometry else { return false }
            return position.latitude == 0 && position.longitude == 0
        case .pair(let latitude, let longitude):
            return row.number(latitude) == 0 && row.number(longitude) == 0
        case .single(let column):
            let pair = row.text(column).flatMap { PositionText.parse($0) }
            return pair.map { $0.latitude == 0 && $0.longitude == 0 } ?? false
        }
    }

    private func numbersOfGeometry(_ row: borrowing Row) throws(RowRefusal) -> Numbers? {
        switch row.geometry {
        case nil, .missing?: return nil
        case .some(.point(let position))?:
            if position.latitude == 0, position.longitude == 0 { return nil }
            return Numbers(x: position.longitude, y: position.latitude, isGeometry: true)
        case .some(let geometry)?:
            throw refusal(
                "geometry",
                geometry.typeName,
                Finding(.notAPoint, ["geometry": .text(geometry.typeName)])
            )
        }
    }

    private func numbers(_ text: String, _ column: Int) throws(RowRefusal) -> Numbers {
        guard let pair = PositionText.parse(text) else {
            throw refusal(
                columns[column],
                text,
                Finding(.noPair)
            )
        }
        if let system = pair.system, system != plan.system.code {
            throw refusal(
                columns[column],
                text,
                Finding(
                    .pairInOtherSystem,
                    [
                        "found": .text("EPSG:\(system)"),
                        "system": .text(plan.system.identifier),
                    ]
                )
            )
        }
        // On a map grid a plain pair is easting before northing.
        return plan.system.isGeographic || pair.isLongitudeFirst
            ? Numbers(x: pair.longitude, y: pair.latitude)
            : Numbers(x: pair.latitude, y: pair.longitude)
    }

    private func number(
        _ row: borrowing Row,
        _ column: Int,
        isLatitude: Bool
    ) throws(RowRefusal) -> Double {
        if let number = row.number(column) { return number }
        let text = row.text(column) ?? ""
        if plan.system.isGeographic, let angle = PositionText.angle(text) {
            guard let other = PositionText.hemisphere(text), other.isLatitude != isLatitude else {
                return angle
            }
            throw refusal(
                columns[column],
                text,
                Finding(
                    isLatitude ? .longitudeForLatitude : .latitudeForLongitude,
                    ["letter": .text(String(other.rawValue))]
                )
            )
        }
        if row.isPlaceholder(column) {
            throw refusal(columns[column], text, Finding(.blankCoordinate))
        }
        throw refusal(
            columns[column],
            text,
            plan.system.isGeographic
                ? Finding(.noNumberOfDegrees)
                : Finding(.noNumberOfGrid, ["unit": .text("\(plan.system.unit)")])
        )
    }

    // MARK: Places

    /// The place that two numbers name.
    ///
    /// - Throws: ``RowRefusal`` when they name none.
    func place(_ numbers: Numbers) throws(RowRefusal) -> Coordinate {
        if !numbers.isGeometry, numbers.x == 0 || numbers.y == 0 {
            throw refusal(
                name(ofX: numbers.x == 0, numbers),
                "0",
                Finding(.oneZero)
            )
        }
        if let transform = plan.transform { return try place(numbers, transform) }
        do {
            return try Coordinate(computedLatitude: numbers.y, longitude: numbers.x)
        } catch {
            if numbers.isGeometry {
                let value = "[\(numbers.x), \(numbers.y)]"
                throw refusal("geometry", value, Finding(error))
            }
            if case .invalidLatitude = error {
                throw refusal(name(ofX: false, numbers), String(numbers.y), Finding(error))
            }
            throw refusal(name(ofX: true, numbers), String(numbers.x), Finding(error))
        }
    }

    /// How far outside the area that its system is made for a place may lie without a word, in degrees:
    /// areas are drawn closely, and the sea around a country is nobody's mistake.
    static let margin = 2.0
    /// How far outside it places lie that whole files have there, in degrees: Norway's are kept in UTM
    /// zone 33, whose area ends 13° west of its easternmost town.
    static let reach = 15.0

    private func place(
        _ numbers: Numbers,
        _ transform: CoordinateTransform
    ) throws(RowRefusal) -> Coordinate {
        let value = "\(numbers.x), \(numbers.y)"
        guard let place = transform.place(x: numbers.x, y: numbers.y) else {
            throw refusal(
                name(ofX: true, numbers),
                value,
                Finding(.systemWithoutPlace, ["system": .text(plan.system.description)])
            )
        }
        if let area = plan.allowedArea, !area.contains(place) {
            throw refusal(
                name(ofX: true, numbers),
                value,
                Finding(
                    .farOutsideSystem,
                    [
                        "place": .text(place.shortText),
                        "system": .text(plan.system.description),
                    ]
                )
            )
        }
        return place
    }

    private func name(ofX isX: Bool, _ numbers: Numbers) -> String {
        switch plan.columns {
        case .geometry: "geometry"
        case .single(let column): columns[column]
        case .pair(let latitude, let longitude): columns[isX ? longitude : latitude]
        }
    }

    private func refusal(_ column: String, _ value: String, _ reason: Finding) -> RowRefusal {
        RowRefusal(
            RowFault(cause: .badCoordinate, column: column, value: value, reason: reason)
        )
    }
}

/// A row that is refused.
package struct RowRefusal: Error {
    let fault: RowFault

    init(_ fault: RowFault) { self.fault = fault }
}
