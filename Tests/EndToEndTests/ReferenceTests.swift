import Foundation
import TestSupport
import Testing

/// What the command line says of itself.
@Suite struct ReferenceTests {
    private struct Tool: Decodable {
        let command: Command
    }

    private struct Command: Decodable {
        let commandName: String
        let abstract: String?
        let discussion: String?
        let subcommands: [Command]?
        let arguments: [Argument]?
    }

    private struct Argument: Decodable {
        struct Name: Decodable { let name: String }
        let shouldDisplay: Bool
        let names: [Name]?
        let valueName: String?
        let abstract: String?
    }

    private static func tool() async throws -> Command {
        let outcome = try await AmbitCommand.run("--experimental-dump-help")
        return try JSONDecoder().decode(Tool.self, from: Data(outcome.output.utf8)).command
    }

    private static func leaves(_ command: Command, _ path: [String] = []) -> [([String], Command)] {
        let own = (command.subcommands ?? []).filter { $0.commandName != "help" }
        if own.isEmpty { return [(path, command)] }
        return own.flatMap { leaves($0, path + [$0.commandName]) }
    }

    @Test("every command says what it does and shows an example; every option is explained")
    func everythingIsExplained() async throws {
        let commands = Self.leaves(try await Self.tool())
        #expect(commands.count >= 14)
        for (path, command) in commands {
            let name = "ambit " + path.joined(separator: " ")
            #expect(command.abstract?.isEmpty == false, "\(name) has no abstract")
            let examples = command.discussion ?? ""
            #expect(examples.contains("\n  \(name)"), "\(name) has no example of itself")
            for argument in command.arguments ?? [] where argument.shouldDisplay {
                let option = argument.names?.last?.name ?? argument.valueName ?? ""
                #expect(argument.abstract?.isEmpty == false, "\(name): \(option) is not explained")
            }
        }
    }

    @Test("the reference says what --help says; where not: scripts/make-reference")
    func referenceIsCurrent() async throws {
        let manual = try await AmbitCommand.run("manual", "--format", "markdown")
        let reference = try String(
            contentsOf: Checkout.root.appendingPathComponent(
                "Sources/ambit/ambit.docc/Reference.md"
            ),
            encoding: .utf8
        )
        let written = Set(reference.split(separator: "\n"))
        let missing = manual.lines.filter { !written.contains(Substring($0)) }
        #expect(
            manual.output == reference,
            "run scripts/make-reference; lacking or changed: \(missing.prefix(10))"
        )
        // The document is made by the binary; that it tells of every option is seen here.
        for (path, command) in Self.leaves(try await Self.tool()) {
            #expect(reference.contains("## ambit \(path.joined(separator: " "))\n"))
            for argument in command.arguments ?? [] where argument.shouldDisplay {
                for name in argument.names ?? [] {
                    let dashes = name.name.count == 1 ? "-" : "--"
                    #expect(reference.contains("\(dashes)\(name.name)"), "\(name.name)")
                }
            }
        }
    }

    @Test(
        "completion scripts know every command and are accepted by their shells",
        arguments: ["bash", "zsh", "fish"]
    )
    func completions(shell: String) async throws {
        let outcome = try await AmbitCommand.run("completions", shell)
        #expect(outcome.exitCode == 0)
        for (path, _) in Self.leaves(try await Self.tool()) {
            #expect(outcome.output.contains(path[0]), "\(path[0])")
        }
        #expect(outcome.output.contains("keep-unmatched"))
        let folder = try TemporaryFolder()
        let script = try folder.write(outcome.output, to: "script")
        let read = try Program.run(shell, ["-n", script])
        // 127: that shell is not installed here.
        #expect([0, 127].contains(read.exitCode))
    }

    @Test("the man page tells of every command, and man reads it")
    func manPage() async throws {
        let outcome = try await AmbitCommand.run("manual")
        #expect(outcome.output.hasPrefix(".TH AMBIT 1"))
        for (path, _) in Self.leaves(try await Self.tool()) {
            #expect(outcome.output.contains(".SS ambit \(path.joined(separator: " "))\n"))
        }
        #expect(outcome.output.contains("\\-\\-keep\\-unmatched"))
        for line in outcome.lines where line.hasPrefix(".") {
            let request = line.dropFirst().prefix { $0.isLetter }
            #expect(
                ["TH", "SH", "SS", "B", "I", "PP", "TP", "nf", "fi"].contains(request),
                "\(line)"
            )
        }
    }

    @Test("a command offers no option that it would only refuse or take no notice of")
    func optionsOfIsochrone() async throws {
        let help = try await AmbitCommand.run("isochrone", "--help")
        #expect(!help.output.contains("--keep-unmatched") && !help.output.contains("--explain"))
        let near = try await AmbitCommand.run("nearest", "--help")
        #expect(near.output.contains("--keep-unmatched") && near.output.contains("--explain"))
    }
}
