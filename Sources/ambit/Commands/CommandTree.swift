import ArgumentParser
import Foundation

/// A command with its arguments and those below it, as the parser knows them.
struct CommandTree: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let subcommands: [CommandTree]?
    let arguments: [Argument]?

    struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String
        }

        let kind: String
        let shouldDisplay: Bool
        let isOptional: Bool
        let isRepeating: Bool
        let names: [Name]?
        let valueName: String?
        let abstract: String?
        let discussion: String?
        let defaultValue: String?
    }

    private struct Tool: Decodable {
        let command: CommandTree
    }

    /// All that there is.
    ///
    /// - Throws: When the parser tells of itself in an unknown way.
    static func ambit() throws -> CommandTree {
        try JSONDecoder().decode(Tool.self, from: Data(Ambit._dumpHelp().utf8)).command
    }

    /// What is no option or subcommand among arguments that the parser refused, with what may have been
    /// meant: it often says first what is missing because of that.
    func mistake(in arguments: [String]) -> ValidationError? {
        var command = self
        var rest = arguments[...]
        while let name = rest.first, let next = command.subcommands?.first(named: name) {
            command = next
            rest = rest.dropFirst()
        }
        let below = (command.subcommands ?? []).map(\.commandName)
        if let name = rest.first, !name.hasPrefix("-"), !below.isEmpty,
            let meant = Suggestion.nearest(to: name, among: below)
        {
            return ValidationError(
                "\(command.commandName) has no command \"\(name)\"; did you mean \"\(meant)\"?"
            )
        }
        var known = (command.arguments ?? []).flatMap { $0.names ?? [] }
            .filter { $0.kind == "long" }.map { "--" + $0.name }
        known += ["--help", "--version"]
        for argument in rest.prefix(while: { $0 != "--" }) where argument.hasPrefix("--") {
            let option = String(argument.prefix { $0 != "=" })
            guard !known.contains(option), !option.contains(where: { $0 == "," || $0 == "." })
            else {
                continue
            }
            return ValidationError(
                "\(command.commandName) has no option \(option)"
                    + (Suggestion.nearest(to: option, among: known).map { "; did you mean \($0)?" }
                        ?? "")
            )
        }
        return nil
    }
}

extension [CommandTree] {
    fileprivate func first(named name: String) -> CommandTree? {
        first { $0.commandName == name && name != "help" }
    }
}
