internal import Datasets
internal import ExternalSort
internal import Geodesy
internal import Polling

/// Makes entries of rows, each of which names an address, or the houses of a street, and where their
/// people vote.
struct AddressCollector: RowCollector {
    let plan: FieldPlan
    private let parts: StreetColumns
    private let dataset: DatasetName
    /// Those that the file gives: looking for each of the others in each row would take longer than
    /// all else.
    private let districtFields: [Field]
    let sides: [(side: HouseRange.Side, from: Field, to: Field)]
    /// Whether the rows may be of several houses each.
    private let hasRanges: Bool
    private var batch: [AddressEntry] = []
    private var keys = UniqueKeys()
    private(set) var withoutPlace = 0
    private let placeReader: PlaceReader?
    private var lostPlaces = LostPlaces()
    private var wholeStreets = WholeStreets()
    private var buildings = Buildings()
    private var dateNumbers = DateNumbers()
    private var status: StatusColumns
    private var doubled = DoubledAddresses()
    /// Columns of which a spreadsheet has made powers of ten.
    private let damage: ImportNote?
    /// The columns that were not used although what stands in them looks like houses.
    private let unusedHouses: [ColumnSample]

    init(
        _ sample: FileSample,
        options: ImportOptions,
        today: CalendarDate
    ) throws(ImportError) {
        func made(_ options: ImportOptions) throws(ImportError) -> FieldPlan {
            try FieldPlan(
                sample,
                fields: Field.addressFields,
                settable: [.addressTown, .addressPostcode],
                options: options,
                what: "an address",
                place: .optional,
                stationFields: [.addressStation] + Field.districts
            )
        }
        var plan = try made(options)
        let more = StreetColumns.mappings(beside: plan, sample)
        if !more.isEmpty {
            var told = options
            told.mappings += more
            plan = try made(told)
        }
        self.plan = plan
        damage = SpreadsheetDamage.note(of: sample.columns)
        status = StatusColumns(plan, of: Finding(.theseAddresses), today: today)
        parts = StreetColumns(plan)
        placeReader = plan.place.map { PlaceReader(plan: $0, columns: plan.columns) }
        unusedHouses = zip(sample.columns, plan.uses)
            .filter { $1.field == Field.ignore && WholeStreets.looksLikeHouses($0) }
            .map(\.0)
        dataset = options.dataset
        districtFields = Field.districts.filter(plan.has)
        let sides: [(side: HouseRange.Side, from: Field, to: Field)] = [
            (.odd, .oddFrom, .oddTo), (.even, .evenFrom, .evenTo),
        ]
        self.sides = sides.filter { plan.has($0.from) || plan.has($0.to) }
        hasRanges = !self.sides.isEmpty || plan.has(.houseFrom) || plan.has(.houseTo)
        if !plan.has(.addressStreet) {
            try plan.require(
                .addressLine,
                hint:
                    "Name the column of whole addresses with --map COLUMN=address, or that of the "
                    + "streets with --map COLUMN=street and that of the houses with --map "
                    + "COLUMN=house_number."
            )
        }
        guard plan.has(.addressStation) || !districtFields.isEmpty else {
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
    var coordinateUse: CoordinateUse? { plan.place?.use }

    mutating func restart() {
        batch = []
        lostPlaces = LostPlaces()
        keys.restart()
        wholeStreets = WholeStreets()
        buildings.restart()
        status.restart()
        withoutPlace = 0
    }

    var isSurveyed: Bool { true }

    mutating func survey(_ row: borrowing Row) throws(ImportError) {
        guard let address = try? address(row) else { return }
        if let house = address.houses.first?.numbers.lowerBound, house.prefix.isEmpty {
            dateNumbers.add(house.number)
        }
        if let flat = address.flat { buildings.survey(flat.building, number: flat.number) }
        do throws(ScratchError) {
            try keys.add(address.key, content: address.content, row: row.number)
            guard !address.houses.isEmpty else { return }
            try doubled.add(
                address.parts,
                address.districts,
                station: address.station,
                line: row.line
            )
        } catch {
            throw .putAside(error)
        }
    }

    mutating func endSurvey() throws(ImportError) {
        do throws(ScratchError) {
            try keys.finish()
            try doubled.finish()
        } catch {
            throw .putAside(error)
        }
    }

    /// What a row says.
    private struct Address {
        let street: String
        /// What the house is called.
        let name: String?
        /// The house, where a name stands behind its number in one cell.
        let flat: (building: [String], number: Int)?
        let houses: [HouseRange]
        let town: String?
        let postcode: String?
        let districts: [DistrictReference]
        /// The names of places that the town is near or in: no files of districts have them.
        let surroundings: [DistrictReference]
        let station: String?
        let place: Coordinate?
        /// Why it has none, where the row gives one that cannot be used.
        let lostPlace: RowFault?
        /// What names it, where no other row has the same.
        let key: String

        /// What tells it from other addresses: flats of one house are one.
        var parts: [String] {
            [street, name ?? "", town ?? "", postcode ?? ""]
                + houses.map { "\($0.numbers.lowerBound)-\($0.numbers.upperBound) \($0.side)" }
                + surroundings.map(\.code)
        }

        /// Stands for all that is published of it, the same in each process.
        var content: UInt64 {
            var hash = StableHash()
            hash.add(street)
            hash.add(name)
            for range in houses {
                hash.add(range.side.rawValue)
                hash.add(range.numbers.lowerBound.description)
                hash.add(range.numbers.upperBound.description)
            }
            for text in [town, postcode, station] { hash.add(text) }
            for district in districts + surroundings {
                hash.add(district.type)
                hash.add(district.code)
            }
            if let place {
                hash.add(place.latitude)
                hash.add(place.longitude)
            }
            return hash.value
        }
    }

    mutating func add(_ row: borrowing Row) throws -> RowFate {
        let address = try address(row)
        if let house = address.houses.first?.numbers.lowerBound, house.prefix.isEmpty,
            dateNumbers.holds(house.number)
        {
            let hasHouse = parts.house(row) != nil
            throw dateFault(
                hasHouse ? .addressHouse : plan.has(.houseFrom) ? .houseFrom : .addressLine,
                row
            )
        }
        if address.place == nil { withoutPlace += 1 }
        status.add(row)
        if let fault = address.lostPlace { lostPlaces.add(fault, line: row.line) }
        if plan.text(.addressStreet, row) != nil, address.houses.isEmpty, address.name == nil {
            wholeStreets.add(
                [address.street, address.town ?? "", address.postcode ?? ""],
                [address.station ?? ""] + address.districts.map(\.code),
                line: row.line
            )
        }
        var street = address.street
        if let flat = address.flat, let name = address.name, buildings.hasFlats(flat.building) {
            buildings.add("\(flat.number) \(name)", line: row.line)
            street = "\(name) \(street)"
        }
        batch.append(
            AddressEntry(
                id: AddressEntry.ID(dataset, try keys.unique(address.key, row: row.number)),
                dataset: dataset,
                street: street,
                houses: address.houses,
                town: address.town,
                postcode: address.postcode,
                districts: address.districts + address.surroundings,
                stationKey: address.station,
                coordinate: address.place
            )
        )
        return .accepted
    }

    /// - Parameter isRefused: Whether the row is refused by now, and may lack where its people vote.
    private func address(
        _ row: borrowing Row,
        isRefused: Bool = false
    ) throws(RowRefusal) -> Address {
        let line = plan.text(.addressLine, row)
        let givenPostcode = plan.text(.addressPostcode, row)
            .map { PostcodeText.only(in: $0) ?? $0 }
        var postcode = givenPostcode
        let givenTown = plan.text(.addressTown, row)
        let locality = plan.text(.addressLocality, row)
        var town = givenTown ?? locality
        var houses = try ranges(row)
        var street = plan.text(.addressStreet, row)
        var name = plan.text(.addressHouseName, row)
        var flatNumber: Int?
        if let text = parts.house(row) {
            try refuseDate(text, .addressHouse, row)
            let written = HouseText(text)
            if let house = written.number {
                guard !house.isZero else { throw zeroFault(.addressHouse, row) }
                houses.append(HouseRange(house))
                if let called = written.name {
                    (name, flatNumber) = (called, Buildings.isName(called) ? house.number : nil)
                }
            } else if let called = written.name, !written.isUnread {
                name = called
            } else {
                throw plan.fault(.addressHouse, row, .badNumber, Finding(.noHouse))
            }
        }
        var keyed: String?
        if street == nil, let line {
            guard !SpreadsheetDate.begins(line) else { throw dateFault(.addressLine, row) }
            if houses.isEmpty, let (number, rest) = HouseText.parts(ofLine: line) {
                guard let house = HouseNumber(parsing: number) else {
                    throw plan.fault(.addressLine, row, .badNumber, Finding(.noHouse))
                }
                guard !house.isZero else { throw zeroFault(.addressLine, row) }
                houses = [HouseRange(house)]
                street = String(rest)
                if town == nil {
                    let tail = AddressTail(rest, postcode: postcode)
                    (street, town, postcode) = (tail.street, tail.town, postcode ?? tail.postcode)
                    // Keys are as they were before flats were known.
                    keyed = rest.split(separator: ",").first.map(String.init)
                }
            } else {
                street = line
            }
        } else if let road = street {
            // Houses of a substreet have numbers of their own, and one without is no whole street.
            street = [
                houses.isEmpty ? name : nil, plan.text(.addressSubstreet, row),
                parts.street(road, row),
            ].compactMap { $0 }.joined(separator: " ")
        }
        guard let street else {
            throw plan.fault(
                plan.has(.addressStreet) ? .addressStreet : .addressLine,
                row,
                .blankName,
                Finding(.streetMissing)
            )
        }
        let districts = districtFields.compactMap { field in
            plan.text(field, row).map { DistrictReference(type: field.name, code: $0) }
        }
        let station = plan.text(.addressStation, row)
        guard !districts.isEmpty || station != nil || isRefused else {
            throw RowRefusal(
                RowFault(cause: .blankText, reason: Finding(.destinationMissing))
            )
        }
        let key =
            plan.text(.addressID, row)
            ?? ([keyed ?? street]
            + houses.map { "\($0.numbers.lowerBound)-\($0.numbers.upperBound)" }
            + [givenPostcode ?? ""]).joined(separator: " ")
        let whole = try self.whole(street, line: line, houses, row)
        let (place, lostPlace) = place(row)
        return Address(
            street: whole,
            name: name,
            flat: flatNumber.map { number in
                ([name, street, town, postcode].map { $0 ?? "" }, number)
            },
            houses: houses,
            town: town,
            postcode: postcode,
            districts: districts,
            surroundings: [
                (AddressEntry.localityType, givenTown == nil ? nil : locality),
                (AddressEntry.areaType, plan.text(.addressArea, row)),
            ].compactMap { type, name in name.map { DistrictReference(type: type, code: $0) } },
            station: station,
            place: place,
            lostPlace: lostPlace,
            key: TextNormal.slug(key) ?? "x"
        )
    }

    /// The name of a house on the first line with the street on the second, `Poplar Cottage, 11 High
    /// Street`; else the street alone.
    private func whole(
        _ street: String,
        line: String?,
        _ houses: [HouseRange],
        _ row: borrowing Row
    ) throws(RowRefusal) -> String {
        guard houses.isEmpty, street == line, let second = plan.text(.addressLine2, row) else {
            return street
        }
        guard !SpreadsheetDate.begins(second) else { throw dateFault(.addressLine2, row) }
        return "\(street), \(second)"
    }

    /// Where a row puts its address, and why nowhere. An address leads to its station without a place,
    /// so a bad one costs no more than that.
    private func place(_ row: borrowing Row) -> (Coordinate?, RowFault?) {
        guard let placeReader else { return (nil, nil) }
        do {
            guard case .place(let place) = try placeReader.read(row) else { return (nil, nil) }
            return (place, nil)
        } catch {
            return (nil, error.fault)
        }
    }

    /// Tells that the column of ids has some of them more than once.
    private var repeatedIDs: [ImportNote] {
        guard let column = plan.column(.addressID), keys.repeatedCount > 0 else { return [] }
        return [
            ImportNote(
                .note,
                Finding(
                    .repeatedAddressIDs,
                    ["column": .text(plan.columns[column]), "count": .count(keys.repeatedCount)]
                )
            )
        ]
    }

    func key(ofRefused row: borrowing Row) -> String? {
        // What is wrong may be where its people vote: the address itself stays as it is published.
        let key =
            plan.has(.addressID)
            ? plan.text(.addressID, row).flatMap(TextNormal.slug)
            : (try? address(row, isRefused: true))?.key
        return key.map { AddressEntry.ID(dataset, $0).rawValue }
    }

    mutating func takeFinished() -> [AddressEntry] {
        let finished = batch
        batch = []
        return finished
    }

    mutating func takeRest() -> [AddressEntry] { [] }

    var notes: [ImportNote] {
        // Lists of ranges name whole streets beside them.
        (!hasRanges
            ? wholeStreets.notes(unusedHouses, areSingleHouses: plan.has(.addressHouse)) : [])
            + [damage].compactMap { $0 } + status.notes + doubled.notes + repeatedIDs
            + buildings.notes + plan.placeNotes + lostPlaces.notes
    }
}
