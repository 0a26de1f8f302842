public import Datasets
internal import GRDB
public import Polling

extension SpatiaLiteStore {
    /// The datasets of elections: versioned, as the datasets of contests, measures and precincts.
    public var elections: any DatasetStore<Election> {
        FeatureDatasets<ElectionCoding>(ledger: ledger)
    }

    /// The datasets of contests.
    public var contests: any DatasetStore<Contest> {
        FeatureDatasets<ContestCoding>(ledger: ledger)
    }

    /// The datasets of ballot measures.
    public var measures: any DatasetStore<BallotMeasure> {
        FeatureDatasets<MeasureCoding>(ledger: ledger)
    }

    /// The datasets of precincts as lists.
    public var precincts: any DatasetStore<Precinct> {
        FeatureDatasets<PrecinctCoding>(ledger: ledger)
    }

    /// Hands over the records of every published dataset of a kind: one consistent snapshot.
    func forEachPublished<Coding: FeatureCoding>(
        _ coding: Coding.Type,
        _ visit: @Sendable ([Coding.Record]) throws -> Void
    ) async throws {
        try await connections.read { db in
            for table in try PublishedTables.of(Coding.kind, dataset: nil, in: db) {
                try FeatureTable<Coding>(versionID: table.versionID, dataset: table.dataset)
                    .forEach(db, visit)
            }
        }
    }
}

extension SpatiaLiteStore: ElectionStore {
    /// Hands over the elections of every published dataset in batches: one consistent snapshot.
    public func forEachElection(_ visit: @Sendable ([Election]) throws -> Void) async throws {
        try await forEachPublished(ElectionCoding.self, visit)
    }

    /// Hands over the contests of every published dataset in batches: one consistent snapshot.
    public func forEachContest(_ visit: @Sendable ([Contest]) throws -> Void) async throws {
        try await forEachPublished(ContestCoding.self, visit)
    }

    /// Hands over the measures of every published dataset in batches: one consistent snapshot.
    public func forEachMeasure(_ visit: @Sendable ([BallotMeasure]) throws -> Void) async throws {
        try await forEachPublished(MeasureCoding.self, visit)
    }

    /// Hands over the precincts of every published dataset in batches: one consistent snapshot.
    public func forEachPrecinct(_ visit: @Sendable ([Precinct]) throws -> Void) async throws {
        try await forEachPublished(PrecinctCoding.self, visit)
    }
}
