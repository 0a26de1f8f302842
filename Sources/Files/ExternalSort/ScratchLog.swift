/// Bytes that are added one after another, and found again by where they begin: in memory while they
/// are few, else on disk.
public struct ScratchLog: Sendable {
    private var file: ScratchFile?
    /// What is not on disk.
    private var waiting: [UInt8] = []
    private var stored = 0
    private let memoryBytes: Int

    /// How many bytes there are.
    public var count: Int { stored + waiting.count }

    /// - Parameter memoryBytes: What may wait in memory until it goes to disk.
    public init(memoryBytes: Int = 1 << 20) { self.memoryBytes = memoryBytes }

    /// Adds bytes at the end.
    ///
    /// - Returns: Where they begin.
    /// - Complexity: O(n) for n bytes.
    @discardableResult
    public mutating func append(
        _ write: (inout [UInt8]) -> Void
    ) throws(ScratchError) -> Int {
        let start = count
        write(&waiting)
        guard waiting.count > memoryBytes else { return start }
        if self.file == nil { self.file = try ScratchFile() }
        guard let file else { return start }
        try file.write(waiting, from: stored)
        stored += waiting.count
        waiting.removeAll(keepingCapacity: true)
        return start
    }

    /// Some of the bytes.
    ///
    /// - Parameter range: Within 0..<``count``.
    /// - Complexity: O(n) for n bytes, and one read where they are on disk.
    public func read(_ range: Range<Int>) throws(ScratchError) -> [UInt8] {
        guard range.lowerBound < stored, let file else {
            return Array(waiting[range.lowerBound - stored..<range.upperBound - stored])
        }
        let onDisk = range.lowerBound..<min(range.upperBound, stored)
        var bytes = try StoredRun(file: file, records: onDisk).load(onDisk, as: UInt8.self)
        if range.upperBound > stored { bytes += waiting[..<(range.upperBound - stored)] }
        return bytes
    }
}
