#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Android)
    internal import Android
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Memory of `malloc` for numbers of one kind, which C frees with `free`.
///
/// Its owner frees it, once, or gives it to C.
struct Column<Element: BitwiseCopyable>: @unchecked Sendable {
    // Sendable: threads write to different elements, and read only what nobody writes any more.
    let base: UnsafeMutablePointer<Element>

    /// - Throws: ``Refusal/noMemory``.
    init(_ count: Int) throws(Refusal) {
        let (bytes, isTooMuch) = max(1, count).multipliedReportingOverflow(
            by: MemoryLayout<Element>.stride
        )
        guard !isTooMuch, let block = malloc(bytes) else { throw .noMemory }
        base = block.bindMemory(to: Element.self, capacity: max(1, count))
    }

    subscript(index: Int) -> Element {
        get { base[index] }
        nonmutating set { base[index] = newValue }
    }

    func deallocate() { free(base) }
}
