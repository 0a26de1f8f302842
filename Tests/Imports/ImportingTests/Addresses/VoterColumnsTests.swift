import Foundation
import RowFiles
import Testing

@testable import Importing

/// What is read of lists of voters, which come as whoever keeps them has them.
@Suite struct VoterColumnsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(_ bytes: [UInt8], _ question: VoterColumns.Question = .address) throws
        -> [String]?
    {
        let path = folder.path("voters")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return try texts(DelimitedText(path: path), question)
    }

    private func texts(_ text: DelimitedText, _ question: VoterColumns.Question) throws
        -> [String]?
    {
        let finding = try text.findHeader { cells, _ in VoterColumns.find(question, in: cells) }
        guard case .found(let columns)? = finding else { return nil }
        var texts: [String] = []
        while let record = try text.next() { texts.append(columns.text(of: record.cells)) }
        return texts.filter { !$0.isEmpty }
    }

    @Test(
        "the address is put together from the columns that a list has for it",
        arguments: [
            ("voter;address\n1;917 Bobolink Cir, Bluestem\n", "917 Bobolink Cir, Bluestem"),
            ("voter\taddress\n1\t917 Bobolink Cir, Bluestem\n", "917 Bobolink Cir, Bluestem"),
            ("Nr|Anschrift|Ort\n1|Hauptstr. 5|Köln\n", "Hauptstr. 5, Köln"),
            (
                "Straße;Hausnr;Zusatz;PLZ;Ort\nHauptstr.;5;a;50667;Köln\n",
                "5 a Hauptstr., Köln 50667"
            ),
            (
                "id,res_house_number,res_street_name,res_city,res_zip\n1,12,Main St,Bluestem,69701\n",
                "12 Main St, Bluestem 69701"
            ),
            ("house_num,pre_dir,street_name,street_type\n12,N,Main,St\n", "12 N Main St"),
            ("house_number,fraction,street\n917,1/2,Elm St\n", "917 1/2 Elm St"),
            ("house_number,addnum_suf,street\n917,B,Elm St\n", "917 B Elm St"),
            ("house_number,letter,street\n917,B,Elm St\n", "917 B Elm St"),
            ("house_number,street,suffix\n917,Elm St,1/2\n", "917 1/2 Elm St"),
            ("house_number,street,suffix\n917,Elm St,Jr\n", "917 Elm St"),
            ("house_number,dir,street,quadrant\n917,N,Elm St,NW\n", "917 N Elm St NW"),
            (
                "house_number,street,city,state\n917,Elm St,Bluestem,TX\n",
                "917 Elm St, Bluestem, TX"
            ),
            ("address,city,state\n917 Elm St,Bluestem,active\n", "917 Elm St, Bluestem"),
            ("house_number,street\n\"2,269\",Elm St\n", "2,269 Elm St"),
            // A title, a blank line, and rows of nothing but marks.
            ("Register 2026;;\n\nid;address;x\n1;1 Elm St;\n;;\n", "1 Elm St"),
            ("address\n917 Bobolink Cir, Bluestem\n", "917 Bobolink Cir, Bluestem"),
            ("id,address\n1,\"917 Bobolink Cir,\nBluestem\"\n", "917 Bobolink Cir, Bluestem"),
        ]
    )
    func addresses(file: String, address: String) throws {
        #expect(try read(Array(file.utf8)) == [address])
        // The same through a pipe, a few lines at a time.
        var rest = Array(file.utf8)[...]
        let piped = try DelimitedText("standard input") { () throws(RowFileError) in
            defer { rest = rest.dropFirst(50) }
            return Array(rest.prefix(50))
        }
        #expect(try texts(piped, .address) == [address])
    }

    @Test(
        "letters come out right in whatever encoding they are",
        arguments: [
            Array("Straße;Ort\nLöhstr. 5;Köln\n".unicodeScalars.map { UInt8($0.value) }),
            [0xFF, 0xFE]
                + "Straße;Ort\nLöhstr. 5;Köln\n".utf16.flatMap {
                    [UInt8($0 & 0xFF), UInt8($0 >> 8)]
                },
            "Straße;Ort\r\nLöhstr. 5;Köln\r\n".utf16.flatMap {
                [UInt8($0 & 0xFF), UInt8($0 >> 8)]
            },
            [0xEF, 0xBB, 0xBF] + Array("Straße;Ort\nLöhstr. 5;Köln\n".utf8),
        ] as [[UInt8]]
    )
    func encodings(bytes: [UInt8]) throws {
        #expect(try read(bytes) == ["Löhstr. 5, Köln"])
        var chunks = [bytes]
        let piped = try DelimitedText("standard input") { () throws(RowFileError) in
            chunks.popLast() ?? []
        }
        #expect(try texts(piped, .address) == ["Löhstr. 5, Köln"])
    }

    @Test(
        "where two columns may hold it, both are named",
        arguments: [
            (
                VoterColumns.Question.address, ["id", "address", "Home Address"],
                ["address", "Home Address"]
            ),
            (.address, ["street", "Straße"], ["street", "Straße"]),
            (.postcode, ["zip", "PLZ", "city"], ["zip", "PLZ"]),
        ]
    )
    func ambiguity(question: VoterColumns.Question, header: [String], choices: [String]) throws {
        let finding = try #require(VoterColumns.find(question, in: header))
        guard case .ambiguous(let names) = finding else {
            Issue.record("one was taken")
            return
        }
        #expect(Set(names) == Set(choices))
    }

    @Test(
        "another column's name is no header",
        arguments: ["917 Bobolink Cir, Bluestem", "mailing_notes,phone", "polling place address"]
    )
    func noHeader(line: String) throws {
        #expect(VoterColumns.find(.address, in: line.split(separator: ",").map(String.init)) == nil)
        #expect(try read(Array((line + "\n1 Elm St\n").utf8)) == nil)
    }

    @Test("a packed text through a pipe is refused, and not taken for addresses")
    func packed() {
        #expect(throws: RowFileError.self) {
            _ = try DelimitedText("standard input") { () throws(RowFileError) in
                [0x1F, 0x8B, 0x08, 0x00, 0x0A]
            }
        }
    }
}
