import ArgumentParser
import Foundation

/// `ambit manual`: the whole command line as one document, made from the parser.
struct Manual: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Prints the manual of all commands, as a man page or as Markdown.",
        discussion: """
            EXAMPLES
              ambit manual > ambit.1 && man ./ambit.1
              ambit manual --format markdown > Reference.md
            """
    )

    /// How the manual is written.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case man, markdown
    }

    @Option(help: "How it is written.")
    var format = Format.man

    func run() throws {
        switch format {
        case .markdown: print(Reference.markdown, terminator: "")
        case .man: print(try ManPage().text, terminator: "")
        }
    }
}

/// Every command's `--help`, one after the other.
enum Reference {
    static var markdown: String {
        var text = """
            # Command reference

            What `ambit COMMAND --help` says of every command. Made by `scripts/make-reference`; a \
            test fails when it is out of date.

            """
        for (path, command) in commands(of: Ambit.self, path: ["ambit"]) {
            text += "\n## \(path.joined(separator: " "))\n\n```\n"
            text += Ambit.helpMessage(for: command, columns: 80)
            if !text.hasSuffix("\n") { text += "\n" }
            text += "```\n"
        }
        return text
    }

    private static func commands(
        of command: any ParsableCommand.Type,
        path: [String]
    ) -> [([String], any ParsableCommand.Type)] {
        [(path, command)]
            + command.configuration.subcommands.flatMap { subcommand in
                commands(of: subcommand, path: path + [subcommand._commandName])
            }
    }
}

/// A page for `man`, from what the parser knows of itself.
struct ManPage {
    private let root: CommandTree

    /// - Throws: When the parser tells of itself in an unknown way.
    init() throws { root = try CommandTree.ambit() }

    var text: String {
        var lines = [
            #".TH AMBIT 1 "" "ambit \#(Ambit.version)" "User Commands""#,
            ".SH NAME", "ambit \\- \(Self.escaped(root.abstract ?? ""))",
            ".SH SYNOPSIS", ".B ambit", ".I command", "[options]",
            ".SH DESCRIPTION",
        ]
        lines += Self.paragraphs(root.discussion)
        lines.append(".SH COMMANDS")
        for command in root.subcommands ?? [] { append(command, path: "ambit", to: &lines) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func append(_ command: CommandTree, path: String, to lines: inout [String]) {
        // The parser's own.
        guard command.commandName != "help" else { return }
        let path = "\(path) \(command.commandName)"
        lines.append(".SS \(Self.escaped(path))")
        lines += [Self.escaped(command.abstract ?? "")]
        lines += Self.paragraphs(command.discussion)
        for argument in command.arguments ?? [] where argument.shouldDisplay {
            lines += [".TP", Self.title(of: argument)]
            var text = argument.abstract ?? ""
            if let value = argument.defaultValue, argument.kind != "flag" {
                text += " (default: \(value))"
            }
            lines.append(Self.escaped(text))
            if let discussion = argument.discussion { lines.append(Self.escaped(discussion)) }
        }
        for subcommand in command.subcommands ?? [] { append(subcommand, path: path, to: &lines) }
    }

    private static func title(of argument: CommandTree.Argument) -> String {
        let value = argument.valueName.map { " \\fI\(escaped($0))\\fR" } ?? ""
        guard argument.kind != "positional", let names = argument.names else {
            return value.isEmpty ? "argument" : String(value.dropFirst())
        }
        let shown = names.map { name in
            (name.kind == "long" ? "\\-\\-" : "\\-") + escaped(name.name)
        }
        return "\\fB\(shown.joined(separator: "\\fR, \\fB"))\\fR"
            + (argument.kind == "flag" ? "" : value)
    }

    /// Paragraphs; lines that begin with spaces, such as examples, stay as they are.
    private static func paragraphs(_ text: String?) -> [String] {
        guard let text else { return [] }
        var lines = [".PP"]
        var isFilled = true
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty {
                if !isFilled { lines.append(".fi") }
                isFilled = true
                lines.append(".PP")
                continue
            }
            if line.hasPrefix("  "), isFilled {
                lines.append(".nf")
                isFilled = false
            }
            lines.append(escaped(String(line)))
        }
        if !isFilled { lines.append(".fi") }
        return lines
    }

    /// A line's text without meaning for roff.
    private static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
    }
}
