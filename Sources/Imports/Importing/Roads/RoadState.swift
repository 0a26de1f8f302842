internal import Foundation

/// Whether a road is there and open at all, as far as a file says so.
enum RoadState {
    /// A sign that closes a road.
    struct Closure: Hashable {
        /// The tag and its value: `status is "closed"`.
        let sign: String
        /// Whether it says so; else what it says is not known.
        let isSure: Bool
    }

    /// Tags that are true of a road on which nobody goes.
    private static let closedFlags = [
        "closed", "impassable", "disused", "abandoned", "proposed", "planned", "razed",
        "demolished", "removed", "dismantled", "destroyed",
        // There in a part of the year or of the day alone, of which nothing says that it is now.
        "ice_road", "winter_road", "seasonal", "tidal",
    ]
    /// The tags that say whether a road is there and open.
    static let keys = closedFlags + ["open", "construction", "status"]

    /// Tags that make a line something other than a road, where nothing says that it is one.
    static let otherThings: Set<String> = {
        let things = [
            "railway", "waterway", "power", "aeroway", "aerialway", "building", "landuse",
            "natural", "boundary", "barrier", "pipeline", "leisure",
        ]
        let stages = [
            "disused", "abandoned", "razed", "demolished", "removed", "proposed", "planned",
            "construction",
        ]
        return Set(things + stages.map { "\($0):highway" })
    }()

    /// What closes a road by its tags to everybody; nil where nothing does.
    ///
    /// A `status` that says nothing that is known closes nothing: see ``unclear(_:)``.
    static func closure(_ tags: [String: String]) -> Closure? {
        for key in closedFlags {
            guard let text = tags[key], flag(text) != false else { continue }
            return Closure(sign: "\(key) is \"\(text)\"", isSure: flag(text) == true)
        }
        if let text = tags["open"], flag(text) != true {
            return Closure(sign: "open is \"\(text)\"", isSure: flag(text) == false)
        }
        if let text = tags["construction"], flag(text) != false,
            !["widening", "minor"].contains(text.lowercased())
        {
            return Closure(sign: "construction is \"\(text)\"", isSure: true)
        }
        if let text = tags["status"], saysClosed(text) {
            return Closure(sign: "status is \"\(text)\"", isSure: true)
        }
        return nil
    }

    /// A status of which it is not known whether it is one of an open road.
    ///
    /// In OpenStreetMap the key has no meaning that is agreed on; in files of roads it is theirs.
    static func unclear(_ tags: [String: String]) -> Closure? {
        guard let text = tags["status"], !saysClosed(text), !saysOpen(text) else { return nil }
        return Closure(sign: "status is \"\(text)\"", isSure: false)
    }

    /// Yes or no; nil where a text says neither.
    static func flag(_ text: String?) -> Bool? {
        switch text?.lowercased() {
        case "yes", "y", "true", "t", "1", "ja", "x", "si", "sí", "oui", "sim": true
        case "no", "n", "false", "f", "0", "nein", "non", "nao", "não", "nee", "none", "null": false
        default: nil
        }
    }

    // MARK: Words

    /// Whether a class or a status is one of what is no road to go on: closed, gone, not yet built, or
    /// built for something else.
    static func saysClosed(_ text: String) -> Bool {
        let words = words(text)
        return words.contains(where: closedWords.contains) || isOtherFeature(words)
    }

    private static func saysOpen(_ text: String) -> Bool {
        let words = words(text)
        return words.contains(where: openWords.contains)
            && !words.contains(
                where: ["not", "no", "non", "never", "out", "nicht", "nie", "hors", "fuera"]
                    .contains
            )
    }

    /// Whether it is the code of something other than a road: rails, power lines, shores.
    ///
    /// Source: US Census Bureau, "MAF/TIGER Feature Class Code Definitions": roads begin with S.
    private static func isOtherFeature(_ words: [String]) -> Bool {
        guard words.count == 1, let word = words.first, word.utf8.count == 5,
            let letter = word.first, ("a"..."z").contains(letter), letter != "s"
        else { return false }
        return word.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    }

    private static func words(_ text: String) -> [String] {
        text.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
            .split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    private static let openWords: Set<String> = [
        "open", "opened", "active", "existing", "exists", "built", "constructed", "use", "used",
        "service", "current", "maintained", "public", "ok", "good", "yes", "y", "true", "t",
        "operational", "complete", "completed", "accepted", "permanent", "offen", "bestehend",
        "vorhanden", "betrieb", "abierto", "abierta", "existente", "activo", "activa", "ouvert",
        "ouverte", "existant", "existante", "aperto", "aperta", "esistente", "attivo", "attiva",
        "aberto", "aberta", "bestaand",
    ]

    private static let closedWords: Set<String> = [
        // English.
        "closed", "closure", "impassable", "proposed", "planned", "future", "unbuilt", "unopened",
        "undeveloped", "unconstructed", "construction", "abandoned", "vacated", "razed",
        "demolished", "removed", "destroyed", "disused", "retired", "obsolete", "historic",
        "historical", "decommissioned", "discontinued", "obliterated", "dismantled", "paper",
        "inactive", "rail", "railroad", "railway", "tram", "tramway", "subway", "metro", "monorail",
        "funicular", "busway", "guideway", "raceway", "runway", "taxiway", "elevator", "canal",
        "river", "stream", "ditch", "pipeline", "waterway", "powerline",
        // German.
        "gesperrt", "geschlossen", "geplant", "bau", "baustelle", "aufgelassen", "stillgelegt",
        "abgerissen", "entwidmet", "eisenbahn", "bahn", "gleis",
        // Spanish, Portuguese and Italian.
        "cerrado", "cerrada", "cortado", "cortada", "proyectado", "proyectada", "proyecto",
        "planificado", "planificada", "construccion", "abandonado", "abandonada", "demolido",
        "demolida", "desuso", "ferrocarril", "fechado", "fechada", "interditado", "interditada",
        "projetado", "projetada", "planejado", "planejada", "construcao", "ferrovia", "chiuso",
        "chiusa", "progetto", "costruzione", "abbandonato", "abbandonata", "dismesso", "dismessa",
        "demolito", "demolita",
        // French.
        "ferme", "fermee", "barre", "barree", "projet", "projete", "projetee", "prevu", "prevue",
        "travaux", "abandonne", "abandonnee", "desaffecte", "desaffectee", "ferree", "supprime",
        "supprimee", "demoli", "demolie",
        // Dutch, Scandinavian, Polish, Finnish.
        "gesloten", "afgesloten", "gepland", "aanleg", "vervallen", "spoor", "spoorweg", "stangd",
        "avstangd", "planerad", "nedlagd", "jarnvag", "stengt", "lukket", "nedlagt", "jernbane",
        "zamkniety", "zamknieta", "zamkniete", "planowana", "budowie", "nieczynna", "suljettu",
        "suunniteltu",
    ]
}
