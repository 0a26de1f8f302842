internal import GeoJSON
internal import HTTPTypes
internal import Hummingbird

extension Problem {
    /// The document as an answer.
    func response() -> Response { Response(answer) }

    /// As ``response()``.
    var answer: WholeAnswer {
        var json = JSONWriter(capacity: 256)
        json.object { json in
            json.member("type", "about:blank")
            json.member("title", status.reasonPhrase)
            json.member("status", status.code)
            json.member("detail", detail)
            json.member("code", code.text)
            json.member("values", object: { values.writeMembers(to: &$0) })
            json.member(
                "errors",
                array: { list in
                    for error in errors {
                        list.object { json in
                            json.member("parameter", error.parameter)
                            json.member("message", error.message)
                            json.member("code", error.fault.rawValue)
                            json.member("values", object: { error.values.writeMembers(to: &$0) })
                        }
                    }
                }
            )
            if let member {
                json.name(member.name)
                json.raw(member.json)
            }
        }
        return WholeAnswer(
            status: status,
            type: .problem,
            bytes: json.takeBytes(),
            headers: headers
        )
    }
}
