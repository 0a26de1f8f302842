extension JSONWriter {
    /// Writes a value as it was read.
    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .boolean(let flag): boolean(flag)
        case .number(let number): self.number(number)
        case .longInteger(let digits): raw(digits.utf8)
        case .string(let text): string(text)
        case .array(let values): array { json in for value in values { json.value(value) } }
        case .object(let members):
            object { json in
                for member in members {
                    json.name(member.name)
                    json.value(member.value)
                }
            }
        }
    }
}
