internal import Polling

/// Whether the numbers of districts stand in their names, and the column of codes but counts the rows, as
/// the `Id` does that geographic software adds to every new file.
struct NumberedNames {
    /// A district whose code and name hold other numbers.
    struct Example: Sendable {
        let code: String
        let name: String
        let line: Int
    }

    private var rows = 0
    private var numbered = 0
    private var numbers: Set<Int> = []
    private var areNumbers = true
    private(set) var contradictions = 0
    private(set) var examples: [Example] = []

    private static let exampleLimit = 5
    /// Names have numbers where so many of a hundred have one.
    private static let numberedPercent = 90
    /// Longer texts are no codes.
    private static let codeLength = 12

    /// Takes in a row.
    mutating func add(code: String?, name: String?, type: String, line: Int) {
        rows += 1
        if let number = code.flatMap({ Int($0) }) {
            numbers.insert(number)
        } else {
            areNumbers = false
        }
        guard let code, let name, let own = Self.code(in: name, type: type) else { return }
        numbered += 1
        guard !Self.agree(code, own, type: type) else { return }
        contradictions += 1
        if examples.count < Self.exampleLimit {
            examples.append(Example(code: code, name: name, line: line))
        }
    }

    /// Whether the codes are 1, 2, 3, ... or 0, 1, 2, ...
    private var countsRows: Bool {
        guard areNumbers, numbers.count == rows, rows > 1, let least = numbers.min(),
            let most = numbers.max()
        else { return false }
        return (0...1).contains(least) && most - least == rows - 1
    }

    /// Whether the codes count the rows, and the names say other numbers.
    var haveTheCodes: Bool {
        countsRows && contradictions > 0 && numbered * 100 >= rows * Self.numberedPercent
    }

    /// Whether most names that have a number have another than the code.
    var contradict: Bool { contradictions > 1 && contradictions * 2 > numbered }

    /// The code that a district's name holds: `3` of `Precinct 3` and of `Ward 3 (Elm School)`, `0003` of
    /// `0003`; nil where it holds none, or several.
    static func code(in name: String, type: String) -> String? {
        let bare = DistrictKey.bareCode(name, type: type)
        if isCode(bare) { return bare }
        let words = name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        let spare = Set(
            DistrictKey.canonicalType(type).split(separator: "_").map(String.init)
                + ["precinct", "ward", "district", "pct", "vtd"]
        )
        let found = words.indices.dropLast().filter {
            spare.contains(words[$0].lowercased()) && isCode(words[$0 + 1])
        }
        return found.count == 1 ? words[found[0] + 1] : nil
    }

    private static func isCode(_ text: String) -> Bool {
        text.count <= codeLength && text.contains(where: \.isNumber)
            && text.count(where: \.isLetter) <= 2
            && text.allSatisfy { $0.isLetter || $0.isNumber || "-/.".contains($0) }
    }

    /// Whether a code and a name's number may be one: the same, or the number stands within a code that
    /// holds for a county or a state.
    static func agree(_ code: String, _ number: String, type: String) -> Bool {
        let long = DistrictKey(type: type, code: code).code
        let short = DistrictKey(type: type, code: number).code
        return long == short || long.count > short.count + 1 && long.contains(short)
            || short.count > long.count + 1 && short.contains(long)
    }
}

extension DistrictCollector {
    /// Whether names are to be held against codes: both have columns that the caller has not named, and
    /// names have numbers.
    static func comparesNames(
        _ sample: FileSample,
        _ plan: FieldPlan,
        _ code: Field,
        _ name: Field,
        type: String?,
        _ options: ImportOptions
    ) -> Bool {
        guard let codes = plan.column(code), let names = plan.column(name), codes != names,
            !options.mappings.contains(where: { [code.name, name.name].contains($0.field) })
        else { return false }
        return sample.columns[names].firstValues.contains {
            NumberedNames.code(in: $0, type: type ?? "district") != nil
        }
    }

    /// What columns were taken for, where names have the codes.
    func uses(codesOf names: Int, besides counter: Int) -> [ColumnUse] {
        var uses = plan.uses
        uses[counter] = ColumnUse(
            column: plan.columns[counter],
            field: Field.ignore,
            finding: Finding(.countsDistricts, ["names": .text(plan.columns[names])])
        )
        uses[names] = ColumnUse(
            column: plan.columns[names],
            field: "code",
            finding: Finding(.namesHaveCodes)
        )
        return uses
    }

    /// Whether the header of the codes may be that of any number.
    var isCodeWeak: Bool {
        plan.column(codeField).map {
            codeField.weakHeaders.contains(HeaderKey(plan.columns[$0]).text)
        } ?? false
    }

    /// What names a row's district: its code, or else its name.
    func written(_ row: borrowing Row, type: String) -> String? {
        let name = plan.text(nameField, row)
        if namesHaveCodes {
            return name.map { NumberedNames.code(in: $0, type: type) ?? $0 }
        }
        return plan.text(codeField, row) ?? name
    }
}
