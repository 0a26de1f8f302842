import Access
import DomainModules
import HTTPService
import ModuleTesting
import Testing

@testable import EsportsModule

@Suite struct EditorImportTests {
    @Test("editors import games and what belongs to them, and nothing else")
    func editorsImport() async throws {
        let service = try await LeagueService().service
        let editor = try await service.staff(EsportsModule.editor)
        func send(_ path: String, _ method: String = "POST", _ body: String = "") async throws
            -> ModuleService.Answer
        {
            try await service.send(
                method,
                path,
                token: editor,
                body,
                headers: ["Content-Type": "text/csv"]
            )
        }
        let holder = try await send("/v1/staff", "GET")
        let kinds = EsportsModule.kinds.map { "\"\($0.name)\"" }.sorted().joined(separator: ",")
        #expect(holder.body.contains("\"imports\":[\(kinds)]"), "\(holder.body)")
        let games = "/v1/imports?kind=games&dataset=games&mode=publish"
        let answer = try await send(games, "POST", "id,name\n4,Checkers\n")
        #expect(answer.status == 200, "\(answer.body)")
        let events = try await send(
            "/v1/imports?kind=events&dataset=fairs&mode=publish",
            "POST",
            "id,title,starts,ends\n1,Fair,2026-06-05,2026-06-06\n"
        )
        #expect(
            events.status == 403 && events.body.contains("for events a token of the role staff")
        )
        // Of imports by others it knows those of its kinds.
        let staff = try await service.staff(.staff)
        let other = try await service.send(
            "POST",
            "/v1/imports?kind=events&dataset=fairs&mode=publish",
            token: staff,
            "id,title,starts,ends,time_zone,venue\n1,Fair,2026-06-05,2026-06-06,UTC,Hall\n",
            headers: ["Content-Type": "text/csv"]
        )
        #expect(other.status == 200, "\(other.body)")
        let jobs = try await send("/v1/imports", "GET")
        #expect(jobs.body.contains(#""kind":"games""#) && !jobs.body.contains(#""kind":"events""#))
        let back = try await service.send(
            "POST",
            "/v1/datasets/fairs/withdraw",
            token: editor,
            "{}"
        )
        #expect(back.status == 403, "\(back.status) \(back.body)")
        try await service.stop()
    }
}
