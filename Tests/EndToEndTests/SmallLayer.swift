import Testing

/// The database of four stations that the command line's tests ask.
enum SmallLayer {
    static let csv = """
        id,name,address,postcode,latitude,longitude,precinct,Kind
        a,Alder Hall,1 First Street,20500,38.8977,-77.0365,1,hall
        b,"Birch ""The Old"" School","2 Second Street, Rear",20002,38.9047,-77.0164,2,school
        c,Cedar Library,3 Third Street,20020,38.859,-76.995,3,library
        d,Dogwood Café,4 Fourth Street,20016,38.95,-77.08,4,café

        """

    static func database(in folder: TemporaryFolder) async throws -> String {
        try await folder.bring("four stations") { folder in
            let file = try folder.write(csv, to: "stations.csv")
            let outcome = try await AmbitCommand.run(
                "import",
                "stations",
                file,
                "--dataset",
                "four",
                "--database",
                folder.path("test.sqlite"),
                "--quiet"
            )
            try #require(outcome.exitCode == 0, "\(outcome.errors)")
        }
        return folder.path("test.sqlite")
    }
}
