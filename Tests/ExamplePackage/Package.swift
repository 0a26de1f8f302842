// swift-tools-version: 6.2
import PackageDescription

// What a program of somebody else's sees of Ambit: two library products. Built with AMBIT_LIBRARIES_ALONE in
// the environment, nothing is fetched for it.
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
