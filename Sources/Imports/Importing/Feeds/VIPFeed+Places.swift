internal import Datasets
internal import Polling
internal import RowFiles

extension VIPFeed {
    // MARK: Precincts

    /// - Parameter stations: The dataset of the feed's stations, where it is known.
    func precincts(
        in dataset: DatasetName,
        stations: DatasetName?
    ) -> FeedReader<Precinct> {
        FeedReader(
            uses: [
                ("Number, Name", "code"), ("Name", "name"),
                ("ElectoralDistrictIds, LocalityId", "districts"),
                ("PollingLocationIds", "stations"), ("IsMailOnly", "is_mail_only"),
            ],
            all("Precinct"),
            notes: notes(of: .precincts)
        ) { [self] element, _ in
            guard let code = code(of: element) else {
                return .rejected(
                    RowFault(cause: .blankName, reason: Finding(.precinctUnnamed))
                )
            }
            let locations = element.ids("PollingLocationIds").filter {
                self.element($0, "PollingLocation") != nil
            }
            let split = element.value("PrecinctSplitName")
            return .record(
                Precinct(
                    id: Precinct.ID(dataset, TextNormal.slug(element.id) ?? code),
                    dataset: dataset,
                    code: code,
                    name: [element.value("Name") ?? code, split.map { "split \($0)" }]
                        .compactMap { $0 }.joined(separator: ", "),
                    districts: districts(of: element),
                    stations: stations.map { stations in
                        locations.compactMap { TextNormal.slug($0) }
                            .map { Station.ID(rawValue: "\(stations).\($0)") }
                    } ?? [],
                    isMailOnly: element.flag("IsMailOnly")
                )
            )
        }
    }

    // MARK: Addresses

    func addresses(in dataset: DatasetName) -> FeedReader<AddressEntry> {
        FeedReader(
            uses: [
                ("StreetDirection, StreetName, StreetSuffix, AddressDirection", "street"),
                ("StartHouseNumber, EndHouseNumber, OddEvenBoth", "house numbers"),
                ("City", "town"), ("Zip", "postcode"), ("PrecinctId", "precinct and its districts"),
            ],
            notes: notes(of: .addresses),
            open: { [self] (notebook: Notebook) throws(ImportError) in
                try openSegments(dataset, notebook)
            }
        )
    }

    private func openSegments(
        _ dataset: DatasetName,
        _ notebook: Notebook
    ) throws(ImportError) -> FeedReader<AddressEntry>.Elements {
        guard let segments else { return { _ in nil } }
        let stream = try importing(PlainByteStream(path: segments.path))
        let window = TextWindow { () throws(RowFileError) in try stream.next() }
        let reader = CSVReader(window, delimiter: UInt8(ascii: ","))
        var number = -1
        var record = Row()
        return { [self] (row: inout Row) throws(ImportError) -> FeedReader<AddressEntry>.Outcome? in
            // The first record names the columns.
            repeat {
                guard try reader.next(&record) else { return nil }
                number += 1
            } while number == 0
            let segment = Segment(record)
            row.begin(line: segment.line)
            row.number = number
            for cell in [segment["id"] ?? "", segment.street] {
                row.append(cell.utf8)
                row.endCell()
            }
            return entry(segment, dataset, notebook)
        }
    }

    /// Whether a precinct is a split of another, as version 3 has them.
    private func isPart(_ split: FeedElement, of whole: FeedElement) -> Bool {
        split.value("SplitOf") == whole.id
    }

    /// One street segment of the file that they were put into.
    fileprivate struct Segment {
        private let cells: [String: String]
        let line: Int

        init(_ row: borrowing Row) {
            var cells: [String: String] = [:]
            for (index, column) in SegmentSpool.columns.enumerated() {
                cells[column] = row.text(index)
            }
            self.cells = cells
            line = cells["Line"].flatMap { Int($0) } ?? 0
        }

        subscript(_ column: String) -> String? { cells[column] }

        var street: String {
            ["StreetDirection", "StreetName", "StreetSuffix", "AddressDirection"]
                .compactMap { cells[$0] }.joined(separator: " ")
        }

        func isTrue(_ column: String) -> Bool { ["true", "1"].contains(cells[column]) }

        func fault(
            _ cause: RowFault.Cause,
            _ column: String,
            _ reason: Finding
        ) -> RowRefusal {
            RowRefusal(
                RowFault(cause: cause, column: column, value: self[column], reason: reason)
            )
        }
    }

