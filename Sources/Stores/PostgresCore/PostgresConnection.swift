internal import CPostgres
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A connection to a PostgreSQL server, which its user keeps to one thread at a time.
///
/// No call waits for ever: a server that says nothing for ``longestSilence`` is taken for gone, and the
/// connection is closed.
///
/// `@unchecked`: it may change threads, and one has it at a time. ``PostgresLine`` sees to that for a connection
/// that is kept; any other stays with the function that made it.
package final class PostgresConnection: @unchecked Sendable {
    private let connection: OpaquePointer
    private let place: String
    private let silence: Duration
    /// Whether the server has warned that a commit may not be on its standby; see ``NoticeBox``.
    private let notices: NoticeBox
    /// False when nothing more can be asked on it.
    package private(set) var isUsable = true

    /// How long a server may say nothing before it is taken for gone.
    package static let longestSilence = Duration.seconds(10)

    /// Connects.
    ///
    /// - Parameters:
    ///   - isForWriting: Whether the server must take changes.
    ///   - silence: How long the server may say nothing.
    /// - Throws: ``PostgresError``.
    package init(
        to address: PostgresAddress,
        isForWriting: Bool = true,
        silence: Duration = PostgresConnection.longestSilence
    ) throws(PostgresError) {
        place = address.description
        self.silence = silence
        notices = NoticeBox()
        // What the address says comes later, and holds.
        let settings: [(String, String)] = [
            ("connect_timeout", "3"), ("tcp_user_timeout", "5000"), ("keepalives_idle", "5"),
            ("keepalives_interval", "2"), ("keepalives_count", "3"),
            ("application_name", "ambit"),
            ("target_session_attrs", isForWriting ? "read-write" : "any"),
            ("dbname", address.uri), ("client_encoding", "UTF8"),
        ]
        let made = Self.connect(settings)
        guard let made else {
            throw .unreachable(place: place, reason: "there is no memory for a connection")
        }
        connection = made
        guard PQstatus(connection) == CONNECTION_OK else {
            let reason = Self.firstLine(PQerrorMessage(connection))
            isUsable = false
            throw reason.contains("read-only")
                ? .readOnly(place: place) : .unreachable(place: place, reason: reason)
        }
        let version = Int(PQserverVersion(connection)) / 10_000
        guard version >= PostgresError.leastVersion else {
            throw .oldServer(place: place, found: version)
        }
        PQsetNoticeReceiver(
            connection,
            { box, result in
                guard let box, let result else { return }
                let notices = Unmanaged<NoticeBox>.fromOpaque(box).takeUnretainedValue()
                notices.take(PostgresConnection.field(result, ambit_postgres_state))
            },
            Unmanaged.passUnretained(notices).toOpaque()
        )
        PQsetnonblocking(connection, 1)
        try execute(
            """
            SET synchronous_commit = on; SET extra_float_digits = 3;
            SET idle_in_transaction_session_timeout = '10s'; SET search_path = pg_catalog
            """
        )
    }

    deinit { PQfinish(connection) }

    private static func connect(_ settings: [(String, String)]) -> OpaquePointer? {
        var keywords = settings.map { UnsafePointer(strdup($0.0)) } + [nil]
        var values = settings.map { UnsafePointer(strdup($0.1)) } + [nil]
        defer {
            for pointer in keywords + values { free(UnsafeMutablePointer(mutating: pointer)) }
        }
        return PQconnectdbParams(&keywords, &values, 1)
    }

    private static func firstLine(_ message: UnsafeMutablePointer<CChar>?) -> String {
        guard let message else { return "no reason is known" }
        let lines = String(cString: message).split(separator: "\n").map(String.init)
        return lines.first ?? "no reason is known"
    }

    // MARK: Statements

    /// Runs statements without values and without answers.
    package func execute(_ sql: String) throws(PostgresError) {
        guard isUsable else { throw .unreachable(place: place, reason: "the connection is closed") }
        guard PQsendQuery(connection, sql) == 1 else { throw broken(afterSending: false) }
        try flush()
        try results { _ in }
    }

    /// Runs one statement in a transaction of its own.
    ///
    /// - Parameter visit: Called for each row of the answer.
    /// - Throws: ``PostgresError``; what changes something may have done so when it is
    ///   ``PostgresError/unknownOutcome(place:)``.
    package func run(
        _ sql: String,
        _ values: [PostgresValue] = [],
        _ visit: (PostgresRow) throws(PostgresError) -> Void = { _ in }
    ) throws(PostgresError) {
        guard isUsable else { throw .unreachable(place: place, reason: "the connection is closed") }
        notices.clear()
        let isSent = send(sql, values)
        guard isSent else { throw broken(afterSending: false) }
        try flush()
        try results { result throws(PostgresError) in
            for row in 0..<PQntuples(result) {
                try visit(
                    PostgresRow { column in
                        guard PQgetisnull(result, row, Int32(column)) == 0 else { return nil }
                        return UnsafeRawBufferPointer(
                            start: PQgetvalue(result, row, Int32(column)),
                            count: Int(PQgetlength(result, row, Int32(column)))
                        )
                    }
                )
            }
        }
        // The commit is on this server alone: nobody may be told yet that it is kept.
        if notices.warnsOfStandby { throw .unknownOutcome(place: place) }
    }

    /// The rows of an answer.
    package func rows<Value>(
        _ sql: String,
        _ values: [PostgresValue] = [],
        _ decode: (PostgresRow) throws(PostgresError) -> Value
    ) throws(PostgresError) -> [Value] {
        var found: [Value] = []
        try run(sql, values) { row throws(PostgresError) in found.append(try decode(row)) }
        return found
    }

    /// Hands over the rows of a question as they come, in constant memory.
    ///
    /// - Parameter query: A SELECT without values.
    package func copy(
        _ query: String,
        _ visit: (PostgresRow) throws -> Void
    ) throws {
        guard isUsable else {
            throw PostgresError.unreachable(place: place, reason: "the connection is closed")
        }
        guard PQsendQuery(connection, "COPY (\(query)) TO STDOUT (FORMAT binary)") == 1 else {
            throw broken(afterSending: false)
        }
        try flush()
        try awaitResult()
        guard let started = PQgetResult(connection) else { throw broken(afterSending: true) }
        defer { PQclear(started) }
        guard PQresultStatus(started) == PGRES_COPY_OUT else { throw failure(started) }
        var isDone = false
        defer {
            // What is left of an answer that nobody reads any more would be read as the next one's.
            if !isDone { isUsable = false }
        }
        while let bytes = try copied() {
            defer { PQfreemem(bytes.baseAddress) }
            try Self.visit(UnsafeRawBufferPointer(bytes), visit)
        }
        try results { _ in }
        isDone = true
    }

    /// One message of a copy holds one row, the first the head of the format before it.
    private static func visit(
        _ message: UnsafeRawBufferPointer,
        _ visit: (PostgresRow) throws -> Void
    ) throws {
        var rest = message[...]
        if rest.starts(with: Array("PGCOPY\n".utf8) + [0xFF]), rest.count >= 19 {
            rest = rest.dropFirst(19)
        }
        guard rest.count >= 2 else { return }
        let count = Int16(bigEndian: rest.take(Int16.self))
        guard count >= 0 else { return }
        var fields: [UnsafeRawBufferPointer?] = []
        for column in 0..<Int(count) {
            guard rest.count >= 4 else { throw PostgresError.unreadable(column: column) }
            let length = Int(Int32(bigEndian: rest.take(Int32.self)))
            guard length >= 0 else {
                fields.append(nil)
                continue
            }
            guard rest.count >= length else { throw PostgresError.unreadable(column: column) }
            fields.append(UnsafeRawBufferPointer(rebasing: rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        try visit(PostgresRow { fields.indices.contains($0) ? fields[$0] : nil })
    }

    private func send(_ sql: String, _ values: [PostgresValue]) -> Bool {
        let types = values.map(\.type)
        let encoded = values.map(\.encoded)
        let lengths = encoded.map { Int32($0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: values.count)
        // All values in one piece of memory, which stays where it is while they are sent.
        let bytes = encoded.flatMap { value -> [UInt8] in (value ?? []) + [0] }
        return bytes.withUnsafeBytes { memory in
            var start = 0
            let pointers = encoded.map { value -> UnsafePointer<CChar>? in
                defer { start += (value?.count ?? 0) + 1 }
                guard value != nil else { return nil }
                return memory.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
            }
            return PQsendQueryParams(
                connection,
                sql,
                Int32(values.count),
                types,
                pointers,
                lengths,
                formats,
                1
            ) == 1
        }
    }

    // MARK: Waiting

    private func flush() throws(PostgresError) {
        while true {
            switch PQflush(connection) {
            case 0: return
            case 1: try wait(for: Int16(POLLOUT | POLLIN))
            default: throw broken(afterSending: true)
            }
        }
    }

    private func awaitResult() throws(PostgresError) {
        while PQisBusy(connection) != 0 {
            try wait(for: Int16(POLLIN))
        }
    }

    /// Waits until the server says something, or can be sent more.
    private func wait(for events: Int16) throws(PostgresError) {
        let (seconds, attoseconds) = silence.components
        let milliseconds = Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
        while true {
            var socket = pollfd(fd: PQsocket(connection), events: events, revents: 0)
            let ready = poll(&socket, 1, milliseconds)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { throw broken(afterSending: true) }
            guard PQconsumeInput(connection) == 1 else { throw broken(afterSending: true) }
            return
        }
    }

    /// Takes all results of what was sent, and throws the first failure when all are taken.
    private func results(
        _ take: (OpaquePointer) throws(PostgresError) -> Void
    ) throws(PostgresError) {
        var failure: PostgresError?
        while true {
            try awaitResult()
            guard let result = PQgetResult(connection) else { break }
            defer { PQclear(result) }
            let status = PQresultStatus(result)
            if status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK {
                guard failure == nil else { continue }
                do throws(PostgresError) { try take(result) } catch { failure = error }
            } else {
                failure = failure ?? self.failure(result)
                if PQstatus(connection) != CONNECTION_OK { break }
            }
        }
        if PQstatus(connection) != CONNECTION_OK { isUsable = false }
        if let failure { throw failure }
    }

    /// The next message of a copy, to be freed; nil at its end.
    private func copied() throws(PostgresError) -> UnsafeMutableBufferPointer<CChar>? {
        while true {
            var bytes: UnsafeMutablePointer<CChar>?
            let count = PQgetCopyData(connection, &bytes, 1)
            switch count {
            case 1...: return UnsafeMutableBufferPointer(start: bytes, count: Int(count))
            case 0: try wait(for: Int16(POLLIN))
            case -1: return nil
            default: throw broken(afterSending: true)
            }
        }
    }

    // MARK: Failures

    private static func field(_ result: OpaquePointer, _ code: CInt) -> String {
        PQresultErrorField(result, code).map { String(cString: $0) } ?? ""
    }

    /// The connection is of no use any more.
    private func broken(afterSending isSent: Bool) -> PostgresError {
        isUsable = false
        return isSent
            ? .unknownOutcome(place: place)
            : .unreachable(place: place, reason: Self.firstLine(PQerrorMessage(connection)))
    }

    /// What the server reports, without values: they stand in its details, which are left out.
    private func failure(_ result: OpaquePointer) -> PostgresError {
        let state = Self.field(result, ambit_postgres_state)
        switch state {
        case "": return broken(afterSending: true)
        // Shut down, or ended by an administrator: nothing of the statement was kept.
        case "57P01", "57P02", "57P03":
            isUsable = false
            return .unknownOutcome(place: place)
        case "53100": return .full(place: place)
        case "25006":
            // Another server has become the one that takes changes.
            isUsable = false
            return .readOnly(place: place)
        default:
            return .failed(
                place: place,
                state: state,
                message: Self.field(result, ambit_postgres_message)
            )
        }
    }
}

/// What a server said beside its answers.
private final class NoticeBox: Sendable {
    private let isWarned = Mutex(false)

    var warnsOfStandby: Bool { isWarned.withLock { $0 } }

    func clear() { isWarned.withLock { $0 = false } }

    /// `01000` is the class of the warning that a wait for the standby was cancelled; PostgreSQL gives it
    /// no code of its own, and nothing that is asked here gives another.
    func take(_ state: String) { if state == "01000" { isWarned.withLock { $0 = true } } }
}

extension UnsafeRawBufferPointer.SubSequence {
    fileprivate mutating func take<Value: BitwiseCopyable>(_ type: Value.Type) -> Value {
        let size = MemoryLayout<Value>.size
        defer { self = dropFirst(size) }
        return UnsafeRawBufferPointer(rebasing: prefix(size)).loadUnaligned(as: type)
    }
}
