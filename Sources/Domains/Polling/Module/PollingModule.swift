package import Datasets
package import DomainModules
internal import FeatureCollections
package import HTTPService
internal import Polling
internal import SpatiaLiteStore

/// Polling: where somebody votes, and on what.
package struct PollingModule: DomainModule {
    package static let name: ModuleName = "polling"
    package static let commands: [any StoreCommand.Type] = [ExportCommand.self]

    private let directories: SharedDirectories
    private let voting: VotingDirectory
    private let stationMemo = CollectionMemo()
    private let districtMemo = CollectionMemo()
    private let electionMemo = CollectionMemo()

    package init(on site: ModuleSite) {
        directories = site.directories
        voting = VotingDirectory(
            stations: site.directories.stations,
            store: site.store,
            clock: site.clock
        )
    }

    package var part: ServicePart {
        var part = ServicePart.polling(
            stations: directories.stations,
            voting: voting,
            kinds: Set(Self.kinds.map { DatasetKind(rawValue: $0.name) })
        )
        part.routes = { [voting, routes = part.routes] tools in
            routes(tools) + CouncilRoutes(voting: voting).routes
        }
        part.openAPI = PackageResources.openapi_json
        part.life.reload = { [stationMemo, districtMemo, electionMemo, reload = part.life.reload] in
            try await reload($0)
            stationMemo.clear()
            districtMemo.clear()
            electionMemo.clear()
        }
        part.collections = { [stationMemo, districtMemo, electionMemo, voting] in
            guard let reading = voting.published else { return nil }
            func revision(_ kinds: DatasetKind...) -> String {
                DatasetRevision.text(of: reading.versions.filter { kinds.contains($0.kind) })
            }
            let (stations, districts) = (revision(.stations), revision(.districts))
            let elections = revision(.elections, .contests, .measures)
            return stationMemo.collections(of: reading.stations, revision: stations) {
                [StationContent.collection(of: reading.stations, revision: stations)]
            }
                + districtMemo.collections(of: reading.districts, revision: districts) {
                    DistrictContent.collections(of: reading.districts, revision: districts)
                }
                + electionMemo.collections(of: reading.ballots, revision: elections) {
                    [ElectionContent.collection(of: reading.ballots, revision: elections)]
                }
        }
        return part
    }
}
