package import ArgumentParser
package import DomainModules
package import SpatiaLiteStore

/// `ambit inspections`: how often each stall was inspected.
package struct InspectionsCommand: StoreCommand {
    package static let configuration = CommandConfiguration(
        commandName: "inspections",
        abstract: "Tells how often each stall was inspected."
    )

    @OptionGroup package var database: DatabaseOptions

    package init() {}

    package func run(on store: SpatiaLiteStore) async throws {
        for line in try await Self.lines(store) { print(line) }
    }

    /// The lines that it prints: `market.7 2`.
    package static func lines(_ store: SpatiaLiteStore) async throws -> [String] {
        try await Inspections(store: store).counts().map { "\($0.stall) \($0.count)" }
    }
}
