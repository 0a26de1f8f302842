/// A name that says nothing of who has it: `Brave Otter 42`.
package enum MadeUpName {
    private static let moods = [
        "Brave", "Bright", "Calm", "Cheerful", "Clever", "Curious", "Daring", "Eager", "Gentle",
        "Golden",
        "Happy", "Jolly", "Kind", "Lively", "Lucky", "Merry", "Mighty", "Nimble", "Patient",
        "Playful",
        "Quick", "Quiet", "Rapid", "Silver", "Smiling", "Snowy", "Solar", "Spotted", "Steady",
        "Sunny",
        "Swift", "Wise",
    ]
    private static let animals = [
        "Antelope", "Badger", "Bear", "Beaver", "Bison", "Cheetah", "Crane", "Dolphin", "Eagle",
        "Falcon",
        "Finch", "Fox", "Gecko", "Hare", "Hedgehog", "Heron", "Koala", "Lemur", "Lynx", "Manatee",
        "Marten",
        "Moose", "Otter", "Owl", "Panda", "Penguin", "Puffin", "Raven", "Salmon", "Turtle",
        "Walrus", "Zebra",
    ]

    /// How many names there are.
    package static var count: Int { moods.count * animals.count * 90 }

    /// One of them.
    package static func random(
        using random: inout some RandomNumberGenerator
    ) -> String {
        let mood = moods[Int.random(in: moods.indices, using: &random)]
        let animal = animals[Int.random(in: animals.indices, using: &random)]
        return "\(mood) \(animal) \(Int.random(in: 10...99, using: &random))"
    }

    /// One of them, by the system's random numbers.
    package static func random() -> String {
        var random = SystemRandomNumberGenerator()
        return Self.random(using: &random)
    }
}
