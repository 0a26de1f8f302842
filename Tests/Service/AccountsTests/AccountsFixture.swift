import Accounts
import AccountsModule
import Cryptography
import DomainModules
import Foundation
import ModuleTesting
import Standings
import Synchronization
import Timekeeping
import Vault

/// Keeps mail instead of sending it.
final class Mailbox: MailSender {
    private let mails = Mutex<[Mail]>([])

    func send(_ mail: Mail) async throws { mails.withLock { $0.append(mail) } }

    var all: [Mail] { mails.withLock { $0 } }

    /// The code of the last mail, once there is one.
    func code(after count: Int = 0) async throws -> String? {
        for _ in 0..<2000 {
            if all.count > count { break }
            try await Task.sleep(for: .milliseconds(5))
        }
        guard all.count > count, let mail = all.last else { return nil }
        return mail.body.firstMatch(of: /[0-9a-z]{4}(-[0-9a-z]{4}){3}/).map { String($0.0) }
    }
}

enum Fixture {
    static let start = Timestamp(millisecondsSince1970: 1_800_000_000_000)

    static func list(_ more: [any DomainModule.Type] = []) throws -> ModuleList {
        try ModuleList([VaultModule.self, AccountsModule.self, StandingsModule.self] + more)
    }

    static func service(
        children: ChildrenRule = .anonymous,
        childrenUnder: Int64 = 13,
        mail: Mailbox? = nil,
        clock: any WallClock = SystemWallClock(),
        in folder: ModuleService.Folder? = nil,
        _ more: [any DomainModule.Type] = [],
        hasLimits: Bool = false
    ) async throws -> ModuleService {
        var accounts = AccountSettings()
        accounts.children = children
        accounts.childrenUnder = childrenUnder
        accounts.mail = mail
        accounts.passwordCost = .trivial
        var settings = ModuleSettings()
        settings[AccountSettings.self] = accounts
        let service = try await ModuleService(
            list(more),
            in: folder,
            clock: clock,
            settings: settings,
            hasLimits: hasLimits
        )
        try await service.load()
        return service
    }
}

extension ModuleService {
    /// Registers somebody of age, and gives their token.
    func register(_ name: String, _ more: String = "") async throws -> Answer {
        try await send(
            "POST",
            "/v1/accounts",
            #"{"age_band":"adult","username":"\#(name)","password":"correct horse 9"\#(more)}"#
        )
    }
}
