package import Geodesy

/// Something that is found by its words.
package struct SearchDocument: Sendable, Hashable {
    /// Its id among those of its kind, as its own route takes it.
    package let id: String
    /// What it is called.
    package let title: String
    /// A line that tells it from others of the same title, such as a city; its words are searched, too.
    package let detail: String?
    /// More texts that are searched and not shown.
    package let texts: [String]
    /// The id of the event that it belongs to; nil for none.
    package let event: String?
    /// Where it is; nil for nowhere.
    package let place: Coordinate?

    /// A document with all its members.
    package init(
        id: String,
        title: String,
        detail: String? = nil,
        texts: [String] = [],
        event: String? = nil,
        place: Coordinate? = nil
    ) {
        self.id = id
        self.title = title
        self.detail = detail
        self.texts = texts
        self.event = event
        self.place = place
    }
}

/// Documents of one kind that a module lets be searched.
package struct SearchSource: Sendable {
    /// What they are, the plural, such as `events`: the word of `kind`.
    package let kind: String
    /// The documents of this moment; nil until they are loaded.
    package let index: @Sendable () -> SearchIndex?

    /// A source with both members.
    package init(_ kind: String, index: @escaping @Sendable () -> SearchIndex?) {
        self.kind = kind
        self.index = index
    }
}
