import ArgumentParser

/// What can be asked about.
enum Layer: String, CaseIterable, ExpressibleByArgument {
    case stations, messages
}
