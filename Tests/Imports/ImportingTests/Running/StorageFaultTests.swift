import Datasets
import ExternalSort
import Foundation
import RowFiles
import Testing

@testable import Importing

/// Which errors of an import are nobody's fault who brings a file.
@Suite struct StorageFaultTests {
    @Test("what memory has no room for says whether the disk is full or the folder is gone")
    func scratch() {
        let full = ImportError.putAside(ScratchError.full(folder: "/var/tmp"))
        #expect(full.storageFault == .full)
        #expect(full.description.contains("\"/var/tmp\", is full; make room there"))
        let gone = ImportError.putAside(
            ScratchError.unusable(folder: "/gone", reason: "No such file or directory")
        )
        #expect(gone.storageFault == .noWorkingFolder)
        #expect(gone.description.contains("\"/gone\", cannot be used"))
    }

    @Test("a folder for temporary files that is gone, or full, is no fault of the file")
    func folder() throws {
        let gone = FileManager.default.temporaryDirectory
            .appending(path: "ambit-test-\(UUID().uuidString)")
        let error = try #require(throws: RowFileError.self) { try TemporaryFolder(in: gone) }
        #expect(ImportError(error).storageFault == .noWorkingFolder)
        #expect(ImportError(error).description == error.description)
        #expect(ImportError(.noRoom(folder: "/tmp")).storageFault == .full)
        #expect(ImportError(.empty(name: "a.csv")).storageFault == nil)
    }
}
