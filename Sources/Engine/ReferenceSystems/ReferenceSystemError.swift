/// Why a coordinate reference system was refused.
public enum ReferenceSystemError: Error, Hashable, Sendable {
    /// A text that names none.
    case unreadable(String)
    /// A number that the EPSG register does not have.
    case unknown(Int)
    /// One in which a pair of numbers is no place.
    case unusable(Int, name: String)
    /// PROJ or its register cannot be used.
    case registerMissing(String)
}

extension ReferenceSystemError: CustomStringConvertible {
    /// What was wrong, with the value and what is allowed.
    public var description: String {
        switch self {
        case .unreadable(let text):
            "reference system is \"\(text)\"; write its number in the EPSG register, such as "
                + "EPSG:27700"
        case .unknown(let code):
            "the EPSG register has no reference system EPSG:\(code); look the number up at "
                + "https://epsg.org"
        case .unusable(let code, let name):
            "EPSG:\(code) (\(name)) is no system of latitude and longitude or of a map grid; its "
                + "numbers cannot be turned into places"
        case .registerMissing(let reason):
            "coordinates cannot be transformed: \(reason); install PROJ with its data (Debian: "
                + "libproj-dev, proj-data)"
        }
    }
}
