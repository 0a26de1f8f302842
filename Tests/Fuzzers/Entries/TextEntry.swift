import GeoJSON
import Polling
import Timekeeping

@testable import Geodesy
@testable import Importing
@testable import ReferenceSystems
@testable import RowFiles

/// Has texts read.
enum TextEntry {
    /// By the parser of requests, and by that of files.
    static func json(_ bytes: [UInt8]) {
        _ = try? JSONValue(parsing: bytes)
        var parser = StrictJSONParser(bytes, in: bytes.indices)
        do { _ = try GeoJSONGeometry(parser.parseWhole()) } catch { _ = "\(error)" }
    }

    static func system(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        do { _ = try WellKnownText(text) } catch { _ = "\(error)" }
        _ = try? CoordinateReferenceSystem(parsing: String(text.prefix(3)))
    }

    static func hours(_ bytes: [UInt8]) {
        guard let hours = OpeningHours(parsing: String(decoding: bytes, as: UTF8.self)) else {
            return
        }
        _ = (hours.spans, hours.holidays)
    }

    static func texts(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        _ = (DayText.parse(text), TimeText.parse(text), DayText.date(inFileName: text))
        _ = (Timestamp(rfc3339: text)?.rfc3339, PositionText.parse(text), PositionText.angle(text))
        _ = (NumberText.double(bytes[...]), NumberText.decimals(bytes[...]))
        _ = (PlainNumber.read(text), PlainNumber.readCell(text), HeaderKey(text))
        _ = try? Distance(parsing: text)
        _ = try? ColumnMapping(parsing: text)
        _ = try? FieldConstant(parsing: text)
    }
}
