internal import Geodesy
package import Polling

extension Station {
    package var rows: [RecordRow] {
        let access = accessibility.wheelchair
        var fields = [
            RecordField(Field.stationName.name, name, guardedBy: .names),
            RecordField(
                Field.address.name,
                address.map { String(FoldedParts.split($0).street) },
                guardedBy: .addresses
            ),
            RecordField(Field.postcode.name, postcode, guardedBy: .postcodes),
            // That hours are lost has a limit of its own.
            RecordField(
                Field.hours.name,
                hours,
                .all.subtracting(.loss),
                guardedBy: .hours
            ),
            RecordField(
                Field.accessible.name,
                access == .unknown ? nil : access.rawValue,
                guardedBy: .accessibility
            ),
            RecordField(Field.accessibilityNote.name, accessibility.note, guardedBy: .accessNotes),
            RecordField.place(coordinate),
        ]
        fields += RecordField.codes(of: districts, guardedBy: .districts)
        for (column, text) in attributes.sorted(by: { $0.key < $1.key })
        where column != Self.keyAttribute {
            let isType = Self.isKindHeader(column)
            fields.append(
                RecordField(column, text, [.all, .mayCount], guardedBy: isType ? .types : nil)
            )
        }
        return [RecordRow(name: name, fields)]
    }
}

extension AddressEntry {
    package var rows: [RecordRow] {
        var fields = [
            RecordField(
                Field.addressStreet.name,
                street,
                foldedAs: streetWords.joined(separator: " "),
                guardedBy: .names
            ),
            RecordField(
                Field.addressHouse.name,
                houses.map {
                    let (first, last) = ($0.numbers.lowerBound.words, $0.numbers.upperBound.words)
                    return first == last ? first : "\(first)-\(last)"
                }.joined(separator: ", "),
                guardedBy: .names
            ),
            RecordField(Field.addressTown.name, town),
            RecordField(Field.addressPostcode.name, postcode),
            RecordField(
                Field.addressStation.name,
                stationKey,
                [.all, .doubtful],
                guardedBy: .districts
            ),
            RecordField.place(coordinate),
        ]
        fields += RecordField.codes(of: districts, guardedBy: .districts)
        return [RecordRow(name: line, fields)]
    }
}

extension RecordField {
    /// The codes of a record's districts, a field for each type; a precinct that takes in its neighbours gives
    /// them its code, so that a warning tells.
    static func codes(
        of districts: [DistrictReference],
        guardedBy part: SwappedParts.Part
    ) -> [RecordField] {
        Dictionary(grouping: districts, by: \.type).sorted { $0.key < $1.key }.map { type, own in
            RecordField(
                type,
                own.map(\.code).joined(separator: "; "),
                [.all, .doubtful],
                guardedBy: part
            )
        }
    }

    /// Where a record is: how far it moves other guards look at, and a warning tells of places that records
    /// have of one another.
    static func place(_ coordinate: Coordinate?) -> RecordField {
        RecordField(
            Field.position.name,
            coordinate.map { "\($0.latitude), \($0.longitude)" },
            [.order, .doubtful]
        )
    }
}
