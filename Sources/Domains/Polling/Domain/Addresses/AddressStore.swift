public import Datasets

/// What Polling needs of a durable store to know which addresses vote where.
public protocol AddressStore: Sendable {
    /// Hands over the entries of every published dataset in batches, in no stated order.
    func forEachAddress(_ visit: @Sendable ([AddressEntry]) throws -> Void) async throws

    /// Hands over where the entries of every published dataset vote, each with how many say so, in no
    /// stated order; the same may come several times.
    func forEachDestination(
        _ visit: @Sendable (DatasetName, AddressDestination, Int) throws -> Void
    ) async throws
}
