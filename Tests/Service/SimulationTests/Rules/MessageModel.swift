import Radar

/// One message and what may be done to it, by the rules of the domain and nothing else.
struct MessageModel: Hashable {
    /// Who posted it, and when it expires; milliseconds.
    struct Facts {
        let author: Device.ID
        let expiry: Int64
    }

    private enum Hiding: Hashable {
        case none
        case byReports
        case byModerator
    }

    private var isPosted = false
    private var exists = false
    private var hiding = Hiding.none
    private var isCleared = false
    private var keepers: Set<Device.ID> = []
    private var reporters: Set<Device.ID> = []
    private var openReporters: Set<Device.ID> = []

    private var isKept: Bool { !keepers.isEmpty }

    /// What the message may be after an operation that came out as it did; nothing when it cannot have
    /// come out so.
    func after(_ operation: Operation, _ facts: Facts) -> [MessageModel] {
        let mayLive = operation.start.moment < facts.expiry
        let mayBeOver = operation.end.map { $0.moment >= facts.expiry } ?? true
        let isThere = exists && (mayLive || isKept)
        let isGone = !exists || (mayBeOver && !isKept)
        let isAuthor = operation.device == facts.author
        switch operation.action {
        case .post: return posted(operation)
        case .remove:
            switch operation.outcome {
            case .done, .lost, .failed: return isThere && isAuthor ? [removed()] : []
            case .notOwn: return isGone || !isAuthor ? [self] : []
            default: return []
            }
        case .forget: return [forgetting(operation.device, isAuthor: isAuthor)]
        case .hide: return decided(operation, .byModerator, mayLive, mayBeOver)
        case .restore: return decided(operation, .none, mayLive, mayBeOver)
        case .report:
            // Not to be seen from where it is reported, which lists are held to.
            if operation.outcome == .notFound { return [self] }
            return isThere && hiding != .byModerator ? [reported(by: operation.device)] : []
        case .bookmark:
            if operation.outcome == .notFound { return [self] }
            if keepers.contains(operation.device) { return [self] }
            return exists && mayLive && hiding == .none ? [kept(by: operation.device)] : []
        case .unbookmark: return [letGo(by: operation.device)]
        case .read: return isAuthor || isRead(operation) ? [self] : []
        case .sent, .look:
            guard case .state(let state) = operation.outcome else { return isGone ? [self] : [] }
            return isThere && has(state, mayLive, mayBeOver) ? [self] : []
        case .queued:
            if operation.outcome == .done { return isThere && !openReporters.isEmpty ? [self] : [] }
            return isGone || openReporters.isEmpty ? [self] : []
        }
    }

    /// Whether what is hidden, or not, is told so.
    private func has(_ state: MessageState, _ mayLive: Bool, _ mayBeOver: Bool) -> Bool {
        switch state {
        case .live: exists && hiding == .none && mayLive
        case .expired: exists && hiding == .none && mayBeOver
        case .hiddenForReview: exists && hiding == .byReports
        case .hiddenByModerator: exists && hiding == .byModerator
        case .removedByAuthor: isPosted && !exists
        case .withdrawn: false
        }
    }

    private func isRead(_ operation: Operation) -> Bool {
        guard keepers.contains(operation.device) else { return operation.outcome == .notFound }
        switch operation.outcome {
        case .done: return exists && hiding == .none
        case .state(let state): return has(state, true, true)
        default: return false
        }
    }

    private func posted(_ operation: Operation) -> [MessageModel] {
        if isPosted { return [self] }
        var model = self
        (model.isPosted, model.exists) = (true, true)
        return [model]
    }

    private func removed() -> MessageModel {
        var model = self
        model.exists = false
        return model
    }

    private func forgetting(_ device: Device.ID, isAuthor: Bool) -> MessageModel {
        var model = self
        model.keepers.remove(device)
        model.reporters.remove(device)
        model.openReporters.remove(device)
        if isAuthor { model.exists = false }
        return model
    }

    private func decided(
        _ operation: Operation,
        _ hiding: Hiding,
        _ mayLive: Bool,
        _ mayBeOver: Bool
    ) -> [MessageModel] {
        // Once it has expired it may have been swept away.
        if operation.outcome == .notFound { return !exists || (mayBeOver && !isKept) ? [self] : [] }
        guard exists else { return [] }
        var model = self
        model.hiding = hiding
        model.isCleared = hiding == .none
        model.openReporters = []
        guard case .state(let state) = operation.outcome else { return [model] }
        return model.has(state, mayLive, mayBeOver) ? [model] : []
    }

    private func reported(by device: Device.ID) -> MessageModel {
        var model = self
        guard model.reporters.insert(device).inserted else { return self }
        model.openReporters.insert(device)
        if model.openReporters.count >= Simulation.reportsUntilHidden, hiding == .none, !isCleared {
            model.hiding = .byReports
        }
        return model
    }

    private func kept(by device: Device.ID) -> MessageModel {
        var model = self
        model.keepers.insert(device)
        return model
    }

    private func letGo(by device: Device.ID) -> MessageModel {
        var model = self
        model.keepers.remove(device)
        return model
    }
}
