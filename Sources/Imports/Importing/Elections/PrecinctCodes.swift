internal import Polling

/// The precincts that a district of a ballot's file stands for: one, or several in one cell, as in lists of
/// stations (`301, 302`, `101-105`).
enum PrecinctCodes {
    private static let type = "precinct"

    /// What may be several, of which ``CodeLists`` knows; none of a district of another type.
    static func codes(of district: DistrictReference?) -> [String] {
        guard let district, DistrictKey(district).type == type else { return [] }
        return StationRowReader.codes(district.code, type: type)
    }

    /// A precinct by its code.
    static func reference(_ code: String) -> DistrictReference {
        DistrictReference(type: type, code: code)
    }

    /// The precincts that codes stand for.
    static func read(_ codes: [String], _ lists: CodeLists?) -> [String] {
        codes.flatMap { lists?.codes(reference($0)) ?? [$0] }
    }

    /// The area of a district that stands for several precincts; nil for any other.
    static func area(of district: DistrictReference?, _ lists: CodeLists?) -> BallotArea? {
        let several = read(codes(of: district), lists)
        return several.count > 1 ? BallotArea(precincts: several) : nil
    }

    /// Numbers by their value, other codes alphabetically behind them.
    static func comesBefore(_ left: String, _ right: String) -> Bool {
        switch (Int(left), Int(right)) {
        case (let left?, let right?): left < right
        case (_?, nil): true
        case (nil, _?): false
        case (nil, nil): left < right
        }
    }
}

extension BallotArea {
    /// The area of a district and of the precincts that rows name by their counties.
    ///
    /// - Parameter ofCounties: Whether the file is of several, so that a precinct's name alone does not tell
    ///   it.
    init(
        district: DistrictReference? = nil,
        precincts: [String: Set<String>],
        ofCounties: Bool
    ) {
        func sorted(_ codes: Set<String>) -> [String] {
            codes.sorted(by: PrecinctCodes.comesBefore)
        }
        if ofCounties {
            self.init(
                district: district,
                counties: precincts.sorted { $0.key < $1.key }.map {
                    County(name: $0.key, precincts: sorted($0.value))
                }
            )
        } else {
            self.init(district: district, precincts: sorted(Set(precincts.values.joined())))
        }
    }
}

/// Contests and measures of a part of a district: nobody knows who votes on them.
struct DistrictParts {
    private var lines = StationRemarks.Lines()
    private var example = ""

    /// Looks at the district of a row.
    mutating func add(_ district: DistrictReference?, line: Int) {
        guard let district, DistrictText.isPart(district.code) else { return }
        if example.isEmpty { example = district.code }
        lines.add(line)
    }

    /// What the report says.
    var notes: [ImportNote] {
        guard lines.count > 0 else { return [] }
        return [
            ImportNote(
                .warning,
                Finding(
                    .partOfDistrict,
                    ["rows": .count(lines.count), "example": .text(example)]
                ),
                lines: lines.first
            )
        ]
    }
}
