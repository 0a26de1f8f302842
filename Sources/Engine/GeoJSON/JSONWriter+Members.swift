public import Geodesy

/// Members of an object; call these within ``JSONWriter/object(_:)`` alone.
extension JSONWriter {
    /// Writes a member that is a text, or `null`.
    public mutating func member(_ name: String, _ text: String?) {
        self.name(name)
        if let text { string(text) } else { null() }
    }

    /// Writes a member that is a whole number.
    public mutating func member(_ name: String, _ number: Int64) {
        self.name(name)
        integer(number)
    }

    /// Writes a member that is a whole number.
    public mutating func member(_ name: String, _ number: Int) {
        self.name(name)
        integer(number)
    }

    /// Writes a member that is a whole number, or `null`.
    public mutating func member(_ name: String, _ number: (some BinaryInteger)?) {
        self.name(name)
        if let number { integer(number) } else { null() }
    }

    /// Writes a member that is a number, as ``number(_:)`` does.
    public mutating func member(_ name: String, _ number: Double) {
        self.name(name)
        self.number(number)
    }

    /// Writes a member that is `true` or `false`.
    public mutating func member(_ name: String, _ flag: Bool) {
        self.name(name)
        boolean(flag)
    }

    /// Writes a member that is a length in metres, as ``meters(_:)`` does.
    public mutating func member(_ name: String, _ distance: Distance) {
        self.name(name)
        meters(distance)
    }

    /// Writes a member that is a dictionary of texts, by name in the order of their UTF-8 bytes.
    public mutating func member(_ name: String, _ texts: [String: String]) {
        let sorted = texts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        member(name, object: { json in for (key, text) in sorted { json.member(key, text) } })
    }

    /// Writes a member that is an object; the closure writes its members.
    public mutating func member(
        _ name: String,
        object members: (inout JSONWriter) throws -> Void
    ) rethrows {
        self.name(name)
        try object(members)
    }

    /// Writes a member that is an array; the closure writes its values.
    public mutating func member(
        _ name: String,
        array values: (inout JSONWriter) throws -> Void
    ) rethrows {
        self.name(name)
        try array(values)
    }
}
