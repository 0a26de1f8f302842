import DomainModules

/// The files that one command writes, held against each other and against those that it reads, before it
/// does anything.
struct OutputFiles {
    /// Whose each file is, and how that is said of another that would take its place.
    private var taken: [(place: FilePlace, reason: String)]

    /// - Parameters:
    ///   - inputs: Files that the command reads, each with the option that names it, or nil for an
    ///     argument. What is no file, such as a place in degrees, counts for nothing.
    ///   - database: The command's database, whether it is there yet or not; nil for a command that has none.
    init(reading inputs: [(option: String?, path: String?)], _ database: DatabaseOptions?) {
        taken = []
        for (option, path) in inputs {
            let verb = option.map { "\($0) reads" } ?? "is read"
            for part in path.map({ ShapefileFiles.parts(of: $0) + MapInfoFiles.parts(of: $0) })
                ?? []
            {
                let place = FilePlace(part)
                guard place.isTaken else { continue }
                taken.append((place, "it is the file that \(verb); name another"))
            }
        }
        // The log of a database that is a link lies beside the file behind it.
        for path in database.map({ [$0.path, FilePlace($0.path).path] }) ?? [] {
            taken += DatabaseOptions.endings.map { ending in
                (FilePlace(path + ending), "it is the database; name another file")
            }
        }
    }

    /// Adds a file that is written.
    ///
    /// - Parameter path: As it was given; nil, and a device, are in nobody's way.
    /// - Throws: ``OutputError/unusable(option:path:reason:)`` that names the other option, where that
    ///   reads or writes the same file.
    mutating func add(_ path: String?, option: String) throws {
        guard let path else { return }
        let output = try OutputPath(path, option: option)
        guard !output.isDevice else { return }
        let place = FilePlace(output.path)
        let partial = FilePlace(output.partial)
        if let other = taken.first(where: { $0.place == place }) {
            throw OutputError.unusable(option: option, path: path, reason: other.reason)
        }
        if let other = taken.first(where: { $0.place == partial }) {
            throw OutputError.unusable(
                option: option,
                path: path,
                reason: "until it is whole it is \(output.partial), and of that \(other.reason)"
            )
        }
        let reason = "is written there too; name another file"
        taken += [
            (place, "\(option) \(reason)"), (partial, "\(option), until it is whole, \(reason)"),
        ]
    }
}

extension OutputOptions {
    /// Refuses an output that would take the place of what the command reads, or of its picture.
    ///
    /// - Parameter inputs: As ``OutputFiles/init(reading:_:)`` takes them.
    /// - Throws: ``OutputError/unusable(option:path:reason:)``.
    func requireOwnFile(
        reading inputs: [(option: String?, path: String?)] = [],
        writing others: [(option: String, path: String?)] = [],
        picture: PictureOptions? = nil,
        _ database: DatabaseOptions?
    ) throws {
        var inputs = inputs
        for path in picture?.over ?? [] { inputs.append(("--over", path)) }
        var files = OutputFiles(reading: inputs, database)
        if let output {
            for part in chosenFormat?.parts(of: output) ?? [output] {
                try files.add(part, option: "--output")
            }
        }
        try files.add(picture?.png, option: "--png")
        for (option, path) in others { try files.add(path, option: option) }
    }
}
