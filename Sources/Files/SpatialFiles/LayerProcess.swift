package import FencedWorkers

/// A process that reads a layer of a file for this one, ``LayerWorker``; it ends with the object.
package final class LayerProcess {
    private let process: WorkerProcess

    /// How long it may compute for one message, in seconds.
    package static let seconds = 60.0

    /// Starts it.
    ///
    /// - Parameter executable: A program that runs ``LayerWorker/serve()`` for its only argument,
    ///   ``LayerWorker/command``.
    package init(_ request: LayerRequest, executable: String) throws(WorkerProcess.Failure) {
        process = try WorkerProcess(executable: executable, arguments: [LayerWorker.command])
        let bytes = request.bytes
        try process.send(
            WorkerFrame.header(bytes.count) + bytes,
            process.patience(of: Self.seconds),
            unless: { false }
        )
    }

    /// What it says next.
    ///
    /// - Parameter isCancelled: Asked some twenty times a second.
    package func next(
        unless isCancelled: () -> Bool
    ) throws(WorkerProcess.Failure) -> LayerMessage {
        let patience = process.patience(of: Self.seconds)
        let header = try process.receive(
            LayerMessage.headerLength,
            patience,
            unless: isCancelled
        )
        guard let length = LayerMessage.length(header) else { throw .ended }
        let bytes = try process.receive(length, patience, unless: isCancelled)
        guard let message = LayerMessage(kind: header[0], bytes) else { throw .ended }
        return message
    }
}
