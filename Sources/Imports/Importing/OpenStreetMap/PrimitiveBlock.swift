internal import RowFiles

/// An unpacked block of an OpenStreetMap PBF file: a table of texts, and elements that name these by
/// number.
///
/// Source: OpenStreetMap wiki, "PBF Format", `osmformat.proto`. Numbers in messages are fields there.
struct PrimitiveBlock {
    /// What keeps a block from being read.
    enum Fault: Error {
        case damaged
        /// Something in it is larger than anything of OpenStreetMap.
        case excessive(String)
        /// The visitor wants no more.
        case stopped(ImportError)
    }

    private let bytes: [UInt8]
    private var texts = TextTable()
    private var granularity: Int64 = 100
    private var latitudeOffset: Int64 = 0
    private var longitudeOffset: Int64 = 0

    /// Reads the table of texts, which may stand behind the elements.
    ///
    /// - Parameter bytes: The block, a `PrimitiveBlock`.
    init(_ bytes: [UInt8]) throws(Fault) {
        self.bytes = bytes
        var message = ProtobufMessage(bytes)
        while let (field, value) = try damaging({ () throws(ProtobufMessage.Damage) in
            try message.next()
        }) {
            switch (field, value) {
            case (1, .bytes(let range)): try texts.read(bytes, range)
            case (17, .number(let number)): granularity = Int64(bitPattern: number)
            case (19, .number(let number)): latitudeOffset = Int64(bitPattern: number)
            case (20, .number(let number)): longitudeOffset = Int64(bitPattern: number)
            default: break
            }
        }
    }

    /// Hands the elements to a visitor.
    ///
    /// - Returns: The sorts of elements that the block has, wanted or not.
    func read(by visitor: any OpenStreetMapVisitor) throws(Fault) -> OpenStreetMapKinds {
        var reading = Reading(block: self, visitor: visitor)
        var kinds: OpenStreetMapKinds = []
        var message = ProtobufMessage(bytes)
        while let (field, value) = try damaging({ () throws(ProtobufMessage.Damage) in
            try message.next()
        }) {
            guard field == 2, case .bytes(let range) = value else { continue }
            kinds.formUnion(try reading.group(range))
        }
        return kinds
    }

    /// The degrees that a number stands for, in units of the block.
    private func degrees(_ number: Int64, _ offset: Int64) throws(Fault) -> Double {
        let (product, isTooLarge) = number.multipliedReportingOverflow(by: granularity)
        let (sum, isBeyond) = product.addingReportingOverflow(offset)
        guard !isTooLarge, !isBeyond else { throw .damaged }
        return Double(sum) / 1e9
    }

    private func position(_ latitude: Int64, _ longitude: Int64) throws(Fault)
        -> GeoJSONGeometry.Position
    {
        GeoJSONGeometry.Position(
            longitude: try degrees(longitude, longitudeOffset),
            latitude: try degrees(latitude, latitudeOffset)
        )
    }
}

/// Damage of a message is damage of its block.
private func damaging<Value>(
    _ body: () throws(ProtobufMessage.Damage) -> Value
) throws(PrimitiveBlock.Fault) -> Value {
    do throws(ProtobufMessage.Damage) { return try body() } catch { throw .damaged }
}

// MARK: - Elements

extension PrimitiveBlock {
    /// One reading of a block's elements.
    private struct Reading {
        let block: PrimitiveBlock
        let visitor: any OpenStreetMapVisitor
        private let wanted: OpenStreetMapKinds
        private var nodeTexts: TextReader
        private var wayTexts: TextReader
        private var relationTexts: TextReader

        init(block: PrimitiveBlock, visitor: any OpenStreetMapVisitor) {
            self.block = block
            self.visitor = visitor
            wanted = visitor.kinds
            nodeTexts = TextReader(block.bytes, block.texts, visitor.keys(of: .nodes))
            wayTexts = TextReader(block.bytes, block.texts, visitor.keys(of: .ways))
            relationTexts = TextReader(block.bytes, block.texts, visitor.keys(of: .relations))
        }

        private func message(_ range: Range<Int>) -> ProtobufMessage {
            ProtobufMessage(block.bytes, range)
        }

