/// The name of a file with a picture, as tables write it: with folders before it or without.
struct LogoFile: Sendable, Hashable {
    /// The name without folders.
    let name: String

    /// What names of pictures end in.
    static let endings = ["png", "jpg", "jpeg", "webp"]

    /// - Returns: nil for what names no picture, and for links.
    init?(naming text: String) {
        let last = text.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
        let parts = last.split(separator: ".", omittingEmptySubsequences: false)
        guard !text.contains("://"), parts.count > 1, !last.hasPrefix("."),
            Self.endings.contains(parts[parts.count - 1].lowercased()),
            last.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else { return nil }
        name = last
    }
}
