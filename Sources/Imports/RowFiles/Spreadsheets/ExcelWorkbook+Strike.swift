/// Which cells are struck through, as offices do to what does not hold any more.
extension ExcelWorkbook {
    /// The numbers of the styles whose font is struck through.
    ///
    /// Source: ECMA-376 part 1, 18.8.22 and 18.8.45.
    func struckStyles() throws(RowFileError) -> Set<Int> {
        guard let path = try part("styles"), var xml = try file.xml(path) else { return [] }
        var (font, style) = (-1, -1)
        var struckFonts: Set<Int> = []
        var struck: Set<Int> = []
        var (isInFonts, isInCells) = (false, false)
        while let event = try xml.next() {
            guard case .start(let name) = event else { continue }
            switch name {
            case "fonts": (isInFonts, isInCells) = (true, false)
            case "fills", "cellStyleXfs", "cellStyles", "dxfs":
                (isInFonts, isInCells) = (false, false)
            case "cellXfs": (isInFonts, isInCells) = (false, true)
            case "font" where isInFonts: font += 1
            case "strike" where isInFonts:
                if try Self.isOn(&xml) { struckFonts.insert(font) }
            case "xf" where isInCells:
                style += 1
                var number = 0
                try xml.attributes { name, value in
                    if name == "fontId" { number = Self.number(value) ?? 0 }
                }
                if struckFonts.contains(number) { struck.insert(style) }
            default: break
            }
            guard max(font, style) <= Self.mostStyles else {
                throw file.fault("it has more than \(grouped(Self.mostStyles)) cell styles")
            }
        }
        return struck
    }

    /// Whether an element without a value, or with a true one, was begun.
    private static func isOn(_ xml: inout SheetXML) throws(RowFileError) -> Bool {
        var isOn = true
        try xml.attributes { name, value in
            if name == "val" { isOn = isTrue(value) }
        }
        return isOn
    }
}
