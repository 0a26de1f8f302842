internal import Datasets
internal import Geodesy
internal import Polling

/// Makes entries of rows, each of which names an address, or the houses of a street, and where their
/// people vote.
struct AddressCollector: RowCollector {
    private let plan: FieldPlan
    private let dataset: DatasetName
    private var batch: [AddressEntry] = []
    /// How many rows have a key, by a hash of it: some 20 bytes an address.
    private var keys: [UInt64: UInt32] = [:]
    private(set) var withoutPlace = 0
    private let namedDistricts: CountedDistricts

    init(
        _ sample: FileSample,
        options: ImportOptions,
        namedDistricts: CountedDistricts = CountedDistricts()
    ) throws(ImportError) {
        self.namedDistricts = namedDistricts
        plan = try FieldPlan(
            sample,
            fields: Field.addressFields,
            settable: [.addressTown, .addressPostcode],
            options: options,
            what: "an address",
            stationFields: [.addressStation] + Field.districts
        )
        dataset = options.dataset
        if !plan.has(.addressStreet) {
            try plan.require(.addressLine, hint: "Name the column with --map COLUMN=street.")
        }
        guard plan.has(.addressStation) || Field.districts.contains(where: plan.has) else {
            throw .missingField(
                "district or station",
                columns: plan.columns,
                hint: "Name the column that says where the addresses vote with "
                    + "--map COLUMN=precinct, =polling_district or =station."
            )
        }
    }

    var columnUses: [ColumnUse] { plan.uses }
    var constantUses: [ConstantUse] { plan.constantUses }

    mutating func restart() {
        batch = []
        keys = [:]
        withoutPlace = 0
        namedDistricts.clear()
    }

    mutating func add(_ row: borrowing Row) throws(RowRefusal) -> RowFate {
        let line = plan.text(.addressLine, row)
        var houses = try ranges(row)
        var street = plan.text(.addressStreet, row)
        if let text = plan.text(.addressHouse, row) {
            guard let house = HouseNumber(parsing: text) else {
                throw plan.fault(
                    .addressHouse,
                    row,
                    .badNumber,
                    "a house number begins with a number, as 12 or 1a"
                )
            }
            houses.append(HouseRange(side: house.isOdd ? .odd : .even, numbers: house...house))
        }
        if street == nil, let line {
            // "1 Cross View Terrace": the number, then the street.
            let words = line.split(separator: " ", maxSplits: 1)
            if words.count == 2, let house = HouseNumber(parsing: words[0]), houses.isEmpty {
                houses = [HouseRange(side: house.isOdd ? .odd : .even, numbers: house...house)]
                street = String(words[1])
            } else {
                street = line
            }
        }
        guard let street else {
            throw plan.fault(
                plan.has(.addressStreet) ? .addressStreet : .addressLine,
                row,
                .blankName,
                "the row names no street"
            )
        }
        let districts = Field.districts.compactMap { field in
            plan.text(field, row).map { DistrictReference(type: field.name, code: $0) }
        }
        let station = plan.text(.addressStation, row)
        guard !districts.isEmpty || station != nil else {
            throw RowRefusal(
                RowFault(cause: .blankText, reason: "the row does not say where its people vote")
            )
        }
        let postcode = plan.text(.addressPostcode, row)
        let place = try place(row)
        if place == nil { withoutPlace += 1 }
        namedDistricts.count(districts)
        let key = uniqueKey(
            plan.text(.addressID, row)
                ?? ([street] + houses.map { "\($0.numbers.lowerBound)-\($0.numbers.upperBound)" }
                + [postcode ?? ""]).joined(separator: " ")
        )
        batch.append(
            AddressEntry(
                id: AddressEntry.ID(dataset, key),
                dataset: dataset,
                street: street,
                houses: houses,
                town: plan.text(.addressTown, row),
                postcode: postcode,
                districts: districts,
                stationKey: station,
                coordinate: place
            )
        )
        return .accepted
    }

    /// The ranges of odd and of even numbers. One end alone is the whole range.
    private func ranges(_ row: borrowing Row) throws(RowRefusal) -> [HouseRange] {
        var ranges: [HouseRange] = []
        let sides: [(HouseRange.Side, Field, Field)] = [
            (.odd, .oddFrom, .oddTo), (.even, .evenFrom, .evenTo),
        ]
        for (side, from, to) in sides {
            let first = try house(from, row)
            let last = try house(to, row)
            guard let low = first ?? last, let high = last ?? first else { continue }
            guard low <= high else {
                throw plan.fault(
                    to,
                    row,
                    .badNumber,
                    "the range ends before it begins at \(low)"
                )
            }
            ranges.append(HouseRange(side: side, numbers: low...high))
        }
        return ranges
    }

    private func house(
        _ field: Field,
        _ row: borrowing Row
    ) throws(RowRefusal) -> HouseNumber? {
        guard let text = plan.text(field, row) else { return nil }
        guard let house = HouseNumber(parsing: text) else {
            throw plan.fault(
                field,
                row,
                .badNumber,
                "a house number begins with a number, as 12 or 1a"
            )
        }
        return house
    }

    private func place(_ row: borrowing Row) throws(RowRefusal) -> Coordinate? {
        if case .some(.some(.point(let position))) = row.geometry {
            return try? Coordinate(latitude: position.latitude, longitude: position.longitude)
        }
        guard let latitude = plan.text(.latitude, row).flatMap(Double.init),
            let longitude = plan.text(.longitude, row).flatMap(Double.init),
            latitude != 0 || longitude != 0
        else { return nil }
        do throws(GeodesyError) {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw plan.fault(.latitude, row, .badCoordinate, "\(error)")
        }
    }

    /// The key, with a number behind it where an earlier row has the same one.
    private mutating func uniqueKey(_ text: String) -> String {
        let slug = TextNormal.slug(text) ?? "x"
        let hash = UInt64(bitPattern: Int64(slug.hashValue))
        let count = keys[hash, default: 0] + 1
        keys[hash] = count
        return count == 1 ? slug : uniqueKey("\(slug)-\(count)")
    }

    func key(ofRefused row: borrowing Row) -> String? {
        plan.text(.addressID, row).flatMap(TextNormal.slug)
            .map { AddressEntry.ID(dataset, $0).rawValue }
    }

    mutating func takeFinished() -> [AddressEntry] {
        let finished = batch
        batch = []
        return finished
    }

    mutating func takeRest() -> [AddressEntry] { [] }

    var notes: [ImportNote] { [] }
}
