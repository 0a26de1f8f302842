internal import CAmbit

/// Work on many places in parts, which threads take one after another.
struct Parts {
    let count: Int
    let partCount: Int
    private let size: Int
    private let threads: Int32

    /// Up to so many places a thread does sooner than another begins.
    private static let fewest = 128
    private static let most = 4096

    /// - Parameters:
    ///   - count: How many places.
    ///   - threads: How many threads at most.
    init(_ count: Int, threads: Int32) {
        self.count = count
        self.threads = max(1, threads)
        // Enough parts that no thread waits long for the last one.
        size = min(max(count / (8 * Int(self.threads)), Self.fewest), Self.most)
        partCount = (count + size - 1) / size
    }

    /// The numbers of the places of a part.
    func range(_ part: Int) -> Range<Int> { part * size..<min(count, (part + 1) * size) }

    /// Calls `body` for each part, on several threads at once.
    ///
    /// - Throws: The first refusal: parts begin in their order, and after a refusal none begins any more, so
    ///   all that come before the first one have been done.
    func run(_ body: @Sendable (Int) throws(Refusal) -> Void) throws(Refusal) {
        let first = FirstRefusal()
        withoutActuallyEscaping(body) { body in
            let work = Work { part in
                guard !first.isThere else { return }
                do throws(Refusal) { try body(part) } catch { first.note(error, of: part) }
            }
            withExtendedLifetime(work) {
                let context = Unmanaged.passUnretained(work).toOpaque()
                ambit_run_parts(Int64(partCount), threads, context) { context, part in
                    guard let context else { return }
                    Unmanaged<Work>.fromOpaque(context).takeUnretainedValue().body(Int(part))
                }
            }
        }
        if let refusal = first.refusal { throw refusal }
    }

    /// A closure that C can carry.
    private final class Work: Sendable {
        let body: @Sendable (Int) -> Void
        init(_ body: @escaping @Sendable (Int) -> Void) { self.body = body }
    }
}
