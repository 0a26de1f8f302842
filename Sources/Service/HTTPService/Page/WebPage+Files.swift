internal import Foundation

/// The files that Ambit brings with it, from `Resources/web`.
extension WebPage {
    /// The page that ships with Ambit, and the map library as far as this machine has it.
    static let standard: WebPage = {
        do {
            return try assembled(from: embedded + MapLibrary.debian.files)
        } catch {
            // A mistake in the sources, which a test finds before anybody runs them.
            preconditionFailure("the page cannot be put together: \(error)")
        }
    }()

    /// By their place below `/assets/`, which is also that below `Resources/web`; but the page
    /// itself is at `/`.
    static let embedded: [File] = EmbeddedFiles.all.map { name, base64 in
        // The build writes it so: no file that anybody brings is read here.
        guard let data = Data(base64Encoded: base64) else {
            preconditionFailure("\(name) was not embedded as base64")
        }
        return File(
            path: name == "index.html" ? "/" : "/assets/\(name)",
            type: ContentType(fileName: name),
            bytes: [UInt8](data)
        )
    }
}

extension ContentType {
    /// What a file of the page is, by the end of its name.
    init(fileName: String) {
        switch fileName.split(separator: ".").last {
        case "css": self = .css
        case "html": self = .html
        case "js": self = .javaScript
        case "json": self = .json
        case "png": self = .png
        case "svg": self = .svg
        case "webmanifest": self = .manifest
        default: self = .plainText
        }
    }
}