        /// A `PrimitiveGroup`.
        mutating func group(_ range: Range<Int>) throws(Fault) -> OpenStreetMapKinds {
            var kinds: OpenStreetMapKinds = []
            var message = message(range)
            while let (field, value) = try next(&message) {
                guard case .bytes(let range) = value else { continue }
                switch field {
                case 1:
                    kinds.insert(.nodes)
                    if wanted.contains(.nodes) { try node(range) }
                case 2:
                    kinds.insert(.nodes)
                    if wanted.contains(.nodes) { try denseNodes(range) }
                case 3:
                    kinds.insert(.ways)
                    if wanted.contains(.ways) { try way(range) }
                case 4:
                    kinds.insert(.relations)
                    if wanted.contains(.relations) { try relation(range) }
                default: break
                }
            }
            return kinds
        }

        private func next(
            _ message: inout ProtobufMessage
        ) throws(Fault) -> (field: UInt64, value: ProtobufMessage.Value)? {
            do throws(ProtobufMessage.Damage) { return try message.next() } catch {
                throw .damaged
            }
        }

        private func number(_ message: inout ProtobufMessage) throws(Fault) -> UInt64 {
            do throws(ProtobufMessage.Damage) { return try message.number() } catch {
                throw .damaged
            }
        }

        private func handOn(_ body: () throws(ImportError) -> Void) throws(Fault) {
            do throws(ImportError) { try body() } catch { throw .stopped(error) }
        }

        /// A `Node`.
        private mutating func node(_ range: Range<Int>) throws(Fault) {
            var message = message(range)
            var (id, latitude, longitude) = (Int64(0), Int64(0), Int64(0))
            var (keys, values) = (0..<0, 0..<0)
            while let (field, value) = try next(&message) {
                switch (field, value) {
                case (1, .number(let number)): id = Int64(zigzag: number)
                case (2, .bytes(let range)): keys = range
                case (3, .bytes(let range)): values = range
                case (8, .number(let number)): latitude = Int64(zigzag: number)
                case (9, .number(let number)): longitude = Int64(zigzag: number)
                default: break
                }
            }
            guard visitor.wants(node: id) else { return }
            let node = OpenStreetMapNode(
                id: id,
                position: try block.position(latitude, longitude),
                tags: try tags(keys, values, &nodeTexts)
            )
            try handOn { () throws(ImportError) in try visitor.visit(node) }
        }

        /// `DenseNodes`: a list for each of the nodes' numbers, in steps from the one before.
        private mutating func denseNodes(_ range: Range<Int>) throws(Fault) {
            var fields = message(range)
            var (ids, latitudes, longitudes) = (message(0..<0), message(0..<0), message(0..<0))
            var texts = message(0..<0)
            while let (field, value) = try next(&fields) {
                guard case .bytes(let range) = value else { continue }
                switch field {
                case 1: ids = message(range)
                case 8: latitudes = message(range)
                case 9: longitudes = message(range)
                case 10: texts = message(range)
                default: break
                }
            }
            var (id, latitude, longitude) = (Int64(0), Int64(0), Int64(0))
            // Where no node has tags, the list of them is empty.
            let hasTags = !texts.isAtEnd
            while !ids.isAtEnd {
                id &+= Int64(zigzag: try number(&ids))
                latitude &+= Int64(zigzag: try number(&latitudes))
                longitude &+= Int64(zigzag: try number(&longitudes))
                let isWanted = visitor.wants(node: id)
                let tags =
                    hasTags ? try denseTags(&texts, areWanted: isWanted, of: id) : [:]
                guard isWanted else { continue }
                let position = try block.position(latitude, longitude)
                try handOn { () throws(ImportError) in
                    try visitor.visit(OpenStreetMapNode(id: id, position: position, tags: tags))
                }
            }
            guard latitudes.isAtEnd, longitudes.isAtEnd, texts.isAtEnd else { throw .damaged }
        }

