internal import Accounts
internal import GeoJSON
internal import Timekeeping

/// All that is kept of an account, for its owner.
enum AccountExport {
    static func json(of account: Account, _ desk: AccountDesk) async throws -> [UInt8] {
        let accounts = desk.accounts
        let profile = try await accounts.profiles(of: [account.id])[account.id] ?? Profile()
        let phone = try await accounts.phone(of: account.id)
        let approval = try await accounts.adultApproval(of: account.id)
        let consents = try await accounts.consents(of: account.id)
        let parts = try await desk.export(account.id)
        var json = JSONWriter(capacity: 4096)
        json.object { json in
            json.member(
                "account",
                object: { $0.members(of: account, profile, phone: phone, approvedAt: approval) }
            )
            json.members(of: consents)
            json.member(
                "modules",
                object: { json in
                    for part in parts {
                        json.member(
                            part.module,
                            object: { json in
                                for (name, value) in part.data.sorted(by: { $0.key < $1.key }) {
                                    json.name(name)
                                    json.raw(value)
                                }
                            }
                        )
                    }
                }
            )
        }
        return json.takeBytes()
    }
}
