internal import AgendaRecords
internal import GeoJSON
internal import Importing

/// What eBay's Browse API answers: a search (`itemSummaries`), one item, or several answers in an array.
///
/// Source: eBay Buy APIs, Browse API, version 1.
enum EbayFormat {
    static let columns = [
        "id", "source", "title", "description", "price", "currency", "asked_price",
        "asked_currency", "condition", "condition_id", "buying_options", "categories", "images",
        "web_url", "ships_from", "rank", "expires_at",
    ]

    static let products = KindFormat(
        "ebay",
        title: "answer of eBay's Browse API",
        columns: columns
    ) { clue in
        guard case .text(let text) = clue, text.first == "{" || text.first == "[" else {
            return false
        }
        return text.contains("\"itemSummaries\"") || text.contains("\"itemId\"")
            || text.contains("\"item_summary\"")
    } read: { files throws(FormatFault) in
        let document = try JSONValue.whole(files.files.first?.bytes ?? [])
        return items(document).enumerated().map { number, item in
            FormatRow(line: number + 1, values(item, rank: number))
        }
    }

    /// The items of an answer, in its order.
    static func items(_ value: JSONValue) -> [JSONValue] {
        if case .array(let elements) = value { return elements.flatMap(items) }
        if value["itemId"] != nil { return [value] }
        return (value["itemSummaries"]?.elements ?? []) + (value["items"]?.elements ?? [])
    }

    /// An item's values by field.
    ///
    /// - Parameter rank: Its place in the answer.
    static func values(_ item: JSONValue, rank: Int) -> [String: String] {
        var row: [String: String] = [:]
        row["source"] = "ebay"
        row["id"] = item.text("itemId")
        row["title"] = item.text("title")
        row["description"] = item.text("shortDescription")
        let price = item["price"] ?? item["currentBidPrice"]
        row["price"] = price?.text("value")
        row["currency"] = price?.text("currency")
        row["asked_price"] = price?.text("convertedFromValue")
        row["asked_currency"] = price?.text("convertedFromCurrency")
        row["condition"] = item.text("condition")
        row["condition_id"] = item.text("conditionId")
        row["buying_options"] = (item["buyingOptions"]?.elements ?? []).compactMap(text)
            .joined(separator: ",")
        row["categories"] = categories(item).joined(separator: ";")
        row["images"] = pictures(item).joined(separator: " ")
        row["web_url"] = item.text("itemWebUrl", "itemAffiliateWebUrl")
        row["ships_from"] = item["itemLocation"]?.text("country")
        row["rank"] = "\(rank)"
        row["expires_at"] = item.text("itemEndDate")
        return row.filter { !$0.value.isEmpty }
    }

    private static func categories(_ item: JSONValue) -> [String] {
        var numbers = (item["categories"]?.elements ?? []).compactMap { $0.text("categoryId") }
        numbers += (item["leafCategoryIds"]?.elements ?? []).compactMap(text)
        numbers += [item.text("categoryId")].compactMap { $0 }
        numbers += item.text("categoryIdPath")?.split(separator: "|").map(String.init) ?? []
        var seen: Set<String> = []
        return numbers.filter { seen.insert($0).inserted }
    }

    /// All pictures: real answers keep the large one among the thumbnails.
    private static func pictures(_ item: JSONValue) -> [String] {
        let all =
            [item["image"]].compactMap { $0 } + (item["thumbnailImages"]?.elements ?? [])
            + (item["additionalImages"]?.elements ?? [])
        return all.compactMap { picture in
            guard let url = picture.text("imageUrl") else { return nil }
            return picture.text("width").map { "\(url)^\($0)" } ?? url
        }
    }

    private static func text(_ value: JSONValue) -> String? {
        if case .string(let text) = value { text } else { nil }
    }
}
