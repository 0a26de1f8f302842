internal import Foundation

/// The order of names for people of any language: ICU's root collation, in which `Ärena` stands behind
/// `apex` and before `Zelda`.
package enum RootCollation {
    private static let root = Locale(identifier: "")

    /// Whether one text stands before another; ties go by their bytes.
    ///
    /// - Complexity: O(n).
    /// Source: Unicode Technical Standard 10, with the root data of CLDR.
    package static func precedes(_ left: String, _ right: String) -> Bool {
        switch left.compare(right, options: [], range: nil, locale: root) {
        case .orderedAscending: true
        case .orderedDescending: false
        case .orderedSame: left.utf8.lexicographicallyPrecedes(right.utf8)
        }
    }
}
