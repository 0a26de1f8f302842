import Foundation
import HTTPTypes
import Testing

@testable import HTTPService

@Suite("Faults of parameters")
struct ParameterFaultTests {
    /// What is asked, and for one parameter the code and the values of what is wrong with it.
    struct Case: Sendable, CustomTestStringConvertible {
        let uri: String
        let parameter: String
        let code: String
        let values: String

        init(_ uri: String, _ parameter: String, _ code: String, _ values: String = "{}") {
            (self.uri, self.parameter, self.code, self.values) = (uri, parameter, code, values)
        }

        /// 404 for what is written as it must be, and names something that is not here.
        var status: Int { ["unknown_station", "unknown_import"].contains(code) ? 404 : 400 }

        var testDescription: String { uri }
    }

    @Test(
        "what is wrong with a query is told as a code with values",
        arguments: [
            Case("/v1/stations?lat=1", "lon", "missing"),
            Case("/v1/stations?lat=1&lon=", "lon", "empty"),
            Case("/v1/stations?lat=1&lat=2&lon=3", "lat", "repeated"),
            Case("/v1/stations?lat=1&lon=2&radius=3", "radius", "unknown_name"),
            Case("/v1/stations?lat=1&lon=%FF", "lon", "not_encoded"),
            Case("/v1/stations?lat=x&lon=2", "lat", "not_a_number", #"{"value":"x"}"#),
            Case(
                "/v1/stations?lat=91&lon=2",
                "lat",
                "out_of_range",
                #"{"least":-90,"most":90,"value":"91"}"#
            ),
            Case(
                "/v1/stations?lat=1&lon=2&limit=0",
                "limit",
                "out_of_range",
                #"{"least":1,"most":1000,"value":"0"}"#
            ),
            Case(
                "/v1/messages?lat=1&lon=2&radius_m=10&sort=best",
                "sort",
                "not_one_of",
                #"{"choices":["nearest","newest"],"value":"best"}"#
            ),
            Case("/v1/districts?lat=1&lon=2&date=May", "date", "not_a_day", #"{"value":"May"}"#),
            Case(
                "/v1/vote?postcode=1&address=x",
                "postcode",
                "not_together",
                #"{"other":"address"}"#
            ),
            Case("/v1/vote?lat=1&lon=2&lang=!", "lang", "not_a_language", #"{"value":"!"}"#),
            Case("/v1/directions?from=1&to=1,2", "from", "not_a_place", #"{"value":"1"}"#),
            Case(
                "/v1/directions?from=0,0&to_station=no",
                "to_station",
                "unknown_station",
                #"{"value":"no"}"#
            ),
            Case("/v1/ground?bbox=1,2&zoom=3", "bbox", "not_a_box", #"{"value":"1,2"}"#),
            Case("/v1/stations?lat=1&lon=2&cursor=x", "cursor", "unknown_cursor"),
        ]
    )
    func query(wrong: Case) async throws {
        let answer = try await TestService().get(wrong.uri)
        #expect(answer.status == wrong.status)
        try expect(wrong, in: answer)
    }

    @Test(
        "what is wrong with an import is told as a code with values",
        arguments: [
            Case("dataset=A+B", "dataset", "not_a_dataset", #"{"value":"A B"}"#),
            Case("dataset=a&crs=moon", "crs", "not_a_system", #"{"value":"moon"}"#),
            Case("dataset=a&header=0", "header", "not_a_line", #"{"value":"0"}"#),
            Case("dataset=a&map=x", "map", "not_a_pair", #"{"value":"x"}"#),
            Case("dataset=a&type=ward", "type", "not_of_kind", #"{"value":"ward"}"#),
            Case(
                "dataset=a&repairs=old&accept=likely",
                "repairs",
                "unknown_import",
                #"{"value":"old"}"#
            ),
            Case("dataset=a&accept=likely", "accept", "needs_other", #"{"other":"repairs"}"#),
        ]
    )
    func importing(wrong: Case) async throws {
        let answer = try await TestService().send(
            .post,
            "/v1/imports?kind=stations&" + wrong.uri,
            token: TestService.importer,
            json: "id,name"
        )
        #expect(answer.status == wrong.status)
        try expect(wrong, in: answer)
    }

    @Test("what is wrong with a message is told as a code with values")
    func message() async throws {
        let service = try await TestService()
        let answer = try await service.send(
            .post,
            "/v1/messages",
            token: try await service.token(),
            json: #"{"text":" ","category":"spam","lat":91,"lon":"1","visible_radius_m":9,"#
                + #""ttl_s":1}"#
        )
        #expect(answer.status == 400)
        for wrong in [
            Case("", "text", "wrong_length", #"{"most":500}"#),
            Case("", "lat", "out_of_range", #"{"least":-90,"most":90}"#),
            Case("", "lon", "wrong_type"),
            Case("", "visible_radius_m", "out_of_range", #"{"least":10,"most":50000}"#),
        ] {
            try expect(wrong, in: answer)
        }
    }

    private func expect(_ wrong: Case, in answer: Answer) throws {
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
        )
        let errors = try #require(document["errors"] as? [[String: Any]])
        let error = try #require(
            errors.first { $0["parameter"] as? String == wrong.parameter },
            "\(answer.body)"
        )
        #expect(error["code"] as? String == wrong.code)
        let values = try JSONSerialization.data(
            withJSONObject: error["values"] ?? [:],
            options: .sortedKeys
        )
        #expect(String(decoding: values, as: UTF8.self) == wrong.values)
    }
}
