// swift-tools-version: 6.2
import PackageDescription

// What a program of somebody else's sees of Ambit: two library products. Packages that only Ambit's own
// service needs are not fetched for it, because no product that is used here depends on them.
let package = Package(
    name: "ExamplePackage",
    dependencies: [.package(name: "ambit", path: "../..")],
    targets: [
        .executableTarget(
            name: "nearby",
            dependencies: [
                .product(name: "Geodesy", package: "ambit"),
                .product(name: "SpatialIndex", package: "ambit"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]
        )
    ]
)
