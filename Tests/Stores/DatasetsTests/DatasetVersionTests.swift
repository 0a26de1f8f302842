import Datasets
import Testing

@Suite struct DatasetVersionTests {
    @Test("changes are none only when nothing was added, removed or changed")
    func emptyChanges() {
        #expect(ChangeCounts().isEmpty)
        #expect(ChangeCounts(unchanged: 143).isEmpty)
        #expect(!ChangeCounts(added: 1).isEmpty)
        #expect(!ChangeCounts(removed: 1).isEmpty)
        #expect(!ChangeCounts(changed: 1).isEmpty)
    }
}
