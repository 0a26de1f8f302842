import Datasets
import Geodesy
import Polling
import PollingTesting
import Testing
import Timekeeping

/// Which datasets an answer was made from.
@Suite struct VoterSourcesTests: ThreePrecincts {
    @Test("sites, elections, contests, measures and lists of precincts are sources, too")
    func furtherSources() async throws {
        let names = ["boxes", "contests", "days", "early", "far", "lists", "measures", "stations"]
        let sites = [
            try site("early", kind: "early voting"), try site("boxes", kind: "drop box"),
            try site("far", kind: "early voting", county: "1"),
        ]
        let guide = try await guide(stations: standardStations() + sites) { store in
            store.versions = try names.map { name in
                DatasetVersion(
                    dataset: try DatasetName(name),
                    kind: .stations,
                    number: 1,
                    source: ImportSource(fileName: "a", sha256: "", byteCount: 0),
                    rows: RowCounts(),
                    changes: ChangeCounts(),
                    recordCount: 0,
                    importedAt: Self.noon,
                    isPublished: true
                )
            }
            let election = ElectionReference(key: "general")
            store.elections = [
                Election(
                    dataset: try DatasetName("days"),
                    key: "general",
                    name: LocalizedText("General")
                )
            ]
            store.contests = [
                Contest(
                    dataset: try DatasetName("contests"),
                    key: "sheriff",
                    election: election,
                    title: LocalizedText("Sheriff"),
                    area: BallotArea(district: DistrictReference(type: "county", code: "990"))
                )
            ]
            store.measures = [
                BallotMeasure(
                    id: BallotMeasure.ID(rawValue: "measures.bond"),
                    dataset: try DatasetName("measures"),
                    election: election,
                    area: BallotArea(district: DistrictReference(type: "precinct", code: "1")),
                    title: LocalizedText("Bond")
                )
            ]
            store.precincts = [
                Precinct(
                    id: Precinct.ID(try DatasetName("lists"), "1"),
                    dataset: try DatasetName("lists"),
                    code: "1",
                    name: "1",
                    districts: [DistrictReference(type: "ward", code: "4")],
                    stations: [Station.ID(rawValue: "stations.two")]
                )
            ]
        }
        #expect(
            try ask(guide, 0.005, 0.005).sources.map(\.dataset.text)
                == ["stations", "lists", "early", "boxes", "days", "contests", "measures"]
        )
    }

    private func site(_ dataset: String, kind: String, county: String = "990") throws -> Station {
        let name = try DatasetName(dataset)
        return Station(
            id: Station.ID(rawValue: "\(dataset).1"),
            dataset: name,
            name: dataset,
            coordinate: try place(0.005, 0.015),
            districts: [DistrictReference(type: "county", code: county)],
            attributes: ["station_type": kind]
        )
    }
}
