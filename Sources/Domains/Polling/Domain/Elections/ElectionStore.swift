/// What Polling needs of a durable store to know what is voted on.
public protocol ElectionStore: Sendable {
    /// Hands over the elections of every published dataset in batches, in no stated order.
    func forEachElection(_ visit: @Sendable ([Election]) throws -> Void) async throws
    /// Hands over the contests of every published dataset in batches, in no stated order.
    func forEachContest(_ visit: @Sendable ([Contest]) throws -> Void) async throws
    /// Hands over the measures of every published dataset in batches, in no stated order.
    func forEachMeasure(_ visit: @Sendable ([BallotMeasure]) throws -> Void) async throws
    /// Hands over the precincts of every published dataset in batches, in no stated order.
    func forEachPrecinct(_ visit: @Sendable ([Precinct]) throws -> Void) async throws
}
