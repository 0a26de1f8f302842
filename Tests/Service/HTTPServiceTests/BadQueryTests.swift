import Testing

@testable import HTTPService

@Suite("Bad queries")
struct BadQueryTests {
    private static let stationNames = "known are lat, lon, radius_m, limit, cursor"
    private static let latitudeRule = "a latitude lies between -90 and 90"
    private static let longitudeRule = "a longitude lies between -180 and 180"
    private static let radiusRule =
        "a radius is more than 0 and at most 20037508 metres, half the Earth"
    private static let limitRule = "a limit is a whole number from 1 to 1000"
    private static let numberRule = "it is a decimal number such as 38.8977"

    private static let stationQueryCases: [BadCase] = [
        BadCase(
            "",
            [("lat", "is missing; \(latitudeRule)"), ("lon", "is missing; \(longitudeRule)")]
        ),
        BadCase("lat=1", [("lon", "is missing; \(longitudeRule)")]),
        BadCase("lat=&lon=1", [("lat", "is empty; leave it out or give it a value")]),
        BadCase("lat&lon=1", [("lat", "is empty; leave it out or give it a value")]),
        BadCase("lat=90.1&lon=1", [("lat", "is 90.1; \(latitudeRule)")]),
        BadCase("lat=-1&lon=-180.5", [("lon", "is -180.5; \(longitudeRule)")]),
        BadCase(
            "lat=nan&lon=inf",
            [
                ("lat", #"is \"nan\"; \#(numberRule)"#), ("lon", #"is \"inf\"; \#(numberRule)"#),
            ]
        ),
        BadCase(
            "lat=0x10&lon=infinity",
            [
                ("lat", #"is \"0x10\"; \#(numberRule)"#),
                ("lon", #"is \"infinity\"; \#(numberRule)"#),
            ]
        ),
        BadCase(
            "lat=1,5&lon=+1",
            [
                ("lat", #"is \"1,5\"; \#(numberRule)"#), ("lon", #"is \" 1\"; \#(numberRule)"#),
            ]
        ),
        BadCase(
            "lat=1e999&lon=1-1",
            [
                ("lat", #"is \"1e999\"; \#(numberRule)"#), ("lon", #"is \"1-1\"; \#(numberRule)"#),
            ]
        ),
        BadCase("lat=%C3%A9&lon=1", [("lat", #"is \"é\"; \#(numberRule)"#)]),
        BadCase(
            "lat=%FF&lon=%4",
            [
                ("lat", "is not percent-encoded UTF-8"), ("lon", "is not percent-encoded UTF-8"),
            ]
        ),
        BadCase("lat=1&lon=1&lat=1", [("lat", "is given 2 times; give it once")]),
        BadCase("lat=1&lon=1&radius_m=0", [("radius_m", "is 0; \(radiusRule)")]),
        BadCase("lat=1&lon=1&radius_m=-5", [("radius_m", "is -5; \(radiusRule)")]),
        BadCase("lat=1&lon=1&radius_m=20037509", [("radius_m", "is 20037509; \(radiusRule)")]),
        BadCase("lat=1&lon=1&radius_m=NaN", [("radius_m", #"is \"NaN\"; \#(numberRule)"#)]),
        BadCase("lat=1&lon=1&limit=0", [("limit", #"is \"0\"; \#(limitRule)"#)]),
        BadCase("lat=1&lon=1&limit=1001", [("limit", #"is \"1001\"; \#(limitRule)"#)]),
        BadCase("lat=1&lon=1&limit=-1", [("limit", #"is \"-1\"; \#(limitRule)"#)]),
        BadCase("lat=1&lon=1&limit=1e2", [("limit", #"is \"1e2\"; \#(limitRule)"#)]),
        BadCase(
            "lat=1&lon=1&limit=99999999999999999999999",
            [
                ("limit", #"is \"99999999999999999999999\"; \#(limitRule)"#)
            ]
        ),
        BadCase(
            "lat=1&lon=1&cursor=abc",
            [
                ("cursor", #"is none that came with a list; take it from the link \"next\""#)
            ]
        ),
        BadCase(
            "lat=1&lon=1&latitude=1&x=1&x=2",
            [
                ("latitude", "is not known here; \(stationNames)"),
                ("x", "is not known here; \(stationNames)"),
            ]
        ),
        BadCase("lat=1&lon=1&LAT=1", [("LAT", "is not known here; \(stationNames)")]),
        BadCase(
            "lat=91&lon=x&radius_m=0&limit=0&q=1",
            [
                ("lat", "is 91; \(latitudeRule)"), ("lon", #"is \"x\"; \#(numberRule)"#),
                ("radius_m", "is 0; \(radiusRule)"), ("limit", #"is \"0\"; \#(limitRule)"#),
                ("q", "is not known here; \(stationNames)"),
            ]
        ),
    ]

    @Test(
        "a query names every parameter that is wrong, and what is allowed",
        arguments: stationQueryCases
    )
    func stationQueries(bad: BadCase) async throws {
        let answer = try await TestService().get("/v1/stations?\(bad.input)")
        #expect(answer.status == 400)
        #expect(answer.type == "application/problem+json")
        #expect(answer.body == badRequest(bad.errors))
    }

    @Test(
        "numbers are read as decimals, and the ends of every range are in it",
        arguments: [
            "lat=90&lon=180", "lat=-90&lon=-180", "lat=-0&lon=0.0", "lat=4.5e1&lon=1E-3",
            "lat=007&lon=-.5", "lat=%2B5&lon=5.", "lat=1&lon=1&radius_m=20037508&limit=1000",
            "lat=1&lon=1&radius_m=0.001&limit=1", "&lat=1&&lon=1&", "l%61t=1&lon=1",
        ]
    )
    func goodQueries(query: String) async throws {
        #expect(try await TestService().get("/v1/stations?\(query)").status == 200)
    }

    private static let messageQueryCases: [BadCase] = [
        BadCase("lat=1&lon=1", [("radius_m", "is missing; give a radius in metres")]),
        BadCase(
            "lat=1&lon=1&radius_m=1&sort=oldest",
            [
                ("sort", #"is \"oldest\"; it is nearest or newest"#)
            ]
        ),
        BadCase(
            "lat=1&lon=1&radius_m=1&category=news,dogs",
            [
                (
                    "category",
                    #"is \"dogs\"; it is one of funny, cute, educational, news, question, help"#
                )
            ]
        ),
        BadCase(
            "lat=99&lon=1&radius_m=1&category=,&cursor=abc",
            [
                ("lat", "is 99; \(latitudeRule)"),
                (
                    "category",
                    #"is \"\"; it is one of funny, cute, educational, news, question, help"#
                ),
                (
                    "cursor",
                    "is not a cursor that this query was answered with; "
                        + "leave it out to start again"
                ),
            ]
        ),
        BadCase(
            "lat=1&lon=1&radius_m=1&name=x",
            [
                (
                    "name",
                    "is not known here; known are lat, lon, radius_m, category, sort, limit, cursor, "
                        + "map_epoch"
                )
            ]
        ),
    ]

    @Test(
        "a query for messages names its own parameters",
        arguments: messageQueryCases
    )
    func messageQueries(bad: BadCase) async throws {
        let answer = try await TestService().get("/v1/messages?\(bad.input)")
        #expect(answer.status == 400)
        #expect(answer.body == badRequest(bad.errors))
    }

    @Test("a cursor of another query names no page")
    func foreignCursor() async throws {
        let service = try await TestService(
            messages: (1...3).map { try message($0, at: place(1, 1)) }
        )
        let page = try Page(
            try await service.get("/v1/messages?lat=1&lon=1&radius_m=50&limit=1").body
        )
        let next = try #require(page.next).replacing("radius_m=50", with: "radius_m=60")
        let answer = try await service.get(next)
        #expect(answer.status == 404)
        #expect(
            answer.body
                == problem(
                    404,
                    "Not Found",
                    "1 parameter is wrong; see errors",
                    [
                        (
                            "cursor",
                            "is not a cursor that this query was answered with; "
                                + "leave it out to start again"
                        )
                    ]
                )
        )
    }

    @Test("what is written as a cursor and none that was given is not found, and else it is wrong")
    func madeUpCursors() async throws {
        let service = try await TestService()
        let list = "/v1/messages?lat=1&lon=1&radius_m=50&cursor="
        let shaped = String(repeating: "A", count: 92)
        for (cursor, status) in [
            (shaped, 404), (String(shaped.dropLast()), 400), (shaped + "A", 400),
            (shaped.dropLast() + ".", 400), (shaped + "&limit=0", 400),
        ] { #expect(try await service.get(list + cursor).status == status, "\(cursor)") }
    }

    @Test("a link to the page may have what others add to links")
    func linkedPage() async throws {
        let answer = try await TestService().get("/?utm_source=letter&fbclid=%FF")
        #expect(answer.status == 200)
        #expect(answer.type == "text/html; charset=utf-8")
    }

    @Test(
        "an address that takes no parameters says so",
        arguments: [
            "/v1/stations/dc.1", "/v1/categories", "/healthz", "/readyz",
            "/metrics", "/openapi.json",
            WebPage.standard.files.first { $0.path != "/" }?.path ?? "a file of the page",
        ]
    )
    func noParameters(path: String) async throws {
        let answer = try await TestService().get(path + "?a=1")
        #expect(answer.status == 400)
        #expect(
            answer.body
                == badRequest([("a", "is not known here; this address takes no parameters")])
        )
    }
}
