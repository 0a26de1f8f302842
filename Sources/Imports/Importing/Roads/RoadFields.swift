extension Field {
    static let roadID = Field(
        name: "id",
        headers: [
            "roadid", "linearid", "osmid", "wayid", "tlid", "segmentid", "linkid", "streetid",
            "streetsegid", "globalid", "strassenid",
        ],
        weakHeaders: ["id", "key", "fid", "objectid", "gid"]
    )
    static let roadName = Field(
        name: "name",
        headers: [
            "name", "fullname", "roadname", "streetname", "stname", "fullstreet", "strassenname",
            "nomvoie", "label", "street", "road",
        ]
    )
    static let roadNumber = Field(
        name: "number",
        headers: ["ref", "roadnumber", "routenumber", "route", "rtnumber", "shield"]
    )
    static let roadKind = Field(
        name: "class",
        headers: [
            "highway", "fclass", "mtfcc", "roadclass", "class", "roadtype", "streettype",
            "functionalclass", "funcclass", "roadkind", "kind", "type", "strassenklasse",
        ]
    )
    static let roadOneWay = Field(
        name: "oneway",
        headers: ["oneway", "onewaydir", "einbahnstrasse", "traveldirection", "direction", "dir"]
    )
    static let roadSpeed = Field(
        name: "speed_kmh",
        headers: [
            "maxspeed", "speedkmh", "speedlimitkmh", "kmh", "maxspeedkmh", "speed", "speedlimit",
            "tempolimit",
        ]
    )
    static let roadSpeedMiles = Field(
        name: "speed_mph",
        headers: ["speedmph", "speedlimitmph", "mph", "maxspeedmph", "postedspeed", "spdlimit"]
    )
    /// May one drive there?
    static let roadDriving = Field(
        name: "driving",
        headers: ["driving", "motorcar", "caraccess", "drive"]
    )
    /// May one walk there?
    static let roadWalking = Field(
        name: "walking",
        headers: ["walking", "foot", "pedestrianaccess", "walk", "footaccess"]
    )
    /// May the public go there at all?
    static let roadAccess = Field(name: "access", headers: ["access", "publicaccess"])
    static let roadJunction = Field(name: "junction", headers: ["junction", "roundabout"])
    static let roadTurnRules = Field(
        name: "turn_rules",
        headers: ["turnrules", "turnrestrictions", "restrictions"]
    )

    /// What stands across it.
    static let roadBarriers = Field(name: "barriers", headers: ["barriers"])

    static let roadFields: [Field] = [
        roadID, roadName, roadNumber, roadKind, roadOneWay, roadSpeed, roadSpeedMiles, roadDriving,
        roadWalking, roadAccess, roadJunction, roadTurnRules, roadBarriers,
    ]

    /// The other signs that ``WaySigns`` reads, each under its key of OpenStreetMap, and what makes a
    /// line something other than a road.
    static let roadSigns: [Field] = {
        let fields = Set(
            roadFields.map(\.name) + ["highway", "motorcar", "foot", "maxspeed", "ref"]
        )
        let keys = WaySigns.keys.union(RoadState.otherThings).subtracting(fields)
        return keys.sorted().map { key in
            Field(name: key, headers: [HeaderKey(key).text] + (roadSignHeaders[key] ?? []))
        } + [roadOtherTags]
    }()
    private static let roadSignHeaders = [
        "status": [
            "roadstatus", "streetstatus", "segstatus", "segmentstatus", "lifecycle",
            "lifecyclestatus", "roadstate", "constructionstatus", "currentstatus", "statut",
            "estado", "stato", "strassenstatus", "zustand",
        ],
        "closed": ["isclosed", "roadclosed", "closure", "gesperrt", "cerrado", "cerrada", "ferme"],
        "open": ["isopen", "opentotraffic"],
        "motor_vehicle": ["motorvehicles"],
    ]
    /// Tags that have no column of their own, as GDAL writes them: `"oneway"=>"yes","foot"=>"no"`.
    static let roadOtherTags = Field(name: "other_tags", headers: ["othertags", "tags", "hstore"])
}
