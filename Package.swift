// swift-tools-version: 6.2
import PackageDescription

/// Every target: Swift 6, explicit existentials and imports, and no warnings.
let house: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// As ``house``, and fast in debug builds too, with all checks: what most of the time of tests would be
/// spent in otherwise. Not for what other packages may use, which SwiftPM lets have no such flags.
let quick: [SwiftSetting] =
    house + [
        .unsafeFlags(
            [
                "-O", "-whole-module-optimization", "-num-threads", "2", "-assert-config", "Debug",
            ],
            .when(configuration: .debug)
        )
    ]

/// The command starts sooner when Swift's own libraries are part of it: the loader has tens of
/// thousands of symbols less to look up. They need one another, hence the group.
let quickStart: [LinkerSetting] = [
    .unsafeFlags(
        ["-static-stdlib", "-Xlinker", "--start-group"]
            + [
                "Foundation", "FoundationEssentials", "FoundationInternationalization",
                "CoreFoundation", "_FoundationCShims", "_FoundationCollections", "_FoundationICU",
            ].flatMap { ["-Xlinker", "-l\($0)"] }
            + ["-Xlinker", "--end-group"],
        .when(platforms: [.linux], configuration: .release)
    )
]

/// The command's option types are put together from what the compiler knows of them, and not by their
/// names when it starts, which takes a search through all conformances for each.
let quickTypes: [SwiftSetting] = [
    .unsafeFlags(
        ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"],
        .when(configuration: .release)
    )
]

