internal import Accounts
internal import GeoJSON
internal import HTTPService
internal import HTTPTypes
internal import Hummingbird
internal import Mobility
internal import TextSearch

/// Somebody's vehicles, and the models that they may be.
struct VehicleRoutes: Sendable {
    let gate: TravelGate
    private var desk: TravelDesk { gate.desk }

    init(_ gate: TravelGate) { self.gate = gate }

    var routes: [Route] {
        [
            .get("/v1/vehicles") { request, _ in try await list(request) },
            .post("/v1/vehicles") { request, _ in try await add(request) },
            .patch("/v1/vehicles/{id}") { request, context in try await patch(request, context) },
            .delete("/v1/vehicles/{id}") { request, context in try await remove(request, context) },
            .get("/v1/vehicle-models") { request, _ in try models(request) },
        ]
    }

    private func list(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        let traveller = try await desk.travels.traveller(account.id)
        let sorted = traveller.log.vehicles.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        return .json { json in
            json.object { json in
                json.member(
                    "vehicles",
                    array: { list in for item in sorted { list.vehicle(item) } }
                )
            }
        }
    }

    private func add(_ request: Request) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        var body = try await gate.reading(request)
        let id = FreshID.make()
        let number = body.wholeNumber("epa_id", in: 0...Int(Int32.max))
        let model = model(number, &body)
        let kind = body.word("kind", Vehicle.Kind.self) ?? (model == nil ? .nonCar : .car)
        let form = body.word("mode", TravelForm.self) ?? model?.form ?? (kind == .car ? .car : nil)
        if form == nil, !body.has("mode") {
            body.note("mode", .missing, "is missing; say how one goes by it")
        }
        let isElectric =
            form == .electricCar || form == .eBike || form == .eScooter || form == .segway
        let fuel =
            body.word("fuel", Fuel.self) ?? model?.fuel ?? (isElectric ? .electricity : .gasoline)
        let name = body.name("name") ?? model.map { "\($0.make) \($0.model)" }
        if name == nil, !body.has("name") {
            body.note("name", .missing, "is missing; call it something")
        }
        var vehicle = Vehicle(
            id: id,
            name: String((name ?? "").prefix(Vehicle.nameLimit)),
            kind: kind,
            form: form ?? .car,
            fuel: fuel
        )
        vehicle.epaID = model?.number
        (vehicle.make, vehicle.model, vehicle.year) = (model?.make, model?.model, model?.year)
        vehicle.milesPerGallon = model?.fuel == .electricity ? nil : model?.milesPerGallon
        vehicle.kilowattHoursPerMile = model?.kilowattHoursPerMile
        let change = VehicleChange(&body)
        change.apply(to: &vehicle)
        VehicleChange.check(vehicle, &body)
        try body.check()
        let made = vehicle
        _ = try await gate.change(account) { traveller in
            guard traveller.log.vehicles.count < Vehicle.limit else {
                throw Problem(
                    status: .conflict,
                    detail: "There are \(Vehicle.limit) vehicles, which is as many as one may have"
                )
            }
            traveller.log.vehicles[id] = made
            traveller.log.touchProfile()
        }
        var json = JSONWriter(capacity: 256)
        json.vehicle(made, remark: remark(on: made))
        return Response(
            status: .created,
            type: .json,
            bytes: json.takeBytes(),
            headers: [.location: "/v1/vehicles/\(id)"]
        )
    }

    private func patch(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        let id = context.pathParameter("id") ?? ""
        guard var vehicle = try await desk.travels.traveller(account.id).log.vehicles[id] else {
            throw Problem.noSuch("vehicle", list: "/v1/vehicles")
        }
        var body = try await gate.reading(request)
        if let name = body.name("name") { vehicle.name = name }
        if let kind = body.word("kind", Vehicle.Kind.self) { vehicle.kind = kind }
        if let form = body.word("mode", TravelForm.self) { vehicle.form = form }
        if let fuel = body.word("fuel", Fuel.self) { vehicle.fuel = fuel }
        let change = VehicleChange(&body)
        change.apply(to: &vehicle)
        VehicleChange.check(vehicle, &body)
        let rescores = body.boolean("rescore") ?? false
        try body.check()
        let changed = vehicle
        _ = try await gate.change(account) { [desk] traveller in
            guard traveller.log.vehicles[id] != nil else {
                throw Problem.noSuch("vehicle", list: "/v1/vehicles")
            }
            traveller.log.vehicles[id] = changed
            traveller.log.touchProfile()
            let context = desk.context(traveller)
            if rescores { try traveller.log.rescoreAll(in: context) }
        }
        return .json { $0.vehicle(changed, remark: remark(on: changed)) }
    }

    private func remove(_ request: Request, _ context: Route.Context) async throws -> Response {
        try request.checkNoQuery()
        let account = try await gate.account(of: request)
        let id = context.pathParameter("id") ?? ""
        _ = try await gate.change(account) { traveller in
            guard traveller.log.vehicles.removeValue(forKey: id) != nil else {
                throw Problem.noSuch("vehicle", list: "/v1/vehicles")
            }
            // Trips keep their scores; what is chosen by its id chooses nothing any more.
            if traveller.log.settings.defaultVehicle == id {
                traveller.log.settings.defaultVehicle = nil
            }
            if traveller.log.settings.baseline == id { traveller.log.settings.baseline = nil }
            traveller.log.settings.quickPicks.removeAll { $0 == id }
            traveller.log.touchProfile()
        }
        return Response(status: .noContent)
    }

    /// What a figure that somebody gave is not likely to be.
    private func remark(on vehicle: Vehicle) -> String? {
        guard let number = vehicle.epaID, let model = desk.directory.snapshot?.models[number],
            let miles = vehicle.milesPerGallon, model.fuel != .electricity,
            !model.isLikely(milesPerGallon: miles)
        else { return nil }
        return
            "mpg is \(miles); the EPA tested this model at \(model.milesPerGallon). It is kept as given"
    }

    private func model(_ number: Int?, _ body: inout TravelReading) -> VehicleModel? {
        guard let number else { return nil }
        let model = desk.directory.snapshot?.models[number]
        if model == nil {
            body.note(
                "epa_id",
                .notOneOf,
                "is \(number), which no model has; GET /v1/vehicle-models?q= finds them"
            )
        }
        return model
    }

    private func models(_ request: Request) throws -> Response {
        var query = QueryReader(request.uri.query)
        let text = query.text("q")
        if text == nil { query.require("q", "say which make or model is looked for") }
        if let text, text.unicodeScalars.count > 200 {
            query.note("q", .wrongLength, "has another length; it has at most 200 characters")
        }
        let year = query.text("year").map { Int($0) }
        if case .some(nil) = year {
            query.note("year", .notANumber, "is no year such as 2018")
        }
        let limit = query.limit()
        let (words, count) = try query.checked(text, limit)
        guard let snapshot = desk.directory.snapshot else { throw Problem.notReady }
        let hits = snapshot.index.find(words, limit: year == nil ? count : Int.max).lazy
            .compactMap { Int($0.document.id).flatMap { snapshot.models[$0] } }
            .filter { model in year.map { $0 == model.year } ?? true }
            .prefix(count)
        return .json { json in
            json.object { json in
                json.member("models", array: { list in for model in hits { list.model(model) } })
            }
        }
    }
}

