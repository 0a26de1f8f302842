/// What of a file's districts takes consent.
extension DistrictCollector {
    /// How many of a hundred rows may become part of another district without being asked twice.
    private static let mergedPercent = 2

    var consents: [GuardFinding] {
        let allowed = rows * Self.mergedPercent / 100
        guard !isFeed, mergedCodes.count > allowed else { return [] }
        let column = (plan.column(codeField) ?? plan.column(nameField)).map { plan.columns[$0] }
        let share = (Double(mergedCodes.count) * 1000 / Double(rows)).rounded() / 10
        return [
            GuardFinding(
                limit: .mergedDistricts,
                count: mergedCodes.count,
                allowed: allowed,
                published: rows,
                text:
                    "\(grouped(mergedCodes.count)) of \(counted(rows, "row")) would become part of "
                    + "another district (\(share) %), for the column \"\(column ?? "")\" has the same "
                    + "code in both: \(grouped(districts.count)) districts would be left; without "
                    + "--force at most \(grouped(allowed)) (\(Self.mergedPercent) %) may. "
                    + advice(column ?? ""),
                values: ["column": .text(column ?? "")]
            )
        ]
    }

    /// Headers of areas in each of which districts may be numbered anew.
    private static let areaHeaders: Set<String> = [
        "county", "countyname", "countycode", "countyid", "countyno", "countynum", "countyfp",
        "countyfp20", "countyfp10", "countyfips", "cnty", "cntyname", "cntycode", "cntyfips",
        "parish", "municipality", "town", "city", "jurisdiction", "council", "landkreis", "kreis",
        "gemeinde",
    ]

    /// What to do where each row is a district of its own: stations and addresses find districts by their
    /// codes, and by no others that only the file of boundaries has.
    private func advice(_ code: String) -> String {
        let area = plan.columns.first { Self.areaHeaders.contains(HeaderKey($0).text) }
        let parts =
            area.map { "split the file by \"\($0)\"" }
            ?? "split the file by what the codes begin anew in, such as counties,"
        return
            "Where each row is a district of its own and stations and addresses name districts by the "
            + "codes of \"\(code)\", \(parts) and import each part as a dataset of its own: codes are "
            + "looked up among the districts around a station. Where they name them by the values of "
            + "another column of this file, name that one with --map COLUMN=code"
    }
}
