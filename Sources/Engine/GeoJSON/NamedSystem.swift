/// The `crs` member of older GeoJSON (GeoJSON 2008, section 3), which RFC 7946 has left out.
public enum NamedSystem {
    /// Why the coordinates of a text with such a member are not read; nil where it names WGS84, or a
    /// system of degrees that is within two metres of it, or nothing.
    public static func fault(of member: JSONValue) -> String? {
        guard case .object(let members) = member else { return nil }
        var properties: [JSONValue.Member] = []
        if case .object(let found)? = value("properties", members) { properties = found }
        let name: String
        switch (value("name", properties), value("code", properties)) {
        case (.string(let text)?, _): name = text
        case (_, .number(let code)?): name = "EPSG:\(Int64(exactly: code) ?? 0)"
        case (_, .string(let code)?): name = "EPSG:\(code)"
        default: return "its \"crs\" member names no system; leave it out if places are WGS84"
        }
        let number = name.split(separator: ":").last.map(String.init) ?? name
        guard !degrees.contains(number.uppercased()) else { return nil }
        return "its \"crs\" member says \"\(name.prefix(80))\", and places are read as longitude "
            + "and latitude in WGS84; transform the file to EPSG:4326, or bring it in with ambit import"
    }

    private static func value(_ name: String, _ members: [JSONValue.Member]) -> JSONValue? {
        members.first { $0.name == name }?.value
    }

    /// WGS84, and what reference systems of continents say of the same place to within two metres.
    ///
    /// Source: EPSG Geodetic Parameter Dataset: 4326 and 4979 WGS 84, 4258 ETRS89, 4269 NAD83, 4617
    /// NAD83(CSRS), 6318 NAD83(2011), 4283 GDA94, 7844 GDA2020, 4167 NZGD2000, 4674 SIRGAS 2000, 6668
    /// JGD2011, 4612 JGD2000.
    private static let degrees: Set<String> = [
        "CRS84", "CRS84H", "CRS83", "WGS84", "WGS 84", "4326", "4979", "4258", "4269", "4617",
        "6318", "4283", "7844", "4167", "4674", "6668", "4612",
    ]
}
