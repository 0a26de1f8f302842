extension Metric {
    /// The connections for which there was no room.
    static func refusals(by room: ConnectionRoom) -> Metric {
        counter(
            "ambit_refused_connections_total",
            help: "Connections that were refused because as many were open as there is room for."
        ) { room.refusedCount }
    }
}
