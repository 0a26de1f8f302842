internal import Foundation

extension [UInt8] {
    /// The bytes as a value for a BLOB column.
    var blob: Data { Data(self) }
}