let argumentParser: Target.Dependency = .product(
    name: "ArgumentParser",
    package: "swift-argument-parser"
)
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
/// SQLite's header as GRDB sees it, for members of SQLite's types.
let grdbSQLite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let heap: Target.Dependency = .product(name: "HeapModule", package: "swift-collections")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore: Target.Dependency = .product(
    name: "HummingbirdCore",
    package: "hummingbird"
)
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let unixSignals: Target.Dependency = .product(
    name: "UnixSignals",
    package: "swift-service-lifecycle"
)
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPTypes: Target.Dependency = .product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioEmbedded: Target.Dependency = .product(name: "NIOEmbedded", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let serviceLifecycle: Target.Dependency = .product(
    name: "ServiceLifecycle",
    package: "swift-service-lifecycle"
)

/// What the fuzzers' entries reach.
let fuzzed: [Target.Dependency] = [
    "Agenda", "AgendaRecords", "Datasets", "FeatureCollections", "FeatureFilters", "GeoJSON",
    "Geodesy", "HTTPService", "Importing", "Polling", "ReferenceSystems", "Roads", "RowFiles",
    "SpatialFiles", "Timekeeping", "TrackFiles",
]

let package = Package(
    name: "ambit",
    products: [
        .executable(name: "ambit", targets: ["ambit"]),
        // The engine for other programs: with no system library behind it.
        .library(name: "Geodesy", targets: ["Geodesy"]),
        .library(name: "SpatialIndex", targets: ["SpatialIndex"]),
        // The engine for C, and so for other languages.
        .library(name: "AmbitC", type: .dynamic, targets: ["CInterface"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
    ],
    targets: [
        // MARK: Engine: no storage, no network and no domain.

        .target(name: "CDeferred", path: "Sources/Engine/CDeferred"),
        .target(name: "CCairo", dependencies: ["CDeferred"], path: "Sources/Engine/CCairo"),
        .target(name: "CH3", dependencies: ["CDeferred"], path: "Sources/Engine/CH3"),
        .target(name: "CProj", dependencies: ["CDeferred"], path: "Sources/Engine/CProj"),
        .target(name: "COpenSSL", dependencies: ["CDeferred"], path: "Sources/Engine/COpenSSL"),
        // Arithmetic over many points at once, in C's vector types.
        .target(name: "CIndexKernels", path: "Sources/Engine/CIndexKernels"),
        // The Earth and the clock.
        .target(
            name: "Geodesy",
            dependencies: ["CIndexKernels"],
            path: "Sources/Engine/Geodesy",
            swiftSettings: house
        ),
        // What numbers of other systems mean on the Earth, by PROJ.
        .target(
            name: "ReferenceSystems",
            dependencies: ["CProj", "Geodesy"],
            path: "Sources/Engine/ReferenceSystems",
            swiftSettings: quick
        ),
        .target(name: "Timekeeping", path: "Sources/Engine/Timekeeping", swiftSettings: house),
        .target(
            name: "GeoJSON",
            dependencies: ["Geodesy"],
            path: "Sources/Engine/GeoJSON",
            swiftSettings: quick
        ),
        .target(
            name: "SpatialIndex",
            dependencies: ["CIndexKernels", "Geodesy"],
            path: "Sources/Engine/SpatialIndex",
            swiftSettings: house
        ),
        // Fixes in the order of their time, and what is asked of them.
        .target(
            name: "Trajectories",
            dependencies: ["Geodesy", "Timekeeping"],
            path: "Sources/Engine/Trajectories",
            swiftSettings: quick
        ),
        // Questions about many points at once: shapes, corridors, cells, statistics, coverage.
        .target(
            name: "Analysis",
            dependencies: ["CH3", "CProj", "GeoJSON", "Geodesy", "SpatialIndex", heap],
            path: "Sources/Engine/Analysis",
            swiftSettings: quick
        ),
        // Maps as PNG files.
        .target(
            name: "Pictures",
            dependencies: ["Analysis", "CCairo", "Geodesy"],
            path: "Sources/Engine/Pictures",
            swiftSettings: quick
        ),
        // Digests and codes, by the system's OpenSSL.
        .target(
            name: "Cryptography",
            dependencies: ["COpenSSL"],
            path: "Sources/Engine/Cryptography",
            swiftSettings: house
        ),

        // Texts that people write: which words they hold, and which look alike.
        .target(
            name: "Wording",
            path: "Sources/Engine/Wording",
            resources: [.embedInCode("Resources/confusables.txt")],
            swiftSettings: house
        ),

        // MARK: Bindings: the engine for other languages.

        .target(name: "CAmbit", path: "Sources/Bindings/CAmbit"),
        .target(
            name: "CInterface",
            dependencies: ["CAmbit", "Geodesy", "SpatialIndex"],
            path: "Sources/Bindings/CInterface",
            exclude: ["exports.map"],
            swiftSettings: house
        ),

        // MARK: Files: from bytes to rows and back.

        // Processes that work for this one, and what they may do.
        .target(name: "CFence", path: "Sources/Files/CFence"),
        .target(
            name: "FencedWorkers",
            dependencies: ["CFence"],
            path: "Sources/Files/FencedWorkers",
            swiftSettings: house
        ),
        .target(name: "CZstd", dependencies: ["CDeferred"], path: "Sources/Files/CZstd"),
        .target(name: "CDeflate", dependencies: ["CDeferred"], path: "Sources/Files/CDeflate"),
        .target(name: "CGDAL", dependencies: ["CDeferred"], path: "Sources/Files/CGDAL"),
        // Documents of XML, written piece by piece.
        .target(name: "XMLWriting", path: "Sources/Files/XMLWriting", swiftSettings: house),
        // Files of other geographic programs, by GDAL's OGR in a process behind a fence.
        .target(
            name: "SpatialFiles",
            dependencies: ["CFence", "CGDAL", "CZlib", "CZstd", "FencedWorkers"],
            path: "Sources/Files/SpatialFiles",
            swiftSettings: quick
        ),
        // Rows with places, as other geographic programs' files hold them.
        .target(
            name: "FeatureFiles",
            dependencies: ["Compressing", "Geodesy", "Timekeeping", "XMLWriting"],
            path: "Sources/Files/FeatureFiles",
            swiftSettings: house
        ),
        .systemLibrary(
            name: "CZlib",
            path: "Sources/Files/CZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"])]
        ),
        // Bytes made smaller for the way.
        .target(
            name: "Compressing",
            dependencies: ["CDeflate", "CZlib"],
            path: "Sources/Files/Compressing",
            swiftSettings: house
        ),
        // More than memory should hold, sorted and looked up on disk.
        .target(name: "ExternalSort", path: "Sources/Files/ExternalSort", swiftSettings: quick),

        // MARK: Imports: what is the same for every kind of record.

        // The bytes of files as people have them, to cells, shapes and elements: of no kind of record.
        .target(
            name: "RowFiles",
            dependencies: ["CZlib", "Cryptography", "Geodesy", "ReferenceSystems"],
            path: "Sources/Imports/RowFiles",
            swiftSettings: quick
        ),
        // Tracks of devices, in whatever format.
        .target(
            name: "TrackFiles",
            dependencies: ["Geodesy", "RowFiles", "Timekeeping", "Trajectories"],
            path: "Sources/Imports/TrackFiles",
            swiftSettings: quick
        ),
        .target(
            name: "Importing",
            dependencies: [
                "CZlib", "Cryptography", "Datasets", "ExternalSort", "FencedWorkers", "Geodesy",
                "Ground", "Polling", "Radar", "ReferenceSystems", "Roads", "RowFiles",
                "SpatialFiles", "Timekeeping",
            ],
            path: "Sources/Imports/Importing",
            resources: [.embedInCode("Resources/profiles")],
            swiftSettings: house
        ),

        // MARK: Stores: datasets with versions, and the database that holds them.

        .target(
            name: "CSpatiaLite",
            dependencies: ["CDeferred"],
            path: "Sources/Stores/CSpatiaLite"
        ),
        .target(
            name: "Datasets",
            dependencies: ["Timekeeping"],
            path: "Sources/Stores/Datasets",
            swiftSettings: house
        ),
        .target(
            name: "SpatiaLiteStore",
            dependencies: [
                "Access", "CFence", "CSpatiaLite", "Cryptography", "Datasets", "ExternalSort",
                "FeatureFiles", "FencedWorkers", "GeoJSON", "Geodesy", "Ground", "Polling", "Radar",
                "ReferenceSystems", "Roads", "Timekeeping", grdb, grdbSQLite,
            ],
            path: "Sources/Stores/SpatiaLiteStore",
            swiftSettings: quick
        ),

        // A database that many nodes share.
        .target(
            name: "CPostgres",
            dependencies: ["CDeferred"],
            path: "Sources/Stores/CPostgres"
        ),
        .target(
            name: "PostgresCore",
            dependencies: ["CPostgres", "Datasets"],
            path: "Sources/Stores/PostgresCore",
            swiftSettings: house
        ),
        // The rows that the files of many nodes have in common.
        .target(
            name: "PostgresRows",
            dependencies: ["Cryptography", "PostgresCore", "SpatiaLiteStore"],
            path: "Sources/Stores/PostgresRows",
            swiftSettings: house
        ),

        // MARK: Service: HTTP, and who may do what.

        .target(
            name: "Access",
            dependencies: ["Cryptography", "Timekeeping"],
            path: "Sources/Service/Access",
            swiftSettings: house
        ),
        // What domains offer to programs that know nothing of them.
        .target(
            name: "FeatureCollections",
            dependencies: ["Geodesy", "SpatialIndex"],
            path: "Sources/Service/FeatureCollections",
            swiftSettings: house
        ),
        // The same as maps that are drawn by their clients.
        .target(
            name: "VectorTiles",
            dependencies: ["Compressing", "FeatureCollections", "GeoJSON", "Geodesy"],
            path: "Sources/Service/VectorTiles",
            swiftSettings: quick
        ),
        // What is asked of them in the query language of open standards.
        .target(
            name: "FeatureFilters",
            dependencies: [
                "Analysis", "FeatureCollections", "GeoJSON", "Geodesy", "Timekeeping",
            ],
            path: "Sources/Service/FeatureFilters",
            swiftSettings: quick
        ),
        // Compiles a folder of files into a target: the page into the service.
        .executableTarget(
            name: "embed-folder",
            path: "Sources/Service/Embedding/Tool",
            swiftSettings: house
        ),
        .plugin(
            name: "EmbedFolder",
            capability: .buildTool(),
            dependencies: ["embed-folder"],
            path: "Sources/Service/Embedding/Plugin"
        ),
        // What leaves for other machines, by libcurl.
        .target(name: "CCurl", dependencies: ["CDeferred"], path: "Sources/Service/CCurl"),
        .target(
            name: "Outgoing",
            dependencies: ["CCurl"],
            path: "Sources/Service/Outgoing",
            swiftSettings: house
        ),
        // Records found by the beginnings of their words.
        .target(
            name: "TextSearch",
            dependencies: ["Geodesy"],
            path: "Sources/Service/TextSearch/Index",
            swiftSettings: quick
        ),
        .target(
            name: "HTTPService",
            dependencies: [
                "Access", "CZlib", "Compressing", "Cryptography", "Datasets", "FeatureCollections",
                "GeoJSON", "Geodesy", "Ground", "Importing", "Outgoing", "Polling", "Radar",
                "ReferenceSystems", "Roads", "RowFiles", "TextSearch", "Timekeeping",
                "Trajectories", "XMLWriting", httpTypes, hummingbird, hummingbirdCore, logging,
                nioCore, nioHTTP1, nioHTTPTypes, serviceLifecycle,
            ],
            path: "Sources/Service/HTTPService",
            exclude: ["Resources/web"],
            resources: [.embedInCode("Resources/openapi.json")],
            swiftSettings: house,
            plugins: ["EmbedFolder"]
        ),

        // The standards of the Open Geospatial Consortium over what domains offer.
        .target(
            name: "OpenStandards",
            dependencies: [
                "Compressing", "Cryptography", "Datasets", "FeatureCollections", "FeatureFiles",
                "FeatureFilters", "GeoJSON", "Geodesy", "HTTPService", "ReferenceSystems",
                "Timekeeping", "VectorTiles", httpTypes, hummingbird, nioCore,
            ],
            path: "Sources/Service/OpenStandards",
            resources: [.embedInCode("Resources/openapi.json")],
            swiftSettings: house
        ),

        // What a domain tells, and what the command and the service make of it.
        .target(
            name: "DomainModules",
            dependencies: [
                "Access", "Datasets", "Geodesy", "HTTPService", "Importing", "PostgresCore",
                "PostgresRows", "RowFiles", "SpatiaLiteStore", "Timekeeping", argumentParser,
            ],
            path: "Sources/Service/DomainModules",
            swiftSettings: house
        ),

        // Who people are, without a word of what they do.
        .target(
            name: "Accounts",
            dependencies: ["Cryptography", "Timekeeping", "Wording"],
            path: "Sources/Service/Accounts/Domain",
            resources: [.embedInCode("Resources/common-passwords.txt")],
            swiftSettings: house
        ),
        // What is theirs alone, sealed under keys that stand elsewhere.
        .target(
            name: "Vault",
            dependencies: [
                "Accounts", "Cryptography", "Datasets", "DomainModules", "HTTPService",
                "PostgresCore", "SpatiaLiteStore", "Timekeeping", grdb,
            ],
            path: "Sources/Service/Vault",
            swiftSettings: house
        ),
        .target(
            name: "AccountsModule",
            dependencies: [
                "Access", "Accounts", "Cryptography", "Datasets", "DomainModules", "GeoJSON",
                "HTTPService", "SpatiaLiteStore", "Timekeeping", "Vault", "Wording", argumentParser,
                grdb, httpTypes, hummingbird, logging, serviceLifecycle,
            ],
            path: "Sources/Service/Accounts/Module",
            resources: [.embedInCode("Resources/openapi.json")],
            swiftSettings: house
        ),

        // Points that are earned once.
        .target(
            name: "Standings",
            dependencies: [
                "Accounts", "Datasets", "DomainModules", "GeoJSON", "HTTPService",
                "SpatiaLiteStore", "Timekeeping", grdb,
            ],
            path: "Sources/Service/Standings",
            swiftSettings: house
        ),

        // What people are told.
        .target(
            name: "CWebPush",
            dependencies: ["CDeferred", "COpenSSL"],
            path: "Sources/Service/CWebPush"
        ),
        .target(
            name: "Notices",
            dependencies: [
                "Access", "Accounts", "AccountsModule", "CWebPush", "Cryptography", "Datasets",
                "DomainModules", "GeoJSON", "HTTPService", "Outgoing", "SpatiaLiteStore",
                "Timekeeping", "Vault", grdb, httpTypes, hummingbird, logging, nioCore,
                serviceLifecycle,
            ],
            path: "Sources/Service/Notices",
            resources: [.embedInCode("Resources/openapi.json")],
            swiftSettings: house
        ),

        // One search over what all modules tell.
        .target(
            name: "TextSearchModule",
            dependencies: [
                "Datasets", "DomainModules", "GeoJSON", "Geodesy", "HTTPService", "TextSearch",
                "Timekeeping", hummingbird,
            ],
            path: "Sources/Service/TextSearch/Module",
            resources: [.embedInCode("Resources/openapi.json")],
            swiftSettings: house
        ),

        // Pictures, by the hash of their bytes.
        .target(
            name: "Media",
            dependencies: [
                "Access", "CZlib", "Cryptography", "Datasets", "DomainModules", "GeoJSON",
                "HTTPService",
                "Importing", "SpatiaLiteStore", "Timekeeping", grdb, httpTypes, hummingbird,
            ],
            path: "Sources/Service/Media",
            resources: [.embedInCode("Resources/openapi.json")],
            swiftSettings: house
        ),

        // MARK: Domains: what Ambit is for.

        .target(
            name: "Radar",
            dependencies: [
                "Cryptography", "Datasets", "Geodesy", "SpatialIndex", "Timekeeping", "Wording",
                heap,
            ],
            path: "Sources/Domains/Radar/Domain",
            swiftSettings: house
        ),
        .target(
            name: "Polling",
            dependencies: ["Datasets", "Geodesy", "SpatialIndex", "Timekeeping"],
            path: "Sources/Domains/Polling/Domain",
            swiftSettings: quick
        ),
        // Roads, and the ways along them.
        .target(
            name: "Roads",
            dependencies: [
                "Datasets", "Geodesy", "SpatialIndex", "Timekeeping", "Trajectories", heap,
            ],
            path: "Sources/Domains/Roads/Domain",
            swiftSettings: quick
        ),
        // What a map shows below everything else.
        .target(
            name: "Ground",
            dependencies: ["Datasets", "Geodesy", "SpatialIndex"],
            path: "Sources/Domains/Ground/Domain",
            swiftSettings: house
        ),

        // Events, and their programmes.
        .target(
            name: "Agenda",
            dependencies: ["Datasets", "Geodesy", "TextSearch", "Timekeeping"],
            path: "Sources/Domains/Agenda/Domain",
            swiftSettings: house
        ),

        // Trips, and what they spare the air.
        .target(
            name: "Mobility",
            dependencies: ["Agenda", "Datasets", "Geodesy", "Timekeeping", "Trajectories"],
            path: "Sources/Domains/Mobility/Domain",
            swiftSettings: quick
        ),

        // Messages on a database that many nodes share.
        .target(
            name: "RadarPostgres",
            dependencies: [
                "Cryptography", "Datasets", "Geodesy", "PostgresCore", "PostgresRows", "Radar",
                "Timekeeping",
            ],
            path: "Sources/Domains/Radar/Postgres",
            swiftSettings: house
        ),
        .target(
            name: "RadarModule",
            dependencies: [
                "Datasets", "DomainModules", "FeatureCollections", "Geodesy", "HTTPService",
                "Importing", "PostgresCore", "Radar", "RadarPostgres", "SpatiaLiteStore",
                "Timekeeping", logging, serviceLifecycle,
            ],
            path: "Sources/Domains/Radar/Module",
            swiftSettings: house
        ),
        // Elections as feeds for other programs.
        .target(
            name: "PollingFeeds",
            dependencies: ["Datasets", "Geodesy", "Polling", "Timekeeping", "XMLWriting"],
            path: "Sources/Domains/Polling/Feeds",
            swiftSettings: house
        ),
        .target(
            name: "PollingModule",
            dependencies: [
                "Datasets", "DomainModules", "FeatureCollections", "GeoJSON", "Geodesy",
                "HTTPService", "Importing", "Polling", "PollingFeeds", "SpatiaLiteStore",
                "Timekeeping", argumentParser, hummingbird,
            ],
            path: "Sources/Domains/Polling/Module",
            resources: [.embedInCode("Resources/openapi.json")],
            swiftSettings: house
        ),
        .target(
            name: "RoadsModule",
            dependencies: [
                "Datasets", "DomainModules", "FeatureCollections", "GeoJSON", "Geodesy",
                "HTTPService", "Importing", "Roads", "SpatiaLiteStore", hummingbird,
            ],
            path: "Sources/Domains/Roads/Module",
            resources: [.embedInCode("Resources/openapi.json")],
            swiftSettings: house
        ),
        .target(
            name: "GroundModule",
            dependencies: [
                "Datasets", "DomainModules", "FeatureCollections", "Geodesy", "Ground",
                "HTTPService", "Importing", "Roads", "SpatiaLiteStore",
            ],
            path: "Sources/Domains/Ground/Module",
            swiftSettings: house
        ),

        // Rows of events and sessions: read from files of many formats, and laid in tables.
        .target(
            name: "AgendaRecords",
            dependencies: [
                "Agenda", "Datasets", "GeoJSON", "Geodesy", "Importing", "SpatiaLiteStore",
                "TextSearch", "Timekeeping", grdb,
            ],
            path: "Sources/Domains/Agenda/Records",
            swiftSettings: house
        ),
        .target(
            name: "AgendaModule",
            dependencies: [
                "Agenda", "AgendaRecords", "Datasets", "DomainModules", "FeatureCollections",
                "GeoJSON", "Geodesy", "HTTPService", "Importing", "SpatiaLiteStore", "TextSearch",
                "Timekeeping",
                argumentParser, grdb, httpTypes, hummingbird, nioCore,
            ],
            path: "Sources/Domains/Agenda/Module",
            resources: [.embedInCode("Resources/openapi.json")],
            swiftSettings: house
        ),

        .target(
            name: "MobilityModule",
            dependencies: [
                "Accounts", "AccountsModule", "Agenda", "Cryptography", "Datasets", "DomainModules",
                "GeoJSON", "Geodesy", "HTTPService", "Importing", "Mobility", "Notices", "Roads",
                "SpatiaLiteStore", "TextSearch", "Timekeeping", "TrackFiles", "Trajectories",
                "Vault",
                "Wording", argumentParser, grdb, httpTypes, hummingbird, nioCore,
            ],
            path: "Sources/Domains/Mobility/Module",
            exclude: ["Resources/web"],
            resources: [.embedInCode("Resources/openapi.json")],
            swiftSettings: house,
            plugins: ["EmbedFolder"]
        ),
        // Fairs: exhibitors, plans, ratings, prizes.
        .target(
            name: "Expo",
            dependencies: [
                "Agenda", "Cryptography", "Datasets", "Geodesy", "TextSearch", "Timekeeping",
            ],
            path: "Sources/Domains/Expo/Domain",
            swiftSettings: house
        ),
        .target(
            name: "ExpoModule",
            dependencies: [
                "Access", "Accounts", "AccountsModule", "Agenda", "AgendaRecords", "Cryptography",
                "Datasets", "DomainModules", "Expo", "GeoJSON", "Geodesy", "HTTPService",
                "Importing", "Media", "Pictures", "Roads", "SpatiaLiteStore", "Standings",
                "TextSearch", "Timekeeping", "Vault", argumentParser, grdb, httpTypes, hummingbird,
            ],
            path: "Sources/Domains/Expo/Module",
            exclude: ["Resources/web"],
            resources: [.embedInCode("Resources/openapi.json")],
            swiftSettings: house,
            plugins: ["EmbedFolder"]
        ),
        // Favorites, and what people follow.
        .target(
            name: "Favorites",
            dependencies: [
                "Accounts", "AccountsModule", "Datasets", "DomainModules", "GeoJSON",
                "HTTPService", "Notices", "SpatiaLiteStore", "TextSearch", "Timekeeping", grdb,
                httpTypes, hummingbird,
            ],
            path: "Sources/Service/Favorites",
            resources: [.embedInCode("Resources/openapi.json")],
            swiftSettings: house
        ),
        // Games, tournaments and what belongs to them.
        .target(
            name: "Esports",
            dependencies: [
                "Agenda", "Datasets", "Geodesy", "SpatialIndex", "TextSearch", "Timekeeping",
            ],
            path: "Sources/Domains/Esports/Domain",
            resources: [.embedInCode("Resources/cities.txt")],
            swiftSettings: house
        ),
        .target(
            name: "EsportsModule",
            dependencies: [
                "Access", "Accounts", "AccountsModule", "Agenda", "AgendaRecords", "Cryptography",
                "Datasets", "DomainModules", "Esports", "Favorites", "FeatureCollections",
                "GeoJSON", "Geodesy", "HTTPService", "Importing", "Notices", "Outgoing", "RowFiles",
                "SpatiaLiteStore", "TextSearch", "Timekeeping", argumentParser, grdb, httpTypes,
                hummingbird, logging,
            ],
            path: "Sources/Domains/Esports/Module",
            exclude: ["Resources/web"],
            resources: [.embedInCode("Resources/openapi.json")],
            swiftSettings: house,
            plugins: ["EmbedFolder"]
        ),

        // MARK: The command, and the benchmark of the index.

        .executableTarget(
            name: "ambit-bench",
            dependencies: [
                "CProj", "Datasets", "Geodesy", "Radar", "Roads", "SpatiaLiteStore",
                "SpatialIndex", "Timekeeping", "Trajectories",
            ],
            swiftSettings: house
        ),
        .executableTarget(
            name: "ambit",
            dependencies: [
                "Access", "Accounts", "AccountsModule", "AgendaModule", "Analysis", "Compressing",
                "Datasets", "DomainModules", "EsportsModule", "ExpoModule", "Favorites",
                "FeatureCollections", "FeatureFiles", "FeatureFilters", "GeoJSON", "Geodesy",
                "Ground", "GroundModule", "HTTPService", "Importing", "Media", "MobilityModule",
                "Notices", "OpenStandards", "Outgoing", "Pictures", "Polling", "PollingModule",
                "PostgresCore", "PostgresRows", "Radar", "RadarModule", "RadarPostgres",
                "ReferenceSystems", "Roads", "RoadsModule", "RowFiles", "SpatiaLiteStore",
                "SpatialFiles", "SpatialIndex", "Standings", "TextSearchModule", "Timekeeping",
                "TrackFiles", "Trajectories", "Vault", "VectorTiles", "Wording", argumentParser,
                logging, nioCore, serviceLifecycle, unixSignals,
            ],
            swiftSettings: house + quickTypes,
            linkerSettings: quickStart
        ),

        // MARK: Tests mirror the sources.

        // What tests of several targets share: where the checkout and the real files are.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: house),
        // Which folder may import which.
        .testTarget(
            name: "ArchitectureTests",
            dependencies: ["TestSupport"],
            swiftSettings: house
        ),
        .testTarget(
            name: "GeodesyTests",
            dependencies: ["CIndexKernels", "CProj", "Geodesy", "TestSupport"],
            path: "Tests/Engine/GeodesyTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "FeatureFilesTests",
            dependencies: ["FeatureFiles", "Geodesy"],
            path: "Tests/Files/FeatureFilesTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "ReferenceSystemsTests",
            dependencies: ["Geodesy", "ReferenceSystems"],
            path: "Tests/Engine/ReferenceSystemsTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "ExternalSortTests",
            dependencies: ["ExternalSort"],
            path: "Tests/Files/ExternalSortTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "CryptographyTests",
            dependencies: ["Cryptography"],
            path: "Tests/Engine/CryptographyTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "WordingTests",
            dependencies: ["Wording"],
            path: "Tests/Engine/WordingTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "TimekeepingTests",
            dependencies: ["Timekeeping"],
            path: "Tests/Engine/TimekeepingTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "TrajectoriesTests",
            dependencies: ["Geodesy", "Timekeeping", "Trajectories"],
            path: "Tests/Engine/TrajectoriesTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "GeoJSONTests",
            dependencies: ["GeoJSON", "Geodesy"],
            path: "Tests/Engine/GeoJSONTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "SpatialIndexTests",
            dependencies: ["CIndexKernels", "CProj", "Geodesy", "SpatialIndex"],
            path: "Tests/Engine/SpatialIndexTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "AnalysisTests",
            dependencies: ["Analysis", "CProj", "GeoJSON", "Geodesy", "SpatialIndex"],
            path: "Tests/Engine/AnalysisTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "AccessTests",
            dependencies: ["Access", "Timekeeping"],
            path: "Tests/Service/AccessTests",
            swiftSettings: house
        ),
        // Accounts for the tests of modules that take some.
        .target(
            name: "AccountsTesting",
            dependencies: ["Accounts", "AccountsModule", "DomainModules"],
            path: "Tests/Service/AccountsTesting",
            swiftSettings: house
        ),
        // A service of modules that listens, for tests over HTTP.
        .target(
            name: "ModuleTesting",
            dependencies: [
                "Access", "DomainModules", "GeoJSON", "HTTPService", "PostgresTesting",
                "SpatiaLiteStore", "Timekeeping", "Vault", logging, serviceLifecycle,
            ],
            path: "Tests/Service/ModuleTesting",
            swiftSettings: house
        ),
        .testTarget(
            name: "AccountsTests",
            dependencies: [
                "Accounts", "AccountsModule", "AccountsTesting", "Datasets", "DomainModules",
                "GeoJSON", "HTTPService", "ModuleTesting", "SpatiaLiteStore", "Standings",
                "Timekeeping", "Vault", "Wording", grdb,
            ],
            path: "Tests/Service/AccountsTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "VaultTests",
            dependencies: [
                "Accounts", "AccountsModule", "DomainModules", "ModuleTesting", "SpatiaLiteStore",
                "Timekeeping", "Vault", grdb,
            ],
            path: "Tests/Service/VaultTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "StandingsTests",
            dependencies: [
                "Accounts", "AccountsModule", "AccountsTesting", "DomainModules", "ModuleTesting",
                "SpatiaLiteStore", "Standings", "Timekeeping", "Vault", grdb,
            ],
            path: "Tests/Service/StandingsTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "NoticesTests",
            dependencies: [
                "Access", "Accounts", "AccountsModule", "AccountsTesting", "Cryptography",
                "DomainModules", "ModuleTesting", "Notices", "Outgoing", "SpatiaLiteStore",
                "Timekeeping", "Vault", grdb, logging,
                serviceLifecycle,
            ],
            path: "Tests/Service/NoticesTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "OutgoingTests",
            dependencies: ["Outgoing"],
            path: "Tests/Service/OutgoingTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "TextSearchTests",
            dependencies: ["Geodesy", "TextSearch"],
            path: "Tests/Service/TextSearchTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "DatasetsTests",
            dependencies: ["Datasets"],
            path: "Tests/Stores/DatasetsTests",
            swiftSettings: house
        ),
        // A store in memory for the tests of messages.
        .target(
            name: "RadarTesting",
            dependencies: ["Datasets", "Radar", "Timekeeping"],
            path: "Tests/Domains/RadarTesting",
            swiftSettings: house
        ),
        .testTarget(
            name: "RadarTests",
            dependencies: [
                "CProj", "Cryptography", "Datasets", "Geodesy", "Radar", "RadarTesting",
                "SpatialIndex", "Timekeeping",
            ],
            path: "Tests/Domains/RadarTests",
            swiftSettings: house
        ),
        // A store in memory for the tests of districts, elections and addresses.
        .target(
            name: "PollingTesting",
            dependencies: ["Datasets", "Polling", "Timekeeping"],
            path: "Tests/Domains/PollingTesting",
            swiftSettings: house
        ),
        // Two servers on one store, in every order that a seed decides.
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "Datasets", "Geodesy", "HTTPService", "Radar", "RadarTesting", "SpatiaLiteStore",
                "Timekeeping", logging,
            ],
            path: "Tests/Service/SimulationTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "PollingTests",
            dependencies: [
                "Datasets", "Geodesy", "Polling", "PollingTesting", "TestSupport", "Timekeeping",
            ],
            path: "Tests/Domains/PollingTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "PollingFeedsTests",
            dependencies: ["Datasets", "Geodesy", "Polling", "PollingFeeds", "Timekeeping"],
            path: "Tests/Domains/PollingFeedsTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "RoadsTests",
            dependencies: ["Datasets", "Geodesy", "Roads", "Timekeeping", "Trajectories"],
            path: "Tests/Domains/RoadsTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "GroundTests",
            dependencies: ["Datasets", "Geodesy", "Ground", "Timekeeping"],
            path: "Tests/Domains/GroundTests",
            swiftSettings: house
        ),
        // Files as people have them, for the tests of what reads them.
        .target(
            name: "RowFilesTesting",
            dependencies: ["CZlib"],
            path: "Tests/Imports/RowFilesTesting",
            swiftSettings: house
        ),
        .testTarget(
            name: "RowFilesTests",
            dependencies: ["CZlib", "RowFiles", "RowFilesTesting", "TestSupport"],
            path: "Tests/Imports/RowFilesTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "TrackFilesTests",
            dependencies: [
                "Geodesy", "RowFilesTesting", "Timekeeping", "TrackFiles", "Trajectories",
            ],
            path: "Tests/Imports/TrackFilesTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "ImportingTests",
            dependencies: [
                "Datasets", "ExternalSort", "Geodesy", "Ground", "Importing", "Polling", "Radar",
                "ReferenceSystems", "Roads", "RowFiles", "RowFilesTesting", "TestSupport",
                "Timekeeping",
            ],
            path: "Tests/Imports/ImportingTests",
            swiftSettings: house
        ),
        // The suite that every store passes.
        .target(
            name: "StoreContract",
            dependencies: [
                "Access", "Datasets", "Geodesy", "Ground", "Polling", "Radar", "Roads",
                "Timekeeping",
            ],
            path: "Tests/Stores/StoreContract",
            swiftSettings: house
        ),
        .testTarget(
            name: "RadarPostgresTests",
            dependencies: [
                "Datasets", "Geodesy", "PostgresCore", "PostgresTesting", "Radar", "RadarPostgres",
                "StoreContract", "Timekeeping",
            ],
            path: "Tests/Domains/Radar/PostgresTests",
            swiftSettings: house
        ),
        // A PostgreSQL server of the tests' own.
        .target(
            name: "PostgresTesting",
            dependencies: ["PostgresCore", "PostgresRows", "RadarPostgres", "SpatiaLiteStore"],
            path: "Tests/Stores/PostgresTesting",
            swiftSettings: house
        ),
        .testTarget(
            name: "PostgresRowsTests",
            dependencies: [
                "Datasets", "Geodesy", "Polling", "PostgresCore", "PostgresRows", "PostgresTesting",
                "SpatiaLiteStore", "StoreContract", "Timekeeping", grdb,
            ],
            path: "Tests/Stores/PostgresRowsTests",
            swiftSettings: house
        ),
        // A disk for SQLite that records, loses power and fails.
        .target(
            name: "CFaultyDisk",
            path: "Tests/Stores/CFaultyDisk",
            linkerSettings: [.linkedLibrary("sqlite3")]
        ),
        // What a process behind a fence can still do.
        .target(name: "CFenceTrial", dependencies: ["CFence"], path: "Tests/Files/CFenceTrial"),
        .testTarget(
            name: "SpatiaLiteStoreTests",
            dependencies: [
                "Access", "CFaultyDisk", "CFenceTrial", "CProj", "Datasets", "FeatureFiles",
                "FencedWorkers", "Geodesy", "Ground", "Polling", "Radar", "Roads",
                "SpatiaLiteStore",
                "StoreContract", "Timekeeping",
                grdb,
            ],
            path: "Tests/Stores/SpatiaLiteStoreTests",
            exclude: ["Upgrades"],
            swiftSettings: house
        ),
        .testTarget(
            name: "HTTPServiceTests",
            dependencies: [
                "Access", "CProj", "Compressing", "Cryptography", "Datasets", "GeoJSON", "Geodesy",
                "Ground", "HTTPService", "Importing", "Polling", "PollingTesting", "Radar",
                "RadarTesting", "Roads", "RowFiles", "TestSupport", "Timekeeping", "Wording",
                httpTypes, hummingbird, hummingbirdCore, logging, nioCore, nioEmbedded,
                nioHTTPTypes, nioPosix, serviceLifecycle,
            ],
            path: "Tests/Service/HTTPServiceTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "VectorTilesTests",
            dependencies: [
                "Compressing", "FeatureCollections", "GeoJSON", "Geodesy", "VectorTiles",
            ],
            path: "Tests/Service/VectorTilesTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "FeatureFiltersTests",
            dependencies: ["FeatureCollections", "FeatureFilters", "Geodesy"],
            path: "Tests/Service/FeatureFiltersTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "OpenStandardsTests",
            dependencies: [
                "Datasets", "FeatureCollections", "Geodesy", "HTTPService", "OpenStandards",
                "ReferenceSystems", "Timekeeping", httpTypes, logging, serviceLifecycle,
            ],
            path: "Tests/Service/OpenStandardsTests",
            swiftSettings: house
        ),
        // Real files, from the import to what a voter is told.
        .testTarget(
            name: "VotingTests",
            dependencies: [
                "Datasets", "Geodesy", "Importing", "Polling", "ReferenceSystems", "Roads",
                "RowFiles", "SpatiaLiteStore", "TestSupport", "Timekeeping",
            ],
            path: "Tests/Domains/VotingTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "ExpoTests",
            dependencies: [
                "Access", "Accounts", "AccountsModule", "AccountsTesting", "Agenda", "AgendaModule",
                "Cryptography", "Datasets", "DomainModules", "Expo", "ExpoModule", "GeoJSON",
                "Geodesy", "HTTPService", "Importing", "Media", "ModuleTesting", "RoadsModule",
                "SpatiaLiteStore", "Standings", "TestSupport", "Timekeeping", "Vault", grdb,
            ],
            path: "Tests/Domains/ExpoTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "MediaTests",
            dependencies: ["Access", "DomainModules", "Media", "ModuleTesting"],
            path: "Tests/Service/MediaTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "AgendaTests",
            dependencies: [
                "Agenda", "AgendaModule", "Datasets", "DomainModules", "Geodesy", "HTTPService",
                "Importing", "SpatiaLiteStore", "TestSupport", "TextSearch", "Timekeeping",
            ],
            path: "Tests/Domains/AgendaTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "MobilityTests",
            dependencies: [
                "Agenda", "Datasets", "Geodesy", "Mobility", "Timekeeping", "Trajectories",
            ],
            path: "Tests/Domains/MobilityTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "EsportsTests",
            dependencies: [
                "Access", "Accounts", "AccountsModule", "AccountsTesting", "Agenda", "AgendaModule",
                "Datasets", "DomainModules", "Esports", "EsportsModule", "Favorites", "GeoJSON",
                "Geodesy", "HTTPService", "Importing", "ModuleTesting", "Notices",
                "SpatiaLiteStore", "TestSupport", "TextSearchModule", "Timekeeping", "Vault",
                logging,
            ],
            path: "Tests/Domains/EsportsTests",
            swiftSettings: house
        ),
        .testTarget(
            name: "MobilityModuleTests",
            dependencies: [
                "Accounts", "AccountsModule", "AccountsTesting", "AgendaModule", "Datasets",
                "DomainModules", "Geodesy", "Importing", "Mobility", "MobilityModule",
                "ModuleTesting", "Notices", "RoadsModule", "RowFiles", "SpatiaLiteStore",
                "TestSupport", "Timekeeping", "TrackFiles", "Trajectories", "Vault", grdb,
            ],
            path: "Tests/Domains/MobilityModuleTests",
            swiftSettings: house
        ),
        // A domain that moves in by its own folder: what a module tells, end to end.
        .target(
            name: "Sample",
            dependencies: ["Datasets", "Geodesy"],
            path: "Tests/SampleModule/Domain",
            swiftSettings: house
        ),
        .target(
            name: "SampleModule",
            dependencies: [
                "Access", "Datasets", "DomainModules", "GeoJSON", "Geodesy", "HTTPService",
                "Importing", "Sample", "SpatiaLiteStore", "Timekeeping", argumentParser, grdb,
                hummingbird,
            ],
            path: "Tests/SampleModule/Module",
            exclude: ["Resources/web"],
            resources: [.embedInCode("Resources/openapi.json")],
            swiftSettings: house,
            plugins: ["EmbedFolder"]
        ),
        .testTarget(
            name: "SampleModuleTests",
            dependencies: [
                "Access", "AgendaModule", "Datasets", "DomainModules", "GroundModule",
                "HTTPService", "Importing", "PollingModule", "RadarModule", "RoadsModule",
                "SampleModule", "SpatiaLiteStore", "Timekeeping", argumentParser, hummingbird,
                logging, serviceLifecycle,
            ],
            path: "Tests/SampleModule/Tests",
            swiftSettings: house
        ),
        .testTarget(name: "CountyTests", dependencies: ["TestSupport"], swiftSettings: house),
        // What is read of strangers, from any bytes; with what the fuzzers found.
        .testTarget(
            name: "FuzzerTests",
            dependencies: fuzzed,
            path: "Tests/Fuzzers",
            exclude: ["Corpus", "Driver", "Cases"],
            sources: ["Entries", "Replay"],
            swiftSettings: house
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["Geodesy", "TestSupport", "ambit", grdb],
            exclude: ["requirements.txt"],
            swiftSettings: house
        ),
    ]
)

