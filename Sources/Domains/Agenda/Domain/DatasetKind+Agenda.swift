package import Datasets

extension DatasetKind {
    /// Fairs, tournaments and other events.
    package static let events = DatasetKind(rawValue: "events")
    /// Tournaments: events of which more is known than of others. Agenda reads what they have in common with
    /// these, and the module that imports them the rest.
    package static let tournaments = DatasetKind(rawValue: "tournaments")
    /// The parts of events' programmes.
    package static let sessions = DatasetKind(rawValue: "sessions")
}
