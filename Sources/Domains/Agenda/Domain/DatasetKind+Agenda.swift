package import Datasets

extension DatasetKind {
    /// Fairs, tournaments and other events.
    package static let events = DatasetKind(rawValue: "events")
    /// The parts of events' programmes.
    package static let sessions = DatasetKind(rawValue: "sessions")
}
