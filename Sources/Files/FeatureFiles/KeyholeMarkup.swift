internal import Geodesy
internal import XMLWriting

extension SpatialTable {
    /// The table as KML, version 2.2: a placemark for each row, named by the column `name` or `title` where there is
    /// one, with all values as typed data.
    ///
    /// - Parameter write: Takes the file piece by piece.
    /// - Returns: How many characters were left out that no XML may hold.
    /// - Complexity: O(rows).
    ///
    /// Source: OGC 12-007r2, "OGC KML 2.3", which version 2.2 is a part of.
    public func writeKML<Failure: Error>(
        _ write: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) -> Int {
        var xml = XMLText()
        let names = columnNames(reserved: [])
        let title = ["name", "title"].lazy.compactMap { wanted in
            names.firstIndex { $0.lowercased() == wanted }
        }.first
        xml.begin("kml", ["xmlns": "http://www.opengis.net/kml/2.2"])
        xml.begin("Document")
        xml.element("name", text: name)
        xml.element("Schema", ["name": name, "id": "columns"]) { xml in
            for (index, column) in columns.enumerated() {
                xml.empty("SimpleField", ["name": names[index], "type": type(of: column, index)])
            }
        }
        xml.begin("Folder")
        xml.element("name", text: name)
        for row in rows {
            xml.element("Placemark") { xml in
                xml.element("name", text: title.flatMap { row.values[$0].text })
                xml.element("ExtendedData") { xml in
                    xml.element("SchemaData", ["schemaUrl": "#columns"]) { xml in
                        for (name, value) in zip(names, row.values) {
                            xml.element("SimpleData", ["name": name], text: value.text)
                        }
                    }
                }
                row.geometry?.write(to: &xml)
            }
            guard xml.bytes.count >= 1 << 20 else { continue }
            try write(xml.take())
        }
        for _ in 0..<3 { xml.end() }
        try write(xml.take())
        return xml.droppedCharacters
    }

    /// KML's whole numbers have 32 bits.
    private func type(of column: Column, _ index: Int) -> String {
        switch column.kind {
        case .text, .date, .moment, .localMoment: return "string"
        case .real: return "double"
        case .boolean: return "bool"
        case .integer:
            let isShort = rows.allSatisfy { row in
                guard case .integer(let number) = row.values[index] else { return true }
                return Int32(exactly: number) != nil
            }
            return isShort ? "int" : "string"
        }
    }
}

extension SpatialTable.Value {
    fileprivate var text: String? {
        guard case .text(let text)? = asWritten(in: .text) else { return nil }
        return text
    }
}

extension SpatialTable.Geometry {
    fileprivate func write(to xml: inout XMLText) {
        switch self {
        case .point(let place):
            xml.element("Point") { $0.element("coordinates", text: [place].positions) }
        case .lines(let lines):
            func write(_ line: [Coordinate], _ xml: inout XMLText) {
                xml.element("LineString") { $0.element("coordinates", text: line.positions) }
            }
            guard lines.count != 1 else { return write(lines[0], &xml) }
            xml.element("MultiGeometry") { xml in for line in lines { write(line, &xml) } }
        case .area(let area):
            func write(_ polygon: Polygon, _ xml: inout XMLText) {
                xml.element("Polygon") { xml in
                    for (index, ring) in ([polygon.exterior] + polygon.holes).enumerated() {
                        xml.element(index == 0 ? "outerBoundaryIs" : "innerBoundaryIs") { xml in
                            xml.element("LinearRing") {
                                $0.element("coordinates", text: ring.positions)
                            }
                        }
                    }
                }
            }
            guard area.polygons.count != 1 else { return write(area.polygons[0], &xml) }
            xml.element("MultiGeometry") { xml in
                for polygon in area.polygons { write(polygon, &xml) }
            }
        }
    }
}

extension [Coordinate] {
    /// Longitudes and latitudes.
    fileprivate var positions: String {
        map { "\($0.longitude),\($0.latitude)" }.joined(separator: " ")
    }
}
