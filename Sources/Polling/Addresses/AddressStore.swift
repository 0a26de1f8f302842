/// What Polling needs of a durable store to know which addresses vote where.
public protocol AddressStore: Sendable {
    /// Hands over the entries of every published dataset in batches, in no stated order.
    func forEachAddress(_ visit: @Sendable ([AddressEntry]) throws -> Void) async throws
}
