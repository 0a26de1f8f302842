internal import Datasets
internal import Geodesy
internal import Polling
internal import XMLWriting

/// Polling locations, precincts, localities and street segments.
extension FeedWriter {
    private static let directions = "directions"
    private static let hoursNote = "hours note"

    /// Columns that stand elsewhere in a feed.
    private static func isTold(_ column: String) -> Bool {
        [directions, hoursNote, Station.keyAttribute].contains(column)
            || Station.isKindHeader(column) || TimeZoneName.isHeader(column)
    }

    /// Writes a station as a polling location.
    mutating func add(_ station: Station) throws {
        let key = String(station.id.rawValue.dropFirst(station.dataset.text.count + 1))
        let id = ids.id(
            .station,
            [station.attributes[Station.keyAttribute], key].compactMap { $0 }
        )
        stationIDs[station.id] = id
        note(lossesOf: station)
        let note = station.attributes[Self.hoursNote]
        let zone =
            station.attributes.first { TimeZoneName.isHeader($0.key) }?.value
            ?? source.election?.timeZone
        let hours = station.hours.flatMap {
            FeedHours($0, zone: zone, day: source.election?.date)
        }
        if station.hours != nil, hours == nil { summary.lose(.wordedHours) }
        let hoursID = try self.id(of: hours, note: note)
        let kinds = station.kinds
        try element("PollingLocation", id: id) { xml in
            Self.write(addressOf: station, to: &xml)
            xml.localized(
                "Directions",
                station.attributes[Self.directions].map { LocalizedText($0) }
            )
            if hours == nil { xml.localized("Hours", station.hours.map { LocalizedText($0) }) }
            xml.element("HoursOpenId", text: hoursID)
            if kinds.contains(.dropBox) { xml.element("IsDropBox", text: "true") }
            if kinds.contains(.earlyVoting) { xml.element("IsEarlyVoting", text: "true") }
            if let place = station.coordinate {
                xml.element("LatLng") { xml in
                    xml.element("Latitude", text: "\(place.latitude)")
                    xml.element("Longitude", text: "\(place.longitude)")
                }
            }
            // The address stands for a name that is not known.
            if station.name != station.address { xml.element("Name", text: station.name) }
        }
    }

    private mutating func note(lossesOf station: Station) {
        if station.accessibility != .unknown { summary.lose(.accessibility) }
        for column in station.attributes.keys where !Self.isTold(column) {
            summary.lose(.column(column))
        }
    }

    /// Writes an address by its lines or, where it ends with a town and a state as American ones do, by its
    /// parts.
    private static func write(addressOf station: Station, to xml: inout XMLText) {
        let address = station.address ?? ""
        var parts = address.split(separator: ",").map { part in
            String(part.drop { $0 == " " })
        }
        let isWhole = parts.joined(separator: ", ") == address
        if isWhole, parts.count >= 3, let state = parts.last, isState(state) {
            let city = parts[parts.count - 2]
            parts.removeLast(2)
            xml.element("AddressStructured") { xml in
                xml.element("Line1", text: parts.joined(separator: ", "))
                xml.element("City", text: city)
                xml.element("State", text: state)
                xml.element("Zip", text: station.postcode)
            }
        } else if let postcode = station.postcode, !address.hasSuffix(postcode) {
            xml.element("AddressStructured") { xml in
                xml.element("Line1", text: address)
                xml.element("City", text: "")
                xml.element("State", text: "")
                xml.element("Zip", text: postcode)
            }
        } else if isWhole, !parts.isEmpty {
            for part in parts { xml.element("AddressLine", text: part) }
        } else {
            xml.element("AddressLine", text: address)
        }
    }

    /// `NE`
    private static func isState(_ text: String) -> Bool {
        text.utf8.count == 2 && text.utf8.allSatisfy { 0x41...0x5A ~= $0 }
    }

    // MARK: Precincts

    mutating func addPrecincts() throws {
        for locality in plan.localities {
            localityIDs.append(ids.id("locality", locality.reference.code))
        }
        for precinct in plan.precincts {
            let id = ids.id(.precinct, precinct.keys)
            precinctIDs.append(id)
            let locality = plan.localities[precinct.locality].reference
            // Readers add the locality and the state behind the others.
            var own = precinct.districts
            if let last = own.last, last.type == "state", last.code == plan.state,
                !isOnBallots(last)
            {
                own.removeLast()
            }
            if own.last == locality, !isOnBallots(locality) { own.removeLast() }
            let districts = own.map { self.id(of: $0) }
            let stations = precinct.stations.compactMap { stationIDs[$0] }
            let (name, split) = Self.parted(precinct.name)
            let localityID = localityIDs[precinct.locality]
            try element("Precinct", id: id) { xml in
                xml.element("ElectoralDistrictIds", text: Self.list(districts))
                xml.element("IsMailOnly", text: precinct.isMailOnly.map { "\($0)" })
                xml.element("LocalityId", text: localityID)
                xml.element("Name", text: name)
                xml.element("Number", text: precinct.code)
                xml.element("PollingLocationIds", text: Self.list(stations))
                xml.element("PrecinctSplitName", text: split)
            }
        }
        let stateID = stateID
        for (id, locality) in zip(localityIDs, plan.localities) {
            let stations = locality.stations.compactMap { stationIDs[$0] }
            try element("Locality", id: id) { xml in
                xml.element("Name", text: locality.reference.code)
                xml.element("PollingLocationIds", text: Self.list(stations))
                xml.element("StateId", text: stateID)
                Self.write(type: locality.reference.type, to: &xml)
            }
        }
    }

