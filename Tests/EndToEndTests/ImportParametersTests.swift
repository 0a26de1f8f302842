import Foundation
import TestSupport
import Testing

/// What `POST /v1/imports` takes, beside what `ambit import` takes: who knows one knows the other.
@Suite struct ImportParametersTests {
    private struct Help: Decodable {
        struct Command: Decodable {
            let commandName: String
            let subcommands: [Command]?
            let arguments: [Argument]?
        }

        struct Argument: Decodable {
            struct Name: Decodable { let name: String }
            let kind: String
            let isOptional: Bool
            let names: [Name]?
            let valueName: String?
            let allValues: [String]?
        }

        let command: Command
    }

    /// What one side takes of its own.
    private struct Own {
        let name: String
        /// Why the other side has no such thing, or has it under another name.
        let reason: String

        init(_ name: String, _ reason: String) { (self.name, self.reason) = (name, reason) }
    }

    /// The command's options that are no parameters.
    private static let ofCommand = [
        Own("file", "the file is the body of the request"),
        Own("check", "mode=check"),
        Own("layer", "another word for sheet"),
        Own("save-profile", "writes a file; the report has the profile"),
        Own("save-repairs", "writes a file; the report has the repairs, and its id names them"),
        Own("report", "writes a file; the report is the answer"),
        Own("rejects", "writes a file; the answer links to the refused rows"),
        Own("quiet", "nothing is printed"),
        Own("database", "a service has one"),
        Own("version", "every command has it"),
        Own("help", "every command has it"),
        Own("h", "every command has it"),
    ]

    /// The parameters that are no options of the command.
    private static let ofService = [
        Own("mode", "the command has --check"),
        Own("name", "the command has the file's path"),
        Own("repairs", "the command has a file with the repairs and what was decided on them"),
        Own("refuse", "the same file says what is refused"),
        Own("Prefer", "a command waits for its own end"),
    ]

    private func options() async throws -> [(name: String, argument: Help.Argument)] {
        let outcome = try await AmbitCommand.run("--experimental-dump-help")
        let help = try JSONDecoder().decode(Help.self, from: Data(outcome.output.utf8)).command
        let command = try #require(
            help.subcommands?.first { $0.commandName == "import" },
            "ambit has no command import"
        )
        return (command.arguments ?? []).flatMap { argument in
            let names = argument.names.map { $0.map(\.name) } ?? []
            return (names.isEmpty ? [argument.valueName ?? ""] : names).map { ($0, argument) }
        }
    }

    /// As a service tells them, which knows the kinds of all modules.
    private func parameters() async throws -> [[String: Any]] {
        let folder = try TemporaryFolder()
        let server = try await AmbitServer.start(database: folder.path("test.sqlite"))
        let json = try await server.get("/openapi.json").json
        let paths = try #require(json["paths"] as? [String: Any])
        let path = try #require(paths["/v1/imports"] as? [String: Any])
        let post = try #require(path["post"] as? [String: Any])
        let shared = (json["components"] as? [String: Any])?["parameters"] as? [String: Any]
        return try #require(post["parameters"] as? [[String: Any]]).map { parameter in
            guard let reference = parameter["$ref"] as? String else { return parameter }
            let name = String(reference.split(separator: "/").last ?? "")
            return try #require(shared?[name] as? [String: Any], "\(reference)")
        }
    }

    /// An option's word as a parameter: `mend_encoding` for `mend-encoding`.
    private func word(_ option: String) -> String { option.replacing("-", with: "_") }

    @Test(
        "the parameters are the options, word for word, but for those that are named with a reason"
    )
    func names() async throws {
        let options = try await options().map(\.name)
        let parameters = try await parameters().compactMap { $0["name"] as? String }
        #expect(options.count > 20 && parameters.count > 15)
        #expect(Set(parameters).count == parameters.count)
        // An exception for what is no longer there, or is on both sides, is none.
        for own in Self.ofCommand {
            #expect(options.contains(own.name), "ambit import has no \(own.name)")
            #expect(!parameters.contains(word(own.name)), "\(own.name): \(own.reason)")
            #expect(!own.reason.isEmpty)
        }
        for own in Self.ofService {
            #expect(parameters.contains(own.name), "POST /v1/imports has no \(own.name)")
            #expect(!options.map(word).contains(own.name), "\(own.name): \(own.reason)")
            #expect(!own.reason.isEmpty)
        }
        let shared = Set(options).subtracting(Self.ofCommand.map(\.name)).map(word)
        let taken = Set(parameters).subtracting(Self.ofService.map(\.name))
        #expect(
            Set(shared) == taken,
            """
            options that are no parameters: \(Set(shared).subtracting(taken).sorted()); \
            parameters that are no options: \(taken.subtracting(shared).sorted())
            """
        )
    }

    @Test("what is required is so on both sides, a flag is true or false, and kinds are alike")
    func values() async throws {
        let parameters = Dictionary(
            try await parameters().map { ($0["name"] as? String ?? "", $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let own = Set(Self.ofCommand.map(\.name))
        for (name, argument) in try await options() where !own.contains(name) {
            let parameter = try #require(parameters[word(name)], "\(name)")
            let schema = try #require(parameter["schema"] as? [String: Any], "\(name)")
            let isRequired = parameter["required"] as? Bool ?? false
            #expect(isRequired == !argument.isOptional, "\(name)")
            #expect(parameter["in"] as? String == "query", "\(name)")
            let isFlag = schema["enum"] as? [String] == ["true", "false"]
            #expect(isFlag == (argument.kind == "flag"), "\(name)")
        }
        let schema = try #require(parameters["kind"]?["schema"] as? [String: Any])
        let kinds = try #require(schema["enum"] as? [String])
        let words = try await options().first { $0.name == "kind" }?.argument.allValues
        #expect(Set(kinds).count == kinds.count)
        #expect(Set(kinds) == Set(words ?? []))
    }
}
