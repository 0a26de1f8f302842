internal import Foundation
internal import GRDB
public import Polling

/// Which stations are wanted, told by a few of their properties: no others are read.
public struct StationTest: Sendable {
    /// What of a station a test is told.
    public enum Property: Sendable, Hashable {
        case id, name, address, postcode, hours, wheelchair
        /// As ``StationTest/text(of:)`` writes them.
        case districts
        /// The dataset's name.
        case dataset
        /// A further property of the file.
        case attribute(String)
    }

    private let properties: [Property]
    private let keeps: @Sendable ([String?]) -> Bool

    /// - Parameter keeps: Told the properties' texts in their order, nil for those that are not
    ///   there.
    public init(_ properties: [Property], keeps: @escaping @Sendable ([String?]) -> Bool) {
        self.properties = properties
        self.keeps = keeps
    }

    /// Districts as a text: `precinct 12; ward 3`. Nil for none.
    public static func text(of districts: [DistrictReference]) -> String? {
        districts.isEmpty
            ? nil : districts.map { "\($0.type) \($0.code)" }.joined(separator: "; ")
    }

    /// The test on the rows of a dataset's table.
    func rowTest(dataset: String) -> RowTest {
        let (properties, keeps) = (properties, keeps)
        return RowTest(columns: properties.map(Self.column)) { texts in
            keeps(
                zip(properties, texts).map { property, text in
                    switch property {
                    case .dataset: dataset
                    case .districts:
                        text.flatMap { Self.text(of: StationCoding.districts(inJSON: $0)) }
                    case .attribute(let name): text.flatMap { Self.attribute(name, inJSON: $0) }
                    default: text
                    }
                }
            )
        }
    }

    private static func column(of property: Property) -> String {
        switch property {
        case .id: "t.id"
        case .name: "t.name"
        case .address: "t.address"
        case .postcode: "t.postcode"
        case .hours: "t.hours"
        case .wheelchair: "t.wheelchair"
        case .districts: "t.districts"
        case .dataset: "NULL"
        case .attribute: "t.attributes"
        }
    }

    private static func attribute(_ name: String, inJSON text: String) -> String? {
        JSONColumn.dictionary(text)?[name]
    }
}
