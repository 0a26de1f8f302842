internal import Datasets
internal import Geodesy
internal import Polling

/// The station that a row makes.
extension StationRowReader {
    /// What a person calls the station of a row.
    func displayName(_ row: borrowing Row) -> String {
        nameText(row) ?? addressText(row) ?? ""
    }

    /// The station of a row, whose attributes are those of the row alone.
    ///
    /// - Parameter keepsColumns: Whether it has attributes.
    func station(
        _ row: borrowing Row,
        key: String,
        coordinate: Coordinate?,
        keepsColumns: Bool = true
    ) -> Station {
        let address = addressText(row)
        var attributes: [String: String] = [:]
        for attribute in plan.attributes where keepsColumns {
            if let text = plan.attribute(row, attribute.column) {
                attributes[attribute.name] = text
            }
        }
        if keepsColumns {
            plan.addTimeZone(to: &attributes)
            plan.addKind(to: &attributes)
        }
        return Station(
            id: Station.ID(rawValue: dataset.text + "." + key),
            dataset: dataset,
            name: nameText(row) ?? address ?? "",
            address: address,
            postcode: postcode(row) ?? postcodeOfAddress(row),
            coordinate: coordinate,
            districts: districts(row),
            hours: hours(row),
            accessibility: accessibility(row),
            attributes: attributes
        )
    }

    private func text(_ row: borrowing Row, _ column: Int?, _ field: Field) -> String? {
        if let column, !row.isPlaceholder(column), let text = row.text(column) { return text }
        return plan.constants[field.name]
    }

    /// The hours of a row, with the days that stand in columns of their own before them, as
    /// ``OpeningHours`` reads them: `2014-03-22 to 2014-03-29 8:30 AM - 7 PM`.
    func hours(_ row: borrowing Row) -> String? {
        let times = times(row) ?? text(row, plan.hours, .hours).map(settled)
        let first = plan.firstDay.flatMap { row.isPlaceholder($0) ? nil : row.text($0) }
            .map(settled)
        let last = plan.lastDay.flatMap { row.isPlaceholder($0) ? nil : row.text($0) }.map(settled)
        if let column = plan.dates, !row.isPlaceholder(column), let text = row.line(column) {
            return HoursOnDays.text(times, onDates: settled(text))
        }
        let days = [first, last].compactMap { $0 }
            .map { DayText.parse($0)?.description ?? $0 }
        guard let from = days.first, let until = days.last else { return times }
        return HoursOnDays(from: from, until: until).text(times)
    }

    /// With days in the order that the file shows.
    private func settled(_ text: String) -> String {
        DayOrder.settled(text, by: plan.dayOrder, distrustsPoints: plan.distrustsPoints)
    }

    /// The times at which a station opens and closes, of columns of their own.
    private func times(_ row: borrowing Row) -> String? {
        guard let opens = plan.opens, let closes = plan.closes else { return nil }
        return HoursInColumns.text(
            opens: row.isPlaceholder(opens) ? nil : row.line(opens),
            closes: row.isPlaceholder(closes) ? nil : row.line(closes)
        )
    }

    private func accessibility(_ row: borrowing Row) -> Accessibility {
        let text = accessText(row) ?? plan.constants[Field.accessible.name]
        return AccessibilityText.accessibility(
            text,
            answer: text.map(answer) ?? .unknown,
            note: self.text(row, accessNote(row), .accessibilityNote)
        )
    }

    /// The column of notes on access, where a row's may be published.
    private func accessNote(_ row: borrowing Row) -> Int? {
        plan.accessibilityNote.flatMap { plan.isPrivate(row, $0) ? nil : $0 }
    }

    /// What a row says of access. There "none" is an answer, where in other columns it is none.
    func accessText(_ row: borrowing Row) -> String? {
        guard let column = plan.accessible, let text = row.text(column),
            !plan.isPrivate(row, column)
        else { return nil }
        guard row.isPlaceholder(column) else { return text }
        return answer(text) == .no ? text : nil
    }

    /// The answer that a text gives; of the few different ones that a file has, each is read once.
    private func answer(_ text: String) -> Accessibility.Answer {
        if let known = knownAccessibility[text] { return known }
        let isCode =
            !plan.accessCodes.isEmpty && plan.accessCodes.contains(AccessibilityText.normal(text))
        let answer = isCode ? .unknown : AccessibilityText.answer(text)
        if knownAccessibility.count < 100 { knownAccessibility[text] = answer }
        return answer
    }

    private func postcode(_ row: borrowing Row) -> String? {
        guard let code = text(row, plan.postcode, .postcode) else { return nil }
        if 3...9 ~= code.utf8.count, let state = text(row, plan.state, .state),
            let whole = PostcodeText.withZeros(code, state: state)
        {
            return whole
        }
        return PostcodeText.only(in: code) ?? code
    }

    private func postcodeOfAddress(_ row: borrowing Row) -> String? {
        plan.addressWithPostcode.flatMap { row.text($0) }.flatMap { PostcodeText.ending($0) }
    }

    /// Whether a row names its station; else the address stands for the name.
    func hasName(_ row: borrowing Row) -> Bool {
        if let column = plan.name, !row.isPlaceholder(column) { return true }
        if let column = plan.premises, !row.isPlaceholder(column) { return true }
        return false
    }

    private func nameText(_ row: borrowing Row) -> String? {
        if let column = plan.name, !row.isPlaceholder(column) { return row.line(column) }
        if let column = plan.premises, !row.isPlaceholder(column) { return row.line(column) }
        return nil
    }

    private func addressText(_ row: borrowing Row) -> String? {
        writeAddress(row, premises: nil)
        if let name = plan.name, let premises = plan.premises, !row.isPlaceholder(name),
            !addressLine.holds(row, premises)
        {
            writeAddress(row, premises: premises)
        }
        return addressLine.text
    }

    private func writeAddress(_ row: borrowing Row, premises: Int?) {
        addressLine.begin()
        if let premises { addressLine.add(row, [premises], isName: true) }
        for part in plan.address.parts {
            addressLine.add(
                row,
                part,
                unit: plan.address.unit,
                suffix: plan.address.numberSuffix
            )
        }
        for column in plan.address.town where !isNowhere(row, column) {
            addressLine.addTown(
                row,
                column,
                beside: plan.address.town,
                isState: column == plan.state
            )
        }
        if !plan.constants.isEmpty {
            for field in [Field.city, .state] {
                if let town = plan.constants[field.name] {
                    addressLine.addTown(town, isState: field == .state)
                }
            }
        }
    }

    /// Whether what stands for a town or a state is none: a list calls its embassies' state "Overseas".
    private func isNowhere(_ row: borrowing Row, _ column: Int) -> Bool {
        guard 5...13 ~= row.bounds(column).count else { return false }
        return AddressWords.isNowhere(row.text(column) ?? "")
    }
}