    /// Ids side by side; nil where there are none, for an empty list is no list of ids.
    static func list(_ ids: [String]) -> String? {
        ids.isEmpty ? nil : ids.joined(separator: " ")
    }

    /// A precinct's name and that of its split: `203 - GEORGETOWN, split A`.
    private static func parted(_ name: String) -> (name: String, split: String?) {
        guard let mark = name.ranges(of: ", split ").last, mark.upperBound < name.endIndex,
            mark.lowerBound > name.startIndex
        else { return (name, nil) }
        return (String(name[..<mark.lowerBound]), String(name[mark.upperBound...]))
    }

    // MARK: Segments

    /// Writes an entry of a list of addresses as street segments, one for each range of houses.
    mutating func add(_ entry: AddressEntry) throws {
        guard let number = plan.precinct(of: entry) else { return summary.lose(.addressesOfNobody) }
        var key = String(entry.id.rawValue.dropFirst(entry.dataset.text.count + 1))
        if addressDataset == nil { addressDataset = entry.dataset }
        // The keys of another list may be the same.
        if entry.dataset != addressDataset { key = "\(entry.dataset).\(key)" }
        let precinct = precinctIDs[number]
        guard !entry.houses.isEmpty else {
            return try add(segmentOf: entry, key, precinct) { xml in
                xml.element("IncludesAllAddresses", text: "true")
            }
        }
        for (index, range) in entry.houses.enumerated() {
            guard let houses = SegmentHouses(range) else {
                summary.lose(.houses)
                continue
            }
            try add(segmentOf: entry, index == 0 ? key : "\(key)--\(index + 1)", precinct) { xml in
                xml.element("OddEvenBoth", text: range.side.rawValue)
            } _: { xml in
                xml.element("StartHouseNumber", text: String(houses.first))
                xml.element("EndHouseNumber", text: String(houses.last))
                if !houses.prefix.isEmpty {
                    xml.element("HouseNumberPrefix", text: houses.prefix)
                }
                if !houses.suffix.isEmpty {
                    xml.element("HouseNumberSuffix", text: houses.suffix)
                }
            }
        }
    }

    private mutating func add(
        segmentOf entry: AddressEntry,
        _ key: String,
        _ precinct: String,
        _ extent: (inout XMLText) -> Void,
        _ houses: (inout XMLText) -> Void = { _ in }
    ) throws {
        let (id, state) = (ids.id(.segment, [key], isKept: false), plan.state)
        try element("StreetSegment", id: id) { xml in
            xml.element("City", text: entry.town ?? "")
            extent(&xml)
            xml.element("PrecinctId", text: precinct)
            houses(&xml)
            xml.element("State", text: state)
            xml.element("StreetName", text: entry.street)
            xml.element("Zip", text: entry.postcode)
        }
    }
}

/// A range of houses as a segment has it: whole numbers, with what stands before and behind both.
struct SegmentHouses {
    let first: Int
    let last: Int
    let prefix: String
    let suffix: String

    /// - Returns: nil where readers of the segment would make other houses of it.
    init?(_ range: HouseRange) {
        let (low, high) = (range.numbers.lowerBound, range.numbers.upperBound)
        guard low.prefix == high.prefix, low.suffix == high.suffix else { return nil }
        if low.isHyphenated {
            // `37-15`: the number behind the dash counts.
            let digits = low.suffix.prefix { $0.isNumber }
            guard low == high, low.prefix.isEmpty, let number = Int(digits) else { return nil }
            (first, last, prefix) = (number, number, String(low.number))
            suffix = String(low.suffix.dropFirst(digits.count))
        } else {
            guard low.prefix.isEmpty || low.isOnGrid else { return nil }
            (first, last) = (low.number, high.number)
            (prefix, suffix) = (low.prefix.uppercased(), low.suffix)
        }
        guard [low, high].map({ reread($0 == low ? first : last) }) == [low, high] else {
            return nil
        }
    }

    /// The house that readers make of a number.
    private func reread(_ number: Int) -> HouseNumber? {
        let isGrid = prefix.contains { !$0.isNumber }
        let front = prefix.isEmpty ? "" : isGrid ? prefix : prefix + "-"
        let gap = suffix.first?.isNumber == true ? " " : ""
        return HouseNumber(parsing: front + String(number) + gap + suffix)
    }
}
