/// What an Excel workbook (`.xlsx`, `.xlsm`) says beside its cells: its sheets, and how numbers are shown.
///
/// Source: ECMA-376 part 1, in its transitional and its strict form, which differ in namespaces alone.
struct ExcelWorkbook {
    let file: WorkbookFile
    private(set) var sheets: [Sheet] = []
    /// Whether days are counted from 1904.
    private(set) var is1904 = false
    private let path: String

    struct Sheet {
        let name: String
        let isHidden: Bool
        let path: String
    }

    init(_ file: WorkbookFile) throws(RowFileError) {
        self.file = file
        let roots = try Self.relations("_rels/.rels", in: file)
        path =
            roots.first { $0.type.hasSuffix("/officeDocument") }
            .map { Self.resolved($0.target, in: "") } ?? "xl/workbook.xml"
        guard var xml = try file.xml(path) else {
            throw file.fault("it lacks its list of sheets (\(path)); save it again")
        }
        let relations = Dictionary(
            try Self.relations(Self.relationsPath(of: path), in: file).map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        while let event = try xml.next() {
            switch event {
            case .start("workbookPr"):
                var is1904 = false
                try xml.attributes { name, value in
                    if name == "date1904" { is1904 = Self.isTrue(value) }
                }
                self.is1904 = is1904
            case .start("sheet"):
                var (name, id, isHidden) = ("", "", false)
                try xml.attributes { attribute, value in
                    switch attribute {
                    case "name": name = String(decoding: value, as: UTF8.self)
                    case "id": id = String(decoding: value, as: UTF8.self)
                    case "state": isHidden = value != Array("visible".utf8)
                    default: break
                    }
                }
                // Charts and dialogs have sheets of their own.
                guard let relation = relations[id], relation.type.hasSuffix("/worksheet") else {
                    continue
                }
                guard sheets.count < SheetLimits.sheets else {
                    throw file.fault("it has more than \(grouped(SheetLimits.sheets)) sheets")
                }
                let part = Self.resolved(relation.target, in: Self.folder(of: path))
                sheets.append(Sheet(name: name, isHidden: isHidden, path: part))
            default: break
            }
        }
    }

    /// Where the part of a type lies that the workbook refers to.
    func part(_ type: String) throws(RowFileError) -> String? {
        try Self.relations(Self.relationsPath(of: path), in: file)
            .first { $0.type.hasSuffix("/" + type) }
            .map { Self.resolved($0.target, in: Self.folder(of: path)) }
    }

    /// The texts that cells refer to.
    func strings() throws(RowFileError) -> SharedStrings {
        let xml: SheetXML? =
            if let path = try part("sharedStrings") { try file.xml(path) } else { nil }
        return try SharedStrings(xml, of: file)
    }

    /// The number formats, by the number of the style that cells refer to; nil where numbers stay as they
    /// are.
    func formats() throws(RowFileError) -> [NumberFormat?] {
        guard let path = try part("styles"), var xml = try file.xml(path) else { return [] }
        var codes: [Int: NumberFormat] = [:]
        var formats: [NumberFormat?] = []
        var isInCells = false
        while let event = try xml.next() {
            switch event {
            case .start("numFmt"):
                var (id, code) = (-1, "")
                try xml.attributes { name, value in
                    switch name {
                    case "numFmtId": id = Self.number(value) ?? -1
                    case "formatCode": code = String(decoding: value, as: UTF8.self)
                    default: break
                    }
                }
                codes[id] = NumberFormat(code: code)
            case .start("cellXfs"): isInCells = true
            case .start("cellStyleXfs"), .start("cellStyles"), .start("dxfs"): isInCells = false
            case .start("xf") where isInCells:
                var id = 0
                try xml.attributes { name, value in
                    if name == "numFmtId" { id = Self.number(value) ?? 0 }
                }
                let format = codes[id] ?? NumberFormat(builtIn: id)
                formats.append(format.isPlain ? nil : format)
            default: break
            }
            guard max(codes.count, formats.count) <= Self.mostStyles else {
                throw file.fault("it has more than \(grouped(Self.mostStyles)) cell styles")
            }
        }
        return formats
    }

    /// Programs have 65,490 at most.
    static let mostStyles = 100_000

    static func number(_ text: [UInt8]) -> Int? { Int(String(decoding: text, as: UTF8.self)) }

    static func isTrue(_ text: [UInt8]) -> Bool {
        text == [UInt8(ascii: "1")] || text == Array("true".utf8)
    }

    // MARK: Relations

    private struct Relation {
        var id = ""
        var type = ""
        var target = ""
    }

    private static func relations(
        _ path: String,
        in file: WorkbookFile
    ) throws(RowFileError) -> [Relation] {
        guard var xml = try file.xml(path) else { return [] }
        var relations: [Relation] = []
        while let event = try xml.next() {
            guard case .start("Relationship") = event else { continue }
            var relation = Relation()
            try xml.attributes { name, value in
                let text = String(decoding: value, as: UTF8.self)
                switch name {
                case "Id": relation.id = text
                case "Type": relation.type = text
                case "Target": relation.target = text
                default: break
                }
            }
            guard relations.count < 10 * SheetLimits.sheets else {
                throw file.fault("it refers to too many parts")
            }
            relations.append(relation)
        }
        return relations
    }

    private static func relationsPath(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return folder(of: path) + "_rels/\(name).rels"
    }

    /// `xl/` of `xl/workbook.xml`.
    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    /// The path of a part as it is seen from a folder.
    private static func resolved(_ target: String, in folder: String) -> String {
        if target.hasPrefix("/") { return String(target.dropFirst()) }
        var steps = folder.split(separator: "/")
        for step in target.split(separator: "/") {
            switch step {
            case "..": _ = steps.popLast()
            case ".": break
            default: steps.append(step)
            }
        }
        return steps.joined(separator: "/")
    }
}
