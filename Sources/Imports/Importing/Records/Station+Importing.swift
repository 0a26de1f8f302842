internal import Geodesy
package import Polling

extension Station: ImportableRecord {
    package var importKey: String { id.rawValue }
    package var displayName: String { name }

    package var parts: RecordParts {
        RecordParts(
            name: name.hashValue,
            address: RecordParts.hash(ofAddress: address, postcode),
            hours: Self.hash(ofHours: hours),
            accessibility: accessibility.wheelchair.hashValue,
            accessNote: accessibility.note.hashValue,
            types: kinds.hashValue,
            districts: Self.hash(of: districts),
            other: hashOfColumns,
            folded: FoldedParts(name: name, address: address, postcode: postcode),
            place: coordinate
        )
    }

    /// A hash of the districts that are meant, however they are written and in whichever order; of a
    /// million it takes 8 MB to make.
    private static func hash(of districts: [DistrictReference]) -> Int {
        if districts.count == 1 { return SideBySide.hash(ofOne: key(districts[0]).hashValue) }
        return SideBySide.hash(of: districts.lazy.map { key($0).hashValue })
    }

    /// What a reference means. Not looked up among those that were asked for lately: a file has more
    /// different ones than are kept.
    private static func key(_ district: DistrictReference) -> DistrictKey {
        DistrictKey(type: district.type, code: district.code)
    }

    /// A hash of all columns, whose order means nothing.
    private var hashOfColumns: Int {
        attributes.reduce(0) { sum, attribute in
            guard let value = hash(attribute.value, of: attribute.key) else { return sum }
            var hasher = Hasher()
            hasher.combine(attribute.key)
            hasher.combine(value)
            return sum &+ hasher.finalize()
        }
    }

    private func hash(ofColumn column: String) -> Int? {
        attributes[column].flatMap { hash($0, of: column) }
    }

    /// A hash of what a column says, where the order of values that stand side by side means nothing; nil
    /// where it says nothing.
    private func hash(_ value: String, of column: String) -> Int? {
        isSaidElsewhere(column, value) ? nil : SideBySide.hash(value)
    }

    /// Whether a column says but what else is compared: the key by which records are found, where it is
    /// such that an id may tell it, or districts.
    private func isSaidElsewhere(_ column: String, _ value: String) -> Bool {
        guard column == Self.keyAttribute else { return false }
        let isSlug = value.utf8.allSatisfy {
            0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0
        }
        return isSlug
            || StationRowReader.codes(value).allSatisfy { code in
                districts.contains { $0.code == code }
            }
    }

    /// A hash of hours, where the order of dated days means nothing.
    private static func hash(ofHours hours: String?) -> Int {
        guard let hours, hours.utf8.contains(UInt8(ascii: ";")), DatedHours(hours) != nil else {
            return hours.hashValue
        }
        return SideBySide.hash(hours)
    }

    package var likeness: RecordLikeness? {
        RecordLikeness(
            name: Self.normalHash(name),
            address: address.map(Self.normalHash)
        )
    }

    package func withImportKey(_ key: String, keepsOwn: Bool) -> Station {
        var attributes = attributes
        if keepsOwn, let own = sourceKeys.first { attributes[Self.keyAttribute] = own }
        return Station(
            id: ID(rawValue: key),
            dataset: dataset,
            name: name,
            address: address,
            postcode: postcode,
            coordinate: coordinate,
            districts: districts,
            hours: hours,
            accessibility: accessibility,
            attributes: attributes
        )
    }

    /// - Complexity: O(2^types · districts), of ten types at most; with more the answer is no.
    package func onlyGainsDistrictTypes(over published: RecordParts) -> Bool {
        let types = Set(districts.map(\.type)).sorted()
        guard 1...10 ~= types.count, !published.hasDistricts(hashed: Self.hash(of: districts))
        else { return false }
        let all = 1 << types.count - 1
        // Without some of the types they are those that are published.
        return (0..<all).contains { kept in
            published.hasDistricts(
                hashed: Self.hash(
                    of: districts.filter { district in
                        types.firstIndex(of: district.type).map { kept >> $0 & 1 == 1 } ?? false
                    }
                )
            )
        }
    }

    package static var guards: ImportGuards { .stations }
    package static var isMadeOfRows: Bool { true }

    /// With what the rows say that were published before, as rows of one file are merged: districts,
    /// columns and the hours of dated days are joined, and what these rows leave blank is kept. Of
    /// what one value alone can hold, it is these rows'.
    package func added(to published: Station) -> Station {
        let known = Set(published.districts.map(Self.key))
        var access = accessibility
        if access.wheelchair == .unknown { access.wheelchair = published.accessibility.wheelchair }
        if access.wheelchair == published.accessibility.wheelchair {
            access.note = access.note ?? published.accessibility.note
        }
        return Station(
            id: id,
            dataset: dataset,
            name: name,
            address: address ?? published.address,
            postcode: postcode ?? published.postcode,
            coordinate: coordinate,
            districts: published.districts + districts.filter { !known.contains(Self.key($0)) },
            hours: hours(addedTo: published.hours),
            accessibility: access,
            attributes: attributes(addedTo: published.attributes)
        )
    }

    /// Columns side by side, as far as they have room; of time zones a station has but one.
    private func attributes(addedTo published: [String: String]) -> [String: String] {
        var all = published
        if timeZone != nil { all = all.filter { !TimeZoneName.isHeader($0.key) } }
        return all.merging(attributes) { SideBySide.joined($0, $1) ?? $0 }
    }

