internal import Access
internal import Datasets
internal import GeoJSON
internal import Hummingbird
internal import Importing
internal import Timekeeping

/// What was imported, and which version of it the public sees.
struct DatasetRoutes: Sendable {
    let ledger: any DatasetLedger
    let rollback: Rollback
    let gate: StaffGate
    /// Lets in staff, and those who may change what is of their event.
    let importGate: ImportGate
    let clock: any WallClock
    /// The longest body that is read, in bytes.
    let bodyLimitBytes: Int

    var routes: [Route] { publicRoutes + staffRoutes.forStaff }

    private var publicRoutes: [Route] {
        [
            .get("/v1/datasets") { request, _ in try await datasets(request) },
            .get("/v1/datasets/{name}/versions") { request, context in
                try await versions(request, context)
            },
        ]
    }

    private var staffRoutes: [Route] {
        [
            .post("/v1/datasets/{name}/rollback") { request, context in
                try await rollBack(request, context)
            },
            .post("/v1/datasets/{name}/withdraw") { request, context in
                try await withdraw(request, context)
            },
        ]
    }

    private func datasets(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let versions = try await ledger.publishedVersions()
        guard await isStaff(request) else {
            return response([("datasets", versions)], namesStaff: false)
        }
        // What the public does not see is staff's business alone.
        let withdrawn = try await ledger.withdrawnVersions()
        return response([("datasets", versions), ("withdrawn", withdrawn)], namesStaff: true)
    }

    private func versions(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let name = try context.datasetName()
        let versions = try await ledger.versions(of: name)
        let isStaff = await isStaff(request)
        // What was withdrawn is not there for the public, as if it had never been.
        guard isStaff || versions.contains(where: \.isPublished) else {
            throw DatasetError.unknownDataset(name)
        }
        return response([("versions", versions)], namesStaff: isStaff)
    }

    /// Only staff is told who imported what.
    private func isStaff(_ request: Request) async -> Bool {
        (try? await gate.admit(.staff, request)) != nil
    }

    private func rollBack(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let (publisher, name) = try await admitted(request, context)
        var reader = try JSONObjectReader(
            parsing: await request.jsonBody(limitBytes: bodyLimitBytes)
        )
        let number = reader.wholeNumber("version")
        let isForced = reader.boolean("force") ?? false
        var errors = reader.errors()
        if number == nil, !errors.contains(where: { $0.parameter == "version" }) {
            errors.append(
                ParameterError(
                    parameter: "version",
                    fault: .missing,
                    message: "is missing; GET /v1/datasets/\(name)/versions lists them"
                )
            )
        }
        guard errors.isEmpty, let number else { throw Problem.invalid(errors) }
        let version = try await rollback.run(
            name,
            version: Int(clamping: number),
            isForced: isForced,
            by: publisher
        )
        var json = JSONWriter(capacity: 512)
        json.object { version.writeMembers(to: &$0, namesStaff: true) }
        return Response(type: .json, bytes: json.takeBytes())
    }

    /// Whoever may change a dataset, and its name.
    private func admitted(
        _ request: Request,
        _ context: Route.Context
    ) async throws -> (who: String, name: DatasetName) {
        let holder = try await importGate.admit(request)
        let name = try context.datasetName()
        if holder.role != .staff {
            let kind = try await ledger.versions(of: name).first?.kind
            try await importGate.requireOwn(name, kind, for: holder)
            try importGate.requireKind(kind?.rawValue, for: holder)
        }
        return (holder.label, name)
    }

    /// Takes a dataset from the public; `force` says that it is meant.
    private func withdraw(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let (who, name) = try await admitted(request, context)
        var reader = try JSONObjectReader(
            parsing: await request.jsonBody(limitBytes: bodyLimitBytes)
        )
        let isForced = reader.boolean("force") ?? false
        let errors = reader.errors()
        guard errors.isEmpty else { throw Problem.invalid(errors) }
        let version = try await ledger.withdraw(
            name,
            isForced: isForced,
            by: who,
            at: clock.now
        )
        var json = JSONWriter(capacity: 512)
        json.object { version.writeMembers(to: &$0, namesStaff: true) }
        return Response(type: .json, bytes: json.takeBytes())
    }

    private func response(
        _ lists: [(name: String, versions: [DatasetVersion])],
        namesStaff: Bool
    ) -> Response {
        let count = lists.reduce(1) { $0 + $1.versions.count }
        var json = JSONWriter(capacity: 512 * count)
        json.object { json in
            for (name, versions) in lists {
                json.member(
                    name,
                    array: { list in
                        for version in versions {
                            list.object { version.writeMembers(to: &$0, namesStaff: namesStaff) }
                        }
                    }
                )
            }
        }
        return Response(type: .json, bytes: json.takeBytes())
    }
}

extension Route.Context {
    /// The dataset that a path names.
    func datasetName() throws(Problem) -> DatasetName {
        do {
            return try DatasetName(pathParameter("name") ?? "")
        } catch {
            throw Problem(status: .notFound, detail: "\(error)")
        }
    }
}

extension DatasetVersion {
    /// The version's members in an answer.
    ///
    /// - Parameter namesStaff: Whether it says who imported it, and when it was withdrawn.
    func writeMembers(to json: inout JSONWriter, namesStaff: Bool) {
        json.member("dataset", dataset.text)
        json.member("kind", kind.rawValue)
        json.member("version", number)
        json.member("published", isPublished)
        json.member("kept", isKept)
        json.member("records", recordCount)
        json.member("imported_at", importedAt.rfc3339)
        json.member(
            "republished",
            array: { list in
                for moment in republications {
                    list.object { json in
                        json.member("at", moment.at.rfc3339)
                        if namesStaff { json.member("by", moment.by) }
                    }
                }
            }
        )
        json.member(
            "withdrawn",
            array: { list in
                for moment in namesStaff ? withdrawals : [] {
                    list.object { json in
                        json.member("at", moment.at.rfc3339)
                        json.member("by", moment.by)
                    }
                }
            }
        )
        json.member(
            "source",
            object: { json in
                json.member("file", source.fileName)
                json.member("sha256", source.sha256)
                json.member("bytes", source.byteCount)
                if namesStaff { json.member("imported_by", source.importedBy) }
            }
        )
        json.member(
            "rows",
            object: { json in
                json.member("read", rows.read)
                json.member("merged", rows.merged)
                json.member("rejected", rows.rejected)
            }
        )
        json.member(
            "changes",
            object: { json in
                json.member("added", changes.added)
                json.member("removed", changes.removed)
                json.member("changed", changes.changed)
            }
        )
    }
}
