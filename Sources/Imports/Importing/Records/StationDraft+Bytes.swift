internal import Datasets
internal import Geodesy
internal import Polling

extension StationDraft {
    /// What a station takes in memory, in bytes, about: more rather than less.
    static func memoryBytes(of station: Station) -> Int {
        let texts = [
            station.id.rawValue, station.name, station.address ?? "", station.postcode ?? "",
            station.hours ?? "", station.accessibility.note ?? "",
        ]
        return texts.reduce(600) { $0 + memoryBytes(of: $1) }
            + station.districts.reduce(0) { $0 + memoryBytes(of: $1.code) + 16 }
            + station.attributes.reduce(0) { $0 + memoryBytes(of: $1.value) + 32 }
    }

    /// The same of a text: one of fifteen bytes lies within its own value, a longer one in a piece of
    /// memory of its own.
    static func memoryBytes(of text: String) -> Int {
        16 + (text.utf8.count > 15 ? text.utf8.count + 48 : 0)
    }

    /// Writes all that is known of the station.
    func write(to packed: inout PackedBytes) {
        packed.add(writing)
        packed.add(line)
        packed.add(hoursUse.rawValue)
        packed.add(station.id.rawValue)
        packed.add(station.name)
        packed.add(station.address)
        packed.add(station.postcode)
        packed.add(station.coordinate)
        packed.add(UInt32(station.districts.count))
        for district in station.districts {
            packed.add(district.type)
            packed.add(district.code)
        }
        packed.add(station.hours)
        packed.add(station.accessibility.wheelchair.rawValue)
        packed.add(station.accessibility.note)
        packed.add(missing != nil)
        if let missing {
            packed.add(missing.line)
            packed.add(missing.isWithheld)
            packed.add(missing.probable)
            packed.add(missing.isZero)
        }
        packed.add(UInt32(attributeValues.count))
        for (column, values) in attributeValues {
            packed.add(UInt32(column))
            packed.add(UInt32(values.count))
            for value in values { packed.add(value) }
        }
        packed.add(UInt32(tooMany.count))
        for column in tooMany { packed.add(UInt32(column)) }
        packed.add(UInt32(ignored.count))
        for (column, told) in ignored {
            packed.add(UInt32(column))
            packed.add(UInt32(told.count))
            for value in told {
                packed.add(value.text)
                packed.add(value.line)
            }
        }
    }

    /// Reads what ``write(to:)`` has written.
    ///
    /// - Returns: nil for a place that is none, which is never written.
    convenience init?(_ packed: inout UnpackedBytes, dataset: DatasetName) {
        let writing = packed.number(UInt64.self)
        let line = packed.number(Int.self)
        let hoursUse = HoursUse(rawValue: packed.number()) ?? .electionDay
        let id = packed.text()
        let name = packed.text()
        let address = packed.optionalText()
        let postcode = packed.optionalText()
        guard let coordinate = packed.optionalPlace() else { return nil }
        var districts: [DistrictReference] = []
        for _ in 0..<packed.number(UInt32.self) {
            districts.append(DistrictReference(type: packed.text(), code: packed.text()))
        }
        let station = Station(
            id: Station.ID(rawValue: id),
            dataset: dataset,
            name: name,
            address: address,
            postcode: postcode,
            coordinate: coordinate,
            districts: districts,
            hours: packed.optionalText(),
            accessibility: Accessibility(
                wheelchair: Accessibility.Answer(rawValue: packed.text()) ?? .unknown,
                note: packed.optionalText()
            )
        )
        self.init(station, writing: writing, line: line)
        self.hoursUse = hoursUse
        if packed.flag() {
            let line = packed.number(Int.self)
            let isWithheld = packed.flag()
            guard let probable = packed.optionalPlace() else { return nil }
            missing = MissingPlace(
                line: line,
                isWithheld: isWithheld,
                probable: probable,
                isZero: packed.flag()
            )
        }
        for _ in 0..<packed.number(UInt32.self) {
            let column = Int(packed.number(UInt32.self))
            let values = (0..<packed.number(UInt32.self)).map { _ in packed.text() }
            memoryBytes += values.reduce(96) { $0 + Self.memoryBytes(of: $1) }
            attributeValues[column] = values
        }
        for _ in 0..<packed.number(UInt32.self) { tooMany.insert(Int(packed.number(UInt32.self))) }
        for _ in 0..<packed.number(UInt32.self) {
            let column = Int(packed.number(UInt32.self))
            ignored[column] = (0..<packed.number(UInt32.self)).map { _ in
                Told(text: packed.text(), line: packed.number(Int.self))
            }
        }
    }
}

extension PackedBytes {
    fileprivate mutating func add(_ place: Coordinate?) {
        add(place != nil)
        guard let place else { return }
        add(place.latitude.bitPattern)
        add(place.longitude.bitPattern)
    }
}

extension UnpackedBytes {
    /// A place, or none; nil outright for one that is no place, which is never written.
    fileprivate mutating func optionalPlace() -> Coordinate?? {
        guard flag() else { return .some(nil) }
        let latitude = Double(bitPattern: number())
        let longitude = Double(bitPattern: number())
        guard let place = try? Coordinate(latitude: latitude, longitude: longitude) else {
            return nil
        }
        return .some(place)
    }
}