// The library products alone, for programs that use nothing else of Ambit, with the benchmark of the index:
// SwiftPM fetches every package that a manifest names, and those are the service's.
if Context.environment["AMBIT_LIBRARIES_ALONE"] != nil {
    let kept = [
        "CAmbit", "CDeferred", "CIndexKernels", "CInterface", "CProj", "Geodesy", "SpatialIndex",
        "ambit-bench",
    ]
    package.products.removeAll { $0.name == "ambit" }
    package.targets.removeAll { !kept.contains($0.name) }
    for target in package.targets where target.name == "ambit-bench" {
        target.dependencies = ["CProj", "Geodesy", "SpatialIndex"]
        target.exclude = [
            "MatchBenchmark.swift", "MatchTrial.swift", "RouteBenchmark.swift", "RouteTrial.swift",
            "ShardBenchmark.swift", "TracksBenchmark.swift",
        ]
    }
    package.dependencies = []
}

// What `scripts/sanitize` runs under the thread sanitizer, and no other tests.
if Context.environment["AMBIT_SANITIZED_THREADS"] != nil {
    let tested = ["EndToEndTests", "RadarTests", "SimulationTests", "SpatialIndexTests"]
    package.targets.removeAll { $0.type == .test && !tested.contains($0.name) }
    package.targets.append(.target(name: "CVisibleLocks", path: "Tests/CVisibleLocks"))
    for target in package.targets where ["SpatialIndex", "Timekeeping"].contains(target.name) {
        target.dependencies.append("CVisibleLocks")
    }
}

