public import Datasets
internal import Foundation
public import Polling
internal import Synchronization
public import Timekeeping

/// Publishes an earlier version of a dataset again. What an import of districts takes consent for, their
/// return takes, too.
public struct Rollback: Sendable {
    /// What tells whether districts may return beside those that are published.
    public struct Districts: Sendable {
        private let versions: any VersionedRecords<District>
        private let published: any DistrictStore
        private let makeOverlay: @Sendable () -> any AreaOverlay

        /// - Parameters:
        ///   - versions: The districts of versions that are kept.
        ///   - published: The published districts.
        ///   - overlay: Made for each rollback: it may work for a limited time.
        public init(
            versions: any VersionedRecords<District>,
            published: any DistrictStore,
            overlay: @escaping @Sendable () -> any AreaOverlay
        ) {
            self.versions = versions
            self.published = published
            makeOverlay = overlay
        }

        /// What publishing a version takes consent for.
        fileprivate func consents(
            _ name: DatasetName,
            version number: Int,
            at moment: Timestamp
        ) async throws -> [GuardFinding] {
            let read = Mutex<[District]>([])
            try await versions.forEachRecord(in: name, version: number) { batch in
                read.withLock { $0 += batch }
            }
            let consents = DistrictConsents(
                districts: read.withLock { $0 },
                source: .version(number),
                today: CalendarDate(lastOnEarthAt: moment)
            )
            return try await consents.overlaps(published, except: [name], makeOverlay())
                + consents.laterTurn(of: name, published)
        }
    }

    private let ledger: any DatasetLedger
    private let districts: Districts?
    private let clock: any WallClock

    /// - Parameters:
    ///   - districts: Tells whether districts may return; nil to leave that out.
    ///   - clock: Tells the moment of publication.
    public init(ledger: any DatasetLedger, districts: Districts? = nil, clock: any WallClock) {
        self.ledger = ledger
        self.districts = districts
        self.clock = clock
    }

    /// Publishes a version.
    ///
    /// - Parameters:
    ///   - isForced: Whether it is meant, whatever takes consent.
    ///   - who: A user of the machine, or a token's label; nil for nobody that is known.
    /// - Returns: The ledger's entry.
    /// - Throws: ``RollbackRefusal`` where it takes consent, ``DatasetError`` where there is no such
    ///   version; nothing was changed then.
    public func run(
        _ name: DatasetName,
        version number: Int,
        isForced: Bool,
        by who: String?
    ) async throws -> DatasetVersion {
        if !isForced, let districts, try await kind(of: name) == .districts {
            let findings = try await districts.consents(name, version: number, at: clock.now)
            guard findings.isEmpty else {
                throw RollbackRefusal(dataset: name, version: number, findings: findings)
            }
        }
        return try await ledger.publish(name, version: number, by: who, at: clock.now)
    }

    private func kind(of name: DatasetName) async throws -> DatasetKind? {
        try await ledger.versions(of: name).first?.kind
    }
}

/// Why a version was not published again: it takes consent.
public struct RollbackRefusal: Error, Sendable, Hashable {
    /// The dataset.
    public let dataset: DatasetName
    /// The version that was to be published.
    public let version: Int
    /// What takes consent; at least one.
    public let findings: [GuardFinding]

    /// The same with the options that it advises called so.
    public func worded(as wording: OptionWording) -> RollbackRefusal {
        RollbackRefusal(
            dataset: dataset,
            version: version,
            findings: findings.map { $0.worded(as: wording) }
        )
    }

    /// What takes consent, as the member `force_needed` of a report has it.
    public func json() throws -> [UInt8] { Array(try JSONEncoder().encode(findings)) }
}

extension RollbackRefusal: CustomStringConvertible {
    /// What takes consent and how to give it, in the words of the command line.
    public var description: String {
        "\(fault). If that is meant, say so with --force"
    }

    /// The same without what to do, which depends on how Ambit is asked.
    public var fault: String {
        findings.map(\.text).joined(separator: "; ") + ". Nothing was changed"
    }
}
