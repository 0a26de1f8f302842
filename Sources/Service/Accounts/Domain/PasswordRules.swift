internal import Foundation

/// What may be a password.
package enum PasswordRules {
    /// How many characters one has. There is no rule of what they are.
    package static let length = 8...128

    /// Why a text may be no password.
    package enum Fault: Error, Hashable, Sendable {
        case wrongLength
        /// Many people have it, so that it is tried first.
        case common
        /// It is the name that it belongs to.
        case isName
    }

    /// - Parameter name: The name that it belongs to; nil for none.
    /// - Throws: ``Fault``.
    package static func check(_ password: String, of name: String?) throws(Fault) {
        guard length.contains(password.count), password.utf8.count <= 1024 else {
            throw .wrongLength
        }
        let small = password.lowercased()
        guard !common.contains(small), !common.contains(password) else { throw .common }
        // One character again and again, or a run of the keyboard that is in no list for its length.
        guard Set(small).count > 2 else { throw .common }
        guard small != name?.lowercased() else { throw .isName }
    }

    /// Passwords that many have, by Daniel Wheeler's zxcvbn (MIT licence): those of 8 characters and more.
    private static let common: Set<String> = Set(
        String(decoding: PackageResources.common_passwords_txt, as: UTF8.self)
            .split(separator: "\n").map(String.init)
    )

    /// How many passwords are refused because they are common.
    package static var commonCount: Int { common.count }
}
