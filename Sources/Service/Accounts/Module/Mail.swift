package import Accounts
internal import Cryptography
internal import Dispatch
internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A letter of words alone.
package struct Mail: Sendable {
    /// To whom.
    package let recipient: EmailAddress
    /// What it is about, in ASCII.
    package let subject: String
    /// What it says, in UTF-8.
    package let body: String
}

/// Takes mail on, to be sent.
package protocol MailSender: Sendable {
    /// Hands a mail over; when this returns, it will be sent.
    ///
    /// - Throws: Why it is not, in words that name no address.
    func send(_ mail: Mail) async throws
}

/// Why mail was not taken on.
package struct MailFailure: Error, Hashable, CustomStringConvertible {
    package let description: String
}

extension Mail {
    /// The mail in the form of RFC 5322; lines end as the system's own programs have it.
    ///
    /// - Parameter sender: Whom it is from.
    func text(from sender: String, at moment: Date = Date()) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss '+0000'"
        return """
            From: \(sender)
            To: \(recipient.text)
            Subject: \(subject)
            Date: \(format.string(from: moment))
            Message-ID: <\(Bytes.secureRandom(count: 16).hexadecimal)@ambit.invalid>
            MIME-Version: 1.0
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: 8bit
            Auto-Submitted: auto-generated

            \(body)

            """
    }
}

/// Puts each mail into a folder, as a file that appears when it is complete: for fairs without a network, for a
/// program that fetches them, and for tests.
package struct MailSpool: MailSender {
    private let folder: String
    private let sender: String

    /// - Parameters:
    ///   - folder: It must exist.
    ///   - sender: Whom mails are from.
    package init(folder: String, sender: String) {
        self.folder = folder
        self.sender = sender
    }

    package func send(_ mail: Mail) async throws {
        let text = mail.text(from: sender)
        let stamp = Int64(Date().timeIntervalSince1970 * 1000)
        let path = "\(folder)/\(stamp)-\(Bytes.secureRandom(count: 8).hexadecimal)"
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(
                    with: Result {
                        do {
                            try Data(text.utf8).write(
                                to: URL(fileURLWithPath: path + ".eml"),
                                options: .atomic
                            )
                        } catch {
                            throw MailFailure(
                                description: "the folder for mail cannot be written to"
                            )
                        }
                    }
                )
            }
        }
    }
}

/// Hands each mail to a program such as `/usr/sbin/sendmail`, which takes it on standard input and finds whom it is
/// for in its head.
package struct Sendmail: MailSender {
    private let program: String
    private let sender: String
    private static let longestSeconds = 30.0

    /// - Parameters:
    ///   - program: Its name with its folder.
    ///   - sender: Whom mails are from.
    package init(program: String, sender: String) {
        self.program = program
        self.sender = sender
    }

    package func send(_ mail: Mail) async throws {
        let text = Data(mail.text(from: sender).utf8)
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(with: Result { try hand(text) })
            }
        }
    }

    private func hand(_ text: Data) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["-t", "-i"]
        let input = Pipe()
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let hasEnded = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in hasEnded.signal() }
        do { try process.run() } catch {
            throw MailFailure(description: "the program for mail cannot be started")
        }
        // A program that ends early must not end this one.
        signal(SIGPIPE, SIG_IGN)
        try? input.fileHandleForWriting.write(contentsOf: text)
        try? input.fileHandleForWriting.close()
        guard hasEnded.wait(timeout: .now() + Self.longestSeconds) == .success else {
            process.terminate()
            throw MailFailure(description: "the program for mail did not end within 30 s")
        }
        guard process.terminationStatus == 0 else {
            throw MailFailure(
                description: "the program for mail ended with \(process.terminationStatus)"
            )
        }
    }
}
