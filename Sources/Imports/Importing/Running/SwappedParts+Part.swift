extension SwappedParts {
    /// What may be swapped.
    enum Part: Sendable, CaseIterable {
        case names
        case addresses
        case towns
        case postcodes
        case districts
        case hours
        /// Whether a station is accessible.
        case accessibility
        /// What else is known of that.
        case accessNotes
        /// What sorts of station it is.
        case types

        /// The parts that have few values among many records, so that what some take others give up.
        static let ofFewValues: [Part] = [.hours, .accessibility, .accessNotes, .types]
    }
}

extension SwappedParts.Part {
    /// Whether one record alone has it, as a rule.
    var isOwn: Bool {
        switch self {
        case .names, .addresses, .districts: true
        case .towns, .postcodes, .hours, .accessibility, .accessNotes, .types: false
        }
    }

    var limit: GuardFinding.Limit {
        switch self {
        case .names: .swappedNames
        case .addresses, .towns, .postcodes: .swappedAddresses
        case .districts: .swappedDistricts
        case .hours: .swappedHours
        case .accessibility, .accessNotes: .swappedAccess
        case .types: .swappedTypes
        }
    }

    /// Another limit that tells of it; nil where none does.
    var otherLimit: GuardFinding.Limit? {
        switch self {
        case .names: .renamed
        case .districts: .districts
        case .hours: .hoursLost
        case .addresses, .towns, .postcodes, .accessibility, .accessNotes, .types: nil
        }
    }

    /// What a sentence calls it.
    var finding: Finding {
        switch self {
        case .names: Finding(.valuesOfNames)
        case .addresses: Finding(.valuesOfAddresses)
        case .towns: Finding(.valuesOfTowns)
        case .postcodes: Finding(.valuesOfPostcodes)
        case .districts: Finding(.valuesOfDistricts)
        case .hours: Finding(.valuesOfHours)
        case .accessibility: Finding(.valuesOfAccess)
        case .accessNotes: Finding(.valuesOfAccessNotes)
        case .types: Finding(.valuesOfTypes)
        }
    }

    /// What goes with it.
    var staying: String {
        switch self {
        case .names: "their places or addresses"
        case .addresses: "their places or names"
        case .towns, .postcodes: "their streets"
        case .districts, .hours, .accessibility, .accessNotes, .types: "they"
        }
    }
}
