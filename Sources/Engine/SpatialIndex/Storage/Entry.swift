internal import Geodesy

/// A point as the tree keeps it.
struct Entry: BitwiseCopyable {
    var place: GridPlace
    var id: UInt32
    var reach: Float

    init(place: GridPlace, id: UInt32, reach: Float) {
        self.place = place
        self.id = id
        self.reach = reach
    }

    init(_ point: IndexedPoint<UInt32>) {
        self.init(
            place: GridPlace(point.coordinate),
            id: point.id,
            reach: Float(point.reach.meters)
        )
    }
}
