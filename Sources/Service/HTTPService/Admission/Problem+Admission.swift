internal import GeoJSON
internal import HTTPTypes
internal import Hummingbird

extension Problem {
    /// Why a device is not made, with what to do.
    init(_ refusal: DeviceGate.Refusal) {
        switch refusal {
        case .proofNeeded(let challenge, let text, let reason, let wait):
            self.init(
                status: .tooManyRequests,
                detail: Self.words(reason) + Self.remedy(challenge.bits, wait),
                headers: wait.map { [.retryAfter: String(Self.seconds($0))] } ?? [:]
            )
            code = .general(.proofNeeded)
            member = ("challenge", Self.json(challenge, text))
        case .tooMany(let wait):
            let seconds = Self.seconds(wait)
            self.init(
                status: .tooManyRequests,
                detail: "This address was given too many devices; try again in \(seconds) s",
                headers: [.retryAfter: String(seconds)]
            )
        case .noChallenge:
            self = .invalid([
                ParameterError(
                    parameter: "challenge",
                    fault: .badProof,
                    message: "is none; send the text of a challenge as it was given"
                )
            ])
        case .wrongNonce(let zeroBits, let needed):
            let rule = "\(needed) zero bits are needed"
            self = .invalid([
                ParameterError(
                    parameter: "nonce",
                    fault: .badProof,
                    message: zeroBits.map {
                        "proves nothing: the SHA-256 of challenge and nonce begins with \($0) zero "
                            + "bits; \(rule)"
                    } ?? "is none; write 1 to 64 visible characters of ASCII, with which \(rule)"
                )
            ])
        }
    }

    private static func words(_ reason: DeviceGate.Reason) -> String {
        switch reason {
        case .missing: "This address was given devices lately, so one more costs a proof of work"
        case .unknownChallenge:
            "The challenge was not given to this address within the last "
                + "\(ProofChallenge.lifeSeconds) s; here is another"
        case .spent: "The challenge was used; here is another"
        case .tooEasy: "Proofs are harder by now; here is another challenge"
        }
    }

    private static func remedy(_ bits: Int, _ wait: Int64?) -> String {
        ": send challenge.text and a nonce with which their SHA-256 begins with \(bits) zero bits"
            + (wait.map { ", or try again in \(seconds($0)) s" } ?? "")
    }

    private static func json(_ challenge: ProofChallenge, _ text: String) -> [UInt8] {
        var json = JSONWriter(capacity: 128)
        json.object { json in
            json.member("text", text)
            json.member("bits", challenge.bits)
            json.member("expires_in_s", Int(ProofChallenge.lifeSeconds))
        }
        return json.takeBytes()
    }

    /// Whole seconds, never too few.
    private static func seconds(_ nanoseconds: Int64) -> Int64 {
        max(1, nanoseconds / 1_000_000_000 + (nanoseconds % 1_000_000_000 > 0 ? 1 : 0))
    }
}