    package func columnsWithoutRoom(addedTo published: Station) -> [String] {
        attributes.filter { column, text in
            !TimeZoneName.isHeader(column)
                && published.attributes[column].map { SideBySide.joined($0, text) == nil } ?? false
        }.map(\.key)
    }

    private func hours(addedTo published: String?) -> String? {
        guard let hours, let published else { return hours ?? published }
        guard let own = DatedHours(hours), var all = DatedHours(published) else { return hours }
        all.add(own)
        return all.text
    }

    package func withPlace(of published: Station) -> Station {
        var station = self
        station.coordinate = published.coordinate
        return station
    }

    private static func normalHash(_ text: String) -> Int {
        var normal: [UInt8] = []
        TextNormal.append(Array(text.utf8)[...], to: &normal)
        return normal.hashValue
    }

    package func differences(from old: Station) -> [Finding] {
        var differences: [Finding] = []
        switch (old.coordinate, coordinate) {
        case (let before?, let after?):
            if let meters = RecordParts.move(from: before, to: after) {
                differences.append(Finding(.moved, ["distance_m": .length(meters)]))
            }
        case (nil, _?): differences.append(Finding(.hasPlaceNow))
        case (_?, nil): differences.append(Finding(.hasNoPlaceNow))
        default: break
        }
        switch (old.entrance, entrance) {
        case (let before?, let after?):
            if let meters = RecordParts.move(from: before, to: after) {
                differences.append(Finding(.entranceMoved, ["distance_m": .length(meters)]))
            }
        case (nil, _?): differences.append(Finding(.hasEntranceNow))
        case (_?, nil): differences.append(Finding(.hasNoEntranceNow))
        default: break
        }
        if old.name != name { differences.append(Difference.renamed(Difference.quoted(old.name))) }
        differences += [
            Difference.text(.addressChanged, old.address, address),
            Difference.text(.postcodeChanged, old.postcode, postcode),
            Self.hash(ofHours: old.hours) == Self.hash(ofHours: hours)
                ? nil : Difference.text(.hoursChanged, old.hours, hours),
            Difference.text(
                .wheelchairChanged,
                old.accessibility.wheelchair.rawValue,
                accessibility.wheelchair.rawValue
            ),
            Difference.text(
                .accessNoteChanged,
                old.accessibility.note,
                accessibility.note
            ),
        ].compactMap { $0 }
        differences += districtDifferences(from: old)
        let columns = Set(old.attributes.keys).union(attributes.keys)
            .filter { old.hash(ofColumn: $0) != hash(ofColumn: $0) }
            .sorted()
        differences += columns.prefix(Difference.listLimit).compactMap {
            Difference.column($0, old.attributes[$0], attributes[$0])
        }
        if columns.count > Difference.listLimit {
            let more = columns.count - Difference.listLimit
            differences.append(Finding(.moreColumnsChanged, ["columns": .count(more)]))
        }
        return differences
    }

    private func districtDifferences(from old: Station) -> [Finding] {
        let (before, after) = (Set(old.districts.map(Self.key)), Set(districts.map(Self.key)))
        let changes: [(DifferenceWording, [DistrictReference])] = [
            (.noLongerFor, old.districts.filter { !after.contains(Self.key($0)) }),
            (.nowFor, districts.filter { !before.contains(Self.key($0)) }),
        ]
        return changes.compactMap { wording, some in
            Difference.list(some.map(\.shortText)).map { Finding(wording, ["districts": $0]) }
        }
    }
}

extension DistrictReference {
    /// For people: `ward 2`, also where the code says its type itself, as "Ward 2" does.
    var shortText: String { "\(type) \(DistrictKey.bareCode(code, type: type))" }
}

/// What differs between two states of a record, in words.
enum Difference {
    /// How many of several things are named.
    static let listLimit = 5
    /// How much of a text is shown.
    private static let textLimit = 80

    /// A value before and after: `hours: "7-20" -> "8-21"`; nil where it is the same.
    static func text(
        _ wording: DifferenceWording,
        _ before: String?,
        _ after: String?
    ) -> Finding? {
        guard before != after else { return nil }
        return Finding(wording, ["before": value(before), "after": value(after)])
    }

    /// The same of a column that is kept as it is.
    static func column(_ name: String, _ before: String?, _ after: String?) -> Finding? {
        guard before != after else { return nil }
        return Finding(
            .valueChanged,
            ["column": .text(name), "before": value(before), "after": value(after)]
        )
    }

    /// A text in quotes, or that there is none.
    private static func value(_ text: String?) -> Finding.Value {
        text.map { .text(quoted($0)) } ?? .finding(Finding(.blankValue))
    }

    /// A text as it is, or that there is none.
    static func plain(_ text: String?) -> Finding.Value {
        text.map { .text($0) } ?? .finding(Finding(.blankValue))
    }

    /// That a record had another name, in quotes.
    static func renamed(_ name: String) -> Finding {
        Finding(.renamedFrom, ["name": .text(name)])
    }

    /// That something was something else.
    static func was(_ wording: DifferenceWording, _ before: String) -> Finding {
        Finding(wording, ["before": .text(before)])
    }

    /// The first of several things; nil for none.
    static func list(_ things: [String]) -> Finding.Value? {
        guard !things.isEmpty else { return nil }
        return Finding.list(Array(things.prefix(listLimit)), more: things.count - listLimit)
    }

    /// A text in quotes, cut where it is long.
    static func quoted(_ text: String) -> String {
        "\"" + (text.count > textLimit ? text.prefix(textLimit - 1) + "…" : text[...]) + "\""
    }
}
