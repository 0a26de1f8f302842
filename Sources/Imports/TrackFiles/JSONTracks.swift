internal import RowFiles

/// Reads the lists of a JSON file record by record: GeoJSON's features and Google's histories.
struct JSONTracks {
    var collector: TrackCollector
    private let window: TextWindow
    /// How many records were read.
    private(set) var number = 0

    /// Members whose records are read one after the other.
    private static let lists: Set<String> = [
        "features", "locations", "timelineObjects", "semanticSegments", "rawSignals",
    ]

    /// Where an account's own export holds its fixes: `modules.mobility.fixes`.
    private static let holders: Set<String> = ["modules", "mobility", "fixes"]

    init(_ collector: TrackCollector, _ window: TextWindow) {
        self.collector = collector
        self.window = window
    }

    /// Where the record is that is being read.
    var place: TrackPlace {
        .record(number, of: collector.format == .geojson ? "feature" : "record")
    }

    mutating func read() throws(TrackError) {
        let first = try io { () throws(RowFileError) in try window.skipSpace() }
        if first == UInt8(ascii: "[") {
            try readList()
        } else {
            guard first == UInt8(ascii: "{") else {
                throw malformed("it does not begin with an object")
            }
            try readObject()
        }
        // GeoJSON may also come as a feature a line.
        while let byte = try io({ () throws(RowFileError) in try window.skipSpace() }) {
            guard byte == UInt8(ascii: "{"), collector.format == .geojson else {
                throw malformed("line \(window.line): something follows behind its end")
            }
            try readObject()
        }
    }

    // MARK: Objects and lists

    private mutating func readObject() throws(TrackError) {
        window.advance(to: window.position + 1)
        var own: [(name: String, value: StrictJSONValue)] = []
        if try next() == UInt8(ascii: "}") { return window.advance(to: window.position + 1) }
        while true {
            guard let name = try value().string else {
                throw malformed("line \(window.line): a member's name in quotes is missing")
            }
            try expect(":", "a colon is missing behind \"\(name.prefix(40))\"")
            if Self.lists.contains(name), try next() == UInt8(ascii: "[") {
                try readList()
            } else if collector.format == .geojson, Self.holders.contains(name),
                try next() == UInt8(ascii: "{")
            {
                try readObject()
            } else {
                let value = try value()
                if collector.format == .geojson { own.append((name, value)) }
            }
            if try expect(",}", "a comma or a closing brace is missing") == UInt8(ascii: "}") {
                break
            }
            _ = try next()
        }
        // A feature that stands alone.
        guard own.contains(where: { $0.name == "geometry" || $0.name == "coordinates" }) else {
            return
        }
        number += 1
        try add(.object(own))
    }

    private mutating func readList() throws(TrackError) {
        window.advance(to: window.position + 1)
        if try next() == UInt8(ascii: "]") { return window.advance(to: window.position + 1) }
        while true {
            let value = try value()
            number += 1
            try add(value)
            if try expect(",]", "a comma or a closing bracket is missing") == UInt8(ascii: "]") {
                return
            }
        }
    }

    private mutating func add(_ value: StrictJSONValue) throws(TrackError) {
        guard value.isObject else {
            throw malformed("\(place) is \(value.kind); it must be an object")
        }
        switch collector.format {
        case .googleRecords: try addRecord(value)
        case .googleMonths: try addMonth(value)
        case .googleTimeline: try addSegment(value)
        default: try addFeature(value)
        }
    }

    // MARK: The text

    /// What a failure of the text's source or of its JSON is here.
    private func io<Value>(
        _ body: () throws(RowFileError) -> Value
    ) throws(TrackError) -> Value {
        do throws(RowFileError) { return try body() } catch {
            if case .notGeoJSON(_, let reason) = error { throw malformed(reason) }
            throw .unreadable(error)
        }
    }

    private func next() throws(TrackError) -> UInt8? {
        try io { () throws(RowFileError) in try window.skipSpace() }
    }

    /// The value that comes next, past which the window moves.
    private func value() throws(TrackError) -> StrictJSONValue {
        let name = collector.name
        let found: StrictJSONValue? = try io { () throws(RowFileError) in
            _ = try window.skipSpace()
            guard let extent = try window.valueExtent(from: 0) else { return nil }
            let value = try window.parsed(extent, name: name)
            window.advance(to: window.position + extent.upperBound)
            return value
        }
        guard let found else { throw malformed("line \(window.line): it ends too early") }
        return found
    }

    @discardableResult
    private func expect(_ signs: String, _ fault: String) throws(TrackError) -> UInt8 {
        guard let byte = try next(), signs.utf8.contains(byte) else {
            throw malformed("line \(window.line): \(fault)")
        }
        window.advance(to: window.position + 1)
        return byte
    }

    func malformed(_ reason: String) -> TrackError {
        .malformed(name: collector.name, format: collector.format, reason: reason)
    }
}
