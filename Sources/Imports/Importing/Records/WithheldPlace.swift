internal import Geodesy

/// A record without a place because that of the file is surely wrong, and nobody has decided about it.
struct WithheldPlace: Sendable {
    /// Which of a batch's records it is.
    var index: Int
    /// Where it probably should be; nil where nothing tells.
    let probable: Coordinate?
}
