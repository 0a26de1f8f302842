import Foundation
import PackagePlugin

/// Compiles every file below a target's `Resources/web` into it, so that nobody lists them by hand.
///
/// SwiftPM embeds files too, as a member each by the file's bare name: members cannot be listed, and two
/// folders may not have files of one name.
@main
struct EmbedFolder: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = target.directoryURL.appending(
            path: "Resources/web",
            directoryHint: .isDirectory
        )
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { !folder.appending(path: $0).hasDirectoryPath && $0.contains(".") }
            .sorted()
        return [
            .buildCommand(
                displayName: "Embedding the \(names.count) files of \(target.name)'s page",
                executable: try context.tool(named: "embed-folder").url,
                arguments: [output.path, folder.path] + names,
                inputFiles: names.map { folder.appending(path: $0) },
                outputFiles: [output]
            )
        ]
    }
}