/// What a body tells of a vehicle besides its name and kind.
private struct VehicleChange {
    private var make: String?
    private var model: String?
    private var year: Int?
    private var milesPerGallon: Double?
    private var energy: Double?

    init(_ body: inout TravelReading) {
        make = body.name("make")
        model = body.name("model")
        year = body.wholeNumber("year", in: Vehicle.years)
        milesPerGallon = body.number("mpg", in: Vehicle.milesPerGallonRange)
        energy = body.number("kwh_per_mile", in: Vehicle.kilowattHoursPerMileRange)
    }

    func apply(to vehicle: inout Vehicle) {
        vehicle.make = make ?? vehicle.make
        vehicle.model = model ?? vehicle.model
        vehicle.year = year ?? vehicle.year
        vehicle.milesPerGallon = milesPerGallon ?? vehicle.milesPerGallon
        vehicle.kilowattHoursPerMile = energy ?? vehicle.kilowattHoursPerMile
    }

    static func check(_ vehicle: Vehicle, _ body: inout TravelReading) {
        guard vehicle.kind == .nonCar else { return }
        for (name, value) in [("make", vehicle.make), ("model", vehicle.model)] where value != nil {
            body.note(name, .notOfKind, "is told of cars alone")
        }
    }
}

extension JSONWriter {
    fileprivate mutating func model(_ model: VehicleModel) {
        object { json in
            json.member("epa_id", model.number)
            json.member("make", model.make)
            json.member("model", model.model)
            json.member("year", model.year)
            json.member("class", model.sizeClass)
            json.member("fuel", model.fuelText)
            json.member("mode", model.form.rawValue)
            json.member("mpg", model.milesPerGallon)
            json.member("kwh_per_mile", optional: model.kilowattHoursPerMile)
            json.member("co2_tailpipe_g_per_mile", optional: model.tailpipeGramsPerMile)
        }
    }
}