        /// The tags of one of ``denseNodes(_:)``: key and value in turn, then 0.
        private mutating func denseTags(
            _ list: inout ProtobufMessage,
            areWanted: Bool,
            of id: Int64
        ) throws(Fault) -> [String: String] {
            var tags: [String: String] = [:]
            while true {
                let key = try number(&list)
                if key == 0 { return tags }
                let value = try number(&list)
                if areWanted { try nodeTexts.add(key, value, to: &tags) }
            }
        }

        /// A `Way`.
        private mutating func way(_ range: Range<Int>) throws(Fault) {
            var fields = message(range)
            var id: Int64 = 0
            var (keys, values, references) = (0..<0, 0..<0, 0..<0)
            while let (field, value) = try next(&fields) {
                switch (field, value) {
                case (1, .number(let number)): id = Int64(bitPattern: number)
                case (2, .bytes(let range)): keys = range
                case (3, .bytes(let range)): values = range
                case (8, .bytes(let range)): references = range
                default: break
                }
            }
            let tags = try tags(keys, values, &wayTexts)
            guard visitor.wants(.ways, tags: tags) else { return }
            var nodes: [Int64] = []
            var node: Int64 = 0
            var list = message(references)
            while !list.isAtEnd {
                node &+= Int64(zigzag: try number(&list))
                nodes.append(node)
                guard nodes.count <= OpenStreetMapLimits.wayNodes else {
                    let what = "more than \(grouped(OpenStreetMapLimits.wayNodes)) nodes"
                    throw .excessive(OpenStreetMapLimits.refusal("way", id, has: what))
                }
            }
            let way = OpenStreetMapWay(id: id, nodes: nodes, tags: tags)
            try handOn { () throws(ImportError) in try visitor.visit(way) }
        }

        /// A `Relation`.
        private mutating func relation(_ range: Range<Int>) throws(Fault) {
            var fields = message(range)
            var id: Int64 = 0
            var (keys, values, roles, ids, types) = (0..<0, 0..<0, 0..<0, 0..<0, 0..<0)
            while let (field, value) = try next(&fields) {
                switch (field, value) {
                case (1, .number(let number)): id = Int64(bitPattern: number)
                case (2, .bytes(let range)): keys = range
                case (3, .bytes(let range)): values = range
                case (8, .bytes(let range)): roles = range
                case (9, .bytes(let range)): ids = range
                case (10, .bytes(let range)): types = range
                default: break
                }
            }
            let tags = try tags(keys, values, &relationTexts)
            guard visitor.wants(.relations, tags: tags) else { return }
            let relation = OpenStreetMapRelation(
                id: id,
                members: try members(of: id, roles, ids, types),
                tags: tags
            )
            try handOn { () throws(ImportError) in try visitor.visit(relation) }
        }

        private mutating func members(
            of relation: Int64,
            _ roles: Range<Int>,
            _ ids: Range<Int>,
            _ types: Range<Int>
        ) throws(Fault) -> [OpenStreetMapRelation.Member] {
            let kinds: [OpenStreetMapKinds] = [.nodes, .ways, .relations]
            var (roles, ids, types) = (message(roles), message(ids), message(types))
            var members: [OpenStreetMapRelation.Member] = []
            var id: Int64 = 0
            while !ids.isAtEnd {
                id &+= Int64(zigzag: try number(&ids))
                let role = try relationTexts.text(try number(&roles))
                let type = try number(&types)
                guard type < kinds.count else { throw .damaged }
                members.append(.init(kind: kinds[Int(type)], id: id, role: role))
                guard members.count <= OpenStreetMapLimits.members else {
                    let what = "more than \(grouped(OpenStreetMapLimits.members)) members"
                    throw .excessive(OpenStreetMapLimits.refusal("relation", relation, has: what))
                }
            }
            guard roles.isAtEnd, types.isAtEnd else { throw .damaged }
            return members
        }

        /// Keys and values in two lists.
        private func tags(
            _ keys: Range<Int>,
            _ values: Range<Int>,
            _ texts: inout TextReader
        ) throws(Fault) -> [String: String] {
            var (keys, values) = (message(keys), message(values))
            var tags: [String: String] = [:]
            while !keys.isAtEnd {
                try texts.add(try number(&keys), try number(&values), to: &tags)
            }
            guard values.isAtEnd else { throw .damaged }
            return tags
        }
    }
}
