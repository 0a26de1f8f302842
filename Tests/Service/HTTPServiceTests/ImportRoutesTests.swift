import Datasets
import Foundation
import HTTPTypes
import Hummingbird
import RowFiles
import Synchronization
import Testing
import Timekeeping

@testable import HTTPService
@testable import Importing

/// Imports over HTTP, with an importer that a test holds in its hand.
@Suite struct ImportRoutesTests {
    /// An importer that goes on when it is told to, or when it is cancelled.
    private final class HeldImporter: Sendable {
        private let state = Mutex((began: 0, mayGoOn: false))

        var begun: Int { state.withLock { $0.began } }

        func goOn() { state.withLock { $0.mayGoOn = true } }

        func run(_ kind: String, _ input: ImportInput, _ options: ImportOptions) async throws
            -> any ImportOutcome
        {
            state.withLock { $0.began += 1 }
            while !state.withLock({ $0.mayGoOn }) {
                if Task.isCancelled { throw ImportError.cancelled }
                await Task.yield()
            }
            throw ImportError.noRows(name: input.name)
        }
    }

    private struct Full: StorageFailure {
        var storageFault: StorageFault? { .full }
    }

    private let importer = HeldImporter()

    private func service(limitBytes: Int64 = 1 << 20) async throws -> TestService {
        try await TestService(
            imports: ImportDesk(named: ["stations"], limitBytes: limitBytes) {
                [importer] kind, input, options, progress in
                progress(
                    ImportProgress(phase: .surveying, bytesRead: 40, bytesTotal: 100, rows: 4)
                )
                return try await importer.run(kind, input, options)
            }
        )
    }

