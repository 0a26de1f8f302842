internal import Radar
internal import Timekeeping

/// Which messages are wanted.
public typealias MessageTest = PropertyTest<MessageProperty>

/// What of a message a ``MessageTest`` can be told.
public enum MessageProperty: Sendable, Hashable {
    /// As readers know it.
    case id
    case text, category, visibleRadiusMeters, latitude, longitude
    /// Times, as RFC 3339 writes them.
    case postedAt, expiresAt
    /// A further property of the file that brought it.
    case attribute(String)

    fileprivate var column: RowTest.Column {
        switch self {
        case .id: .integer("t.id")
        case .text: .text("t.text")
        case .category: .text("t.category")
        case .visibleRadiusMeters: .real("t.visible_radius_m")
        case .postedAt: .integer("t.posted_at")
        case .expiresAt: .integer("t.expires_at")
        case .latitude: .latitude
        case .longitude: .longitude
        case .attribute: .text("t.attributes")
        }
    }
}

extension MessageTest {
    /// The test on the rows of the table.
    func rowTest(_ publicIDs: PublicIDs) -> RowTest {
        rowTest(column: \.column) { property, value in
            switch (property, value) {
            case (.id, .integer(let number)):
                .text(publicIDs.publicID(of: Message.ID(rawValue: number)).description)
            case (.postedAt, .integer(let milliseconds)),
                (.expiresAt, .integer(let milliseconds)):
                .text(Timestamp(millisecondsSince1970: milliseconds).rfc3339)
            case (.attribute(let name), .text(let json)):
                TestedValue(JSONColumn.dictionary(json)?[name])
            default: value
            }
        }
    }
}
