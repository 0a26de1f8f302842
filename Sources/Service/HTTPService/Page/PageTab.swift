internal import Foundation

/// A tab of the page: a folder of files that is called like it.
///
/// `NAME-tab.js` exports `makeTab`, as the page's own tabs do; `tab.svg` is its icon, and `panel.html` what
/// stands in its panel before any script runs. `texts/LANGUAGE.json` has its words: each key is asked for
/// with `NAME.` before it; the key `tab` is what the tab is called, and `kind.KIND` what staff read for a
/// kind of record, and `finding.CODE` what they read for a `ModuleSentence`. Its styles, if it has some, are
/// `tab.css`, which its script links.
///
/// The icon and the name are not exported by the script: they are drawn before any is fetched.
package struct PageTab: Sendable, Equatable {
    /// A file of the tab, by its path in the folder.
    struct File: Sendable, Equatable {
        let path: String
        let bytes: [UInt8]

        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// What it is called in addresses and in the page, such as `expo`.
    package let name: String
    let files: [File]
    /// Whether it is one of those that `index.html` has.
    let isBuiltIn: Bool

    /// A tab that a module brings.
    ///
    /// - Parameters:
    ///   - name: Small letters and digits.
    ///   - files: The files of the module's `Resources/web`, as the plugin `EmbedFolder` hands them over:
    ///     `NAME/NAME-tab.js` and so on, in base64.
    package init(_ name: String, files: [(path: String, base64: String)]) {
        self.name = name
        isBuiltIn = false
        let folder = "\(name)/"
        self.files = files.compactMap { path, base64 in
            guard path.hasPrefix(folder), let data = Data(base64Encoded: base64) else { return nil }
            return File(path: String(path.dropFirst(folder.count)), bytes: [UInt8](data))
        }
    }

    private init(builtIn name: String) {
        self.name = name
        files = []
        isBuiltIn = true
    }

    /// Messages on the map.
    static let radar = PageTab(builtIn: "radar")
    /// Where somebody votes.
    static let vote = PageTab(builtIn: "vote")
    /// Imports and moderation: it is there whatever modules are.
    static let staff = PageTab(builtIn: "staff")

    /// Those that `index.html` has, in its order.
    static let builtIn = [radar, vote, staff]

    /// The tabs of parts, in the order in which the page shows them: its own, then those of other modules,
    /// and staff's last.
    static func shown(for parts: [ServicePart]) -> [PageTab] {
        let told = parts.compactMap(\.tab)
        return builtIn.filter { tab in told.contains { $0.isBuiltIn && $0.name == tab.name } }
            + told.filter { !$0.isBuiltIn } + [staff]
    }
}
