import Foundation
import Importing
import Testing

@Suite struct RealFilesTests {
    @Test("print") func printReports() async throws {
        for name in [
            "stations/au/aec_prdelms_gaz_20180713.csv", "stations/au/wa_2021_snapshot_20210207.csv",
            "stations/de_koeln/wahllokale.csv", "stations/de_koeln/wahllokale.geojson",
            "stations/de_koeln/20140424_Wahllokale.csv",
            "stations/de_koeln/2017-05-10-1-barrierefrei-wahllokale.csv",
            "stations/de_koeln/2017-05-10-wahllokale.csv", "dc/polling_places.geojson",
            "dc/early_voting_sites_2014.csv", "dc/early_voting_sites_2014.geojson",
            "dc/alternate_polling_places.csv", "dc/alternate_polling_places.geojson",
            "stations/us_publici/Alaska_2018-11-06.csv", "stations/us_publici/Texas_2020-11-03.csv",
            "stations/us_publici/raw_AK_2020-11-03.csv",
            "stations/us_publici/raw_AR_2018-11-06.csv",
            "stations/us_publici/raw_AR_2020-10-08.csv",
            "stations/us_publici/raw_DE_Kent_2012_ocr_table-1.csv",
        ]
            + (try FileManager.default.contentsOfDirectory(
                atPath: "/work/shared/data/stations/uk_ems"
            ).sorted().map { "stations/uk_ems/" + $0 })
            + (try FileManager.default.contentsOfDirectory(
                atPath: "/work/shared/data/stations/uk_ems/unit"
            ).sorted().map { "stations/uk_ems/unit/" + $0 })
        {
            let imports = Imports()
            guard let path = RealFile.path(name) else { continue }
            do {
                print("=====", name)
                print(
                    try await imports.stations(path: path).text(width: 160).split(separator: "\n")
                        .prefix(60).joined(separator: "\n")
                )
                print(imports.stations.published[0])
            } catch {
                print("ERROR", error)
                do {
                    print("===== again", name)
                    print(
                        try await imports.stations(path: path, set: ["place=none"]).text(width: 160)
                            .split(separator: "\n").prefix(60).joined(separator: "\n")
                    )
                    print(imports.stations.published[0])
                } catch { print("ERROR", error) }
            }
        }
    }
}
