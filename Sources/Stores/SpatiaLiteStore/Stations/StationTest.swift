internal import Foundation
internal import GRDB
public import Polling

/// Which stations are wanted.
public typealias StationTest = PropertyTest<StationProperty>

/// What of a station a ``StationTest`` can be told.
public enum StationProperty: Sendable, Hashable {
    case id, name, address, postcode, hours, wheelchair, latitude, longitude
    /// As ``text(of:)`` writes them.
    case districts
    /// The dataset's name.
    case dataset
    /// A further property of the file.
    case attribute(String)

    /// Districts as a text: `precinct 12; ward 3`. Nil for none.
    public static func text(of districts: [DistrictReference]) -> String? {
        districts.isEmpty
            ? nil : districts.map { "\($0.type) \($0.code)" }.joined(separator: "; ")
    }

    /// The property as a text that is read of many rows.
    func textColumn(dataset: String) -> TextColumn? {
        switch self {
        case .latitude, .longitude: nil
        case .dataset: TextColumn("NULL", standard: dataset)
        case .districts:
            TextColumn("t.districts") { json in
                StationProperty.text(of: StationCoding.districts(inJSON: json))
            }
        case .attribute(let name):
            TextColumn("t.attributes") { json in JSONColumn.dictionary(json)?[name] }
        case .id, .name, .address, .postcode, .hours, .wheelchair:
            if case .text(let expression) = column { TextColumn(expression) } else { nil }
        }
    }

    fileprivate var column: RowTest.Column {
        switch self {
        case .id: .text("t.id")
        case .name: .text("t.name")
        case .address: .text("t.address")
        case .postcode: .text("t.postcode")
        case .hours: .text("t.hours")
        case .wheelchair: .text("t.wheelchair")
        case .latitude: .latitude
        case .longitude: .longitude
        case .districts: .text("t.districts")
        case .dataset: .text("NULL")
        case .attribute: .text("t.attributes")
        }
    }
}

extension StationTest {
    /// The test on the rows of a dataset's table.
    func rowTest(dataset: String) -> RowTest {
        rowTest(column: \.column) { property, value in
            switch (property, value) {
            case (.dataset, _): .text(dataset)
            case (.districts, .text(let json)):
                TestedValue(StationProperty.text(of: StationCoding.districts(inJSON: json)))
            case (.attribute(let name), .text(let json)):
                TestedValue(JSONColumn.dictionary(json)?[name])
            default: value
            }
        }
    }
}
