import Foundation
import TestSupport
import Testing

/// `ambit geocode` on the sample county: one text, and files.
@Suite struct GeocodeCommandTests {
    private let folder: TemporaryFolder
    private let database: String

    init() async throws {
        folder = try TemporaryFolder()
        database = folder.path("county.sqlite")
        for (kind, file) in [
            ("stations", "stations.csv"), ("addresses", "addresses.csv"),
            ("postcodes", "postcodes.csv"),
        ] {
            let outcome = try await AmbitCommand.run([
                "import", kind, Checkout.county(file), "--dataset", "curlew-" + kind, "--quiet",
                "--database", database,
            ])
            try #require(outcome.exitCode == 0, "\(outcome.errors)")
        }
    }

    private func geocode(
        _ arguments: String...,
        input: String? = nil
    ) async throws -> AmbitCommand.Outcome {
        try await AmbitCommand.run(
            ["geocode"] + arguments + ["--database", database],
            input: input
        )
    }

    @Test("an address is answered with its kind, place and accuracy, the best first")
    func address() async throws {
        let outcome = try await geocode("917 Bobolink Cir, Bluestem", "--limit", "3")
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty)
        #expect(outcome.lines.first == "kind,id,label,lat,lon,accuracy_m,score")
        let best = try #require(outcome.lines.dropFirst().first)
        #expect(best.hasPrefix("address,curlew-addresses.a00001,"))
        #expect(best.contains(",42.1230909,"))
        #expect(best.hasSuffix(",50.000,1"))
        let postcode = try await geocode("69701")
        #expect(postcode.lines.dropFirst().first?.hasPrefix("postcode,") == true)
    }

    @Test(
        "a file is answered row by row, with its own columns, and what is unknown without a place"
    )
    func file() async throws {
        let path = try folder.write(
            "voter;address\nAnn;917 Bobolink Cir, Bluestem\nBob;1 Nowhere Parade, Atlantis\n",
            to: "voters.csv"
        )
        let outcome = try await geocode(path)
        #expect(outcome.exitCode == 0)
        #expect(
            outcome.lines.first
                == "at_voter,at_address,kind,id,label,lat,lon,accuracy_m,score,choices"
        )
        #expect(outcome.lines.count == 3)
        #expect(outcome.lines[1].hasPrefix("Ann,\"917 Bobolink Cir, Bluestem\",address,"))
        #expect(outcome.lines[1].hasSuffix(",1,1"))
        #expect(outcome.lines[2] == "Bob,\"1 Nowhere Parade, Atlantis\",,,,,,,,0")
        let piped = try await geocode("-", input: "917 Bobolink Cir\n")
        #expect(piped.lines.first?.hasPrefix("at_address,kind,") == true)
        #expect(piped.lines.count == 2)
    }

    @Test("what cannot be asked is refused in plain words")
    func refusals() async throws {
        let unknown = try await geocode("1 Nowhere Parade, Atlantis")
        #expect(unknown.exitCode == 1)
        #expect(unknown.errors.contains("nothing that is loaded knows"))
        for (arguments, words) in [
            (["missing.csv"], "there is no file \"missing.csv\""),
            (["69701", "--limit", "0"], "--limit is 0; it lies between 1 and 1000"),
            (["69701", "--column", "x"], "--column goes with a file"), ([" "], "give an address"),
        ] {
            let outcome = try await AmbitCommand.run(
                ["geocode"] + arguments + ["--database", database]
            )
            #expect(outcome.exitCode == 64, "\(arguments)")
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
    }
}
