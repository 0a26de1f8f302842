internal import Polling

/// A district as a query names it: `ward:8`, or `8` of any type, or the id of one.
struct DistrictFilter {
    let type: String?
    let code: String

    func names(_ reference: DistrictReference) -> Bool {
        let key = DistrictKey(reference)
        return key == DistrictKey(type: type ?? reference.type, code: code)
    }

    /// - Throws: 404 where nothing that is loaded has the district: that nothing is voted on there would be
    ///   no answer.
    func check(_ guide: VoterGuide) throws(Problem) {
        guard !guide.knowsDistrict(ofType: type, code: code) else {
            return
        }
        throw .invalid([
            ParameterError(
                parameter: "district",
                fault: .unknownDistrict,
                message:
                    "names no district that is loaded; GET /v1/districts lists those of a place",
                values: .value(code),
                namesNothing: true
            )
        ])
    }
}
