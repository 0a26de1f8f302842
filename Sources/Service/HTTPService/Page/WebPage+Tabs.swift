internal import Foundation
internal import GeoJSON
internal import Synchronization

/// The page with the tabs of the modules that are served.
extension WebPage {
    /// The page that was put together last: all services of a process have the same tabs.
    private static let last = Mutex<(tabs: [PageTab], page: WebPage)?>(nil)

    /// - Throws: ``PageFault`` where a tab's files do not fit together.
    static func showing(_ tabs: [PageTab]) throws -> WebPage {
        if tabs.map(\.name) == PageTab.builtIn.map(\.name) { return standard }
        if let known = last.withLock({ $0 }), known.tabs == tabs { return known.page }
        let page = try made(of: tabs)
        last.withLock { $0 = (tabs, page) }
        return page
    }

    private static func made(of tabs: [PageTab]) throws -> WebPage {
        var sources = embedded + MapLibrary.debian.files
        guard let index = sources.firstIndex(where: { $0.path == "/" }) else {
            throw PageFault(path: "index.html", problem: "is missing")
        }
        var shell = PageShell(html: sources[index].text)
        for tab in PageTab.builtIn where !tabs.contains(where: { $0.name == tab.name }) {
            try shell.remove(tab.name)
        }
        for tab in tabs where !tab.isBuiltIn {
            try shell.insert(tab)
            for file in tab.files {
                guard let type = tabFileTypes[file.path.fileEnding] else { continue }
                sources.append(
                    File(path: "/assets/\(tab.name)/\(file.path)", type: type, bytes: file.bytes)
                )
            }
            try TabTexts(tab).add(to: &sources)
        }
        try shell.name(tabs.map(\.name))
        sources[index] = File(path: "/", type: .html, bytes: Array(shell.html.utf8))
        return try assembled(from: sources)
    }
}

extension WebPage {
    /// What a tab's files are that browsers fetch by their names.
    fileprivate static let tabFileTypes: [Substring: ContentType] = [
        "js": .javaScript, "css": .css,
    ]
}

extension String {
    /// What follows its last point.
    fileprivate var fileEnding: Substring { split(separator: ".").last ?? "" }
}

/// `index.html`, from which tabs are taken and to which they are added.
struct PageShell {
    private(set) var html: String

    init(html: String) { self.html = html }

    /// Takes a tab's button and panel away.
    mutating func remove(_ name: String) throws {
        try cut(from: "    <button class=\"tab\" id=\"tab-\(name)\"", through: "    </button>\n")
        // Sections within a panel stand deeper.
        try cut(
            from: "    <section class=\"panel\" id=\"panel-\(name)\"",
            through: "\n    </section>\n"
        )
    }

    /// Adds a tab's button and panel before those of staff.
    mutating func insert(_ tab: PageTab) throws {
        guard let icon = tab.files.first(where: { $0.path == "tab.svg" })?.text else {
            throw PageFault(path: "\(tab.name)/tab.svg", problem: "is missing")
        }
        guard tab.files.contains(where: { $0.path == "\(tab.name)-tab.js" }) else {
            throw PageFault(path: "\(tab.name)/\(tab.name)-tab.js", problem: "is missing")
        }
        let panel = tab.files.first { $0.path == "panel.html" }?.text ?? ""
        try put(
            """
                <button class="tab" id="tab-\(tab.name)" type="button" role="tab" \
            aria-controls="panel-\(tab.name)">
            \(icon)
                    <span data-text="tab.\(tab.name)"></span>
                </button>

            """,
            before: "    <button class=\"tab\" id=\"tab-staff\""
        )
        try put(
            """
                <section class="panel" id="panel-\(tab.name)" role="tabpanel" \
            aria-labelledby="tab-\(tab.name)" hidden>
            \(panel)
                </section>

            """,
            before: "    <section class=\"panel\" id=\"panel-staff\""
        )
    }

    /// Names the tabs for the script that runs before anything is drawn.
    mutating func name(_ tabs: [String]) throws {
        try cut(from: " data-tabs=\"", through: "\"")
        try put(" data-tabs=\"\(tabs.joined(separator: " "))\"", before: " data-languages=\"")
    }

    private mutating func cut(from start: String, through end: String) throws {
        guard let first = html.range(of: start),
            let last = html.range(of: end, range: first.upperBound..<html.endIndex)
        else { throw PageFault(path: "index.html", problem: "has no \(start)") }
        html.removeSubrange(first.lowerBound..<last.upperBound)
    }

    private mutating func put(_ text: String, before mark: String) throws {
        guard let place = html.range(of: mark) else {
            throw PageFault(path: "index.html", problem: "has no \(mark)")
        }
        html.insert(contentsOf: text, at: place.lowerBound)
    }
}

/// The words of a module's tab, which join those of the page.
private struct TabTexts {
    private let tab: PageTab

    init(_ tab: PageTab) { self.tab = tab }

    /// Adds the words of each language: most are fetched with the tab, its name with the page, and what staff
    /// read with that tab.
    func add(to sources: inout [WebPage.File]) throws {
        for file in tab.files where file.path.hasPrefix("texts/") {
            let language = file.path.dropFirst("texts/".count).prefix { $0 != "." }
            let path = "\(tab.name)/\(file.path)"
            guard case .object(let words)? = try? JSONValue(parsing: file.bytes) else {
                throw PageFault(path: path, problem: "is no JSON object")
            }
            guard words.contains(where: { $0.name == "tab" }) else {
                throw PageFault(path: path, problem: "has no word \"tab\" for the tab's name")
            }
            let forStaff = words.filter { Self.isForStaff($0.name) }
            let names = words.filter { $0.name == "tab" }
                .map { JSONValue.Member(name: "tab.\(tab.name)", value: $0.value) }
            let own = words.filter { $0.name != "tab" && !Self.isForStaff($0.name) }
                .map { JSONValue.Member(name: "\(tab.name).\($0.name)", value: $0.value) }
            try join(names, "/assets/texts/\(language).json", &sources, from: path)
            try join(forStaff, "/assets/texts/staff-\(language).json", &sources, from: path)
            sources.append(
                WebPage.File(
                    path: "/assets/texts/\(tab.name)-\(language).json",
                    type: .json,
                    bytes: Self.bytes(own)
                )
            )
        }
    }

    /// Whether a word is of the form of staff: the name of a kind, or a sentence of a report.
    private static func isForStaff(_ name: String) -> Bool {
        name.hasPrefix("kind.") || name.hasPrefix("finding.")
    }

    private func join(
        _ words: [JSONValue.Member],
        _ path: String,
        _ sources: inout [WebPage.File],
        from origin: String
    ) throws {
        guard !words.isEmpty else { return }
        guard let index = sources.firstIndex(where: { $0.path == path }),
            case .object(let before)? = try? JSONValue(parsing: sources[index].bytes)
        else {
            throw PageFault(path: origin, problem: "is in a language that the page does not have")
        }
        if let word = words.first(where: { word in before.contains { $0.name == word.name } }) {
            throw PageFault(path: origin, problem: "has \(word.name), which another has")
        }
        sources[index] = WebPage.File(path: path, type: .json, bytes: Self.bytes(before + words))
    }

    private static func bytes(_ words: [JSONValue.Member]) -> [UInt8] {
        var json = JSONWriter()
        json.value(.object(words))
        return json.takeBytes()
    }
}
