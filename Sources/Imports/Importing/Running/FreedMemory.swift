#if canImport(Glibc)
    internal import Glibc
#endif

/// Memory that was freed and that the allocator still holds.
enum FreedMemory {
    /// Gives it back to the system, as far as it lies in whole pages.
    ///
    /// Many small texts leave pages behind that glibc keeps; what is built next asks for large pieces
    /// and would be added to them.
    static func giveBack() {
        #if canImport(Glibc)
            // Swift does not import glibc's malloc.h, where it is `int malloc_trim(size_t pad)`.
            guard let symbol = dlsym(nil, "malloc_trim") else { return }
            let trim = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
            _ = trim(0)
        #endif
    }
}
