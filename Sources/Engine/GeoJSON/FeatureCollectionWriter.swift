/// Writes a GeoJSON FeatureCollection (RFC 7946) feature by feature, so that a list of any length
/// can be streamed.
///
/// ```swift
/// var list = FeatureCollectionWriter()
/// for station in stations {
///     list.feature(id: .text(station.id), geometry: .point(station.place)) { properties in
///         properties.member("name", station.name)
///     }
///     if list.bytes.count > 65_536 { send(list.takeBytes()) }
/// }
/// list.finish { $0.member("numberReturned", stations.count) }
/// send(list.takeBytes())
/// ```
public struct FeatureCollectionWriter: Sendable {
    private var json: JSONWriter

    /// How many features have been written.
    public private(set) var count = 0

    /// Begins the collection.
    ///
    /// - Parameters:
    ///   - capacity: How many bytes to make room for at once.
    ///   - isMarking: Whether ``marks`` are wanted.
    public init(capacity: Int = 0, isMarking: Bool = false) {
        json = JSONWriter(capacity: capacity)
        json.isMarking = isMarking
        json.beginObject()
        json.member("type", "FeatureCollection")
        json.name("features")
        json.beginArray()
    }

    /// What has been written since the start or since ``takeBytes()``, UTF-8.
    public var bytes: [UInt8] { json.bytes }

    /// The places in ``bytes`` that the features' writers marked; see ``JSONWriter/mark()``.
    public var marks: [Int] { json.marks }

    /// Hands over what has been written and goes on with an empty buffer.
    public mutating func takeBytes() -> [UInt8] { json.takeBytes() }

    /// Writes one feature, as ``JSONWriter/feature(id:geometry:properties:)`` does.
    public mutating func feature(
        id: FeatureID? = nil,
        geometry: Geometry?,
        properties: (inout JSONWriter) throws -> Void
    ) rethrows {
        count += 1
        try json.feature(id: id, geometry: geometry, properties: properties)
    }

    /// Writes one feature that `write` puts together by itself.
    public mutating func feature(writtenBy write: (inout JSONWriter) -> Void) {
        count += 1
        write(&json)
    }

    /// Ends the collection; nothing may be written after it.
    ///
    /// - Parameter members: Writes the collection's own members, such as `numberReturned`.
    public mutating func finish(_ members: (inout JSONWriter) throws -> Void) rethrows {
        json.endArray()
        try members(&json)
        json.endObject()
    }

    /// Ends the collection without members of its own; nothing may be written after it.
    public mutating func finish() { finish { _ in } }
}
