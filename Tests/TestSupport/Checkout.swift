public import Foundation
public import Testing

/// The checkout that these tests belong to, and the real files beside it.
public enum Checkout {
    /// The folder of `Package.swift`.
    public static let root: URL = {
        var folder = URL(filePath: #filePath).resolvingSymlinksInPath()
        repeat {
            folder.deleteLastPathComponent()
        } while folder.path != "/"
            && !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
        return folder
    }()

    /// The path of a file of the sample county.
    public static func county(_ name: String) -> String {
        root.appending(path: "data/county/\(name)").path
    }

    /// The path of a real file, which lies beside the checkout and never in it.
    public static func real(_ name: String) -> String {
        root.deletingLastPathComponent().appending(path: "shared/data/\(name)").path
    }

    /// The path of a real file; nil, with a notice in the test's output, where it is absent.
    public static func realFile(_ name: String) -> String? {
        let path = real(name)
        if FileManager.default.fileExists(atPath: path) { return path }
        print("skipped: \(name) is not at \(path)")
        return nil
    }

    /// Whether the real files are there.
    public static let hasRealFiles = FileManager.default.fileExists(
        atPath: real("dc/polling_places.csv")
    )

    /// What a test says where the real files are absent.
    public static let realFilesNotice: Comment =
        "skipped: the real files are not beside the checkout (../shared/data)"
}
