import Datasets
import Foundation
import Importing
import Testing

/// Files that cannot be imported at all, and what is said of them.
@Suite struct ImportErrorTests {
    private func message(
        bytes: [UInt8],
        name: String = "upload.csv",
        map: [String] = [],
        set: [String] = []
    ) async -> String? {
        let imports = Imports()
        let error = await #expect(throws: ImportError.self) {
            try await imports.stations(bytes: bytes, name: name, map: map, set: set)
        }
        #expect(imports.stations.versions.isEmpty)
        #expect(imports.stations.leftOver == 0)
        return error?.description
    }

    @Test(
        "a file that is no table is called what it is",
        arguments: [
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13], "a PNG picture"),
            (Array("%PDF-1.7\n".utf8), "a PDF document"),
            (Array("<!DOCTYPE html><html>".utf8), "a web page"),
            (Array("SQLite format 3\u{0}".utf8), "an SQLite database"),
            ([1, 2, 3, 4, 5, 6, 7, 8, 14, 15], "binary data"),
        ] as [([UInt8], String)]
    )
    func notText(bytes: [UInt8], kind: String) async {
        #expect(
            await message(bytes: bytes)
                == "\"upload.csv\" is \(kind), not a table; export it as CSV or GeoJSON"
        )
    }

    @Test("missing files and folders")
    func missing() async throws {
        let missing = await #expect(throws: ImportError.self) {
            try await Imports().stations(path: "/nowhere/at/all.csv")
        }
        #expect(
            missing?.description
                == "no file lies at \"/nowhere/at/all.csv\"; check the spelling and the folder"
        )
        let folder = await #expect(throws: ImportError.self) {
            try await Imports().stations(path: "/")
        }
        #expect(
            folder?.description
                == "\"/\" is a folder; name the file in it that is to be imported. A folder is read where "
                + "it holds the text files of a feed (precinct.txt, polling_location.txt, ...)"
        )
    }

    @Test("empty files", arguments: ["", "\n\n", "   \r\n", "\u{FEFF}"])
    func empty(text: String) async {
        #expect(
            await message(bytes: Array(text.utf8))
                == "\"upload.csv\" is empty; export it again, and look whether the export finished"
        )
    }

    @Test("what is packed and empty is said to be that", arguments: ["gz", "zip"])
    func emptyInside(ending: String) async throws {
        // As gzip and zip write it of no bytes.
        let packed =
            ending == "gz"
            ? "H4sIAAAAAAAAAwMAAAAAAAAAAAA="
            : "UEsDBBQAAAAAAAAAIVwAAAAAAAAAAAAAAAAIAAAAbGlzdC5jc3ZQSwECFAMUAAAAAAAAACFcAAAAAAAAAAAAAAAA"
                + "CAAAAAAAAAAAAAAAgAEAAAAAbGlzdC5jc3ZQSwUGAAAAAAEAAQA2AAAAJgAAAAAA"
        let bytes = Array(try #require(Data(base64Encoded: packed)))
        #expect(
            await message(bytes: bytes, name: "list.\(ending)")
                == "what is packed in \"list.\(ending)\" is empty; export and pack it again, and look "
                + "whether the export finished"
        )
    }

    @Test("a header alone, and rows alone")
    func headers() async {
        #expect(
            await message(bytes: Array("name,lat,lon\n".utf8))
                == "\"upload.csv\" has a line of column names and no row of data; export it again"
        )
        #expect(
            await message(bytes: Array("Hall,48.85,2.35\nBarn,48.86,2.36\n".utf8))
                == "none of the first 20 lines of \"upload.csv\" names its columns (the first is "
                + "\"Hall, 48.85, 2.35\"); add a line with the columns' names at the top, or say which "
                + "line has them with --header N"
        )
    }

    @Test(
        "a file without usable coordinates says what to do",
        arguments: [
            ("name,address\nHall,Main St\n", "no column holds coordinates"),
            ("name,lat,lon\nHall,0,0\nBarn,,\n", "no usable coordinate stands in"),
            ("name,lat,lon\nHall,-95.37,29.76\nBarn,-95.4,29.7\n", "look swapped"),
        ]
    )
    func noCoordinates(text: String, reason: String) async {
        let message = await message(bytes: Array(text.utf8))
        #expect(message?.contains(reason) == true)
        #expect(message?.contains("--set place=none") == true)
    }

    @Test("mappings and constants that name what does not exist list the choices")
    func choices() async {
        let file = Array("name,lat,lon\nHall,48.85,2.35\n".utf8)
        #expect(
            await message(bytes: file, map: ["latt=latitude"])
                == "--map: the file has no column \"latt\"; it has \"name\", \"lat\", \"lon\""
        )
        let field = await message(bytes: file, map: ["lat=latitud"])
        #expect(
            field?.hasPrefix("--map: there is no field \"latitud\"; the fields are \"id\"") == true
        )
        let unknown = await message(bytes: file, set: ["nmae=x"])
        #expect(unknown?.hasPrefix("--set: there is no field \"nmae\"; the fields are ") == true)
        let constant = await message(bytes: file, set: ["accessible=maybe"])
        #expect(constant == "accessible is set to \"maybe\"; it can be yes or no")
    }

    @Test("columns that fit equally well are listed")
    func ambiguous() async {
        let twins = "name,lat,latitude,lon\nHall,48.85,48.9,2.35\n"
        #expect(
            await message(bytes: Array(twins.utf8))
                == "latitude could be any of \"latitude\", \"lat\"; say which with "
                + "--map latitude=latitude"
        )
        let unnamed = "name,p,q\nHall,48.8566,2.3522\nBarn,48.8606,2.3376\n"
        #expect(
            await message(bytes: Array(unnamed.utf8))
                == "longitude could be any of \"p\", such as 48.8566; \"q\", such as 2.3522. Say which "
                + "is which, for instance with --map p=latitude --map q=longitude"
        )
    }

    @Test("a file of which no row can be used is refused, with the first lines")
    func nothingUsable() async {
        let file = "name,lat,lon\nHall,91,2.35\nBarn,here,2.36\nShed,48.8,2.3x\n"
        let message = await message(
            bytes: Array(file.utf8),
            map: ["lat=latitude", "lon=longitude"]
        )
        #expect(
            message
                == "all of 3 rows were rejected: the coordinates cannot be used (3 rows, first in "
                + "line 2: latitude is 91; a latitude lies between -90 and 90)"
        )
    }

    @Test("an upload longer than allowed is stopped")
    func tooLarge() async throws {
        let chunks = AsyncStream<[UInt8]> { stream in
            for _ in 0..<10 { stream.yield(Array(repeating: 0x61, count: 100)) }
            stream.finish()
        }
        await #expect(throws: ImportError.tooLarge(limitBytes: 500)) {
            try await ImportInput.withUpload(chunks, name: "u.csv", limitBytes: 500) { _ in }
        }
    }

    @Test("an upload is imported as a file is, and leaves nothing behind")
    func upload() async throws {
        let text = "name,lat,lon\nHall,48.85,2.35\n"
        let chunks = AsyncStream<[UInt8]> { stream in
            for byte in text.utf8 { stream.yield([byte]) }
            stream.finish()
        }
        let before = spooled()
        let imports = Imports()
        let report = try await ImportInput.withUpload(chunks, name: "u.csv", limitBytes: 500) {
            try await StationImporter(store: imports.stations, clock: imports.clock)
                .run($0, options: ImportOptions(dataset: try .init("dc")))
        }
        #expect(report.rows.accepted == 1)
        #expect(report.source.file == "u.csv")
        #expect(spooled().subtracting(before).isEmpty)
    }

    private func spooled() -> Set<String> {
        let folder = FileManager.default.temporaryDirectory.path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return Set(names.filter { $0.hasPrefix("ambit-upload-") })
    }
}
