/// Which column tells the districts of a file apart, where the one whose header says so does not.
enum DistrictCodeColumn {
    /// A column of codes must have so many different ones in a hundred rows, for features may be parts of
    /// one district.
    private static let uniquePercent = 98

    /// The column that has another value in every row, of those that may hold the districts' codes; nil
    /// where the best of them by its header does, where none does, and where the caller has named one.
    ///
    /// - Parameter fields: What else a column of the file may be.
    ///
    /// A precinct's number is unique within its county alone; beside it often stands one that is unique
    /// in the state.
    static func unique(
        in sample: FileSample,
        _ code: Field,
        _ name: Field,
        others fields: [Field],
        _ options: ImportOptions
    ) throws(ImportError) -> ColumnMapping? {
        guard !options.mappings.contains(where: { $0.field == code.name }) else { return nil }
        let matcher = try ColumnMatcher(
            sample,
            fields: [code, name] + fields,
            mappings: options.mappings
        )
        let named = matcher.candidates(for: code)
        let best = named.first ?? matcher.candidates(for: name).first
        guard let best, sample.rows > 1, !isNearlyUnique(sample.columns[best]) else { return nil }
        let others = sample.columns.indices.filter {
            matcher.uses[$0] == nil && identifiers.contains(sample.columns[$0].key.text)
        }
        // A name is no code: what repeats a code under another name may be a part of its district.
        let choices = named + others
        let isUnique = { (index: Int) in
            let column = sample.columns[index]
            return column.filled == sample.rows && column.isUnique
        }
        guard let chosen = choices.first(where: { $0 != best && isUnique($0) }) else { return nil }
        let (column, other) = (sample.columns[chosen], sample.columns[best])
        var mapping = ColumnMapping(column: column.name, field: code.name)
        mapping.reason =
            "it is another in every row; \(other.name), by its header, has "
            + "\(counted(other.distinctCount, "value")) in the first "
            + counted(min(other.filled, ColumnSample.distinctLimit), "row")
        return mapping
    }

    /// Another column that could hold the codes, for its header says so and it has another value in every
    /// row, as the one that was taken has; nil where the caller has named one.
    static func rival(
        of taken: Int,
        in sample: FileSample,
        _ code: Field,
        _ name: Field,
        _ options: ImportOptions
    ) throws(ImportError) -> Int? {
        guard !options.mappings.contains(where: { $0.field == code.name }), sample.feed == nil,
            sample.rows > 1
        else { return nil }
        let matcher = try ColumnMatcher(sample, fields: [code, name], mappings: options.mappings)
        func isCode(_ index: Int) -> Bool {
            let column = sample.columns[index]
            return column.filled == sample.rows && column.isUnique
                && (column.isNumeric || column.looksLikeCodes)
        }
        guard isCode(taken) else { return nil }
        return matcher.candidates(for: code, weak: false).first { $0 != taken && isCode($0) }
    }

    private static func isNearlyUnique(_ column: ColumnSample) -> Bool {
        column.distinctCount * 100
            >= min(column.filled, ColumnSample.distinctLimit) * uniquePercent
    }

    /// Headers of identifiers that hold for a whole state or country.
    private static let identifiers: Set<String> = [
        "geoid", "geoid20", "geoid10", "geoid00", "geocode", "uniqueid", "uniqueprecinct",
        "fullcode", "fips", "fipscode", "vtdid", "vtdst", "vtdgeoid", "precinctkey", "countypct",
        "ctyprecinct", "countyprecinct", "precid", "guid", "globalid", "uuid", "gss", "gsscode",
        "onscode", "ags", "rs", "ctypct", "pctkey", "pctcode", "districtkey", "code", "key",
    ]
}
