internal import Cryptography
internal import Foundation
internal import GRDB
package import SpatiaLiteStore
package import Timekeeping

/// A picture as it is told of: all but its bytes.
package struct Medium: Sendable, Hashable {
    /// The SHA-256 of its bytes, in 64 hexadecimal digits: its name everywhere.
    package let hash: String
    /// What it is written in.
    package let kind: PictureKind
    /// As it is shown.
    package let size: PictureSize
    /// What it shows, in words, for those who do not see it.
    package let alt: String
    /// The picture that it is a smaller copy of; nil for one of its own.
    package let variantOf: String?
    /// How many bytes it has.
    package let byteCount: Int
}

/// The pictures that the database has, by the SHA-256 of their bytes.
///
/// A picture never changes, so whoever has one may keep it for ever.
package struct MediaShelf: Sendable {
    private let store: SpatiaLiteStore

    /// The shelf of a database.
    package init(_ store: SpatiaLiteStore) { self.store = store }

    /// Puts a picture on the shelf; when this returns, it is on disk. One that is there stays; whoever put it
    /// there, and nobody else, changes its words so.
    ///
    /// - Parameters:
    ///   - original: The hash of the picture that it is a smaller copy of.
    ///   - staff: The id of the token of whoever brings it.
    /// - Returns: Whether it is new.
    /// - Throws: ``MediaError``; what the store throws.
    package func add(
        _ picture: CleanPicture,
        alt: String,
        variantOf original: String?,
        by staff: Int64,
        at moment: Timestamp
    ) async throws -> (medium: Medium, isNew: Bool) {
        let hash = SHA256.hash(picture.bytes).hexadecimal
        let medium = Medium(
            hash: hash,
            kind: picture.kind,
            size: picture.size,
            alt: alt,
            variantOf: original,
            byteCount: picture.bytes.count
        )
        let bytes = Data(picture.bytes)
        let isNew = try await store.write { db in
            if let original { try Self.requireVariant(medium, of: original, in: db) }
            try db.execute(
                sql: """
                    INSERT INTO media_picture
                        (hash, type, width, height, alt, variant_of, byte_count, bytes, added_at,
                        added_by)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (hash) DO NOTHING
                    """,
                arguments: [
                    hash, medium.kind.rawValue, medium.size.width, medium.size.height, alt,
                    original,
                    medium.byteCount, bytes, moment.millisecondsSince1970, staff,
                ]
            )
            guard db.changesCount == 0 else { return true }
            try db.execute(
                sql: "UPDATE media_picture SET alt = ? WHERE hash = ? AND added_by = ?",
                arguments: [alt, hash, staff]
            )
            return false
        }
        return (try await self.medium(hash) ?? medium, isNew)
    }

    /// A picture by its hash, without its bytes; nil for none.
    package func medium(_ hash: String) async throws -> Medium? {
        try await store.read { db in try Self.media(db, where: "hash = ?", [hash]).first }
    }

    /// Those of some hashes that are on the shelf.
    package func media(_ hashes: Set<String>) async throws -> [String: Medium] {
        try await store.read { db in
            var found: [String: Medium] = [:]
            for hash in hashes {
                found[hash] = try Self.media(db, where: "hash = ?", [hash]).first
            }
            return found
        }
    }

    /// The smaller copies of a picture, the smallest first.
    package func variants(of hash: String) async throws -> [Medium] {
        try await store.read { db in
            try Self.media(db, where: "variant_of = ? ORDER BY width, hash", [hash])
        }
    }

    /// The file of a picture; nil for none.
    package func file(_ hash: String) async throws -> (kind: PictureKind, bytes: [UInt8])? {
        try await store.read { db in
            guard
                let row = try Row.fetchOne(
                    db,
                    sql: "SELECT rowid, type, bytes FROM media_picture WHERE hash = ?",
                    arguments: [hash]
                )
            else { return nil }
            let stored = try StoredRow(row, of: Self.table)
            let bytes: Data = try stored.value(2)
            return (
                try stored.require(1) { PictureKind(rawValue: try stored.value(1)) }, Array(bytes)
            )
        }
    }

    /// The table of pictures; only ever appended to.
    static let steps = [pictures, owners]

    private static let owners = SchemaStep(
        """
        -- the token of who put it there; null where that was not noted yet
        ALTER TABLE media_picture ADD COLUMN added_by INTEGER;
        """
    )

    private static let pictures = SchemaStep(
        """
        CREATE TABLE media_picture (
            id INTEGER PRIMARY KEY,
            hash TEXT NOT NULL UNIQUE,
            type TEXT NOT NULL,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            alt TEXT NOT NULL,
            variant_of TEXT REFERENCES media_picture (hash),
            byte_count INTEGER NOT NULL,
            bytes BLOB NOT NULL,
            added_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX media_picture_variant_of ON media_picture (variant_of);
        """
    )
    private static let table = "media_picture"

    private static func media(
        _ db: Database,
        where condition: String,
        _ arguments: StatementArguments
    ) throws -> [Medium] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT id, hash, type, width, height, alt, variant_of, byte_count FROM media_picture
                WHERE \(condition)
                """,
            arguments: arguments
        ).map { row in
            let stored = try StoredRow(row, of: table)
            return Medium(
                hash: try stored.value(1),
                kind: try stored.require(2) { PictureKind(rawValue: try stored.value(2)) },
                size: PictureSize(width: try stored.value(3), height: try stored.value(4)),
                alt: try stored.value(5),
                variantOf: try stored.optional(6),
                byteCount: try stored.value(7)
            )
        }
    }

    /// By how much of a side the shape of a smaller copy may be another, for its sides are whole numbers.
    private static let shapeTolerance = 0.02

    private static func requireVariant(
        _ medium: Medium,
        of hash: String,
        in db: Database
    ) throws {
        guard let original = try media(db, where: "hash = ?", [hash]).first else {
            throw MediaError.unknownOriginal(hash)
        }
        guard original.variantOf == nil else { throw MediaError.variantOfVariant(hash) }
        let (own, whole) = (medium.size, original.size)
        let shape = Double(own.width) * Double(whole.height)
        let wanted = Double(own.height) * Double(whole.width)
        guard own.width < whole.width, own.height <= whole.height,
            (shape - wanted).magnitude <= shapeTolerance * max(shape, wanted)
        else { throw MediaError.otherShape(own, of: whole) }
    }
}

/// Why a smaller copy is not taken.
package enum MediaError: Error, Sendable, Hashable, CustomStringConvertible {
    case unknownOriginal(String)
    case variantOfVariant(String)
    case otherShape(PictureSize, of: PictureSize)

    package var description: String {
        switch self {
        case .unknownOriginal(let hash): "no picture has the hash \"\(hash.prefix(64))\""
        case .variantOfVariant(let hash):
            "the picture \"\(hash)\" is a smaller copy itself; name the one that it is of"
        case .otherShape(let size, let whole):
            "the picture has \(size.width) x \(size.height) pixels, and is no smaller copy of one of "
                + "\(whole.width) x \(whole.height): it has other proportions, or is not smaller"
        }
    }
}
