import Polling
import Testing

@Suite struct StationIDTests {
    @Test("ids are ordered by their bytes")
    func order() {
        let ids = ["dc.2", "dc.10", "DC.1", "é", "z", ""].map(Station.ID.init(rawValue:))
        #expect(ids.sorted().map(\.rawValue) == ["", "DC.1", "dc.10", "dc.2", "z", "é"])
    }
}
