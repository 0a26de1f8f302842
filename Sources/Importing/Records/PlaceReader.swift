internal import Geodesy

/// Reads the coordinates of rows.
struct PlaceReader {
    let place: PlaceColumns
    let columns: [String]

    /// What a row says of its place.
    enum Reading {
        case place(Coordinate)
        /// The row gives none: blank, `n/a`, or 0,0, which is no place but a program's way to say
        /// nothing.
        case missing
    }

    func read(_ row: borrowing Row) throws(RowRefusal) -> Reading {
        switch place {
        case .geometry: return try readGeometry(row)
        case .pair(let latitude, let longitude):
            let cells = (row.cell(latitude), row.cell(longitude))
            if cells.0.isPlaceholder, cells.1.isPlaceholder { return .missing }
            let pair = (try number(cells.0, latitude), try number(cells.1, longitude))
            return try reading(
                latitude: pair.0,
                longitude: pair.1,
                columns: (latitude, longitude)
            )
        case .single(let column):
            let cell = row.cell(column)
            if cell.isPlaceholder { return .missing }
            let text = String(decoding: cell, as: UTF8.self)
            guard let pair = PositionText.parse(text) else {
                throw refusal(
                    column,
                    text,
                    "it is no pair of coordinates; write latitude, longitude in "
                        + "decimal degrees: 38.8977, -77.0365"
                )
            }
            return try reading(
                latitude: pair.latitude,
                longitude: pair.longitude,
                columns: (column, column)
            )
        }
    }

    private func readGeometry(_ row: borrowing Row) throws(RowRefusal) -> Reading {
        switch row.geometry {
        case nil, .missing?: return .missing
        case .some(.point(let position))?:
            if position.latitude == 0, position.longitude == 0 { return .missing }
            do {
                return .place(
                    try Coordinate(latitude: position.latitude, longitude: position.longitude)
                )
            } catch {
                throw RowRefusal(
                    RowFault(
                        cause: .badCoordinate,
                        column: "geometry",
                        value: "[\(position.longitude), \(position.latitude)]",
                        reason: error.description
                    )
                )
            }
        case .some(let geometry)?:
            throw RowRefusal(
                RowFault(
                    cause: .badCoordinate,
                    column: "geometry",
                    value: geometry.typeName,
                    reason: "the geometry is a \(geometry.typeName); it must be a Point"
                )
            )
        }
    }

    private func number(
        _ cell: ArraySlice<UInt8>,
        _ column: Int
    ) throws(RowRefusal) -> Double {
        if let number = NumberText.double(cell) { return number }
        let text = String(decoding: cell, as: UTF8.self)
        if let angle = PositionText.angle(text) { return angle }
        throw refusal(
            column,
            text,
            cell.isPlaceholder
                ? "it is blank and the other coordinate is not"
                : "it is no number; write decimal degrees, such as -77.0365"
        )
    }

    private func reading(
        latitude: Double,
        longitude: Double,
        columns: (latitude: Int, longitude: Int)
    ) throws(RowRefusal) -> Reading {
        if latitude == 0, longitude == 0 { return .missing }
        do {
            let place = try Coordinate(latitude: latitude, longitude: longitude)
            guard latitude != 0, longitude != 0 else {
                throw refusal(
                    latitude == 0 ? columns.latitude : columns.longitude,
                    "0",
                    "one coordinate is 0 and the other is not; one of them is missing"
                )
            }
            return .place(place)
        } catch let error as GeodesyError {
            if case .invalidLatitude = error {
                throw refusal(columns.latitude, String(latitude), error.description)
            }
            throw refusal(columns.longitude, String(longitude), error.description)
        } catch let error as RowRefusal {
            throw error
        } catch {
            throw refusal(columns.latitude, String(latitude), "it cannot be read")
        }
    }

    private func refusal(_ column: Int, _ value: String, _ reason: String) -> RowRefusal {
        RowRefusal(
            RowFault(
                cause: .badCoordinate,
                column: columns[column],
                value: value,
                reason: reason
            )
        )
    }
}

/// A row that is refused.
struct RowRefusal: Error {
    let fault: RowFault

    init(_ fault: RowFault) { self.fault = fault }
}
