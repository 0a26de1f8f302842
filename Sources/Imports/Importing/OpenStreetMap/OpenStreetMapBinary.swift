/// A file of OpenStreetMap in PBF, which may be read again and again.
///
/// Memory holds one block at a time. The first reading finds out which blocks hold which sorts of
/// elements, so that later ones pass over the others.
final class OpenStreetMapBinary {
    private let input: ImportInput
    /// Which sorts of elements each block of data has, by its number; known after the first reading.
    private var kinds: [Int: OpenStreetMapKinds] = [:]

    init(_ input: ImportInput) { self.input = input }

    /// What a reader of the format must know (`HeaderBlock.required_features`).
    private static let knownFeatures: Set<String> = ["OsmSchema-V0.6", "DenseNodes"]

    /// Reads the file once, which blocks.
    ///
    /// - Throws: ``ImportError/badOpenStreetMap(name:reason:)`` where the file is damaged,
    ///   ``RowFileError/unpacksTooLarge(name:limitBytes:)``, or what the visitor throws.
    func read(by visitor: any OpenStreetMapVisitor) throws(ImportError) {
        let blocks = try OpenStreetMapBlocks(input)
        while let block = try blocks.next() {
            switch block.type {
            case "OSMHeader": try checkFeatures(try blocks.contents(of: block), block, blocks)
            case "OSMData":
                if let kinds = kinds[block.number], kinds.isDisjoint(with: visitor.kinds) {
                    continue
                }
                let contents = try blocks.contents(of: block)
                do throws(PrimitiveBlock.Fault) {
                    kinds[block.number] = try PrimitiveBlock(contents).read(by: visitor)
                } catch {
                    switch error {
                    case .damaged: throw blocks.damaged(block)
                    case .excessive(let reason): throw refusal(reason)
                    case .stopped(let error): throw error
                    }
                }
            // "Parsers should ignore and skip fileblock types that they do not recognize."
            default: continue
            }
        }
    }

    /// Refuses what cannot be understood rightly, such as the history of a map.
    private func checkFeatures(
        _ bytes: [UInt8],
        _ block: OpenStreetMapBlocks.Block,
        _ blocks: OpenStreetMapBlocks
    ) throws(ImportError) {
        var message = ProtobufMessage(bytes)
        var features: [String] = []
        do throws(ProtobufMessage.Damage) {
            while let (field, value) = try message.next() {
                guard field == 4, case .bytes(let range) = value else { continue }
                features.append(String(decoding: bytes[range].prefix(40), as: UTF8.self))
            }
        } catch { throw blocks.damaged(block) }
        if let feature = features.first(where: { !Self.knownFeatures.contains($0) }) {
            throw refusal(
                "to read it one must know \"\(feature)\", which Ambit does not; import an extract "
                    + "without it"
            )
        }
    }

    private func refusal(_ reason: String) -> ImportError {
        .badOpenStreetMap(name: input.name, reason: reason)
    }
}