    private func start(_ service: TestService) async throws -> String {
        let answer = try await service.send(
            .post,
            "/v1/imports?kind=stations&dataset=dc",
            token: TestService.importer,
            json: "id,name",
            headers: [try #require(HTTPField.Name("Prefer")): "respond-async"]
        )
        #expect(answer.status == 202)
        #expect(answer.body.contains(#""state":"running""#), "\(answer.body)")
        #expect(!answer.body.contains(#""phase":null"#), "\(answer.body)")
        let address = try #require(answer.headers[.location])
        while importer.begun == 0 { await Task.yield() }
        return address
    }

    private func member(_ name: String, of answer: Answer) throws -> String? {
        let json = try JSONSerialization.jsonObject(with: Data(answer.body.utf8))
        return (json as? [String: Any])?[name] as? String
    }

    @Test("one import at a time: who comes second is told who is at it, and how far")
    func taken() async throws {
        let service = try await service()
        let address = try await start(service)
        let second = try await service.send(
            .post,
            "/v1/imports?kind=stations&dataset=other",
            token: TestService.importer,
            json: "id,name"
        )
        #expect(second.status == 503)
        #expect(second.headers[.retryAfter] == "10")
        let detail = try #require(try member("detail", of: second))
        #expect(detail.contains("(stations into dc, surveying, 40 %)"), "\(detail)")
        #expect(detail.contains("GET \(address) tells how far it is, DELETE cancels it"))
        importer.goOn()
    }

    @Test("an import is cancelled by staff alone, ends at once, and the next may begin")
    func cancel() async throws {
        let service = try await service()
        let address = try await start(service)
        #expect(try await service.send(.delete, address).status == 401)
        let moderator = try await service.send(.delete, address, token: TestService.moderator)
        #expect(moderator.status == 403)
        let answer = try await service.send(.delete, address, token: TestService.importer)
        #expect(answer.status == 202)
        var job = answer
        while try member("state", of: job) == "running" {
            await Task.yield()
            job = try await service.send(.get, address, token: TestService.importer)
        }
        #expect(try member("state", of: job) == "cancelled")
        #expect(try member("failure", of: job) == "The import was cancelled; nothing was changed")
        let again = try await service.send(.delete, address, token: TestService.importer)
        #expect(again.status == 409)
        let unknown = try await service.send(
            .delete,
            "/v1/imports/none",
            token: TestService.importer
        )
        #expect(unknown.status == 404)
        importer.goOn()
        let next = try await service.send(
            .post,
            "/v1/imports?kind=stations&dataset=dc",
            token: TestService.importer,
            json: "id,name"
        )
        #expect(next.status == 422)
    }

    @Test("a body that says that it is too long is refused before it is read, and takes no turn")
    func tooLong() async throws {
        let service = try await service(limitBytes: 10)
        let answer = try await service.send(
            .post,
            "/v1/imports?kind=stations&dataset=dc",
            token: TestService.importer,
            json: "id,name,lat,lon",
            headers: [.contentLength: "15"]
        )
        #expect(answer.status == 413)
        #expect(importer.begun == 0)
        let list = try await service.send(.get, "/v1/imports", token: TestService.importer)
        #expect(list.body == #"{"imports":[]}"#)
    }

    /// A service whose imports propose one repair, of the station `abc`.
    private func proposingService() async throws -> TestService {
        try await TestService(
            imports: ImportDesk(named: ["stations", "contests", "feed"]) {
                kind,
                input,
                options,
                _ in
                var report = ImportReport(
                    kind: kind,
                    dataset: options.dataset.text,
                    outcome: .checked,
                    version: nil,
                    source: .init(file: input.name, sha256: "", bytes: 0),
                    format: FileFormat(
                        kind: "csv",
                        encoding: "UTF-8",
                        byteOrderMark: false,
                        compression: nil,
                        delimiter: "comma",
                        lineEnding: nil
                    ),
                    rows: .init(),
                    withoutPlace: 0,
                    columns: [],
                    constants: [],
                    causes: [],
                    rejectedRows: [],
                    notes: [
                        ImportNote(
                            .note,
                            Finding(
                                .namelessColumns,
                                ["columns": .texts(["a"]), "example": .text("a")]
                            )
                        ),
                        ImportNote(
                            .note,
                            Finding(
                                .readAsOtherEncoding,
                                [
                                    "encoding": .text(
                                        "\(options.decisions?.repairs.first?.accept as Any)"
                                    )
                                ]
                            )
                        ),
                    ],
                    changes: Changes()
                )
                report.repairs.proposed = [
                    RepairProposal(
                        accept: nil,
                        likely: true,
                        kind: .lostSign,
                        confidence: 1,
                        line: 2,
                        rows: 1,
                        name: "Odd",
                        was: .init(x: 95.4, y: 29.7),
                        becomes: nil,
                        reason: "",
                        station: "abc"
                    )
                ]
                return report
            }
        )
    }

    @Test("repairs are decided for the dataset that they were proposed for, and once")
    func decisions() async throws {
        let service = try await proposingService()
        func post(_ query: String) async throws -> Answer {
            try await service.send(
                .post,
                "/v1/imports?kind=stations&dataset=dc" + query,
                token: TestService.importer,
                json: "id,name"
            )
        }
        let first = try await post("")
        let address = try #require(first.headers[.contentLocation])
        let id = try #require(address.split(separator: "/").last)
        // The advice of the command line is that of the query here.
        #expect(first.body.contains("say what they hold with map=a:field"))
        #expect(try await post("&repairs=\(id)&accept=likely").body.contains("Optional(true)"))
        #expect(try await post("&repairs=\(id)&refuse=abc").body.contains("Optional(false)"))
        #expect(
            try await post("&repairs=\(id)&accept=likely&refuse=abc").body.contains(
                "Optional(false)"
            )
        )
        let both = try await post("&repairs=\(id)&accept=abc&refuse=abc")
        #expect(
            both.body
                == badRequest([
                    (
                        "refuse",
                        #"names \"abc\", as accept does; a repair is made or it is refused"#
                    )
                ])
        )
        let other = try await service.send(
            .post,
            "/v1/imports?kind=stations&dataset=va&repairs=\(id)&accept=likely",
            token: TestService.importer,
            json: "id,name"
        )
        #expect(
            other.body
                == badRequest([
                    (
                        "repairs",
                        #"is \"\#(id)\", an import into \"dc\"; name one into \"va\""#
                    )
                ])
        )
        let earlier = try await post("&repairs=earlier&accept=likely")
        #expect(
            earlier.body
                == badRequest([
                    (
                        "accept",
                        "goes with the id of an import in repairs; repairs=earlier decides the same "
                            + "as before, by itself"
                    )
                ])
        )
        #expect(try await post("&repairs=earlier").status == 200)
        // What is wrong is said once, though the parameter is read in two places.
        #expect(
            try await post("&repairs=&accept=likely").body
                == badRequest([
                    ("repairs", "is empty; leave it out or give it a value"),
                    ("accept", "needs repairs, the id of the import that proposed them"),
                ])
        )
        #expect(try await !post("&repair=1").body.contains("repairs, repairs"))
        let contests = try await service.send(
            .post,
            "/v1/imports?kind=contests&dataset=dc&repairs=\(id)&accept=likely",
            token: TestService.importer,
            json: "id,name"
        )
        #expect(
            contests.body.contains(
                "is about places of stations and time zones; contests have no repairs"
            )
        )
    }

    @Test("what is wrong with a file is told in the words of the query")
    func advice() async throws {
        let service = try await TestService(
            imports: ImportDesk(named: ["stations"]) { _, _, _, _ in
                throw ImportError.ambiguousColumns(field: "name", choices: ["Site Name", "Hall"])
            }
        )
        let answer = try await service.send(
            .post,
            "/v1/imports?kind=stations&dataset=dc",
            token: TestService.importer,
            json: "id,name"
        )
        #expect(answer.status == 422)
        #expect(
            try member("detail", of: answer)
                == "name could be any of \"Site Name\", \"Hall\"; say which with map=Site Name:name"
        )
    }

    @Test("an upload that breaks off is listed as failed, and says so")
    func brokenOff() async throws {
        try await withRunning { service, port, _ in
            func job() async throws -> [String: Any] {
                let list = try await service.send(.get, "/v1/imports", token: TestService.importer)
                let json = try JSONSerialization.jsonObject(with: Data(list.body.utf8))
                return ((json as? [String: Any])?["imports"] as? [[String: Any]])?.first ?? [:]
            }
            try await RawConnection.open(port: port).exchange(
                "POST /v1/imports?kind=stations&dataset=dc HTTP/1.1\r\nHost: x\r\n"
                    + "Authorization: Bearer \(TestService.importer)\r\nContent-Length: 100\r\n\r\n"
                    + "id,name"
            ) { _ in
                while try await job()["bytes_read"] as? Int != 7 { await Task.yield() }
            }
            while try await job()["state"] as? String == "uploading" { await Task.yield() }
            let ended = try await job()
            #expect(ended["state"] as? String == "failed")
            #expect(
                ended["failure"] as? String
                    == "The upload ended before it was whole: 7 of 100 bytes arrived; nothing was "
                    + "changed. Send the file again"
            )
            #expect(ended["cancelled_by"] is NSNull)
        }
    }

    @Test("a folder for temporary files that is gone is told with what to do, and not by its path")
    func noFolder() async throws {
        for error in [
            ImportError.file(
                .noTemporaryFolder(folder: "/secret/tmp", reason: "No such file")
            ),
            .noScratch("the folder \"/secret/tmp\" cannot be used"),
        ] {
            let service = try await TestService(
                imports: ImportDesk(named: ["stations"]) { _, _, _, _ in throw error }
            )
            let answer = try await service.send(
                .post,
                "/v1/imports?kind=stations&dataset=dc",
                token: TestService.importer,
                json: "id,name"
            )
            #expect(answer.status == 503)
            #expect(try member("title", of: answer) == "Service Unavailable")
            let detail = try #require(try member("detail", of: answer))
            #expect(detail.contains("its folder for temporary files is missing"))
            #expect(detail.contains("TMPDIR"))
            #expect(!answer.body.contains("secret"))
            let list = try await service.send(.get, "/v1/imports", token: TestService.importer)
            #expect(list.body.contains("its folder for temporary files is missing"))
        }
    }

    @Test("a full disk is told as one, with status 507")
    func full() async throws {
        let service = try await TestService(
            imports: ImportDesk(named: ["stations"]) { _, _, _, _ in throw Full() }
        )
        let answer = try await service.send(
            .post,
            "/v1/imports?kind=stations&dataset=dc",
            token: TestService.importer,
            json: "id,name"
        )
        #expect(answer.status == 507)
        #expect(try member("title", of: answer) == "Insufficient Storage")
        #expect(try member("detail", of: answer)?.hasPrefix("The service's disk is full") == true)
    }
}
