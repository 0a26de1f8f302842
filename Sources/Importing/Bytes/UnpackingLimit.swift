/// How much may be unpacked of a compressed file: lists of stations become some ten times smaller by
/// packing, and what grows two hundredfold was made to fill disks.
struct UnpackingLimit {
    private var left: Int64
    private let limit: Int64

    static let generousBytes: Int64 = 256 << 20
    static let largestRatio: Int64 = 200

    /// - Parameters:
    ///   - packedBytes: How long the file is.
    ///   - largestRatio: How many times as long it may become.
    init(packedBytes: Int64, largestRatio: Int64 = Self.largestRatio) {
        let (product, overflow) = packedBytes.multipliedReportingOverflow(by: largestRatio)
        limit = overflow ? .max : max(Self.generousBytes, product)
        left = limit
    }

    mutating func spend(_ bytes: Int, name: String) throws(ImportError) {
        left -= Int64(bytes)
        if left < 0 { throw .unpacksTooLarge(name: name, limitBytes: limit) }
    }
}
