/// Which columns name the districts that a station serves.
extension StationPlan {
    /// Takes the columns of districts.
    mutating func takeDistricts(_ matcher: inout ColumnMatcher) {
        districts = matcher.mappedDistricts
        for field in Field.districts {
            let found = matcher.candidates(for: field) { column in
                switch column.key.text {
                // Elsewhere an electorate is how many people may vote.
                case "electorate": !column.isNumeric
                // Election districts have numbers; an electoral division has a name.
                case "ed": column.looksLikeCodes
                default: true
                }
            }
            var columns = found.isEmpty ? numbered(field, matcher) : Array(found.prefix(1))
            if let newest = Self.newest(columns, matcher.sample) {
                noteYears(of: field, columns, newest, matcher.sample)
                columns = [newest]
            }
            for column in columns {
                matcher.use(column, as: field.name, because: Finding(.byHeader))
                districts.append((field.name, column))
            }
        }
        districts.sort { $0.column < $1.column }
        zeroMeansNone = Set(
            districts.map(\.column).filter { matcher.sample.columns[$0].zerosMeanNothing }
        )
    }

    /// Columns of which each has one of a station's districts: `Precinct 1`, `Precinct 2`, `Precinct 3`.
    private func numbered(_ field: Field, _ matcher: ColumnMatcher) -> [Int] {
        guard !matcher.isMapped(field) else { return [] }
        let columns = matcher.sample.columns
        let found = columns.indices.filter { index in
            guard matcher.uses[index] == nil, columns[index].filled > 0,
                columns[index].key.text.last?.isNumber == true, !columns[index].isFlag,
                columns[index].looksLikeCodes
            else { return false }
            let key = columns[index].key.text
            let word = String(key.reversed().drop(while: \.isNumber).reversed())
            return field.headers.contains(word)
        }
        return found.count > 1 ? found : []
    }

    /// Of columns of codes as they were in different years, `Precinct 2024` and `Precinct 2026`, that of the
    /// last; nil where the numbers behind their names count them, `Precinct 1`, `Precinct 2`.
    private static func newest(_ columns: [Int], _ sample: FileSample) -> Int? {
        guard columns.count > 1 else { return nil }
        let numbered = columns.compactMap { column in
            Int(
                String(
                    sample.columns[column].key.text.reversed().prefix(while: \.isNumber).reversed()
                )
            )
            .map { (column: column, number: $0) }
        }
        guard numbered.count == columns.count, numbered.allSatisfy({ $0.number >= 10 }) else {
            return nil
        }
        return numbered.max { $0.number < $1.number }?.column
    }

    private mutating func noteYears(
        of field: Field,
        _ columns: [Int],
        _ newest: Int,
        _ sample: FileSample
    ) {
        notes.append(
            ImportNote(
                .warning,
                Finding(
                    .columnsOfYears,
                    [
                        "columns": .texts(columns.map { "\"\(sample.columns[$0].name)\"" }),
                        "type": .text(field.name),
                        "taken": .text("\"\(sample.columns[newest].name)\""),
                    ]
                )
            )
        )
    }
}
