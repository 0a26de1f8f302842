import ArgumentParser
import DomainModules

/// The name of a kind that a module tells.
struct KindWord: ExpressibleByArgument {
    /// What it names.
    let kind: ImportKind

    init?(argument: String) {
        guard let kind = Modules.all.kind(argument) else { return nil }
        self.kind = kind
    }

    static var allValueStrings: [String] { Modules.all.kinds.map(\.name) }
}
