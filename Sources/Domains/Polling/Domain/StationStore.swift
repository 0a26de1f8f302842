/// What Polling needs of a durable store.
public protocol StationStore: Sendable {
    /// Hands over the stations of every published dataset in batches, in no stated order.
    func forEachStation(_ visit: @Sendable ([Station]) throws -> Void) async throws
}
