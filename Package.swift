// swift-tools-version: 6.2
import PackageDescription

/// Every target: Swift 6, explicit existentials and imports, and no warnings.
let house: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "ambit",
    targets: [
        .systemLibrary(name: "CProj", pkgConfig: "proj", providers: [.apt(["libproj-dev"])]),
        // The Earth and the clock.
        .target(name: "Geodesy", dependencies: ["CProj"], swiftSettings: house),
        .target(name: "Timekeeping", swiftSettings: house),
        .target(name: "GeoJSON", dependencies: ["Geodesy"], swiftSettings: house),
        .target(name: "SpatialIndex", dependencies: ["Geodesy"], swiftSettings: house),
        // The domains.
        .target(name: "Datasets", dependencies: ["Timekeeping"], swiftSettings: house),
        // Tests mirror the sources.
        .testTarget(
            name: "GeodesyTests",
            dependencies: ["CProj", "Geodesy"],
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
            dependencies: ["CProj", "Geodesy", "SpatialIndex"],
            swiftSettings: house
        ),
        .testTarget(name: "DatasetsTests", dependencies: ["Datasets"], swiftSettings: house),
        .testTarget(name: "CountyTests", swiftSettings: house),
    ]
)
