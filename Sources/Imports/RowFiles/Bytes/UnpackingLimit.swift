/// How much may be unpacked of a compressed file: lists of stations become some ten times smaller by
/// packing, indented GeoJSON some twenty times, and what grows more than fortyfold was made to take long
/// or to fill disks.
package struct UnpackingLimit {
    private var left: Int64
    private let limit: Int64

    /// What any file may unpack to, however short it is: some seconds of work.
    static let generousBytes: Int64 = 32 << 20
    /// How many times as long as it is a file may become.
    package static let largestRatio: Int64 = 40

    /// - Parameters:
    ///   - packedBytes: How long the file is.
    ///   - largestRatio: How many times as long it may become.
    package init(packedBytes: Int64, largestRatio: Int64 = Self.largestRatio) {
        let (product, overflow) = packedBytes.multipliedReportingOverflow(by: largestRatio)
        limit = overflow ? .max : max(Self.generousBytes, product)
        left = limit
    }

    /// Counts bytes that were unpacked.
    ///
    /// - Throws: ``RowFileError/unpacksTooLarge(name:limitBytes:)``.
    package mutating func spend(_ bytes: Int, name: String) throws(RowFileError) {
        left -= Int64(bytes)
        if left < 0 { throw .unpacksTooLarge(name: name, limitBytes: limit) }
    }
}
