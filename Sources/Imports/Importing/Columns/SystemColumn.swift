internal import ReferenceSystems

/// A column that says in each row which system its coordinates are in: `EPSG`, `SRID`, `CRS`.
struct SystemColumn {
    let index: Int
    /// The first system that it names.
    let system: CoordinateReferenceSystem
    /// How cells write it.
    private let writings: Set<String>
    /// For the report.
    let reason: String

    private static let headers: Set<String> = [
        "epsg", "epsgcode", "epsgnr", "epsgnumber", "epsgid", "srid", "srs", "srsname", "crs",
        "crsname", "crscode", "spatialreference", "spatialreferencesystem", "spatialrefsys",
        "coordinatesystem", "coordinatereferencesystem", "coordsys", "coordsystem",
        "coordinatedatum",
        "projection", "projectedcoordinatesystem", "datum", "geodeticdatum", "horizontaldatum",
        "horizdatum", "koordinatensystem", "koordinatenreferenzsystem", "bezugssystem",
        "referenzsystem", "sistemadereferencia", "sistemadecoordenadas", "systemedecoordonnees",
        "coordinaatsysteem", "sistemadicoordinate", "ukladwspolrzednych",
    ]

    /// The column of a file that names the system of its degrees, or of the numbers of its map grid.
    ///
    /// - Parameter isGeographic: Whether the coordinates are degrees: a column of the other sort of
    ///   systems speaks of other columns.
    /// - Returns: nil where there is none.
    init?(_ sample: FileSample, isGeographic: Bool) {
        for (index, column) in sample.columns.enumerated()
        where Self.headers.contains(column.key.text) {
            var writings: Set<String> = []
            var first: CoordinateReferenceSystem?
            for text in column.firstValues {
                guard let system = Self.system(named: text, isGeographic: isGeographic) else {
                    continue
                }
                if first == nil { first = system }
                if system == first { writings.insert(text) }
            }
            guard let first else { continue }
            self.index = index
            self.writings = writings
            system = first
            let example = column.firstValues.first(where: writings.contains) ?? ""
            reason = "the column \"\(column.name)\" says so: \(example)"
            return
        }
        return nil
    }

    /// Whether a cell names the system; so does one that says nothing.
    func agrees(_ row: borrowing Row) -> Bool {
        if row.isPlaceholder(index) { return true }
        guard let text = row.text(index) else { return true }
        return writings.contains(text)
            || Self.system(named: text, isGeographic: system.isGeographic) == system
    }

    // MARK: Names

    /// The system that people mean by a number or a name; nil where that is none, or one of the other
    /// sort.
    static func system(named text: String, isGeographic: Bool) -> CoordinateReferenceSystem? {
        let system =
            number(text).flatMap { try? CoordinateReferenceSystem(code: $0) }
            ?? code(ofName: text, isGeographic: isGeographic)
            .flatMap { try? CoordinateReferenceSystem(code: $0) }
            ?? (try? CoordinateReferenceSystem(parsing: text))
            ?? registered(text)
        return system?.isGeographic == isGeographic ? system : nil
    }

    /// The number of `27700`, `EPSG 27700`, and of `27700.0`, as programs write a column of numbers
    /// with blanks among them.
    private static func number(_ text: String) -> Int? {
        var digits = text.uppercased()[...]
        if digits.hasPrefix("EPSG") { digits = digits.dropFirst(4).drop { " :-_".contains($0) } }
        if digits.hasSuffix(".0") { digits = digits.dropLast(2) }
        guard 4...6 ~= digits.utf8.count, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
            return nil
        }
        return Int(digits)
    }

    /// The system that the register has under the name, or that the text describes.
    private static func registered(_ text: String) -> CoordinateReferenceSystem? {
        guard text.contains(where: \.isLetter) else { return nil }
        if text.contains("[") { return try? CoordinateReferenceSystem(wellKnownText: text) }
        return try? CoordinateReferenceSystem(named: text)
    }

    private static func code(ofName text: String, isGeographic: Bool) -> Int? {
        let key = HeaderKey(text).text
        return isGeographic ? datums[key] : ReferenceSystemFinder.code(inWords: key)
    }

    /// Datums as people write them, and their degrees in the EPSG register.
    private static let datums: [String: Int] = [
        "wgs84": 4326, "wgs1984": 4326, "gcswgs1984": 4326, "worldgeodeticsystem1984": 4326,
        "gps": 4326, "nad83": 4269, "nad1983": 4269, "gcsnorthamerican1983": 4269,
        "northamericandatum1983": 4269, "nad27": 4267, "nad1927": 4267,
        "gcsnorthamerican1927": 4267, "northamericandatum1927": 4267, "etrs89": 4258,
        "gcsetrs1989": 4258, "etrs1989": 4258, "gda94": 4283, "gcsgda1994": 4283, "gda1994": 4283,
        "gda2020": 7844, "gcsgda2020": 7844, "osgb36": 4277, "ed50": 4230, "sirgas2000": 4674,
        "nzgd2000": 4167, "jgd2000": 4612, "jgd2011": 6668,
    ]
}
