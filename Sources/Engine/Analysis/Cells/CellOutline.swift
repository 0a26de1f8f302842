internal import Geodesy

/// Where a cell lies.
struct CellOutline {
    /// Its middle.
    let center: Coordinate
    /// Its corners, counterclockwise, each once.
    let corners: [Coordinate]
    /// Its corners, and places between them where an edge is not straight in longitude and latitude, so that
    /// lines which are follow its edges.
    let all: [Coordinate]
}
