internal import Geodesy
internal import RowFiles

// Why a row of a file cannot be read, in the report's sentences.

extension Finding {
    /// Why a quote costs its record.
    init(of quote: UnclosedQuote) {
        let line = Value.number(quote.line)
        self =
            quote.isTooLong
            ? Finding(
                .quoteTooLong,
                ["line": line, "megabytes": .number(CSVReader.recordLimit >> 20)]
            ) : Finding(.quoteNeverClosed, ["line": line])
    }

    /// Why a value is no feature or geometry.
    init(of fault: GeoJSONFault) {
        self =
            switch fault {
            case .noObject(let kind): Finding(.noObject, ["detail": .text(kind)])
            case .featureNoObject(let kind): Finding(.notAFeature, ["detail": .text(kind)])
            case .otherType(let type): Finding(.typeNoFeature, ["detail": .text(type)])
            case .badID(let kind): Finding(.idNoText, ["detail": .text(kind)])
            case .badProperties(let kind): Finding(.propertiesNoObject, ["detail": .text(kind)])
            case .noProperties: Finding(.propertiesMissing)
            case .noGeometry: Finding(.geometryMissing)
            case .geometryNoObject(let kind): Finding(.geometryNoObject, ["detail": .text(kind)])
            case .geometryWithoutType: Finding(.geometryWithoutType)
            case .geometryWithoutMember(let geometry, let member):
                Finding(
                    .geometryWithoutMember,
                    ["geometry": .text(geometry), "member": .text(member)]
                )
            case .unknownGeometry(let type): Finding(.unknownGeometry, ["geometry": .text(type)])
            case .badBoundingBox: Finding(.badBoundingBox)
            case .coordinatesNoArray(let kind):
                Finding(.coordinatesNoArray, ["detail": .text(kind)])
            case .shortPosition(let numbers):
                numbers == 1 ? Finding(.positionOfOneNumber) : Finding(.positionOfNoNumbers)
            case .positionNoNumber: Finding(.positionNoNumber)
            case .shortLine: Finding(.lineTooShort)
            case .badRing(let error): Finding(error)
            }
    }

    /// Why a record of a shapefile cannot be read.
    init(of fault: ShapefileFault) {
        self =
            switch fault {
            case .missing: Finding(.recordMissing)
            case .cutOff: Finding(.recordCutOff)
            case .tooLong(let megabytes):
                Finding(.recordTooLong, ["megabytes": .number(megabytes)])
            case .badLengths: Finding(.recordLengths)
            case .unknownType: Finding(.recordOfNoType)
            case .otherType: Finding(.recordDamaged)
            case .tooManyRings(let count): Finding(.tooManyRings, ["rings": .count(count)])
            case .attributesCutOff: Finding(.attributesCutOff)
            }
    }

    /// What to look at about the encoding of a shapefile's texts.
    init(of doubt: ShapefileParts.Charset.Doubt) {
        self =
            switch doubt {
            case .notAsNamed: Finding(.notCharset)
            case .unknown: Finding(.unknownCharset)
            }
    }
}
