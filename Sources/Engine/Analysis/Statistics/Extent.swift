public import Geodesy

extension Area {
    /// The smallest box that holds all polygons; nil for an area without any.
    public var boundingBox: BoundingBox? { BoundingBox.extent(of: boxes) }
}
