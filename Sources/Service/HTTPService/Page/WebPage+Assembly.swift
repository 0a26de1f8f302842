internal import Cryptography

/// The page as it is sent: modules and styles in few files, below an address that changes with them.
extension WebPage {
    /// Puts the page together.
    ///
    /// - Parameter sources: The files as they are written, `index.html` at `/`, all others below
    ///   `/assets/`.
    /// - Throws: ``PageFault`` where they do not fit together.
    static func assembled(from sources: [File]) throws -> WebPage {
        var texts: [String: String] = [:]
        for file in sources where file.type == .javaScript && !file.isOfMapLibrary {
            texts[file.name] = file.text
        }
        let packs = try ModulePacks(texts)
        var files = sources.filter { file in
            switch file.type {
            case .javaScript: file.isOfMapLibrary || packs.others.contains(file.name)
            case .css: file.isOfMapLibrary || file.isOfTab || file.name.hasPrefix("styles/staff")
            case .html: false
            default: true
            }
        }
        files += packs.files.map { name, source in
            File(path: "/assets/packs/\(name).js", type: .javaScript, bytes: Array(source.utf8))
        }
        files.append(try StyleSheet.whole(sources))
        guard let html = sources.first(where: { $0.path == "/" }) else {
            throw PageFault(path: "index.html", problem: "is missing")
        }
        return WebPage(sealed: files, html: html)
    }

    /// Moves everything below an address made of the content of all, so that what a browser keeps
    /// can never be outdated, nor fit together wrongly.
    private init(sealed files: [File], html: File) {
        let files = files.sorted { $0.path < $1.path }
        let content = (files + [html]).flatMap { file -> [UInt8] in
            Array(file.path.utf8) + [0] + file.bytes
        }
        let folder = "/assets/" + SHA256.hash(content).prefix(8).hexadecimal
        func sealed(_ path: String) -> String { folder + path.dropFirst("/assets".count) }

        let page = html.text.replacing("=\"/assets/", with: "=\"\(folder)/")
        var all = files.map { File(path: sealed($0.path), type: $0.type, bytes: $0.bytes) }
        let kept = ["/"] + all.filter(\.isKeptOffline).map(\.path)
        let list = "[" + kept.map { "\"\($0)\"" }.joined(separator: ",") + "]"
        all.append(File(path: sealed("/assets/offline.json"), type: .json, bytes: Array(list.utf8)))
        all.append(File(path: "/", type: .html, bytes: Array(page.utf8)))
        self.init(files: all)
    }
}

extension WebPage.File {
    /// Below `/assets/`, which is also that below `Resources/web`.
    var name: String { String(path.dropFirst("/assets/".count)) }

    var isOfMapLibrary: Bool { name.hasPrefix("leaflet/") }

    /// Whether it is the styles that a module's tab links.
    fileprivate var isOfTab: Bool { name.hasSuffix("/tab.css") }

    /// Whether the page is made of it. Staff need the service for all they do, and pictures are for the
    /// system that installs the page.
    fileprivate var isKeptOffline: Bool {
        let isForStaff = ["packs/staff.js", "/staff-", "/staff.css"].contains(where: path.contains)
        let isNotShown = type == .png || type == .manifest
        return !isForStaff && !isNotShown && !path.hasSuffix("/service-worker.js")
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// The styles that every tab needs, as one file.
enum StyleSheet {
    static let path = "/assets/styles/page.css"

    /// `page.css` with the files in the places where it imports them.
    static func whole(_ sources: [WebPage.File]) throws -> WebPage.File {
        func text(_ name: Substring) throws -> String {
            let path = "/assets/styles/\(name)"
            guard let file = sources.first(where: { $0.path == path }) else {
                throw PageFault(path: path, problem: "is missing")
            }
            return file.text
        }
        let lines = try text("page.css").split(separator: "\n").map { line in
            guard line.hasPrefix("@import \"") else { return String(line) }
            return try text(line.dropFirst("@import \"".count).prefix { $0 != "\"" })
        }
        let joined = lines.joined(separator: "\n")
        return WebPage.File(path: path, type: .css, bytes: Array(joined.utf8))
    }
}
