internal import Synchronization

/// The refusal of the first part that was refused.
final class FirstRefusal: Sendable {
    private let isNoted = Atomic<Bool>(false)
    private let noted = Mutex<(part: Int, refusal: Refusal)?>(nil)

    var isThere: Bool { isNoted.load(ordering: .relaxed) }

    var refusal: Refusal? { noted.withLock { $0?.refusal } }

    func note(_ refusal: Refusal, of part: Int) {
        noted.withLock { noted in
            if let noted, noted.part < part { return }
            noted = (part, refusal)
        }
        isNoted.store(true, ordering: .relaxed)
    }
}
