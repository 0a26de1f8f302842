import ArgumentParser
import Foundation

/// A file of settings for `ambit serve`: options without their dashes, and variables of the environment, each
/// on a line of its own.
///
///     # Comments and empty lines are skipped.
///     port = 9000
///     database = "/var/lib/ambit/ambit.sqlite"
///     create = true
///     rate-limit = ["posts_per_address=30,60/min", "free_devices_per_address=50,50/h"]
///     AMBIT_LOG = "info"
///
/// This is TOML, as far as it goes: strings, whole numbers, true and false, and lists of strings on one line.
/// What the command line or the environment says holds before what the file says.
struct SettingsFile {
    /// A line of the file.
    struct Setting: Equatable {
        let line: Int
        let name: String
        let value: SettingValue
    }

    let path: String
    let settings: [Setting]

    /// - Throws: ``SettingsError``.
    init(path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw SettingsError(path, "it cannot be read")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw SettingsError(path, "it is not UTF-8 text")
        }
        try self.init(text, path: path)
    }

    /// - Throws: ``SettingsError``.
    init(_ text: String, path: String) throws {
        self.path = path
        var settings: [Setting] = []
        for (index, line) in text.split(separator: /\r?\n/, omittingEmptySubsequences: false)
            .enumerated()
        {
            let number = index + 1
            do {
                var reader = SettingReader(line)
                guard let (name, value) = try reader.read() else { continue }
                if let other = settings.first(where: { $0.name == name }) {
                    throw SettingProblem("\(name) stands in line \(other.line) already")
                }
                settings.append(Setting(line: number, name: name, value: value))
            } catch let problem as SettingProblem {
                throw SettingsError(path, "line \(number): \(problem.text)")
            }
        }
        self.settings = settings
    }

    /// Arguments with those of the file that `serve --settings FILE` names put in front of its own, so that
    /// its own hold; variables of the file are set where the environment has none.
    ///
    /// - Returns: The arguments as they are where none names a file.
    /// - Throws: ``SettingsError``, with the line, for what `serve` has not.
    static func expand(_ arguments: [String]) throws -> [String] {
        guard arguments.first == Serve._commandName, let path = path(in: arguments) else {
            return arguments
        }
        let file = try SettingsFile(path: path)
        for setting in file.settings where Self.variables.contains(setting.name) {
            setenv(setting.name, try file.text(of: setting), 0)
        }
        return [Serve._commandName] + (try file.arguments()) + arguments.dropFirst()
    }

    /// What can be set for `serve` by the environment alone, or also by it.
    static let variables = [
        "AMBIT_DATABASE", "AMBIT_FORWARDED_FOR", "AMBIT_LOG", "AMBIT_LOG_FORMAT",
        "AMBIT_RATE_LIMIT",
        "AMBIT_TILES", "AMBIT_TILES_ATTRIBUTION", "AMBIT_VAULT_KEYS",
    ]

    /// The file that is named last, as with every option that is given twice.
    private static func path(in arguments: [String]) -> String? {
        let own = arguments.prefix { $0 != "--" }
        if own.contains(where: { ["-h", "--help", "--version"].contains($0) }) { return nil }
        guard
            let index = own.lastIndex(where: { $0 == "--settings" || $0.hasPrefix("--settings=") })
        else { return nil }
        if own[index] != "--settings" { return String(own[index].dropFirst("--settings=".count)) }
        return index + 1 < own.endIndex ? own[index + 1] : nil
    }

    /// The options of the file as arguments of `serve`.
    private func arguments() throws -> [String] {
        let known =
            try CommandTree.ambit().subcommands?.first { $0.commandName == Serve._commandName }?
            .arguments ?? []
        var arguments: [String] = []
        for setting in settings where !Self.variables.contains(setting.name) {
            guard setting.name != "settings", !["help", "version"].contains(setting.name),
                let option = known.first(where: { $0.isCalled(setting.name) })
            else { throw unknown(setting, among: known) }
            do {
                arguments += try setting.value.arguments(for: option, called: setting.name)
            } catch let problem
                as SettingProblem
            {
                throw SettingsError(path, "line \(setting.line): \(problem.text)")
            }
        }
        return arguments
    }

    private func text(of setting: Setting) throws -> String {
        guard case .text(let text) = setting.value else {
            throw SettingsError(
                path,
                "line \(setting.line): \(setting.name) is \(setting.value); it is a text in quotation marks"
            )
        }
        return text
    }

    private func unknown(_ setting: Setting, among known: [CommandTree.Argument]) -> SettingsError {
        let names =
            known.flatMap(\.longNames).filter { !["help", "version", "settings"].contains($0) }
            + Self.variables
        return SettingsError(
            path,
            "line \(setting.line): there is no setting \"\(setting.name)\""
                + Suggestion.text(for: setting.name, among: names)
        )
    }
}

extension CommandTree.Argument {
    /// What it is called, without the dashes.
    fileprivate var longNames: [String] {
        (names ?? []).filter { $0.kind == "long" }.map(\.name)
    }

    fileprivate func isCalled(_ name: String) -> Bool { longNames.contains(name) }
}

extension SettingValue {
    /// - Throws: ``SettingProblem`` where the option is of another kind.
    fileprivate func arguments(
        for option: CommandTree.Argument,
        called name: String
    ) throws -> [String] {
        if option.kind == "flag" {
            guard case .boolean(let isOn) = self else {
                throw SettingProblem("\(name) is \(self); it is true or false")
            }
            return isOn ? ["--" + name] : []
        }
        switch self {
        case .text(let text): return ["--\(name)=\(text)"]
        case .number(let number): return ["--\(name)=\(number)"]
        case .list(let texts) where option.isRepeating: return texts.map { "--\(name)=\($0)" }
        case .list: throw SettingProblem("\(name) is a list; it is one value")
        case .boolean: throw SettingProblem("\(name) is \(self); it is a text or a number")
        }
    }
}

/// Why settings cannot be taken from a file.
struct SettingsError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ path: String, _ problem: String) { description = "settings of \(path): \(problem)" }
}
