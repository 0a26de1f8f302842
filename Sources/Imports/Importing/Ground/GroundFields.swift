extension Field {
    /// What ground is, where the file says so; else `--type` does.
    static let groundType = Field(name: "type", headers: ["groundclass", "class"])

    static let groundKey = Field(
        name: "key",
        headers: ["id", "osmid", "hydroid", "globalid", "guid", "uuid", "objectid", "gisid"],
        weakHeaders: ["fid", "gid", "ogcfid", "code", "key"]
    )

    static let groundName = Field(
        name: "name",
        headers: [
            "name", "fullname", "gnisname", "parkname", "watername", "lakename", "rivername",
            "namelsad", "longname", "label", "title",
        ]
    )

    /// More closely what it is.
    static let groundDetail = Field(
        name: "detail",
        headers: [
            "kind", "detail", "description", "featuretype", "fclass", "usetype", "waterway",
            "natural", "leisure", "landuse",
        ],
        weakHeaders: ["type", "category"]
    )
}
