extension Field {
    /// Whether what stands in a column may be this field, whatever the column is called.
    func accepts(_ column: ColumnSample) -> Bool {
        switch self {
        case .electionDate, .electionDay: !column.holdsSmallNumbers
        case .firstName, .middleName, .lastName, .nameSuffix, .usedFirstName, .usedLastName,
            .runningMate:
            !column.isNumeric
        case .validFrom, .validTo:
            !weakHeaders.contains(column.key.text) || column.looksLikeDays
        default: acceptsStreetPart(column)
        }
    }
}

extension ColumnSample {
    /// Days as a spreadsheet numbers them are larger since 1954.
    private static let leastSerialDay = 20_000.0

    /// Whether it holds numbers that are too small for any day, as votes are that were cast on election
    /// day.
    fileprivate var holdsSmallNumbers: Bool {
        guard isNumeric else { return false }
        return range.map { $0.lowerBound < Self.leastSerialDay } ?? true
    }

    /// Whether most of what stands in it may be days, however they are written.
    fileprivate var looksLikeDays: Bool {
        let days = firstValues.count { value in
            value.utf8.count >= 6 && value.contains(where: \.isNumber)
                && (Double(value) == nil || DayText.parse(value) != nil
                    || DayText.ofMilliseconds(value) != nil)
        }
        return days > 0 && days * 2 > firstValues.count
    }
}
