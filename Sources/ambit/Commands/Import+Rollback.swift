import Datasets
import Importing
import SpatiaLiteStore
import Timekeeping

extension Import {
    /// Publishes earlier versions of datasets again; what is asked for over HTTP, too.
    static func rollback(on store: SpatiaLiteStore) -> Rollback {
        Rollback(
            ledger: store,
            districts: Rollback.Districts(
                versions: store.districtVersions,
                published: store
            ) {
                // Judges areas in a process apart.
                FencedMender(isCancelled: { ImportCancellation.isSet })
            },
            clock: SystemWallClock()
        )
    }
}
