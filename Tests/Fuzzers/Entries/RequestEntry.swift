import Geodesy

@testable import HTTPService

/// Has requests read.
enum RequestEntry {
    private enum Order: String, CaseIterable { case nearest, newest }

    static func body(_ bytes: [UInt8]) {
        do throws(Problem) {
            var reader = try JSONObjectReader(parsing: bytes)
            _ = (reader.string("text"), reader.number("lat"), reader.number("lon"))
            _ = (reader.wholeNumber("ttl_s"), reader.boolean("precise"))
            _ = reader.errors()
        } catch { _ = error.detail }
    }

    static func query(_ bytes: [UInt8]) {
        var reader = QueryReader(String(decoding: bytes, as: UTF8.self))
        _ = (reader.place(), reader.radius(), reader.limit())
        _ = (reader.word("sort", standard: Order.nearest), reader.box(), reader.zoom(0...16))
        _ = (reader.text("category"), reader.text("cursor"))
        do { try reader.check() } catch { _ = error.detail }
        _ = reader.replacing("cursor", with: "next")
    }
}
