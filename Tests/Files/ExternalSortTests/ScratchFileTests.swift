import Foundation
import Testing

@testable import ExternalSort

@Suite struct ScratchFileTests {
    @Test("a folder that is gone is named, and the next one is tried")
    func folders() throws {
        let gone = NSTemporaryDirectory() + "ambit-gone-" + UUID().uuidString
        #expect(
            throws: ScratchError.unusable(folder: gone, reason: "No such file or directory")
        ) {
            try ScratchFile(in: [gone])
        }
        let file = try ScratchFile(in: [gone, NSTemporaryDirectory()])
        try file.write([7, 8, 9], from: 0)
        #expect(try StoredRun(file: file, records: 0..<3).load(1..<3, as: Int.self) == [8, 9])
    }

    @Test("a full disk is told from a folder that cannot be used")
    func full() {
        #expect(ScratchError.of(ENOSPC, in: "/x") == .full(folder: "/x"))
        #expect(
            ScratchError.of(EACCES, in: "/x")
                == .unusable(folder: "/x", reason: "Permission denied")
        )
    }
}