    /// The address that a segment is, or why it is none.
    private func entry(
        _ segment: Segment,
        _ dataset: DatasetName,
        _ notebook: Notebook
    ) -> FeedReader<AddressEntry>.Outcome {
        if segment.isTrue("IncludesAllStreets") {
            return .passedOver(.wholeTowns)
        }
        do throws(RowRefusal) {
            let (precinct, code) = try self.precinct(of: segment)
            let houses = try segment.houses()
            notebook.withoutPlace += 1
            return .record(
                AddressEntry(
                    id: AddressEntry.ID(dataset, TextNormal.slug(segment["id"] ?? "") ?? "x"),
                    dataset: dataset,
                    street: segment.street,
                    houses: houses,
                    town: segment["City"],
                    postcode: segment["Zip"],
                    districts: [DistrictReference(type: "precinct", code: code)]
                        + districts(of: precinct)
                )
            )
        } catch {
            return .rejected(error.fault)
        }
    }

    /// The precinct of a segment, or its split, with its code.
    private func precinct(
        of segment: Segment
    ) throws(RowRefusal) -> (element: FeedElement, code: String) {
        guard segment["StreetName"] != nil else {
            throw segment.fault(.blankName, "StreetName", Finding(.segmentWithoutStreet))
        }
        let whole = segment["PrecinctId"].flatMap { element($0, "Precinct") }
        let split = segment["PrecinctSplitId"].flatMap { element($0, "Precinct") }
        guard let precinct = split ?? whole, let code = code(of: precinct) else {
            throw segment.fault(.blankText, "PrecinctId", Finding(.segmentWithoutPrecinct))
        }
        if segment["PrecinctSplitId"] != nil, split == nil, precinct.flag("IsParted") == true {
            throw segment.fault(.blankText, "PrecinctSplitId", Finding(.splitMissing))
        }
        if let split, let whole, !isPart(split, of: whole) {
            throw segment.fault(.blankText, "PrecinctSplitId", Finding(.splitOfOtherPrecinct))
        }
        return (precinct, code)
    }
}

extension VIPFeed.Segment {
    /// Its houses; none where it is the whole street.
    fileprivate func houses() throws(RowRefusal) -> [HouseRange] {
        let prefix = (self["HouseNumberPrefix"] ?? "").filter { !$0.isWhitespace && $0 != "-" }
        let hasLetters = !prefix.allSatisfy { $0.isASCII && $0.isNumber }
        // `N6W` of N6W23001; of all other letters it is not known what they mean.
        guard !hasLetters || HouseNumber(parsing: prefix + "1")?.isOnGrid == true else {
            throw fault(.badNumber, "HouseNumberPrefix", Finding(.lettersInFront))
        }
        guard let side = HouseRange.Side(rawValue: (self["OddEvenBoth"] ?? "both").lowercased())
        else {
            throw fault(.badCategory, "OddEvenBoth", Finding(.noSideOfStreet))
        }
        if isTrue("IncludesAllAddresses") { return [] }
        let suffix = self["HouseNumberSuffix"] ?? ""
        func house(_ column: String) -> HouseNumber? {
            // A half is not a part of the number: `12` and `1/2`.
            let gap = suffix.first?.isNumber == true ? " " : ""
            // Towns with numbers such as `37-15` may give the `37` by itself.
            let front = prefix.isEmpty ? "" : hasLetters ? prefix : prefix + "-"
            return self[column].flatMap { HouseNumber(parsing: front + $0 + gap + suffix) }
        }
        for column in ["StartHouseNumber", "EndHouseNumber"]
        where self[column] != nil && house(column) == nil {
            throw fault(.badNumber, column, Finding(.noHouse))
        }
        guard let first = house("StartHouseNumber") ?? house("EndHouseNumber"),
            let last = house("EndHouseNumber") ?? house("StartHouseNumber")
        else {
            throw fault(.badNumber, "StartHouseNumber", Finding(.segmentWithoutHouses))
        }
        guard first <= last else {
            throw fault(.badNumber, "EndHouseNumber", Finding(.reversedRange))
        }
        guard HouseRange.canEnd(first, last) else {
            throw fault(.badNumber, "EndHouseNumber", Finding(.noRangeEnd))
        }
        return [HouseRange(side: side, numbers: first...last)]
    }
}
