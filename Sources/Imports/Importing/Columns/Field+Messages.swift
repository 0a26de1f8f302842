/// What a column of a file of messages may be taken for.
extension Field {
    static let messageID = Field(
        name: "id",
        headers: [
            "messageid", "requestid", "reportid", "caseid", "ticketid", "commentid",
            "incidentid", "servicerequestid", "globalid", "guid", "uuid", "eventid",
        ],
        weakHeaders: ["id", "identifier", "key", "number", "reference", "objectid", "fid"]
    )
    static let text = Field(
        name: "text",
        headers: [
            "text", "message", "messagetext", "comments", "comment", "body", "description", "desc",
            "descr", "details", "detail", "note", "notes", "content", "problem", "issue",
            "complaint", "feedback", "remarks", "remark", "summary", "subject", "headline", "title",
            "beschreibung", "nachricht", "kommentar", "descripcion", "texte", "descrizione",
        ]
    )
    static let category = Field(
        name: "category",
        headers: ["category", "kind", "messagetype", "requesttype", "type", "topic", "kategorie"]
    )
    static let posted = Field(
        name: "posted",
        headers: [
            "posted", "postedat", "created", "createdat", "createddate", "added", "addedat",
            "adddate", "requestdate", "reported", "reportedat", "submitted", "submittedat",
            "opened", "openeddate", "date", "datetime", "timestamp", "time", "start", "startdate",
            "erstellt", "datum",
        ]
    )
    /// The end of a message; of several columns the first that is not blank counts.
    static let expires = Field(
        name: "expires",
        headers: [
            "expires", "expiresat", "expiry", "expirydate", "validuntil", "resolved", "resolvedat",
            "resolutiondate", "resolveddate", "closed", "closedat", "closeddate", "end", "enddate",
            "until", "due", "duedate", "dueat", "ablauf", "gultigbis", "gueltigbis",
        ]
    )
    static let timeToLive = Field(
        name: "ttl_s",
        headers: ["ttls", "ttl", "ttlseconds", "timetoliveseconds"]
    )
    static let visibleRadius = Field(
        name: "visible_radius_m",
        headers: [
            "visibleradiusm", "visibleradius", "radiusm", "rangem", "visiblerangem", "radius",
            "radiusmeters", "radiusmetres", "radiusinmeters", "radiusinmetres", "visiblewithinm",
            "visibleradiusmeters", "visibleradiusmetres",
        ]
    )

    /// All that a message may have, in the order of the documentation.
    static let messageFields: [Field] = [
        messageID, text, category, posted, expires, timeToLive, visibleRadius, latitude, longitude,
        position, easting, northing,
    ]
}
