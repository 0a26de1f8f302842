internal import Agenda
internal import GeoJSON
internal import Geodesy
internal import HTTPService
internal import HTTPTypes
internal import Importing
internal import Mobility
internal import Timekeeping

/// Reads what people write of their trips, and keeps account of everything that is wrong with it.
struct TravelReading {
    private var reader: JSONObjectReader
    private var noted: [ParameterError] = []

    init(_ bytes: [UInt8]) throws(Problem) { reader = try JSONObjectReader(parsing: bytes) }

    mutating func note(_ name: String, _ fault: ParameterFault, _ message: String) {
        noted.append(ParameterError(parameter: name, fault: fault, message: message))
    }

    func has(_ name: String) -> Bool { reader.has(name) }
    mutating func text(_ name: String) -> String? { reader.string(name) }
    mutating func boolean(_ name: String) -> Bool? { reader.boolean(name) }
    mutating func strings(_ name: String) -> [String]? { reader.strings(name) }
    mutating func array(_ name: String) -> [JSONValue]? { reader.array(name) }
    /// A polygon of one ring, as GeoJSON has it.
    mutating func polygon(_ name: String, positions most: Int) -> Polygon? {
        reader.polygon(name, positions: most)
    }

    /// Whether a member is there and `null`, which takes away what was there.
    mutating func isNull(_ name: String) -> Bool { has(name) && reader.isNull(name) }

    /// - Throws: ``Problem`` with everything that is wrong.
    mutating func check() throws(Problem) {
        let errors = reader.errors()
        let named = Set(errors.map(\.parameter))
        let all = errors + noted.filter { !named.contains($0.parameter) }
        guard all.isEmpty else { throw Problem.invalid(all) }
    }

    /// A member that has to be there.
    mutating func required(_ name: String, _ hint: String) -> String? {
        if let text = text(name) { return text }
        if !has(name) { note(name, .missing, "is missing; \(hint)") }
        return nil
    }

    /// One of a few words.
    mutating func word<Word: RawRepresentable & CaseIterable>(
        _ name: String,
        _ type: Word.Type = Word.self
    ) -> Word? where Word.RawValue == String {
        guard let text = text(name) else { return nil }
        if let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        note(name, .notOneOf, "is \(quoted(text)); it is one of \(words)")
        return nil
    }

    /// A moment with its offset.
    mutating func moment(_ name: String) -> Timestamp? {
        guard let text = text(name) else { return nil }
        if let moment = Timestamp(rfc3339: text) { return moment }
        note(name, .notADay, "is \(quoted(text)); it is a moment such as 2026-11-03T08:15:00Z")
        return nil
    }

    /// A number in a range.
    ///
    /// - Parameter isPlace: Whether it tells of somebody's place, and is not repeated.
    mutating func number(
        _ name: String,
        in range: ClosedRange<Double>,
        isPlace: Bool = false
    ) -> Double? {
        guard let number = reader.number(name) else { return nil }
        guard range.contains(number) else {
            note(
                name,
                .outOfRange,
                "is \(isPlace ? "out of range" : "\(number)"); it lies between \(range.lowerBound) and \(range.upperBound)"
            )
            return nil
        }
        return number
    }

    /// A whole number in a range.
    mutating func wholeNumber(_ name: String, in range: ClosedRange<Int>) -> Int? {
        guard let number = reader.wholeNumber(name) else { return nil }
        guard let whole = Int(exactly: number), range.contains(whole) else {
            note(
                name,
                .outOfRange,
                "is \(number); it lies between \(range.lowerBound) and \(range.upperBound)"
            )
            return nil
        }
        return whole
    }

    /// A name that somebody gives to something of theirs.
    mutating func name(_ member: String, limit: Int = Vehicle.nameLimit) -> String? {
        guard let text = text(member) else { return nil }
        guard 1...limit ~= text.count, text.utf8.count <= 8 * limit,
            text.contains(where: { !$0.isWhitespace }),
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            note(member, .wrongLength, "has 1 to \(limit) characters that can be seen")
            return nil
        }
        return text
    }

    /// A zone of the IANA list.
    mutating func zone(_ name: String) -> String? {
        guard let text = text(name) else { return nil }
        guard let rules = ZoneRules(named: text) else {
            note(name, .notOneOf, "is \(quoted(text)); name a zone such as Europe/Berlin")
            return nil
        }
        return rules.name
    }

    /// What may be told of a trip.
    ///
    /// - Parameter withReplaced: Whether what it took the place of is read too.
    mutating func draft(withReplaced: Bool = true) -> TripDraft {
        var draft = TripDraft()
        draft.form = word("mode")
        draft.vehicle = text("vehicle")
        draft.startedAt = moment("started_at")
        draft.endedAt = moment("ended_at")
        draft.meters = number("distance_m", in: 0...Leg.meterLimit)
        draft.occupants = wholeNumber("occupants", in: Leg.occupantRange)
        if withReplaced { draft.replaced = word("replaced_mode") }
        return draft
    }
}

extension Problem {
    /// Why a trip is not changed.
    init(_ fault: TripFault) {
        func wrong(_ name: String, _ fault: ParameterFault, _ message: String) -> Problem {
            .invalid([ParameterError(parameter: name, fault: fault, message: message)])
        }
        switch fault {
        case .unknownTrip: self = .noSuch("trip", list: "/v1/trips")
        case .alreadyOngoing(let id):
            self = Problem(
                status: .conflict,
                detail: "The trip \(id) is ongoing",
                hint: "POST /v1/trips/\(id)/end ends it"
            )
        case .notOngoing:
            self = Problem(
                status: .conflict,
                detail: "The trip ended before",
                hint: "PATCH /v1/trips/{id} changes when"
            )
        case .stillOngoing(let id):
            self = Problem(
                status: .conflict,
                detail: "The trip \(id) is ongoing",
                hint: "POST /v1/trips/\(id)/end ends it first"
            )
        case .unknownVehicle(let id):
            self = wrong(
                "vehicle",
                .notOneOf,
                "is \(quoted(id)), which is none of yours; GET /v1/vehicles lists them"
            )
        case .badMember(let name, let value, let allowed):
            self = wrong(name, .outOfRange, "is \(quoted(value)); allowed is \(allowed)")
        case .legUntold(let count):
            self = wrong(
                "leg",
                .missing,
                "is missing; the trip has \(count) legs: say which one is meant, 0 to \(count - 1)"
            )
        case .nothingToMerge:
            self = wrong("ids", .wrongLength, "names less than two trips, or one of them twice")
        case .notNeighbours(let id):
            self = wrong(
                "ids",
                .notTogether,
                "leaves out the trip \(id), which lies between the others; add it"
            )
        case .tooMany(let limit):
            self = Problem(
                status: .conflict,
                detail: "There are \(limit) trips, which is as many as one may have",
                hint: "DELETE /v1/trips/{id} makes room"
            )
        case .noFactor(let form):
            self = wrong(
                "mode",
                .notOneOf,
                "is \(quoted(form.rawValue)), of which no factor says what it gives off"
            )
        }
    }

    /// Nothing of the person's own has the id.
    static func noSuch(_ what: String, list: String) -> Problem {
        Problem(status: .notFound, detail: "You have no such \(what); GET \(list) lists yours")
    }
}
