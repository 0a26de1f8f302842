internal import Synchronization

/// What modules make for one another while they stand on one site, one object of each type: the first to ask
/// makes it.
package final class SharedObjects: Sendable {
    private let objects = Mutex<[ObjectIdentifier: any Sendable]>([:])

    /// Nothing made yet.
    init() {}

    /// The object of a type.
    ///
    /// - Parameter make: Makes it where there is none yet; of two who do so at once, one's is everybody's.
    package func object<Object: Sendable>(_ make: () -> Object) -> Object {
        let key = ObjectIdentifier(Object.self)
        if let found = objects.withLock({ $0[key] as? Object }) { return found }
        // Not under the lock: it may ask for other objects.
        let made = make()
        return objects.withLock { objects in
            if let found = objects[key] as? Object { return found }
            objects[key] = made
            return made
        }
    }
}

/// All that keeps something of people's accounts, served or not: an account that ends, ends everywhere.
package final class AccountDataOwners: Sendable {
    /// A module by its name, and what keeps its data.
    package typealias Owner = (module: String, data: any AccountDataOwner)

    private let owners = Mutex<[Owner]>([])

    package init() {}

    /// The owners, in the order of their modules.
    package var all: [Owner] { owners.withLock { $0 } }

    /// Sets all owners.
    package func set(_ all: [Owner]) { owners.withLock { $0 = all } }
}

extension ModuleSite {
    /// All that keeps something of people's accounts.
    package var accountDataOwners: AccountDataOwners { shared.object { AccountDataOwners() } }
}
