import FeatureCollections
import Testing

@Suite struct FeatureTimeTests {
    @Test("the end of a time is no part of it unless it is all that there is")
    func until() {
        let second = FeatureTime(from: 0, until: 1000)
        #expect(second == FeatureTime(from: 0, to: 999))
        #expect(second.intersects(FeatureTime(from: 999, to: 999)))
        #expect(!second.intersects(FeatureTime(from: 1000, to: 1000)))
        #expect(FeatureTime(from: 5, until: 5) == FeatureTime(from: 5, to: 5))
        #expect(FeatureTime(from: nil, until: 0) == FeatureTime(from: nil, to: -1))
        #expect(FeatureTime(from: 7, until: nil) == FeatureTime(from: 7, to: nil))
    }
}
