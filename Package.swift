// swift-tools-version: 6.2
import PackageDescription

/// Every target: Swift 6, explicit existentials and imports, and no warnings.
let house: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
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
    "Datasets", "GeoJSON", "Geodesy", "HTTPService", "Importing", "Polling", "ReferenceSystems",
    "Timekeeping", "Ways",
]

let package = Package(
    name: "ambit",
    products: [
        .executable(name: "ambit", targets: ["ambit"])
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
        // System libraries. All but two are loaded when the first of their functions is called.
        .target(name: "CDeferred"),
        .target(name: "CCairo", dependencies: ["CDeferred"]),
        .target(name: "CProj", dependencies: ["CDeferred"]),
        .target(name: "COpenSSL", dependencies: ["CDeferred"]),
        .target(name: "CSpatiaLite", dependencies: ["CDeferred"]),
        // Processes that work for this one, and what they may do.
        .target(name: "CFence"),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        // Arithmetic over many points at once, in C's vector types.
        .target(name: "CIndexKernels"),

        // The Earth and the clock.
        .target(name: "Geodesy", dependencies: ["CIndexKernels"], swiftSettings: house),
        // What numbers of other systems mean on the Earth, by PROJ.
        .target(
            name: "ReferenceSystems",
            dependencies: ["CProj", "Geodesy"],
            swiftSettings: house
        ),
        .target(name: "Timekeeping", swiftSettings: house),
        .target(name: "GeoJSON", dependencies: ["Geodesy"], swiftSettings: house),
        .target(
            name: "SpatialIndex",
            dependencies: ["CIndexKernels", "Geodesy"],
            swiftSettings: house
        ),
        // Questions about many points at once: shapes, corridors, cells, statistics, coverage.
        .target(
            name: "Analysis",
            dependencies: ["CProj", "GeoJSON", "Geodesy", "SpatialIndex", heap],
            swiftSettings: house
        ),
        // Maps as PNG files.
        .target(
            name: "Pictures",
            dependencies: ["Analysis", "CCairo", "Geodesy"],
            swiftSettings: house
        ),
        .executableTarget(
            name: "ambit-bench",
            dependencies: ["CProj", "Geodesy", "SpatialIndex"],
            swiftSettings: house
        ),

        // Digests and codes, by the system's OpenSSL.
        .target(name: "Cryptography", dependencies: ["COpenSSL"], swiftSettings: house),

        // More than memory should hold, sorted and looked up on disk.
        .target(name: "ExternalSort", swiftSettings: house),

        // The domains.
        .target(
            name: "Access",
            dependencies: ["Cryptography", "Timekeeping"],
            swiftSettings: house
        ),
        .target(name: "Datasets", dependencies: ["Timekeeping"], swiftSettings: house),
        .target(
            name: "Radar",
            dependencies: [
                "Cryptography", "Datasets", "Geodesy", "SpatialIndex", "Timekeeping", heap,
            ],
            swiftSettings: house
        ),
        .target(
            name: "Polling",
            dependencies: ["Datasets", "Geodesy", "SpatialIndex", "Timekeeping"],
            swiftSettings: house
        ),
        // Roads, and the ways along them.
        .target(
            name: "Ways",
            dependencies: ["Datasets", "Geodesy", "SpatialIndex", heap],
            swiftSettings: house
        ),
        // What a map shows below everything else.
        .target(
            name: "Ground",
            dependencies: ["Datasets", "Geodesy", "SpatialIndex"],
            swiftSettings: house
        ),
        .target(
            name: "Importing",
            dependencies: [
                "CZlib", "Cryptography", "Datasets", "ExternalSort", "Geodesy", "Ground",
                "Polling", "Radar", "ReferenceSystems", "Timekeeping", "Ways",
            ],
            resources: [.embedInCode("Resources/profiles")],
            swiftSettings: house
        ),

        // What surrounds them.
        .target(
            name: "SpatiaLiteStore",
            dependencies: [
                "Access", "CFence", "CSpatiaLite", "Datasets", "ExternalSort", "GeoJSON",
                "Geodesy", "Ground", "Polling", "Radar", "ReferenceSystems", "Timekeeping", "Ways",
                grdb, grdbSQLite,
            ],
            swiftSettings: house
        ),
        .target(
            name: "HTTPService",
            dependencies: [
                "Access", "CZlib", "Cryptography", "Datasets", "GeoJSON", "Geodesy", "Ground",
                "Importing", "Polling", "Radar", "ReferenceSystems", "Timekeeping", "Ways",
                httpTypes, hummingbird, hummingbirdCore, logging, nioCore, nioHTTP1, nioHTTPTypes,
                serviceLifecycle,
            ],
            resources: [
                .embedInCode("Resources/openapi.json"), .embedInCode("Resources/web"),
            ],
            swiftSettings: house
        ),
        .executableTarget(
            name: "ambit",
            dependencies: [
                "Access", "Analysis", "Datasets", "GeoJSON", "Geodesy", "Ground", "HTTPService",
                "Importing", "Pictures", "Polling", "Radar", "ReferenceSystems", "SpatialIndex",
                "SpatiaLiteStore", "Timekeeping", "Ways", argumentParser, logging, nioCore,
                serviceLifecycle, unixSignals,
            ],
            swiftSettings: house + quickTypes,
            linkerSettings: quickStart
        ),
        // Tests mirror the sources.
        .testTarget(
            name: "GeodesyTests",
            dependencies: ["CIndexKernels", "CProj", "Geodesy"],
            swiftSettings: house
        ),
        .testTarget(
            name: "ReferenceSystemsTests",
            dependencies: ["Geodesy", "ReferenceSystems"],
            swiftSettings: house
        ),
        .testTarget(
            name: "ExternalSortTests",
            dependencies: ["ExternalSort"],
            swiftSettings: house
        ),
        .testTarget(
            name: "CryptographyTests",
            dependencies: ["Cryptography"],
            swiftSettings: house
        ),
        .testTarget(name: "TimekeepingTests", dependencies: ["Timekeeping"], swiftSettings: house),
        .testTarget(
            name: "GeoJSONTests",
            dependencies: ["GeoJSON", "Geodesy"],
            swiftSettings: house
        ),
        .testTarget(
            name: "SpatialIndexTests",
            dependencies: ["CIndexKernels", "CProj", "Geodesy", "SpatialIndex"],
            swiftSettings: house
        ),
        .testTarget(
            name: "AnalysisTests",
            dependencies: ["Analysis", "CProj", "GeoJSON", "Geodesy", "SpatialIndex"],
            swiftSettings: house
        ),
        .testTarget(
            name: "AccessTests",
            dependencies: ["Access", "Timekeeping"],
            swiftSettings: house
        ),
        .testTarget(name: "DatasetsTests", dependencies: ["Datasets"], swiftSettings: house),
        // A store in memory for the tests of messages.
        .target(
            name: "RadarTesting",
            dependencies: ["Datasets", "Radar", "Timekeeping"],
            path: "Tests/RadarTesting",
            swiftSettings: house
        ),
        .testTarget(
            name: "RadarTests",
            dependencies: [
                "CProj", "Datasets", "Geodesy", "Radar", "RadarTesting", "SpatialIndex",
                "Timekeeping",
            ],
            swiftSettings: house
        ),
        // A store in memory for the tests of districts, elections and addresses.
        .target(
            name: "PollingTesting",
            dependencies: ["Datasets", "Polling", "Timekeeping"],
            path: "Tests/PollingTesting",
            swiftSettings: house
        ),
        // Two servers on one store, in every order that a seed decides.
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "Datasets", "Geodesy", "HTTPService", "Radar", "RadarTesting", "SpatiaLiteStore",
                "Timekeeping", logging,
            ],
            swiftSettings: house
        ),
        .testTarget(
            name: "PollingTests",
            dependencies: [
                "Datasets", "Geodesy", "Polling", "PollingTesting", "Timekeeping",
            ],
            swiftSettings: house
        ),
        .testTarget(
            name: "WaysTests",
            dependencies: ["Datasets", "Geodesy", "Ways"],
            swiftSettings: house
        ),
        .testTarget(
            name: "GroundTests",
            dependencies: ["Datasets", "Geodesy", "Ground", "Timekeeping"],
            swiftSettings: house
        ),
        .testTarget(
            name: "ImportingTests",
            dependencies: [
                "CZlib", "Datasets", "ExternalSort", "Geodesy", "Ground", "Importing", "Polling",
                "Radar", "ReferenceSystems", "Timekeeping", "Ways",
            ],
            swiftSettings: house
        ),
        // The suite that every store passes.
        .target(
            name: "StoreContract",
            dependencies: [
                "Access", "Datasets", "Geodesy", "Ground", "Polling", "Radar", "Timekeeping",
                "Ways",
            ],
            path: "Tests/StoreContract",
            swiftSettings: house
        ),
        // A disk for SQLite that records, loses power and fails.
        .target(
            name: "CFaultyDisk",
            path: "Tests/CFaultyDisk",
            linkerSettings: [.linkedLibrary("sqlite3")]
        ),
        // What a process behind a fence can still do.
        .target(name: "CFenceTrial", dependencies: ["CFence"], path: "Tests/CFenceTrial"),
        .testTarget(
            name: "SpatiaLiteStoreTests",
            dependencies: [
                "Access", "CFaultyDisk", "CFenceTrial", "CProj", "Datasets", "Geodesy", "Ground",
                "Polling", "Radar", "SpatiaLiteStore", "StoreContract", "Timekeeping", "Ways",
                grdb,
            ],
            swiftSettings: house
        ),
        .testTarget(
            name: "HTTPServiceTests",
            dependencies: [
                "Access", "CProj", "Cryptography", "Datasets", "GeoJSON", "Geodesy", "Ground",
                "HTTPService", "Importing", "Polling", "PollingTesting", "Radar", "RadarTesting",
                "Timekeeping", "Ways",
                httpTypes, hummingbird, hummingbirdCore, logging, nioCore, nioEmbedded,
                nioHTTPTypes, nioPosix, serviceLifecycle,
            ],
            swiftSettings: house
        ),
        // Real files, from the import to what a voter is told.
        .testTarget(
            name: "VotingTests",
            dependencies: [
                "Datasets", "Geodesy", "Importing", "Polling", "ReferenceSystems",
                "SpatiaLiteStore", "Timekeeping", "Ways",
            ],
            swiftSettings: house
        ),
        .testTarget(name: "CountyTests", swiftSettings: house),
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
            dependencies: ["ambit", "Geodesy", grdb],
            exclude: ["requirements.txt"],
            swiftSettings: house
        ),
    ]
)

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
            target.dependencies = [
                "GeoJSON", "Geodesy", "Importing", "ReferenceSystems", httpTypes,
            ]
        }
        for case .byNameItem(let name, _) in target.dependencies { reach(name) }
    }
    for case .byNameItem(let name, _) in fuzzed { reach(name) }
    package.targets.removeAll { !reached.contains($0.name) }
    for target in package.targets where target.type != .system {
        if target.name == "Importing" { target.swiftSettings?.append(.define("FUZZING")) }
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
