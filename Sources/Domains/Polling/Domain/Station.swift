public import Datasets
public import Geodesy

extension DatasetKind {
    /// Polling stations.
    public static let stations = DatasetKind(rawValue: "stations")
    /// District polygons.
    public static let districts = DatasetKind(rawValue: "districts")
}

/// A place where votes are cast.
public struct Station: Sendable, Hashable, Identifiable {
    /// Names a station across imports and in URLs: the dataset, a dot and a key within it, such as
    /// `dc.120`.
    public struct ID: Sendable, Hashable, Comparable, RawRepresentable, CustomStringConvertible {
        /// The id as it stands in URLs and in JSON.
        public let rawValue: String
        /// - Parameter rawValue: Any text; only a store knows which ids exist.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The id itself.
        public var description: String { rawValue }
        /// Order of the UTF-8 bytes, the order of ties in every list.
        public static func < (left: ID, right: ID) -> Bool {
            left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
        }
    }

    /// The station's own id.
    public let id: ID
    /// The dataset that it came with.
    public let dataset: DatasetName
    /// The name on the door.
    public var name: String
    /// Street, number and town, on one line.
    public var address: String?
    /// Postcode or ZIP, as text: leading zeros count.
    public var postcode: String?
    /// Where it is; nil for a station whose file gave no place: found by district or postcode,
    /// never by distance.
    public var coordinate: Coordinate?
    /// The districts that vote here, in the file's order.
    public var districts: [DistrictReference]
    /// When it is open, in the file's words.
    public var hours: String?
    /// Whether people with disabilities can use it.
    public var accessibility: Accessibility
    /// Columns of the file that Ambit has no field for, by their header.
    public var attributes: [String: String]

    /// The attribute with the key by which the station's file names it, where ``id`` does not tell it:
    /// of `B1/1` the id has `b1-1`.
    public static let keyAttribute = "station_key"

    /// The keys by which the station's file names it, as the file writes them; lists of addresses name
    /// stations by them. Where ``id`` tells the key, it is as it stands there, in small letters.
    ///
    /// - Complexity: O(n) for the length of the keys.
    public var sourceKeys: [String] {
        guard let text = attributes[Self.keyAttribute] else { return [keyOfID] }
        // Those of several rows stand side by side, if it is not one key with such a sign in it.
        let keys = text.split(separator: "; ").map(String.init)
        return keys.count > 1 ? [text] + keys : [text]
    }

    /// The key by which an earlier file named the station, where it has kept its id and the file has it
    /// under another key now; nil where the id is made of the key that the file has.
    var earlierKey: String? {
        guard let text = attributes[Self.keyAttribute] else { return nil }
        func plain(_ text: String) -> String {
            text.lowercased().filter { $0.isLetter || $0.isNumber }
        }
        return plain(text) == plain(keyOfID) ? nil : keyOfID
    }

    private var keyOfID: String { String(id.rawValue.dropFirst(dataset.text.count + 1)) }

    /// A station with all its members.
    public init(
        id: ID,
        dataset: DatasetName,
        name: String,
        address: String? = nil,
        postcode: String? = nil,
        coordinate: Coordinate? = nil,
        districts: [DistrictReference] = [],
        hours: String? = nil,
        accessibility: Accessibility = .unknown,
        attributes: [String: String] = [:]
    ) {
        self.id = id
        self.dataset = dataset
        self.name = name
        self.address = address
        self.postcode = postcode
        self.coordinate = coordinate
        self.districts = districts
        self.hours = hours
        self.accessibility = accessibility
        self.attributes = attributes
    }
}

/// A district as a station's file names it: the kind of district and its code.
public struct DistrictReference: Sendable, Hashable {
    /// `precinct`, `ward`, ...: small letters.
    public let type: String
    /// The code as the file writes it, such as `120` or `Ward 8`.
    public let code: String

    /// A reference by type and code.
    public init(type: String, code: String) {
        self.type = type
        self.code = code
    }
}

/// What is known of a station's accessibility.
public struct Accessibility: Sendable, Hashable {
    /// An answer that may be missing.
    public enum Answer: String, Sendable, Hashable, CaseIterable {
        /// It is so.
        case yes
        /// It is not so.
        case no
        /// The file does not say.
        case unknown
    }

    /// Whether someone in a wheelchair can vote there.
    public var wheelchair: Answer
    /// The file's own words, where they say more than yes or no.
    public var note: String?

    /// Nothing is known.
    public static let unknown = Accessibility(wheelchair: .unknown)

    /// An answer and its note.
    public init(wheelchair: Answer, note: String? = nil) {
        self.wheelchair = wheelchair
        self.note = note
    }
}
