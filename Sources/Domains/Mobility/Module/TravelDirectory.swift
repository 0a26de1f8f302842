internal import Mobility
internal import Synchronization
internal import TextSearch

/// The published factors and models of cars, in memory.
final class TravelDirectory: Sendable {
    /// What is published; a value that never changes.
    struct Snapshot: Sendable {
        let factors: FactorTable
        /// By their numbers in the EPA's list; of several datasets the last one counts.
        let models: [Int: VehicleModel]
        let index: SearchIndex

        /// - Complexity: O(n log n)
        init(factors: [Factor] = [], models: [VehicleModel] = []) {
            self.factors = FactorTable(imported: factors)
            self.models = Dictionary(models.map { ($0.number, $0) }, uniquingKeysWith: { $1 })
            index = SearchIndex(
                self.models.values.map { model in
                    SearchDocument(
                        id: String(model.number),
                        title: "\(model.make) \(model.model)",
                        detail: String(model.year),
                        texts: [model.sizeClass].compactMap(\.self)
                    )
                }
            )
        }
    }

    private let kept = Mutex<Snapshot?>(nil)

    /// What is published; nil until it is loaded.
    var snapshot: Snapshot? { kept.withLock { $0 } }

    /// The factors; the built-in ones until others are loaded.
    var factors: FactorTable { snapshot?.factors ?? FactorTable() }

    /// Shows what is published now.
    func replace(with snapshot: Snapshot) { kept.withLock { $0 = snapshot } }
}
