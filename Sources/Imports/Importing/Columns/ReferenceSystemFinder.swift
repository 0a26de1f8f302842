internal import Geodesy
internal import ReferenceSystems

/// Finds the system that a pair of columns is in: from what the headers say, and from the country
/// that the file's postcodes, states and words speak of.
///
/// A system is found when it puts the file's numbers into the country that the rest of the file
/// speaks of, and no other does; else the choices are listed.
struct ReferenceSystemFinder {
    private let sample: FileSample
    private let columns: (x: ColumnSample, y: ColumnSample)
    private let pairs: [(x: Double, y: Double)]

    /// How many rows are looked at.
    private static let pairLimit = 200
    /// The share of rows that a system has to put where they should lie: files have bad rows.
    private static let shareNeeded = 0.9
    /// How far outside the area that a system is made for places may lie, in degrees.
    private static let margin = PlaceReader.margin

    init(_ sample: FileSample, x: Int, y: Int) {
        self.sample = sample
        columns = (sample.columns[x], sample.columns[y])
        let northings = Dictionary(
            columns.y.firstNumbers.map { ($0.row, $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
        pairs = Array(
            columns.x.firstNumbers.compactMap { easting -> (x: Double, y: Double)? in
                guard easting.value != 0, let y = northings[easting.row], y != 0 else { return nil }
                return (easting.value, y)
            }.prefix(Self.pairLimit)
        )
    }

    struct Found {
        let system: CoordinateReferenceSystem
        let reason: String
    }

    // MARK: A system that was given

    /// Checks that a system that the caller named can be that of the numbers.
    ///
    /// - Throws: ``ImportError/wrongReferenceSystem(_:reason:)`` when most places would lie far outside
    ///   the area that the system is made for, or hardly any in it and nearly all with the columns
    ///   exchanged.
    func check(_ system: CoordinateReferenceSystem) throws(ImportError) {
        guard !pairs.isEmpty, !system.isGeographic, let area = system.areaOfUse else { return }
        let candidate = try Candidate(system, pairs)
        let reach = area.widened(byDegrees: PlaceReader.reach)
        let swapped = try Candidate(system, pairs.map { ($0.y, $0.x) })
        let isSwapped =
            swapped.share(within: area) >= Self.shareNeeded
            && candidate.share(within: area.widened(byDegrees: Self.margin)) <= 1 - Self.shareNeeded
        guard isSwapped || candidate.share(within: reach) < 0.5 else { return }
        let numbers =
            "\"\(columns.x.name)\" holds \(columns.x.rangeText) and \"\(columns.y.name)\" "
            + columns.y.rangeText
        let outcome =
            candidate.places.first.map { "the first row would lie at \($0.shortText), outside" }
            ?? "none of which it has"
        let hint =
            swapped.share(within: area) >= Self.shareNeeded
            ? ". The columns look swapped: use --map \"\(columns.x.name)\"=northing "
                + "--map \"\(columns.y.name)\"=easting" : ""
        throw .wrongReferenceSystem(
            system.description,
            reason: "\(numbers); \(outcome) \(system.areaName)\(hint)"
        )
    }

    // MARK: Finding one

    /// - Throws: ``ImportError/unclearReferenceSystem(columns:choices:)`` when none or several fit.
    func find(constants: [FieldConstant]) throws(ImportError) -> Found {
        if let named = SystemColumn(sample, isGeographic: false) {
            try check(named.system)
            return Found(system: named.system, reason: named.reason)
        }
        if let code = codeInHeaders, let system = try? CoordinateReferenceSystem(code: code) {
            try check(system)
            return Found(
                system: system,
                reason: "the header \"\(columns.x.name)\" says so"
            )
        }
        let evident = GridRegion.evident(in: sample, constants: constants)
        let named = NamedCountry(sample) { country in
            evident.contains { $0.countries.count == 1 && !$0.countries.contains(country.code) }
        }
        guard let named else { return try find(among: evident) }
        return try find(in: named, evident)
    }

    /// - Parameter regions: Those that the file speaks of.
    private func find(among regions: [GridRegion]) throws(ImportError) -> Found {
        let distinct = try distinct(regions)
        if distinct.isEmpty, let found = try findSwapped(regions) { return found }
        if let only = distinct.first, distinct.count == 1 { return Self.found(only) }
        if distinct.isEmpty, regions.isEmpty, let found = try findAnywhere() { return found }
        guard distinct.isEmpty else { throw unclear(distinct.map { Self.choice($0.0) }) }
        let isZone = try Candidate(code: Self.anyUTMZone, pairs).fitsArea()
        throw unclear(
            try generalChoices().map(Self.choice)
                + (isZone ? ["EPSG:326nn (UTM, nn being the zone)"] : [])
        )
    }

    /// A system of the country that the file names: the grids of the country's own come first, and those
    /// of others, which put the places elsewhere, are never taken without a word.
    ///
    /// - Parameter evident: The regions that the rest of the file speaks of.
    private func find(
        in named: NamedCountry,
        _ evident: [GridRegion]
    ) throws(ImportError) -> Found {
        let own = evident.filter { $0.countries == [named.country.code] }
        let national = GridRegion.national(named)
        let groups = [own, [national], [GridRegion.general(named)]]
        for group in groups {
            let distinct = try distinct(group)
            guard let first = distinct.first else { continue }
            // Where a country's grids are not known here, a zone of UTM may be of another datum.
            let isUsual = !national.systems.isEmpty || first.0.system.code == Self.webMercator
            guard distinct.count == 1, isUsual else {
                throw unclear(distinct.map { Self.choice($0.0) })
            }
            return Self.found(first)
        }
        if let found = try findSwapped(groups.flatMap { $0 }) { return found }
        let others = try distinct(evident.filter { $0.countries != [named.country.code] }).map(\.0)
        let general = try generalChoices()
        let foreign =
            others + general.filter { one in !others.contains { $0.system == one.system } }
        throw unclear(
            foreign.map { candidate in
                Self.choice(candidate)
                    + ", which is not in \(named.country.name), though \(named.evidence)"
            }
        )
    }

    /// The systems of regions that put the places there; those that put every place within a few metres of
    /// another's are one answer.
    private func distinct(
        _ regions: [GridRegion]
    ) throws(ImportError) -> [(Candidate, GridRegion)] {
        var placed: [(Candidate, GridRegion)] = []
        for region in regions {
            for system in region.systems {
                let candidate = try Candidate(system, pairs)
                if candidate.fits(region.box) { placed.append((candidate, region)) }
            }
        }
        // The register draws the area of the Irish Grid to the middle of Belfast: where no system's area
        // holds the places, one counts whose area they lie beside.
        let inside = placed.filter { $0.0.fitsArea() }
        let fitting =
            inside.isEmpty ? placed.filter { $0.0.fitsArea(margin: Self.margin) } : inside
        var distinct: [(Candidate, GridRegion)] = []
        for entry in fitting where !distinct.contains(where: { $0.0.agrees(with: entry.0) }) {
            distinct.append(entry)
        }
        return distinct
    }

    private static func found(_ entry: (Candidate, GridRegion)) -> Found {
        Found(
            system: entry.0.system,
            reason: "\(entry.1.evidence), and in this system the places lie in \(entry.1.name)"
        )
    }

    private func unclear(_ choices: [String]) -> ImportError {
        .unclearReferenceSystem(
            columns: [columns.x, columns.y].map { "\($0.name) (\($0.rangeText))" },
            choices: choices
        )
    }

    /// A system that puts the places where they should lie once the axes of some rows are exchanged,
    /// where one does; the rows are told when the places are looked at.
    private func findSwapped(_ regions: [GridRegion]) throws(ImportError) -> Found? {
        var fitting: [(Candidate, GridRegion)] = []
        for region in regions {
            for system in region.systems {
                let candidate = try Candidate(system, pairs, swappedInto: region.box)
                guard candidate.fits(region.box), candidate.fitsArea(),
                    !fitting.contains(where: { $0.0.agrees(with: candidate) })
                else { continue }
                fitting.append((candidate, region))
            }
        }
        guard let (candidate, region) = fitting.first, fitting.count == 1 else { return nil }
        return Found(
            system: candidate.system,
            reason:
                "\(region.evidence), and in this system the places lie in \(region.name), those "
                + "of some rows with the axes swapped"
        )
    }

    private static func choice(_ candidate: Candidate) -> String {
        candidate.system.description
            + (candidate.places.first.map { ", the first row at \($0.shortText)" } ?? "")
    }

    /// Without a word of the country only Web Mercator can be told, by numbers that no national grid
    /// and no UTM zone has.
    private func findAnywhere() throws(ImportError) -> Found? {
        for code in Self.nationalGrids + [Self.anyUTMZone] {
            let candidate = try Candidate(code: code, pairs)
            if candidate.fitsArea() { return nil }
        }
        let mercator = try Candidate(code: Self.webMercator, pairs)
        let isSigned = pairs.contains { $0.x < 0 }
        let isNamedDegrees = ["lat", "lon", "lng"].contains { columns.x.key.text.hasPrefix($0) }
        guard mercator.fits(.world), isSigned || isNamedDegrees else { return nil }
        return Found(
            system: mercator.system,
            reason: "no national grid and no UTM zone has such numbers"
        )
    }

    /// National grids, whatever the country, and Web Mercator, where these fit the numbers.
    private func generalChoices() throws(ImportError) -> [Candidate] {
        var choices: [Candidate] = []
        for code in Self.nationalGrids + [Self.webMercator] {
            let candidate = try Candidate(code: code, pairs)
            if candidate.fitsArea(margin: Self.margin) { choices.append(candidate) }
        }
        return choices
    }

    static let webMercator = 3857
    /// Great Britain, Ireland (two), France, the Netherlands, Switzerland.
    private static let nationalGrids = [27700, 29902, 2157, 2154, 28992, 2056]
    /// Northern zones differ in longitude alone: what fits one fits all.
    private static let anyUTMZone = 32631

    private static let words: [(String, code: Int)] = [
        ("britishnationalgrid", 27700), ("osgb36", 27700), ("osgb", 27700), ("bng", 27700),
        ("webmercator", 3857), ("mercator", 3857), ("900913", 3857), ("102100", 3857),
        ("irishgrid", 29902), ("itm", 2157), ("lambert93", 2154), ("lv95", 2056),
    ]

    /// The system of a map grid whose everyday name a text is or holds, as ``HeaderKey`` writes it.
    static func code(inWords key: String) -> Int? {
        words.first { key.contains($0.0) }?.code
    }

    /// What is left of a header that names a system: `x` of `X_27700`, `easting` of `bng_easting`;
    /// nil for other headers.
    static func headerWithoutSystem(_ key: HeaderKey) -> String? {
        let marks = words.map(\.0) + ["epsg"]
        var rest = key.text.replacing(#/utm(zone)?[0-9]{1,2}([ns](?=east|north|x|y|$))?/#, with: "")
            .replacing(#/[0-9]{4,5}$/#, with: "")
        for mark in marks { rest = rest.replacing(mark, with: "") }
        return rest == key.text ? nil : rest
    }

    /// A system that the headers name: `X_27700`, `bng_easting`, `UTM 32 east`.
    private var codeInHeaders: Int? {
        let keys = [columns.x.key.text, columns.y.key.text]
        let named = Self.words.first { word in keys.allSatisfy { $0.contains(word.0) } }
        if let named { return named.code }
        let zones = keys.compactMap(Self.utmZone)
        if zones.count == 2, zones[0] == zones[1], 1...60 ~= zones[0] { return 32_600 + zones[0] }
        let numbers = keys.map { key in
            Int(String(key.reversed().prefix(5).prefix { $0.isNumber }.reversed()))
        }
        guard let number = numbers[0], numbers[1] == number, number >= 2000, number != 4326 else {
            return nil
        }
        return number
    }

    private static func utmZone(_ key: String) -> Int? {
        guard let mark = key.firstRange(of: "utm") else { return nil }
        let rest = key[mark.upperBound...]
        let digits = (rest.hasPrefix("zone") ? rest.dropFirst(4) : rest).prefix { $0.isNumber }
        return Int(digits)
    }
}

/// A system and the places that it gives a file's numbers.
private struct Candidate {
    let system: CoordinateReferenceSystem
    let places: [Coordinate]
    private let count: Int

    init(_ system: CoordinateReferenceSystem, _ pairs: [(x: Double, y: Double)]) throws(ImportError)
    {
        self.system = system
        count = pairs.count
        do {
            let transform = try CoordinateTransform(from: system)
            places = pairs.compactMap { transform.place(x: $0.x, y: $0.y) }
        } catch { throw .unusableReferenceSystem(error.description) }
    }

    /// Each place as its numbers stand where that lies in a box, and else with them exchanged.
    init(
        _ system: CoordinateReferenceSystem,
        _ pairs: [(x: Double, y: Double)],
        swappedInto box: BoundingBox
    ) throws(ImportError) {
        self.system = system
        count = pairs.count
        do {
            let transform = try CoordinateTransform(from: system)
            places = pairs.compactMap { pair in
                let written = transform.place(x: pair.x, y: pair.y)
                if let written, box.contains(written) { return written }
                return transform.place(x: pair.y, y: pair.x) ?? written
            }
        } catch { throw .unusableReferenceSystem(error.description) }
    }

    init(code: Int, _ pairs: [(x: Double, y: Double)]) throws(ImportError) {
        do {
            try self.init(try CoordinateReferenceSystem(code: code), pairs)
        } catch let error as ImportError {
            throw error
        } catch { throw .unusableReferenceSystem("\(error)") }
    }

    func share(within box: BoundingBox) -> Double {
        count == 0 ? 0 : Double(places.count { box.contains($0) }) / Double(count)
    }

    func fits(_ box: BoundingBox) -> Bool { share(within: box) >= 0.9 }

    /// Whether nearly all places lie in the area that the system is made for, or within some degrees
    /// of it.
    func fitsArea(margin: Double = 0) -> Bool {
        guard let area = system.areaOfUse else { return true }
        return fits(margin == 0 ? area : area.widened(byDegrees: margin))
    }

    /// Whether the other system puts every place within five metres of this one's.
    func agrees(with other: Candidate) -> Bool {
        places.count == other.places.count
            && zip(places, other.places).allSatisfy {
                Geodesic.distance(from: $0, to: $1).meters < 5
            }
    }
}

extension Coordinate {
    /// For people, to some hundred metres: `51.508, -0.128`.
    var shortText: String {
        func short(_ degrees: Double) -> String { String((degrees * 1_000).rounded() / 1_000) }
        return "\(short(latitude)), \(short(longitude))"
    }
}
