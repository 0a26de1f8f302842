/// One thing that is wrong with a request, under the name that the API gives the parameter.
public struct Violation: Sendable, Hashable {
    /// The parameter's name in the API, such as `visible_radius_m`.
    public let parameter: String
    /// What was wrong, with the value and what is allowed.
    public let message: String

    /// A violation by parameter and reason.
    public init(parameter: String, message: String) {
        self.parameter = parameter
        self.message = message
    }
}

/// Why Radar turned a request down.
public enum RadarError: Error, Hashable, Sendable {
    /// The request breaks limits: all that it breaks, in the order of the API's parameters.
    case refused([Violation])
    /// No message with that id is visible.
    case notFound(Message.ID)
    /// The message is another device's, or was imported.
    case notAuthor(Message.ID)
}

extension RadarError: CustomStringConvertible {
    /// What was wrong, with the value and what is allowed.
    public var description: String {
        switch self {
        case .refused(let violations):
            violations.map { "\($0.parameter): \($0.message)" }.joined(separator: "; ")
        case .notFound(let id):
            "no message \(id) is visible; it may have expired or been removed"
        case .notAuthor(let id):
            "message \(id) was not posted by this device; only its author removes it"
        }
    }
}
