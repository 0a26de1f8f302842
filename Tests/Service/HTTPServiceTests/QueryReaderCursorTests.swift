import Testing

@testable import HTTPService

@Suite("Cursors of lists")
struct QueryReaderCursorTests {
    @Test("a cursor is read by the list's own rule")
    func reads() throws {
        var query = QueryReader("cursor=12")
        let position = query.cursor { Int($0) }
        #expect(position == 12)
        try query.check()
    }

    @Test("without a cursor the first page begins, and nothing is wrong")
    func absent() throws {
        var query = QueryReader("")
        let position = query.cursor { Int($0) }
        #expect(position == nil)
        try query.check()
    }

    @Test("a cursor that no list was answered with is told, with the name of the parameter")
    func wrong() throws {
        var query = QueryReader("cursor=x")
        let position = query.cursor { Int($0) }
        #expect(position == nil)
        let problem = #expect(throws: Problem.self) { try query.check() }
        #expect(problem?.errors.map(\.parameter) == ["cursor"])
        #expect(problem?.errors.map(\.fault) == [.unknownCursor])
    }
}
