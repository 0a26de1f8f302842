/// What a dataset's records are. Each domain adds its own as static members.
public struct DatasetKind: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
    /// The plural that stands on command lines and in URLs, such as `stations`.
    public let rawValue: String

    /// - Parameter rawValue: A plural in small letters.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The plural itself.
    public var description: String { rawValue }
}
