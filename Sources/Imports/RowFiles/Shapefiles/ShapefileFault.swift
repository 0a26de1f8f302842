/// Why a record of a shapefile cannot be read.
package enum ShapefileFault: Error, Sendable, Hashable {
    /// The index has no record of its number.
    case missing
    /// The file ends before the record does.
    case cutOff
    /// The record is longer than any that is read, which is so many megabytes.
    case tooLong(megabytes: Int)
    /// The lengths in the record do not fit its bytes.
    case badLengths
    /// The record's shape is of a type that the format does not have.
    case unknownType
    /// The record's shape is of another type than the file's.
    case otherType
    /// So many rings that it cannot be found out which are holes of which.
    case tooManyRings(Int)
    /// The file of attributes ends before the record's row does.
    case attributesCutOff
}
