import Datasets
import Foundation
import Testing

@testable import SpatiaLiteStore

#if canImport(Glibc)
    import Glibc

    /// A file system that has room for bytes and none for files; it takes the right to mount one.
    @Suite(.enabled(if: getuid() == 0, "skipped: this user may not mount a file system"))
    struct NoMoreFilesTests {
        private let directory: TemporaryDirectory

        init() throws { directory = try TemporaryDirectory() }

        @Test("where no more files can be made, that is said and not that they may not be")
        func told() async throws {
            let disk = directory.file("disk")
            #expect(mkdir(disk, 0o700) == 0)
            guard mount("tmpfs", disk, "tmpfs", 0, "nr_inodes=12,size=32m") == 0 else {
                print("skipped: no file system can be mounted here")
                return
            }
            defer { umount2(disk, Int32(MNT_DETACH)) }
            let path = disk + "/a.sqlite"
            try await SpatiaLiteStore.open(path).close()
            var fillers: [String] = []
            while case let file = open(disk + "/f\(fillers.count)", O_CREAT | O_WRONLY, 0o600),
                file >= 0
            {
                close(file)
                fillers.append(disk + "/f\(fillers.count)")
            }
            // None is left, or one, where the log and its index are two.
            for _ in 0..<2 {
                for name in [path, disk + "/new.sqlite"] {
                    let error = await #expect(throws: SpatiaLiteStoreError.self) {
                        try await SpatiaLiteStore.open(name).close()
                    }
                    #expect(error == .noMoreFiles(path: name), "\(fillers.count) files")
                    #expect(error?.storageFault == .full)
                    #expect(
                        error?.description.hasPrefix("no more files can be made in \(disk) for ")
                            == true
                    )
                }
                unlink(fillers.removeLast())
            }
            for filler in fillers { unlink(filler) }
            try await SpatiaLiteStore.open(path).close()
        }
    }
#endif
