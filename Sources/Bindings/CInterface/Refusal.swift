internal import CAmbit
internal import Geodesy
internal import SpatialIndex

/// Why a call was refused, and which value is at fault.
struct Refusal: Error {
    let code: ambit_code
    var argument = AMBIT_NO_ARGUMENT
    /// Where in its list the value stands.
    var index = 0
    var value = 0.0
    /// For a duplicate id: the id, and where it stands already.
    var id: Int64 = 0
    var otherIndex = 0

    static func outOfRange(_ argument: ambit_argument, _ index: Int, _ value: Double) -> Refusal {
        Refusal(code: AMBIT_OUT_OF_RANGE, argument: argument, index: index, value: value)
    }

    static func duplicate(_ id: Int64, at index: Int, and earlier: Int) -> Refusal {
        Refusal(
            code: AMBIT_DUPLICATE_ID,
            argument: AMBIT_ID,
            index: index,
            id: id,
            otherIndex: earlier
        )
    }

    static var noMemory: Refusal { Refusal(code: AMBIT_NO_MEMORY) }

    init(
        code: ambit_code,
        argument: ambit_argument = AMBIT_NO_ARGUMENT,
        index: Int = 0,
        value: Double = 0,
        id: Int64 = 0,
        otherIndex: Int = 0
    ) {
        (self.code, self.argument, self.index) = (code, argument, index)
        (self.value, self.id, self.otherIndex) = (value, id, otherIndex)
    }

    init(_ error: SpatialIndexError) {
        switch error {
        case .outOfMemory: self.init(code: AMBIT_NO_MEMORY)
        case .full: self.init(code: AMBIT_FULL)
        case .duplicateID: self.init(code: AMBIT_DUPLICATE_ID, argument: AMBIT_ID)
        }
    }

    var failure: ambit_failure {
        ambit_failure(
            code: Int32(code.rawValue),
            argument: Int32(argument.rawValue),
            index: Int64(index),
            other_index: Int64(otherIndex),
            value: value,
            id: id
        )
    }
}
