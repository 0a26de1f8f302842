import ArgumentParser

/// `ambit completions`: what a shell needs to complete commands and options.
struct Completions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Prints a completion script for a shell.",
        discussion: """
            EXAMPLES
              ambit completions bash > ~/.local/share/bash-completion/completions/ambit
              ambit completions zsh > ~/.zfunc/_ambit
              ambit completions fish > ~/.config/fish/completions/ambit.fish
            """
    )

    /// The shells that scripts are made for.
    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash, zsh, fish
    }

    @Argument(help: "The shell.")
    var shell: Shell

    func run() {
        let shell: CompletionShell =
            switch shell {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        print(Ambit.completionScript(for: shell))
    }
}