// The fuzzers, for `scripts/fuzz` alone: what they reach, under sanitizers, and nothing else.
if let runtime = Context.environment["AMBIT_FUZZER_RUNTIME"] {
    var reached: Set<String> = []
    func reach(_ name: String) {
        guard reached.insert(name).inserted else { return }
        guard let target = package.targets.first(where: { $0.name == name }) else { return }
        if name == "HTTPService" {
            // What reads a request, without the server.
            target.sources = ["Requests/Reading", "Responses/Problems"]
            target.resources = nil
            target.plugins = nil
            target.dependencies = [
                "GeoJSON", "Geodesy", "Importing", "ReferenceSystems", httpTypes,
            ]
        }
        if name == "AgendaRecords" {
            // What reads a schedule, without its tables.
            target.sources = ["Formats"]
            target.dependencies = ["Agenda", "Datasets", "GeoJSON", "Importing", "Timekeeping"]
        }
        for case .byNameItem(let name, _) in target.dependencies { reach(name) }
    }
    for case .byNameItem(let name, _) in fuzzed { reach(name) }
    package.targets.removeAll { !reached.contains($0.name) }
    for target in package.targets where target.type != .system {
        if ["Importing", "RowFiles"].contains(target.name) {
            target.swiftSettings?.append(.define("FUZZING"))
        }
        target.swiftSettings?.append(
            .unsafeFlags(["-sanitize=fuzzer,address", "-enable-testing"])
        )
        target.cSettings = [
            .unsafeFlags([
                "-fsanitize=address,undefined,fuzzer-no-link", "-fno-sanitize-recover=undefined",
            ])
        ]
    }
    package.products = []
    package.targets.append(
        .executableTarget(
            name: "fuzz",
            dependencies: fuzzed,
            path: "Tests/Fuzzers",
            exclude: ["Corpus", "Cases", "Replay"],
            sources: ["Entries", "Driver"],
            swiftSettings: house + [
                .unsafeFlags(["-sanitize=fuzzer,address", "-enable-testing"])
            ],
            linkerSettings: [
                .unsafeFlags(["-sanitize=address", "-Xlinker", runtime]),
                .linkedLibrary("stdc++"),
            ]
        )
    )
}
