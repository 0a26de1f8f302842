import Testing

@testable import Importing

@Suite struct OptionWordingTests {
    /// A piece of advice, and the same for who imports over HTTP.
    struct Advice: Sendable {
        let option: String
        let parameter: String
    }

    @Test(
        "over HTTP the options of the command line are called as parameters",
        arguments: [
            Advice(
                option: "say which with --map \"Site Name\"=name",
                parameter: "say which with map=Site Name:name"
            ),
            Advice(
                option: "use --map \"X 1\"=longitude --map Y=latitude.",
                parameter: "use map=X 1:longitude,Y:latitude."
            ),
            Advice(
                option: "with --map COLUMN=precinct, =polling_district or =station.",
                parameter: "with map=COLUMN:precinct, =polling_district or =station."
            ),
            Advice(option: "Name both with --map.", parameter: "Name both with map."),
            Advice(
                option: "Say which with --crs EPSG:nnnn, or leave it",
                parameter: "Say which with crs=EPSG:nnnn, or leave it"
            ),
            Advice(option: "name it with --crs", parameter: "name it with crs"),
            Advice(
                option: "by postcode alone with --set place=none. The columns",
                parameter: "by postcode alone with set=place=none. The columns"
            ),
            Advice(
                option: "choose with --set ttl_s=...; or not",
                parameter: "choose with set=ttl_s=...; or not"
            ),
            Advice(
                option: "all with --set posted=2026-11-03T07:00:00Z.",
                parameter: "all with set=posted=2026-11-03T07:00:00Z."
            ),
            Advice(
                option: "try --profile xpress, or --profile eoni",
                parameter: "try profile=xpress, or profile=eoni"
            ),
            Advice(
                option: "--profile says how columns are read",
                parameter: "profile says how columns are read"
            ),
            Advice(
                option: "(25.0 %); without --force at most 0 may",
                parameter: "(25.0 %); without force=true at most 0 may"
            ),
            Advice(
                option: "or import it with --mend-encoding",
                parameter: "or import it with mend_encoding=true"
            ),
            Advice(
                option: "Say what the ground is with --type: water or park.",
                parameter: "Say what the ground is with type: water or park."
            ),
            Advice(
                option: "write one with --save-profile",
                parameter: "write one with `ambit import --save-profile`"
            ),
            Advice(
                option: "import them with `ambit import districts --type postcode`, or",
                parameter: "import them with kind=districts&type=postcode, or"
            ),
            Advice(option: "--accept earlier decides", parameter: "repairs=earlier decides"),
            Advice(option: "no advice -- none", parameter: "no advice -- none"),
            Advice(option: "the Hall--add is one", parameter: "the Hall--add is one"),
            Advice(option: "line 2, --odd: x", parameter: "line 2, --odd: x"),
        ]
    )
    func parameters(advice: Advice) {
        #expect(OptionWording.parameters.text(advice.option) == advice.parameter)
        #expect(OptionWording.options.text(advice.option) == advice.option)
    }

    @Test("all that a report advises is worded, in a feed's reports as well")
    func reports() async throws {
        let imports = Imports()
        let rows = (1...10).map { "\($0),Hall \($0),\($0) Main St,42.\(10 + $0),-101.5\n" }
        let header = "id,name,address,lat,lon\n"
        _ = try await imports.stations(header + rows.joined())
        let report = try await imports.stations(header + rows.prefix(5).joined())
        #expect(report.forceNeeded.first?.text.contains("without --force") == true)
        let feed = FeedReport(dataset: "dc", version: "5", reports: [report], unused: [:])
        for worded in [report.worded(as: .parameters), feed.worded(as: .parameters).reports[0]] {
            #expect(worded.forceNeeded.first?.text.contains("without force=true") == true)
            #expect(worded.forceNeeded.first?.text.contains("--") == false)
            #expect(worded.changes == report.changes)
        }
    }

    @Test("what an error advises among its values is called so too, and what the file says is not")
    func values() {
        let error = ImportError.missingField(
            "name",
            columns: ["--map x"],
            hint: "Name the column with --map COLUMN=name."
        )
        let values = error.values(as: .parameters)
        #expect(values["hint"] == .text("Name the column with map=COLUMN:name."))
        #expect(values["columns"] == .texts(["--map x"]))
        let option = ImportError.optionWithoutColumns("--header", name: "a.json")
        #expect(option.values(as: .parameters)["option"] == .text("header"))
        #expect(error.values(as: .options) == error.values)
    }
}
