/// The page's modules, put together into a few files.
///
/// A browser learns of a module's imports only when it has the module, and over HTTP/1.1 it asks for six
/// files at a time: fifty small files take seconds on a slow line, whatever their size. So all that the
/// first module needs, and what several tabs need, is one file, and each tab is another. The modules stay
/// what they are: each is run once, when it is first wanted.
struct ModulePacks: Sendable {
    /// The pack that starts the page and that all others build on.
    static let first = "page"
    /// The module that the page starts with.
    static let start = "shell/app.js"
    /// The module that has `define`, `use` and `load`, which the others are put into.
    static let runtime = "shell/packs.js"

    /// The name of each pack and the text of its file.
    let files: [(name: String, source: String)]
    /// Files that are in no pack, as nothing imports them.
    let others: [String]

    /// - Parameter sources: The text of each `.js` file, by its path.
    /// - Throws: ``PageFault`` where a module cannot be read, is missing, or imports itself in a circle.
    init(_ sources: [String: String]) throws {
        let graph = try Graph(sources)
        let tabs = graph.modules.keys.filter(Self.isTab).sorted()
        let shared = try graph.reached(from: [Self.start])
        let ofTabs = try tabs.map { try graph.reached(from: [$0]).subtracting(shared) }
        var counts: [String: Int] = [:]
        for path in ofTabs.joined() { counts[path, default: 0] += 1 }

        let common = shared.union(counts.filter { $0.value > 1 }.keys)
        var files = [
            (
                Self.first,
                (sources[Self.runtime] ?? "") + graph.definitions(of: common)
                    + "start(\"\(Self.start)\");\n"
            )
        ]
        for (tab, reached) in zip(tabs, ofTabs) {
            let own = graph.definitions(of: reached.subtracting(common))
            files.append((Self.folder(of: tab), "import { define } from \"./page.js\";\n" + own))
        }
        self.files = files
        let packed = common.union(counts.keys).union([Self.runtime])
        others = sources.keys.filter { !packed.contains($0) }.sorted()
    }

    /// Whether a module is a tab, which has a folder of the same name.
    private static func isTab(_ path: String) -> Bool {
        path == "\(folder(of: path))/\(folder(of: path))-tab.js"
    }

    private static func folder(of path: String) -> String {
        String(path.prefix { $0 != "/" })
    }
}

/// Which module needs which.
private struct Graph {
    let modules: [String: PageModule]

    init(_ sources: [String: String]) throws {
        var modules: [String: PageModule] = [:]
        for (path, source) in sources where path != ModulePacks.runtime {
            modules[path] = try PageModule(path: path, source: source)
        }
        self.modules = modules
        for path in modules.keys { try checkNoCircle(at: path, under: []) }
    }

    /// All modules that some need, now or later, and those themselves.
    func reached(from starts: [String]) throws -> Set<String> {
        var reached: Set<String> = []
        var next = starts
        while let path = next.popLast() {
            guard reached.insert(path).inserted else { continue }
            guard let module = modules[path] else {
                throw PageFault(path: path, problem: "is imported, but is not there")
            }
            next += module.imports + module.fetches
        }
        return reached
    }

    func definitions(of paths: Set<String>) -> String {
        paths.sorted().compactMap { modules[$0]?.definition }.joined()
    }

    /// Modules that wait for each other would wait for ever.
    private func checkNoCircle(at path: String, under above: [String]) throws {
        guard !above.contains(path) else {
            throw PageFault(path: path, problem: "imports itself by way of \(above)")
        }
        for needed in modules[path]?.imports ?? [] {
            try checkNoCircle(at: needed, under: above + [path])
        }
    }
}
