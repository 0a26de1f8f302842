import Accounts
import AccountsModule
import ArgumentParser
import Foundation
import HTTPService
import Wording

extension ChildrenRule: ExpressibleByArgument {}

/// What the service does for people's accounts.
struct AccountOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What becomes of children: anonymous gives them a made-up name and keeps nothing else; "
                + "guardian does too, and lets a parent agree; refuse gives them no account.",
            valueName: "rule"
        )
    )
    var children = ChildrenRule.anonymous

    @Option(
        help: ArgumentHelp(
            "Under which age somebody is a child, 13 to 16: 13 in the United States, and what a state of the "
                + "European Union says. Accounts that are there stay what they are.",
            valueName: "age"
        )
    )
    var childrenUnder = AgeBand.agesOfConsent.lowerBound

    @Option(
        help: ArgumentHelp(
            "Send mail by this program, such as /usr/sbin/sendmail, which reads it with -t -i.",
            valueName: "program"
        )
    )
    var sendmail: String?

    @Option(
        help: ArgumentHelp(
            "Put mail into this folder, as files that end in .eml, for a program that fetches them.",
            valueName: "folder"
        )
    )
    var mailSpool: String?

    @Option(
        help: ArgumentHelp("Whom mail is from.", valueName: "address")
    )
    var mailFrom = "ambit@localhost.localdomain"

    func validate() throws {
        let ages = AgeBand.agesOfConsent
        guard ages.contains(childrenUnder) else {
            throw ValidationError(
                "--children-under is \(childrenUnder); it is \(ages.lowerBound) to \(ages.upperBound)"
            )
        }
        guard sendmail == nil || mailSpool == nil else {
            throw ValidationError("--sendmail and --mail-spool are both given; mail goes one way")
        }
        guard EmailAddress(mailFrom) != nil else {
            throw ValidationError(
                "--mail-from is \"\(mailFrom)\"; write an address such as fair@example.org"
            )
        }
        let files = FileManager.default
        if let sendmail, !files.isExecutableFile(atPath: sendmail) {
            throw ValidationError("--sendmail is \"\(sendmail)\", which is no program")
        }
        var isFolder: ObjCBool = false
        if let mailSpool,
            !files.fileExists(atPath: mailSpool, isDirectory: &isFolder) || !isFolder.boolValue
        {
            throw ValidationError("--mail-spool is \"\(mailSpool)\", which is no folder")
        }
    }

    /// What the accounts' module is told.
    ///
    /// - Parameter refused: Words that no name holds.
    func settings(refusing refused: WordFilter) -> AccountSettings {
        var settings = AccountSettings()
        settings.children = children
        settings.childrenUnder = childrenUnder
        settings.refusedWords = refused
        if let sendmail { settings.mail = Sendmail(program: sendmail, sender: mailFrom) }
        if let mailSpool { settings.mail = MailSpool(folder: mailSpool, sender: mailFrom) }
        return settings
    }
}
